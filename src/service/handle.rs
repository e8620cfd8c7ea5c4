//! The handle that callers hold.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures::{Stream, StreamExt, stream};
use web_time::Instant;

use super::device::Device;
use super::engine::Engine;
use super::metrics::Metrics;
use super::options::{Options, Place, Priority, Terms, WhenFull};
use super::pending::Pending;
use super::progress::Parked;
use super::queue::Queue;
use super::request::{FromAnswer, Request};
use super::shared::{Handle, Shared};
use super::worker::Worker;
#[cfg(not(target_arch = "wasm32"))]
use crate::bake::Plan;
#[cfg(not(target_arch = "wasm32"))]
use crate::format::Contents;
use crate::texel::Packing;
use crate::{Job, Result, Volume};

/// Frames of a stream that are computed ahead of the one that is awaited.
const FRAMES_AHEAD: usize = 3;

/// Computes noise on request, for many callers at once. See the [module](super).
///
/// A clone is another handle of the same caller; [`Service::caller`] is a handle of another one. A handle also holds the terms of
/// its requests: [`Service::priority`], [`Service::deadline`], [`Service::when_full`], [`Service::cpu_fallback`].
///
/// Whoever drops the last handle or future of a service that was [started](Service::start) waits until the workers have ended
/// their turns, which take about 50 ms, and have given up their devices.
#[derive(Clone)]
pub struct Service {
    handle: Arc<Handle>,
    terms: Terms,
}

impl Service {
    /// Opens the devices and starts a thread for each worker.
    ///
    /// # Errors
    /// Those of [`Context::request`](crate::gpu::Context::request); [`Error::Io`](crate::Error::Io) if the system starts no
    /// thread.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn start(options: Options) -> Result<Service> {
        let (mut handle, workers) = pollster::block_on(open(options))?;
        for worker in workers {
            let thread = std::thread::Builder::new()
                .name("wgpu-noise worker".to_string())
                .spawn(|| pollster::block_on(worker.run()))
                .map_err(|error| crate::Error::io("start a thread for", "the service", error))?;
            handle.threads.push(thread);
        }
        Ok(Service::new(handle))
    }

    /// Opens the devices, and returns the workers, which the caller runs: each [`Worker::run`] on an executor, such as that of a
    /// browser's page. When a device is lost, its worker blocks the thread for up to 2 s between its attempts to open another,
    /// but not in a browser.
    ///
    /// # Errors
    /// Those of [`Context::request`](crate::gpu::Context::request).
    pub async fn open(options: Options) -> Result<(Service, Vec<Worker>)> {
        let (handle, workers) = open(options).await?;
        Ok((Service::new(handle), workers))
    }

    fn new(handle: Handle) -> Service {
        Service {
            handle: Arc::new(handle),
            terms: Terms::default(),
        }
    }

    // ---- terms ------------------------------------------------------------------------------------------------------

    /// Returns a handle of another caller. Of the callers whose requests wait, the one for which the least was done is next.
    pub fn caller(&self) -> Service {
        let caller = self.handle.new_caller();
        self.with(|terms| terms.caller = caller)
    }

    /// Returns a handle whose requests have this priority.
    pub fn priority(&self, priority: Priority) -> Service {
        self.with(|terms| terms.priority = priority)
    }

    /// Returns a handle whose requests fail with [`Error::DeadlineExceeded`](crate::Error::DeadlineExceeded) if they are not
    /// done that long after they were submitted. Deadlines are looked at whenever a future is polled, and by workers between two
    /// turns, which take about 50 ms each.
    pub fn deadline(&self, after: Duration) -> Service {
        self.with(|terms| terms.deadline = Some(after))
    }

    /// Returns a handle whose requests wait or fail when there is no room for them.
    pub fn when_full(&self, when_full: WhenFull) -> Service {
        self.with(|terms| terms.when_full = when_full)
    }

    /// Returns a handle whose requests may be computed on the CPU where the devices cannot: if they are lost for good, if a
    /// device is lost three times while it computes the request, or if it refuses the request, as it does a program that is
    /// too large for it. Otherwise, and by default, the request then fails with the device's error, unless the service has the
    /// CPU beside its devices: [`Options::cpu`].
    pub fn cpu_fallback(&self, allowed: bool) -> Service {
        self.with(|terms| terms.cpu_fallback = allowed)
    }

    fn with(&self, change: impl FnOnce(&mut Terms)) -> Service {
        let mut changed = self.clone();
        change(&mut changed.terms);
        changed
    }

    // ---- requests ---------------------------------------------------------------------------------------------------

    /// Asks for the samples of a job's first frame.
    ///
    /// # Errors
    /// The future's: [`Error::TooLarge`](crate::Error::TooLarge), [`Error::Busy`](crate::Error::Busy),
    /// [`Error::DeadlineExceeded`](crate::Error::DeadlineExceeded), [`Error::Stopped`](crate::Error::Stopped), and those of
    /// computing.
    pub fn volume(&self, job: &Job) -> Pending<Arc<Volume>> {
        self.submit_if(Request::volume(job))
    }

    /// Asks for a job's samples at one time after the other, in units of w from the grid's origin. A few of them are computed
    /// ahead; dropping the stream cancels these.
    ///
    /// # Errors
    /// The items': those of [`Service::volume`], and of [`Program::bind`](crate::Program::bind).
    pub fn frames<I>(&self, job: &Job, times: I) -> impl Stream<Item = Result<Arc<Volume>>> + use<I>
    where
        I: IntoIterator<Item = f64>,
    {
        let (service, job) = (self.clone(), job.clone());
        let at = move |time| {
            let moved = job.at_time(job.grid.origin[3] + time);
            service.submit_if(moved.and_then(|job| Request::volume(&job)))
        };
        stream::iter(times).map(at).buffered(FRAMES_AHEAD)
    }

    /// Asks for the channels at points, those of a point side by side. They are computed on the CPU.
    ///
    /// # Errors
    /// The future's: those of [`Service::volume`] and of [`cpu::Points::sample`](crate::cpu::Points::sample).
    pub fn points(&self, job: &Job, points: Vec<[f32; 4]>) -> Pending<Arc<Vec<f32>>> {
        self.submit(&Request::points(job, points))
    }

    /// Asks for the texels of all frames of a job: x varies fastest, then y, z and the frame.
    ///
    /// # Errors
    /// The future's: those of [`Service::volume`] and [`Request::texels`].
    pub fn texels(&self, job: &Job, packing: &Packing) -> Pending<Arc<Vec<u8>>> {
        self.submit_if(Request::texels(job, packing))
    }

    /// Asks for a whole file in memory.
    ///
    /// # Errors
    /// The future's: those of [`Service::volume`], [`Request::file`] and [`format::encode`](crate::format::encode).
    #[cfg(not(target_arch = "wasm32"))]
    pub fn file(&self, plan: &Plan, contents: &Contents) -> Pending<Arc<Vec<u8>>> {
        self.submit_if(Request::file(plan, contents))
    }

    /// Submits a request, on this handle's terms.
    ///
    /// # Errors
    /// The future's: those of [`Service::volume`].
    #[allow(private_bounds, reason = "the types of results are those of `Request`")]
    pub fn submit<T: FromAnswer>(&self, request: &Request<T>) -> Pending<T> {
        let (work, terms) = (&request.work, self.terms);
        tracing::debug!(digest = %work.digest, bytes = work.bytes, caller = terms.caller, "submitted");
        let submit = |queue: &mut Queue<Parked>| queue.submit(work, terms, Instant::now());
        let ticket = self.handle.shared.with(submit);
        Pending::new(Ok((Arc::clone(&self.handle), ticket)))
    }

    #[allow(private_bounds, reason = "the types of results are those of `Request`")]
    fn submit_if<T: FromAnswer>(&self, request: Result<Request<T>>) -> Pending<T> {
        match request {
            Ok(request) => self.submit(&request),
            Err(error) => Pending::new(Err(error)),
        }
    }

    // ---- the service ------------------------------------------------------------------------------------------------

    /// Returns what the service has done, and what it holds.
    pub fn metrics(&self) -> Metrics {
        self.handle.shared.with(|queue| queue.metrics())
    }

    /// Refuses all further requests with [`Error::Stopped`](crate::Error::Stopped), and those that wait for admission. What is
    /// admitted is computed.
    pub fn stop(&self) {
        self.handle.shared.with(Queue::stop);
    }

    /// Destroys the devices, as a driver that fails does. Not part of the API: for tests.
    #[doc(hidden)]
    pub fn destroy_devices(&self) {
        self.handle.destroy_devices();
    }
}

/// Opens the devices of a service, and returns its first handle and its workers.
async fn open(options: Options) -> Result<(Handle, Vec<Worker>)> {
    let places = match &options.places[..] {
        [] => &[Place::Cpu],
        places => places,
    };
    let (mut engines, mut devices) = (Vec::new(), Vec::new());
    for place in places {
        match Device::open(place).await? {
            Some(device) => {
                devices.push(device.destroyer());
                engines.push(Engine::Device(Box::new(device)));
            }
            None => {
                engines.extend((0..crate::threads::thread_count()).map(|_| Engine::Cpu));
            }
        }
    }
    let shared = Arc::new(Shared::new(Queue::new(&options)));
    let workers = (engines.into_iter())
        .map(|engine| Worker {
            id: shared.with(Queue::new_worker),
            engine,
            shared: Arc::clone(&shared),
        })
        .collect();
    Ok((Handle::new(shared, devices), workers))
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service")
            .field("terms", &self.terms)
            .field("metrics", &self.metrics())
            .finish()
    }
}
