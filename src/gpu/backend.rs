//! The GPU backend: a brick is cut into smaller ones, each of which one submission uploads, computes, packs and reads back.

use std::future::Future;
use std::time::Duration;

use super::Context;
use super::device::buffers::Owned;
use super::device::dispatch::Dispatch;
use super::device::readback::{Readback, Ticket};
use super::kernel::walk::{Strategy, walk};
use super::pass::cut::{BrickCutter, Sizes, byte_ranges};
use super::pass::grid::GridPass;
use super::pass::limits::{check_program, most_samples};
use super::pass::pack::{self, PackPass, TexelRows};
use crate::backend;
use crate::grid::Brick;
use crate::pacing::{Pacing, Stopwatch};
use crate::program::Job;
use crate::texel::Packing;
use crate::{Error, Result, Volume};

/// The longest that one submission may take before the device counts as hung.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Samples times layers of the first submission: short on the slowest GPU.
const FIRST_SIZE: u64 = 1 << 20;

/// The GPU backend: computes a job on a device and reads its samples back.
///
/// Bricks are computed in submissions of at most about 50 ms, one of which is read back while the next is computed.
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
    readback: Readback,
    /// How long results were copied out of mapped buffers, since [`Gpu::take_copying`].
    copying: Duration,
    context: Context,
}

impl Gpu {
    /// Makes a backend for a job on a device. It compiles nothing yet: that happens when the first brick is computed.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the program has more sources or operations than a driver compiles in seconds, or more numbers,
    /// tables or layers than fit in a binding.
    pub fn new(context: &Context, job: Job) -> Result<Gpu> {
        Gpu::make(context, job, None)
    }

    /// Makes a backend that computes by a given strategy, for tests and benches. Not part of the API.
    ///
    /// A program with nothing to walk is computed point by point in any case, and one without tiles (in two dimensions, or
    /// with too much to hold for each sample) or with too many octaves for a march in runs.
    ///
    /// # Errors
    /// As [`Gpu::new`].
    #[doc(hidden)]
    pub fn with_strategy(context: &Context, job: Job, strategy: Strategy) -> Result<Gpu> {
        Gpu::make(context, job, Some(strategy))
    }

    fn make(context: &Context, job: Job, strategy: Option<Strategy>) -> Result<Gpu> {
        let limits = context.device().limits();
        let pacing = pacing(&limits, &job)?;
        let walk = walk(&job, strategy, context.device());
        Ok(Gpu {
            strategy,
            grid: GridPass::new(&job.program, walk, &limits),
            pack: PackPass::new(),
            pacing,
            idle: None,
            readback: Readback::new(context, TIMEOUT),
            copying: Duration::ZERO,
            context: context.clone(),
            job,
        })
    }

    /// Replaces the job. If only numbers differ, nothing is compiled; buffers that are large enough are used again. On an
    /// error the old job stays.
    ///
    /// # Errors
    /// As [`Gpu::new`].
    pub fn set_job(&mut self, job: Job) -> Result<()> {
        let limits = self.context.device().limits();
        self.pacing = pacing(&limits, &job)?;
        let walk = walk(&job, self.strategy, self.context.device());
        self.grid.set_program(&job.program, walk, &limits);
        self.idle = None;
        self.job = job;
        Ok(())
    }

    /// Returns the job.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Returns the device.
    pub(super) fn context(&self) -> &Context {
        &self.context
    }

    pub(super) fn readback(&self) -> &Readback {
        &self.readback
    }

    /// Returns how long results were copied out of mapped buffers since the last call.
    #[cfg(feature = "service")]
    pub(crate) fn take_copying(&mut self) -> Duration {
        std::mem::take(&mut self.copying)
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
        let mut cutter = BrickCutter::new(brick);
        let mut submitted: Option<Submission> = None;
        let mut saturated = 0;
        loop {
            let next = match cutter.peek(&self.sizes()) {
                Some(part) => Some(self.submit(part, packing).await),
                None => None,
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

    /// Computes a brick and waits for it without reading it back, to measure the time of the computing alone. Not part of the
    /// API.
    ///
    /// # Errors
    /// As [`Gpu::fill_async`].
    #[doc(hidden)]
    pub async fn compute_async(&mut self, brick: &Brick) -> Result<()> {
        let packing = Packing::samples(self.job.program.channels() as u32)?;
        let mut cutter = BrickCutter::new(brick);
        while let Some(part) = cutter.peek(&self.sizes()) {
            let watch = Stopwatch::start();
            let work = self.prepare(&part, &packing).await?;
            let ticket = self.begin(&work, 0..4);
            self.readback.finish(ticket.await?, |_| ()).await?;
            self.measure(&part, &watch);
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

    /// Submits the computing of a brick and its read-back.
    async fn submit(&mut self, brick: Brick, packing: &Packing) -> Result<Submission> {
        let watch = Stopwatch::start();
        let work = self.prepare(&brick, packing).await?;
        let bytes = work.head + brick.samples() * u64::from(packing.bytes());
        let ticket = self.begin(&work, 0..bytes).await?;
        Ok(Submission {
            brick,
            ticket,
            head: work.head,
            watch,
        })
    }

    /// Uploads what a brick needs and binds its kernels.
    pub(super) async fn prepare(&mut self, brick: &Brick, packing: &Packing) -> Result<Work> {
        let context = self.context.clone();
        let prepared = context.attempt(|device, queue| {
            let (numbers, pipelines) = (self.grid.numbers(&self.job, brick)?, context.pipelines());
            let values = brick.samples() * self.job.program.channels() as u64;
            let samples = self.grid.reserve(device, pipelines, &numbers, values);
            self.grid.upload(&numbers, &mut &*queue)?;
            let grid = self.grid.dispatch(brick);
            if PackPass::is_idle(packing) {
                return Ok(Work {
                    dispatches: vec![grid],
                    result: samples,
                    head: 0,
                });
            }
            let rows = TexelRows::one(packing, brick.samples());
            let packed = self.pack.reserve(device, pipelines, &samples, &rows);
            self.pack.upload(packing, &rows, &mut &*queue)?;
            Ok(Work {
                dispatches: vec![grid, self.pack.dispatch(&rows)],
                result: packed,
                head: pack::HEAD,
            })
        });
        prepared.await
    }

    /// Submits prepared work and the read-back of a range of its result.
    fn begin(
        &self,
        work: &Work,
        bytes: std::ops::Range<u64>,
    ) -> impl Future<Output = Result<Ticket>> {
        self.readback.begin(&work.result, bytes, |encoder| {
            if work.head > 0 {
                encoder.clear_buffer(&work.result, 0, Some(work.head));
            }
            let mut pass = encoder.begin_compute_pass(&Default::default());
            for dispatch in &work.dispatches {
                dispatch.record(&mut pass);
            }
            Ok(())
        })
    }

    /// Waits for a submission and copies its texels to their places in the whole brick. Returns the number of samples that
    /// were outside the range.
    async fn finish(
        &mut self,
        submission: Submission,
        whole: &Brick,
        packing: &Packing,
        out: &mut [u8],
    ) -> Result<u64> {
        let mut saturated = 0;
        let mut copying = None;
        let read = |bytes: &[u8]| {
            let watch = Stopwatch::start();
            let (count, texels) = bytes.split_at(submission.head as usize);
            saturated = count
                .first_chunk()
                .map_or(0, |count| u32::from_le_bytes(*count));
            for (there, here) in byte_ranges(whole, &submission.brick, packing.bytes() as usize) {
                out[there].copy_from_slice(&texels[here]);
            }
            copying = watch.elapsed();
        };
        self.readback.finish(submission.ticket, read).await?;
        self.copying += copying.unwrap_or_default();
        self.measure(&submission.brick, &submission.watch);
        Ok(saturated.into())
    }

    /// Tells the pacing how long a brick took. If the submission before it was still in flight when this one was submitted,
    /// it had to wait for that one, so its time counts from the end of that one.
    fn measure(&mut self, brick: &Brick, watch: &Stopwatch) {
        let time = match &self.idle {
            Some(idle) => idle.elapsed().min(watch.elapsed()),
            None => watch.elapsed(),
        };
        if let Some(time) = time {
            self.pacing.measured(brick.samples(), time);
        }
        self.idle = Some(Stopwatch::start());
    }
}

/// A brick's dispatches, ready to be recorded.
pub(super) struct Work {
    pub dispatches: Vec<Dispatch>,
    /// The buffer that will hold its bytes.
    pub result: Owned,
    /// Bytes before the texels.
    pub head: u64,
}

/// A brick that has been submitted and not yet read back.
struct Submission {
    brick: Brick,
    ticket: Ticket,
    /// Bytes before the texels.
    head: u64,
    watch: Stopwatch,
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
