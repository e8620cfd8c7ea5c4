//! Synchronous blocks of wgpu calls under error scopes.
//!
//! Error scopes belong to the thread that pushed them, and their guards can neither be sent to another thread nor kept over
//! an `await`. So the calls run in one closure, at once, on the calling thread. Only what the scopes report may come later:
//! in a browser it does, on native targets it is there at once.

use std::future::Future;

use futures::FutureExt;

use super::guarded::{guarded, one_line};
use crate::{Error, Result};

/// Runs `calls` now, under error scopes on this thread. The future says how it went; on native targets it is ready at once.
///
/// # Errors
/// [`Error::OutOfDeviceMemory`], else [`Error::Gpu`] with wgpu's first complaint.
pub(crate) fn scoped<T>(
    device: &wgpu::Device,
    calls: impl FnOnce() -> T,
) -> impl Future<Output = Result<T>> {
    let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
    let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let outcome = guarded(calls);
    // Popped in reverse order, but reported by importance: an allocation that failed also makes everything that uses it
    // invalid.
    let (memory, internal, validation) = (memory.pop(), internal.pop(), validation.pop());
    async move {
        let (memory, internal, validation) = (memory.await, internal.await, validation.await);
        match (memory.or(internal).or(validation), outcome) {
            (Some(complaint), _) => Err(translate(complaint)),
            (None, outcome) => outcome.map_err(Error::Gpu),
        }
    }
}

/// Runs `calls` as [`scoped`] does, without waiting for what the scopes report: on native targets they have reported it by
/// then, in a browser the report is dropped. So each public function that calls this has an asynchronous twin.
///
/// # Errors
/// As [`scoped`].
pub(crate) fn scoped_now<T>(device: &wgpu::Device, calls: impl FnOnce() -> T) -> Result<T> {
    let mut made = None;
    match scoped(device, || made = Some(calls())).now_or_never() {
        Some(Err(error)) => Err(error),
        Some(Ok(())) | None => {
            made.ok_or_else(|| Error::Gpu("a call of wgpu ended early".to_string()))
        }
    }
}

/// Records work that is never submitted, so that wgpu reports any error of it here and not in the caller's encoder. Call under
/// error scopes.
pub(crate) fn rehearse(
    device: &wgpu::Device,
    record: impl FnOnce(&mut wgpu::CommandEncoder) -> Result<()>,
) -> Result<()> {
    let mut encoder = device.create_command_encoder(&Default::default());
    record(&mut encoder)?;
    encoder.finish();
    Ok(())
}

/// Returns the error of this crate for an error of wgpu.
pub(crate) fn translate(error: wgpu::Error) -> Error {
    match error {
        wgpu::Error::OutOfMemory { source } => {
            Error::OutOfDeviceMemory(one_line(&source.to_string()))
        }
        wgpu::Error::Validation { description, .. } | wgpu::Error::Internal { description, .. } => {
            Error::Gpu(one_line(&description))
        }
    }
}
