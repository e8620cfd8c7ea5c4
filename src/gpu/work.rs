//! One synchronous block of wgpu calls under error scopes.
//!
//! Error scopes belong to the thread that pushed them, and their guards can neither be sent nor kept
//! over an `await`. So the calls run in one closure, at once, on the thread that asks; only what the
//! scopes say may come later (in a browser; on native targets it is there at once).

use std::future::Future;

use super::Context;
use super::guarded::{guarded, one_line};
use crate::{Error, Result};

impl Context {
    /// Runs `calls` now, under error scopes on this thread; the future says how it went. On native
    /// targets the future is ready at once.
    ///
    /// `calls` creates, records and submits. A success means that wgpu accepted all of it, not that
    /// the GPU has run it: see [`Readback`](super::Readback) for that.
    ///
    /// # Errors
    /// The cause rather than its consequences: [`Error::DeviceLost`], then
    /// [`Error::OutOfDeviceMemory`], then [`Error::Gpu`] with wgpu's first complaint, then the error
    /// of `calls` itself.
    pub fn attempt<T>(
        &self,
        calls: impl FnOnce(&wgpu::Device, &wgpu::Queue) -> Result<T>,
    ) -> impl Future<Output = Result<T>> {
        let device = self.device();
        let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
        let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let outcome = guarded(|| calls(device, self.queue()));
        // Popped in reverse order, and listed in the order of their weight: what had no memory is
        // invalid in all that uses it.
        let (memory, internal, validation) = (memory.pop(), internal.pop(), validation.pop());
        let context = self.clone();
        async move {
            let (memory, internal, validation) = (memory.await, internal.await, validation.await);
            let complaint = memory.or(internal).or(validation).map(translate);
            let outcome = match (complaint, outcome) {
                (Some(complaint), _) => Err(complaint),
                (None, Ok(outcome)) => outcome,
                (None, Err(panic)) => Err(Error::Gpu(panic)),
            };
            if outcome.is_err() {
                // A loss that caused this may be known only after a poll.
                context.poll()?;
            }
            context.check_present()?;
            outcome
        }
    }
}

/// An error of wgpu as one of ours.
pub(super) fn translate(error: wgpu::Error) -> Error {
    match error {
        wgpu::Error::OutOfMemory { source } => {
            Error::OutOfDeviceMemory(one_line(&source.to_string()))
        }
        wgpu::Error::Validation { description, .. } | wgpu::Error::Internal { description, .. } => {
            Error::Gpu(one_line(&description))
        }
    }
}
