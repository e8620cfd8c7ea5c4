//! A device with its queue and its record of faults.

use std::future::Future;
use std::sync::Arc;

use super::choice::{self, Choice};
use super::faults::Faults;
use super::guarded::{Guarded, guarded, one_line};
use super::limits::{can_compute, usual_features, usual_limits};
use super::pipelines::Pipelines;
#[cfg(not(target_arch = "wasm32"))]
use super::remembered;
use super::scopes;
use super::tuning::Tuning;
use super::upload::Staging;
use crate::{Error, Result};

/// A device, its queue, and a record of what went wrong with them. A clone is the same device.
///
/// A device that was requested here has two handlers, for uncaptured errors and for its loss. They record and never panic.
/// No handler is installed on a device that the caller provides. So its loss is noticed only when a call fails or a result is
/// read back, and errors outside this crate's calls go to the caller's handler.
///
/// Dropping the last handle of a device frees it, and that may panic if a driver is out of memory. A context catches such a
/// panic when it drops its handles.
#[derive(Clone, Debug)]
pub struct Context {
    // The order of fields is the order of drops: pipelines go before their device.
    pipelines: Arc<Pipelines>,
    handles: Arc<Guarded<Handles>>,
    faults: Arc<Faults>,
    tuning: Tuning,
}

#[derive(Debug)]
struct Handles {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

/// Whether a context uses and writes what is remembered on this machine.
#[derive(Clone, Copy, Debug)]
enum Cached {
    Yes,
    No,
}

impl Context {
    /// Requests a device on the chosen adapter, with the adapter's own limits for the sizes of buffers and bindings, and
    /// wgpu's default limits (lower if the adapter's are lower) for everything else.
    ///
    /// Its kernels are those that `wgpu-noise bench --tune` found to be fastest on this adapter, if that was run: it
    /// remembers them in a file of the user's cache folder. There, too, is what Vulkan's drivers compiled in earlier
    /// processes, for each adapter, driver and version of this crate a file of at most 64 MiB, which is written when the
    /// last handle of the context is dropped. The environment variable `WGPU_NOISE_CACHE` names another folder; if it is
    /// empty, nothing is remembered.
    ///
    /// On native targets the first poll of the future blocks for some milliseconds.
    ///
    /// # Errors
    /// [`Error::NoAdapter`], [`Error::DeviceInit`].
    pub async fn request(choice: &Choice) -> Result<Context> {
        Context::open(choice, usual_limits, Cached::Yes).await
    }

    /// Requests a device that remembers nothing, for tests and benches. Not part of the API.
    ///
    /// # Errors
    /// As [`Context::request`].
    #[doc(hidden)]
    pub async fn uncached(choice: &Choice) -> Result<Context> {
        Context::open(choice, usual_limits, Cached::No).await
    }

    /// Requests a device as [`Context::request`] does, and blocks until it is there.
    ///
    /// # Errors
    /// As [`Context::request`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn request_blocking(choice: &Choice) -> Result<Context> {
        pollster::block_on(Context::request(choice))
    }

    /// Requests a device with exactly these limits. Not part of the API: a small GPU, for tests.
    ///
    /// # Errors
    /// As [`Context::request`]; [`Error::DeviceInit`] also if the adapter's limits are lower.
    #[doc(hidden)]
    pub async fn with_limits(choice: &Choice, limits: wgpu::Limits) -> Result<Context> {
        Context::open(choice, |_| limits, Cached::No).await
    }

    /// Wraps the caller's own device. Nothing is installed on it. A file in the user's cache folder says how kernels compute best
    /// on its adapter, if `wgpu-noise bench --tune` measured that.
    pub fn from_device(device: &wgpu::Device, queue: &wgpu::Queue) -> Context {
        Context {
            pipelines: Arc::default(),
            handles: Arc::new(Guarded::new(Handles {
                device: device.clone(),
                queue: queue.clone(),
            })),
            faults: Arc::default(),
            tuning: tuning_of(&device.adapter_info()),
        }
    }

    async fn open(
        choice: &Choice,
        limits: impl FnOnce(&wgpu::Limits) -> wgpu::Limits,
        cached: Cached,
    ) -> Result<Context> {
        let adapter = choice::find(choice).await?;
        let refused = |reason: String| Error::DeviceInit {
            adapter: choice::called(&adapter.get_info().name).to_string(),
            reason: one_line(&reason),
        };
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("wgpu-noise"),
            required_features: usual_features(adapter.features()),
            required_limits: limits(&adapter.limits()),
            ..Default::default()
        };
        can_compute(&descriptor.required_limits).map_err(refused)?;
        // wgpu panics here if the driver runs out of memory while it builds its own pipelines.
        let (device, queue) = guarded(|| adapter.request_device(&descriptor))
            .map_err(refused)?
            .await
            .map_err(|error| refused(error.to_string()))?;
        let mut context = Context::from_device(&device, &queue);
        match cached {
            #[cfg(not(target_arch = "wasm32"))]
            Cached::Yes => context.pipelines = Arc::new(Pipelines::of_own_device(&device)),
            #[cfg(target_arch = "wasm32")]
            Cached::Yes => {}
            Cached::No => context.tuning = Tuning::rule(&device.adapter_info()),
        }
        context.install_handlers();
        Ok(context)
    }

    fn install_handlers(&self) {
        let faults = Arc::clone(&self.faults);
        self.device().on_uncaptured_error(Arc::new(move |error| {
            faults.record(scopes::translate(error));
        }));
        let faults = Arc::clone(&self.faults);
        self.device()
            .set_device_lost_callback(move |reason, message| {
                faults.lose(&format!("{reason:?}: {message}"));
            });
    }

    /// The wgpu device.
    pub fn device(&self) -> &wgpu::Device {
        &self.handles.device
    }

    /// How kernels compute best on it.
    pub(crate) fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// The pipelines made on it so far.
    pub(crate) fn pipelines(&self) -> &Pipelines {
        &self.pipelines
    }

    /// The number of pipelines made on it so far. Changing a number of a job makes none, except for octaves of another class.
    pub fn pipeline_count(&self) -> usize {
        self.pipelines.count()
    }

    /// The device's queue.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.handles.queue
    }

    /// Checks that the device is not lost and that no error was raised outside every error scope.
    ///
    /// An uncaptured error is reported once, a loss every time.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], or the first uncaptured error since the last call.
    pub fn check(&self) -> Result<()> {
        self.check_present()?;
        self.faults.take_uncaptured().map_or(Ok(()), Err)
    }

    /// Checks that the device is not known to be lost. wgpu reports a loss only while it is polled.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    fn check_present(&self) -> Result<()> {
        self.faults.check_present()
    }

    /// Records that the device is lost. The error has the first recorded reason.
    pub(crate) fn lose(&self, reason: &str) -> Error {
        self.faults.lose(reason)
    }

    /// Records whether the device answered a wait in time: one that did not is not freed.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn note_answer(&self, in_time: bool) {
        self.faults.note_answer(in_time);
    }

    /// Polls the device without waiting. If wgpu panics in it on a failing driver, the device counts as lost.
    ///
    /// A poll that waits is never used: wgpu-core 30 panics if its time is up while another thread submits or polls.
    pub(super) fn poll(&self) -> Result<()> {
        if let Err(panic) = guarded(|| self.device().poll(wgpu::PollType::Poll)) {
            self.faults.lose(&panic);
        }
        self.check_present()
    }
}

impl Context {
    /// Runs `calls` now, under error scopes on this thread. The future says how it went; on native targets it is ready at
    /// once. Not part of the API.
    ///
    /// `calls` creates, records and submits. A success means that wgpu accepted all of it, not that the GPU has run it: see
    /// [`Readback`](super::readback::Readback) for that.
    ///
    /// # Errors
    /// The cause rather than its consequences: [`Error::DeviceLost`], then [`Error::OutOfDeviceMemory`], then [`Error::Gpu`]
    /// with wgpu's first complaint, then the error of `calls` itself.
    #[doc(hidden)]
    pub fn attempt<T>(
        &self,
        calls: impl FnOnce(&wgpu::Device, &wgpu::Queue) -> Result<T>,
    ) -> impl Future<Output = Result<T>> {
        let outcome = scopes::scoped(self.device(), || calls(self.device(), self.queue()));
        let context = self.clone();
        async move {
            let outcome = outcome.await.and_then(|outcome| outcome);
            if let Err(Error::OutOfDeviceMemory(_)) = outcome {
                context.pipelines.forget();
            }
            if outcome.is_err() {
                context.find_loss().await?;
            }
            context.check_present()?;
            outcome
        }
    }

    /// Finds out after an error whether it comes from a loss, which may be known only after a poll. The loss of a caller's own
    /// device is not reported here at all: but then no new buffer can be mapped.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    async fn find_loss(&self) -> Result<()> {
        self.poll()?;
        let answer = match Staging::new(self.device()) {
            Ok(mut staging) => staging.answer().await,
            Err(error) => Err(error),
        };
        match answer {
            Err(Error::DeviceLost(reason)) => Err(self.lose(&reason)),
            _ => Ok(()),
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if self.check_present().is_err() || self.faults.is_silent() {
            // Leaked. Freeing a device waits for its work, which may never end. And if a submission to a lost device failed
            // while wgpu-hal 30.0.2 made its second semaphore, freeing the device destroys a semaphore twice, on which
            // drivers crash.
            std::mem::forget(Arc::clone(&self.handles));
        }
    }
}

/// Returns the tuning that `wgpu-noise bench --tune` measured for an adapter on this machine; without one, the rule.
pub(in crate::gpu) fn tuning_of(adapter: &wgpu::AdapterInfo) -> Tuning {
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(measured) = remembered::recall(adapter) {
        return measured;
    }
    Tuning::rule(adapter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_uncaptured_error_is_reported_once_and_a_loss_every_time() {
        let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
        let context = Context::from_device(&device, &queue);
        assert!(context.check().is_ok());
        context.faults.record(Error::Gpu("first".into()));
        context.faults.record(Error::Gpu("second".into()));
        assert!(matches!(context.check(), Err(Error::Gpu(text)) if text == "first"));
        assert!(context.check().is_ok());
        context.faults.lose("Unknown: gone");
        context.faults.lose("later");
        for _ in 0..2 {
            let lost = context.check();
            assert!(matches!(lost, Err(Error::DeviceLost(text)) if text == "Unknown: gone"));
        }
    }
}
