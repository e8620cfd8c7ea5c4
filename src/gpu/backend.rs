//! The GPU backend: a brick in pieces, each uploaded, computed, packed and read back.

use std::future::Future;
use std::time::Duration;

use super::buffers::Owned;
use super::grid_pass::GridPass;
use super::pacing::Stopwatch;
use super::pack_pass::{self, PackPass, Rows};
use super::passes::Pass;
use super::pieces::{Pieces, Sizes};
use super::{Context, Pacing, Readback, Ticket, layout, runs};
use crate::backend;
use crate::grid::Brick;
use crate::program::{Job, Program};
use crate::texel::Packing;
use crate::{Error, Result, Volume};

/// The longest that one piece may take before the device counts as hung.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Samples times layers of a first piece: short on the slowest GPU.
const FIRST_PIECE: u64 = 1 << 20;

/// The most lattice sources in one kernel: drivers need time that grows faster than the text, seconds here and
/// minutes at a few times as many.
const SOURCES_MAX: usize = 48;
/// The most operations in one kernel, for the same reason.
const OPS_MAX: usize = 2048;

/// How a kernel computes a program. All give the same values, but for their roundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// An invocation computes a run of samples along z, or in two dimensions along y, cell by cell.
    Walk,
    /// An invocation computes a tile of samples along y and z, in which a cell's hashes and corners are
    /// shared by all rows.
    Tile,
    /// An invocation computes one sample.
    Points,
}

/// A job on a device.
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
    way: Option<Way>,
    grid: GridPass,
    pack: PackPass,
    pacing: Pacing,
    /// Since the last piece ended.
    free: Option<Stopwatch>,
    readback: Readback,
    context: Context,
}

impl Gpu {
    /// A job on a device.
    ///
    /// # Errors
    /// [`Error::TooLarge`] where the program has more sources or operations than a driver compiles in seconds, or more
    /// numbers, tables or layers than a binding holds.
    pub fn new(context: &Context, job: Job) -> Result<Gpu> {
        Gpu::make(context, job, None)
    }

    /// A job on a device, in the way that is asked for; a program with nothing to walk goes point by
    /// point all the same, and one that has no tiles (in two dimensions, or with too much to hold for
    /// each sample) walks.
    ///
    /// # Errors
    /// As [`Gpu::new`].
    pub fn with_way(context: &Context, job: Job, way: Way) -> Result<Gpu> {
        Gpu::make(context, job, Some(way))
    }

    fn make(context: &Context, job: Job, way: Option<Way>) -> Result<Gpu> {
        let limits = context.device().limits();
        let pacing = pacing(&limits, &job)?;
        let walk = runs::walk(&job, way);
        Ok(Gpu {
            way,
            grid: GridPass::new(&job.program, walk, &limits),
            pack: PackPass::new(),
            pacing,
            free: None,
            readback: Readback::new(context, TIMEOUT),
            context: context.clone(),
            job,
        })
    }

    /// Replaces the job. The same program compiles nothing, and buffers that are large enough are used again. On an error
    /// the job is the one before.
    ///
    /// # Errors
    /// As [`Gpu::new`].
    pub fn set_job(&mut self, job: Job) -> Result<()> {
        let limits = self.context.device().limits();
        self.pacing = pacing(&limits, &job)?;
        let walk = runs::walk(&job, self.way);
        self.grid.turn_to(&job.program, walk, &limits);
        self.free = None;
        self.job = job;
        Ok(())
    }

    /// The job.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// How its kernel computes it.
    pub fn way(&self) -> Way {
        self.grid.way()
    }

    /// [`Backend::fill`](backend::Backend::fill), without blocking.
    ///
    /// # Errors
    /// As there; [`Error::DeviceLost`], [`Error::OutOfDeviceMemory`], [`Error::Timeout`],
    /// [`Error::Gpu`].
    pub async fn fill_async(
        &mut self,
        brick: &Brick,
        packing: &Packing,
        out: &mut [u8],
    ) -> Result<u64> {
        let channels = self.job.program.channels();
        backend::check(&self.job.grid, channels, brick, packing, out.len())?;
        let mut pieces = Pieces::of(brick);
        let mut flight: Option<Flight> = None;
        let mut saturated = 0;
        loop {
            let began = match pieces.peek(&self.sizes()) {
                Some(piece) => Some(self.begin(piece, packing).await),
                None => None,
            };
            // While the next piece is computed, this one is read back.
            if let Some(flight) = flight.take() {
                saturated += self.finish(flight, brick, packing, out).await?;
            }
            match began {
                None => return Ok(saturated),
                Some(Ok(next)) => {
                    pieces.advance();
                    flight = Some(next);
                }
                Some(Err(Error::OutOfDeviceMemory(_))) if self.pacing.shrink() => {
                    self.grid.release();
                    self.pack.release();
                }
                Some(Err(error)) => return Err(error),
            }
        }
    }

    /// [`Backend::sample`](backend::Backend::sample), without blocking: the samples of one frame.
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

    /// Computes a brick and waits for it, but reads nothing back: the time of the computing alone.
    ///
    /// # Errors
    /// As [`Gpu::fill_async`].
    pub async fn compute_async(&mut self, brick: &Brick) -> Result<()> {
        let packing = Packing::samples(self.job.program.channels() as u32)?;
        let mut pieces = Pieces::of(brick);
        while let Some(piece) = pieces.peek(&self.sizes()) {
            let watch = Stopwatch::start();
            let work = self.prepare(&piece, &packing).await?;
            let ticket = self.submit(&work, 0..4);
            self.readback.finish(ticket.await?, |_| ()).await?;
            self.measure(&piece, &watch);
            pieces.advance();
        }
        Ok(())
    }

    /// What the next piece may be, as time and limits allow.
    fn sizes(&self) -> Sizes {
        Sizes {
            most: self.pacing.size(),
            longest: (self.grid).longest(&self.context.device().limits(), &self.job),
            wanted: self.grid.wanted(self.pacing.size()),
        }
    }

    /// Submits a piece and its read-back.
    async fn begin(&mut self, piece: Brick, packing: &Packing) -> Result<Flight> {
        let watch = Stopwatch::start();
        let work = self.prepare(&piece, packing).await?;
        let bytes = work.head + piece.samples() * u64::from(packing.bytes());
        let ticket = self.submit(&work, 0..bytes).await?;
        Ok(Flight {
            piece,
            ticket,
            head: work.head,
            watch,
        })
    }

    /// Uploads what a piece needs and binds its kernels.
    async fn prepare(&mut self, piece: &Brick, packing: &Packing) -> Result<Work> {
        let context = self.context.clone();
        let prepared = context.attempt(|device, queue| {
            let (numbers, pipelines) = (self.grid.numbers(&self.job, piece)?, context.pipelines());
            let values = piece.samples() * self.job.program.channels() as u64;
            let samples = self.grid.reserve(device, pipelines, &numbers, values);
            self.grid.upload(&numbers, &mut &*queue)?;
            let grid = self.grid.pass(piece);
            if PackPass::is_idle(packing) {
                return Ok(Work {
                    passes: vec![grid],
                    result: samples,
                    head: 0,
                });
            }
            let rows = Rows::one(packing, piece.samples());
            let packed = self.pack.reserve(device, pipelines, &samples, &rows);
            self.pack.upload(packing, &rows, &mut &*queue)?;
            Ok(Work {
                passes: vec![grid, self.pack.pass(&rows)],
                result: packed,
                head: pack_pass::HEAD,
            })
        });
        prepared.await
    }

    fn submit(
        &self,
        work: &Work,
        bytes: std::ops::Range<u64>,
    ) -> impl Future<Output = Result<Ticket>> {
        self.readback.begin(&work.result, bytes, |encoder| {
            if work.head > 0 {
                encoder.clear_buffer(&work.result, 0, Some(work.head));
            }
            let mut pass = encoder.begin_compute_pass(&Default::default());
            let passes = work.passes.iter();
            passes.for_each(|kernel| kernel.record(&mut pass));
            Ok(())
        })
    }

    /// Waits for a piece and puts it where it lies in its brick; returns how many samples lay
    /// outside the range.
    async fn finish(
        &mut self,
        flight: Flight,
        brick: &Brick,
        packing: &Packing,
        out: &mut [u8],
    ) -> Result<u64> {
        let mut saturated = 0;
        let read = |bytes: &[u8]| {
            let (count, texels) = bytes.split_at(flight.head as usize);
            saturated = count
                .first_chunk()
                .map_or(0, |count| u32::from_le_bytes(*count));
            for (there, here) in Pieces::parts(brick, &flight.piece, packing.bytes() as usize) {
                out[there].copy_from_slice(&texels[here]);
            }
        };
        self.readback.finish(flight.ticket, read).await?;
        self.measure(&flight.piece, &flight.watch);
        Ok(saturated.into())
    }

    /// Tells the pacing how long a piece took. With two in flight a piece also waits for the one
    /// before it, so the time counts from that one's end.
    fn measure(&mut self, piece: &Brick, watch: &Stopwatch) {
        let since = match &self.free {
            Some(free) => free.elapsed().min(watch.elapsed()),
            None => watch.elapsed(),
        };
        if let Some(time) = since {
            self.pacing.measured(piece.samples(), time);
        }
        self.free = Some(Stopwatch::start());
    }
}

/// A piece's kernels, ready to be recorded.
struct Work {
    passes: Vec<Pass>,
    /// Where its bytes will be.
    result: Owned,
    /// Bytes before the texels.
    head: u64,
}

/// A piece whose bytes are on their way.
struct Flight {
    piece: Brick,
    ticket: Ticket,
    head: u64,
    watch: Stopwatch,
}

// A browser cannot wait: it has `fill_async` and `sample_async`.
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

/// How a job's pieces grow on a device of these limits.
///
/// # Errors
/// Those of [`compiles`] and [`most_samples`].
fn pacing(limits: &wgpu::Limits, job: &Job) -> Result<Pacing> {
    compiles(&job.program)?;
    let most = most_samples(limits, job)?;
    let first = FIRST_PIECE / (job.layer_count() + 1);
    Ok(Pacing::new(most.min(first), most))
}

/// The most samples of a piece whose buffers this device can bind.
pub(super) fn most_samples(limits: &wgpu::Limits, job: &Job) -> Result<u64> {
    let binding = limits
        .max_storage_buffer_binding_size
        .min(limits.max_buffer_size);
    let uniform = limits.max_uniform_buffer_binding_size;
    within(
        "the program's numbers",
        layout::uniform_bytes(&job.program),
        uniform,
    )?;
    within(
        "the program's tables",
        1024 * job.tables.len() as u64,
        binding,
    )?;
    let layer = size_of::<layout::LayerWords>() as u64;
    within("the program's layers", layer * job.layer_count(), binding)?;
    // The largest texel and the largest sample have 16 bytes.
    Ok((binding - pack_pass::HEAD) / 16)
}

/// Refuses programs whose kernel a driver would compile for minutes.
pub(super) fn compiles(program: &Program) -> Result<()> {
    let (sources, ops) = (program.sources.len(), program.ops.len());
    match sources <= SOURCES_MAX && ops <= OPS_MAX {
        true => Ok(()),
        false => Err(Error::TooLarge {
            what: "the program".to_string(),
            needed: format!("{sources} lattice sources and {ops} operations in one kernel"),
            limit: format!("{SOURCES_MAX} and {OPS_MAX} on a GPU; the CPU computes it"),
        }),
    }
}

fn within(what: &str, needed: u64, limit: u64) -> Result<()> {
    match needed <= limit {
        true => Ok(()),
        false => Err(Error::TooLarge {
            what: what.to_string(),
            needed: format!("{needed} bytes"),
            limit: format!("{limit} bytes on this device"),
        }),
    }
}
