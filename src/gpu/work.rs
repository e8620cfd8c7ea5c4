//! One synchronous block of wgpu calls under error scopes.
//!
//! Error scopes belong to the thread that pushed them, and their guards can neither be sent nor kept
//! over an `await`. So the calls run in one closure, at once, on the thread that asks; only what the
//! scopes say may come later (in a browser; on native targets it is there at once).

use std::future::Future;

use futures::FutureExt;

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
        let outcome = scoped(self.device(), || calls(self.device(), self.queue()));
        let context = self.clone();
        async move {
            let outcome = outcome.await.and_then(|outcome| outcome);
            if outcome.is_err() {
                // A loss that caused this may be known only after a poll.
                context.poll()?;
            }
            context.check_present()?;
            outcome
        }
    }
}

/// Runs `calls` now, under error scopes on this thread; the future, on native targets ready at once, says how it went.
///
/// # Errors
/// [`Error::OutOfDeviceMemory`], else [`Error::Gpu`] with wgpu's first complaint.
pub(super) fn scoped<T>(
    device: &wgpu::Device,
    calls: impl FnOnce() -> T,
) -> impl Future<Output = Result<T>> {
    let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
    let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let outcome = guarded(calls);
    // Popped in reverse order, and listed in the order of their weight: what had no memory is
    // invalid in all that uses it.
    let (memory, internal, validation) = (memory.pop(), internal.pop(), validation.pop());
    async move {
        let (memory, internal, validation) = (memory.await, internal.await, validation.await);
        match (memory.or(internal).or(validation), outcome) {
            (Some(complaint), _) => Err(translate(complaint)),
            (None, outcome) => outcome.map_err(Error::Gpu),
        }
    }
}

/// The same, without waiting for what the scopes say: on native targets they have said it, in a browser nobody hears it.
/// So what calls this has a twin that waits.
///
/// # Errors
/// As [`scoped`].
pub(super) fn scoped_now<T>(device: &wgpu::Device, calls: impl FnOnce() -> T) -> Result<T> {
    let mut made = None;
    match scoped(device, || made = Some(calls())).now_or_never() {
        Some(Err(error)) => Err(error),
        Some(Ok(())) | None => {
            made.ok_or_else(|| Error::Gpu("a call of wgpu ended early".to_string()))
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
