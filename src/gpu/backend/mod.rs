//! The GPU backend: a brick is cut into smaller ones, each of which one submission uploads, computes, packs and reads back.

#[cfg(not(target_arch = "wasm32"))]
mod erosion;
mod submission;
mod times;

use std::time::Duration;

use super::Context;
use super::device::limits::check_limits;
use super::device::readback::Readback;
use super::device::timestamps::Timestamps;
use super::device::tuning::Strategy;
use super::kernel::walk::walk;
use super::pass::cut::{BrickCutter, Sizes};
use super::pass::grid::GridPass;
use super::pass::limits::{check_program, most_samples};
use super::pass::pack::PackPass;
use crate::backend;
#[cfg(not(target_arch = "wasm32"))]
use crate::erosion::Task;
use crate::grid::Brick;
use crate::pacing::Pacing;
use crate::program::Job;
use crate::stopwatch::Stopwatch;
use crate::texel::Packing;
use crate::{Error, Result, Volume};

use submission::Ahead;
#[cfg(feature = "service")]
pub(super) use submission::Work;

/// The longest that one submission may take before the device counts as hung.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Samples times layers of the first submission: short on the slowest GPU.
const FIRST_SIZE: u64 = 1 << 20;

/// The GPU backend: computes a job on a device and reads its samples back.
///
/// Bricks are computed in submissions of at most about 50 ms, one of which is read back while the next is computed. This goes on
/// from one brick to the next if that was given to [`Backend::announce`](crate::Backend::announce) before.
///
/// ```no_run
/// use wgpu_noise::gpu::{Choice, Context, Gpu};
/// use wgpu_noise::{Backend, Grid, Job, Noise};
///
/// let grid = Grid::new([128, 128, 128]);
/// let job = Job::of(&[Noise::perlin().fbm()], &grid)?;
/// let context = Context::request_blocking(&Choice::Hardware)?;
/// let mut gpu = Gpu::new(&context, job)?;
/// let volume = gpu.sample(0)?;
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Debug)]
pub struct Gpu {
    job: Job,
    /// The strategy that was asked for; by default the best one.
    strategy: Option<Strategy>,
    grid: GridPass,
    pack: PackPass,
    pacing: Pacing,
    /// Runs since the end of the last submission.
    idle: Option<Stopwatch>,
    /// The brick that is filled after the next one.
    announced: Option<Brick>,
    /// The beginning of a brick that was announced.
    ahead: Option<Ahead>,
    readback: Readback,
    /// How long results were copied out of mapped buffers, since it was taken.
    copying: Duration,
    /// Times the passes, from the first one on, if the device can.
    timestamps: Option<Timestamps>,
    /// How long passes took whose times are no longer in `timestamps`.
    timed: Duration,
    context: Context,
}

impl Gpu {
    /// Makes a backend for a job on a device. It compiles nothing yet: that happens when the first brick is computed.
    ///
    /// # Errors
    /// [`Error::DeviceInit`] for a device whose limits are too low, such as one without compute shaders;
    /// [`Error::TooLarge`] if the program has more sources or operations than a driver compiles in seconds, or more numbers,
    /// tables, pictures or layers than fit in a binding.
    pub fn new(context: &Context, job: Job) -> Result<Gpu> {
        Gpu::make(context, job, None)
    }

    /// Makes a backend that computes by a given strategy, for tests and benches. Not part of the API.
    ///
    /// A program with nothing to walk is computed point by point in any case, and one without tiles (in two dimensions, or
    /// with too much to hold for each sample) in runs. Runs are as long as they can be, also in a small brick.
    ///
    /// # Errors
    /// As [`Gpu::new`].
    #[doc(hidden)]
    pub fn with_strategy(context: &Context, job: Job, strategy: Strategy) -> Result<Gpu> {
        Gpu::make(context, job, Some(strategy))
    }

    fn make(context: &Context, job: Job, strategy: Option<Strategy>) -> Result<Gpu> {
        let limits = context.device().limits();
        check_limits(&limits)?;
        let pacing = pacing(&limits, &job)?;
        let walk = walk(&job, strategy, context.tuning());
        Ok(Gpu {
            strategy,
            grid: GridPass::new(&job.program, walk, &limits),
            pack: PackPass::new(),
            pacing,
            idle: None,
            announced: None,
            ahead: None,
            readback: Readback::new(context, TIMEOUT),
            copying: Duration::ZERO,
            timestamps: None,
            timed: Duration::ZERO,
            context: context.clone(),
            job,
        })
    }

    /// Replaces the job. If only numbers differ, nothing is compiled, except on a GPU for octaves of another class: see
    /// [`Generator::encode`](super::Generator::encode). Buffers that are large enough are used again. On an error the old
    /// job stays.
    ///
    /// # Errors
    /// As [`Gpu::new`].
    pub fn set_job(&mut self, job: Job) -> Result<()> {
        self.pacing = pacing(&self.context.device().limits(), &job)?;
        let walk = walk(&job, self.strategy, self.context.tuning());
        self.grid.set_program(&job.program, walk);
        self.idle = None;
        (self.announced, self.ahead) = (None, None);
        self.job = job;
        Ok(())
    }

    /// Returns the job.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Returns the device.
    #[cfg(feature = "service")]
    pub(super) fn context(&self) -> &Context {
        &self.context
    }

    #[cfg(feature = "service")]
    pub(super) fn readback(&self) -> &Readback {
        &self.readback
    }

    /// Returns the strategy of its kernel. Not part of the API.
    #[doc(hidden)]
    pub fn strategy(&self) -> Strategy {
        self.grid.strategy()
    }

    /// Does what [`Backend::fill`](backend::Backend::fill) does, without blocking.
    ///
    /// # Errors
    /// As there; [`Error::DeviceLost`], [`Error::OutOfDeviceMemory`], [`Error::Timeout`], [`Error::Gpu`].
    pub async fn fill_async(
        &mut self,
        brick: &Brick,
        packing: &Packing,
        out: &mut [u8],
    ) -> Result<u64> {
        let channels = self.job.program.channels();
        backend::check(&self.job.grid, channels, brick, packing, out.len())?;
        let announced = self.announced.take();
        let ahead = self.ahead.take().filter(|own| own.is_of(brick, packing));
        let (mut cutter, mut submitted) = match ahead {
            Some(ahead) => (ahead.cutter, Some(ahead.submission)),
            None => (BrickCutter::new(brick), None),
        };
        let mut saturated = 0;
        loop {
            let next = match cutter.peek(&self.sizes()) {
                Some(part) => Some(self.submit(part, packing).await),
                None => {
                    if let Some(brick) = announced {
                        self.ahead = self.begin_ahead(brick, packing).await;
                    }
                    None
                }
            };
            // While the next submission is computed, the one before it is read back.
            if let Some(submission) = submitted.take() {
                saturated += self.finish(submission, brick, packing, out).await?;
            }
            match next {
                None => return Ok(saturated),
                Some(Ok(submission)) => {
                    cutter.advance();
                    submitted = Some(submission);
                }
                // Tries again with less, now that nothing else is in flight.
                Some(Err(Error::OutOfDeviceMemory(_))) if self.pacing.shrink() => {
                    self.grid.release();
                    self.pack.release();
                }
                Some(Err(error)) => return Err(error),
            }
        }
    }

    /// Does what [`Backend::sample`](backend::Backend::sample) does, without blocking: returns the samples of one frame.
    ///
    /// # Errors
    /// As [`Gpu::fill_async`], and [`Error::OutOfHostMemory`].
    pub async fn sample_async(&mut self, frame: u32) -> Result<Volume> {
        let channels = self.job.program.channels();
        let mut volume = Volume::zeros(&self.job.grid, channels)?;
        let brick = Brick::whole(&self.job.grid, frame);
        let packing = Packing::samples(channels as u32)?;
        let out = bytemuck::cast_slice_mut(volume.samples_mut());
        self.fill_async(&brick, &packing, out).await?;
        Ok(volume)
    }

    /// Computes a brick, as often in a row as `times` says, and waits for it without reading it back, to measure the time of the
    /// computing alone. Not part of the API.
    ///
    /// # Errors
    /// As [`Gpu::fill_async`].
    #[doc(hidden)]
    pub async fn compute_async(&mut self, brick: &Brick, times: usize) -> Result<()> {
        let packing = Packing::samples(self.job.program.channels() as u32)?;
        let mut cutter = BrickCutter::new(brick);
        while let Some(part) = cutter.peek(&self.sizes()) {
            let watch = Stopwatch::start();
            let mut work = self.prepare(&part, &packing).await?;
            let once = std::mem::take(&mut work.dispatches);
            work.dispatches = std::iter::repeat_n(once, times).flatten().collect();
            let ticket = self.begin(&work, 0..4).await?;
            self.readback.finish(ticket, |_| ()).await?;
            self.measure(part.samples() * times as u64, &watch);
            cutter.advance();
        }
        Ok(())
    }

    /// How large the next submission may be, by the pacing and the device's limits.
    pub(super) fn sizes(&self) -> Sizes {
        Sizes {
            most: self.pacing.size(),
            longest: (self.grid).longest(&self.context.device().limits(), &self.job),
            wanted: self.grid.wanted(self.pacing.size()),
        }
    }
}

// A browser cannot block: there, only `fill_async` and `sample_async` can be used.
#[cfg(not(target_arch = "wasm32"))]
impl backend::Backend for Gpu {
    fn name(&self) -> &'static str {
        "gpu"
    }

    fn grid(&self) -> &crate::Grid {
        &self.job.grid
    }

    fn channels(&self) -> usize {
        self.job.program.channels()
    }

    fn fill(&mut self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        pollster::block_on(self.fill_async(brick, packing, out))
    }

    fn announce(&mut self, next: &Brick) {
        // A wrong brick is an error of the fill that asks for it.
        self.announced = next.is_within(&self.job.grid).then_some(*next);
    }

    fn take_device_times(&mut self) -> Option<backend::DeviceTimes> {
        Some(pollster::block_on(self.take_times()))
    }

    fn erode(&mut self, task: &Task, soil: &mut [u32]) -> Result<bool> {
        pollster::block_on(self.erode_async(task, soil))
    }
}

/// Returns the pacing of a job's submissions on a device of these limits.
///
/// # Errors
/// Those of [`check_program`] and [`most_samples`].
fn pacing(limits: &wgpu::Limits, job: &Job) -> Result<Pacing> {
    check_program(&job.program)?;
    let most = most_samples(limits, job)?;
    let first = FIRST_SIZE / (job.layer_count() + 1);
    Ok(Pacing::new(most.min(first), most))
}
