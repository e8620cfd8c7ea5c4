//! The GPU backend: a brick in pieces, each uploaded, computed, packed and read back.

use std::time::Duration;

use super::grid_pass::GridPass;
use super::pacing::Stopwatch;
use super::pack_pass::{self, PackPass};
use super::{Context, Pacing, Readback, layout};
use crate::backend;
use crate::grid::Brick;
use crate::program::Job;
use crate::texel::Packing;
use crate::{Error, Result};

/// The longest that one piece may take before the device counts as hung.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Samples times layers of a first piece: short on the slowest GPU.
const FIRST_PIECE: u64 = 1 << 20;

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
    grid: GridPass,
    pack: PackPass,
    pacing: Pacing,
    readback: Readback,
    context: Context,
}

impl Gpu {
    /// A job on a device.
    ///
    /// # Errors
    /// [`Error::TooLarge`] where the program has more numbers, tables or layers than a binding holds.
    pub fn new(context: &Context, job: Job) -> Result<Gpu> {
        let most = most_samples(context, &job)?;
        Ok(Gpu {
            grid: GridPass::new(&job.program),
            pack: PackPass::new(),
            pacing: Pacing::new(FIRST_PIECE / (layers(&job) + 1), most),
            readback: Readback::new(context, TIMEOUT),
            context: context.clone(),
            job,
        })
    }

    /// Replaces the numbers or the grid. The same program compiles nothing.
    ///
    /// # Errors
    /// As [`Gpu::new`].
    pub fn set_job(&mut self, job: Job) -> Result<()> {
        *self = Gpu::new(&self.context, job)?;
        Ok(())
    }

    /// The job.
    pub fn job(&self) -> &Job {
        &self.job
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
        let texel = u64::from(packing.bytes());
        let (mut offset, mut saturated) = (0, 0);
        while offset < brick.samples() {
            let piece = self.piece(brick, offset);
            let end = offset + piece.samples();
            let bytes = (offset * texel) as usize..(end * texel) as usize;
            let watch = Stopwatch::start();
            match self.compute(&piece, packing, &mut out[bytes]).await {
                Ok(outside) => {
                    if let Some(time) = watch.elapsed() {
                        self.pacing.measured(piece.samples(), time);
                    }
                    saturated += outside;
                    offset = end;
                }
                Err(Error::OutOfDeviceMemory(_)) if self.pacing.shrink() => {
                    self.grid.release();
                    self.pack.release();
                }
                Err(error) => return Err(error),
            }
        }
        Ok(saturated)
    }

    /// The piece that begins at a sample of a brick: as long as time and limits allow.
    fn piece(&self, brick: &Brick, offset: u64) -> Brick {
        let longest = GridPass::longest(&self.context.device().limits(), layers(&self.job));
        let [x, y, z] = std::array::from_fn(|axis| u64::from(brick.size[axis].min(longest[axis])));
        // A piece must lie in one stretch of memory: where an axis is cut, slower ones are 1.
        let most = if brick.size[0] > longest[0] {
            x
        } else if brick.size[1] > longest[1] {
            x * y
        } else {
            x * y * z
        };
        brick.piece(offset, most.min(self.pacing.size()))
    }

    /// Computes one piece into `out`; returns how many samples lay outside the range.
    async fn compute(&mut self, piece: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        let context = self.context.clone();
        let prepared = context.attempt(|_, _| {
            let (grid, samples) = self.grid.prepare(&context, &self.job, piece);
            if PackPass::is_idle(packing) {
                return Ok((vec![grid], samples, 0));
            }
            let (pack, packed) = self
                .pack
                .prepare(&context, packing, &samples, piece.samples());
            Ok((vec![grid, pack], packed, pack_pass::HEAD))
        });
        let (passes, result, head) = prepared.await?;
        let bytes = 0..head + out.len() as u64;
        let ticket = self.readback.begin(&result, bytes, |encoder| {
            if head > 0 {
                encoder.clear_buffer(&result, 0, Some(head));
            }
            let mut pass = encoder.begin_compute_pass(&Default::default());
            passes.iter().for_each(|kernel| kernel.record(&mut pass));
            Ok(())
        });
        let mut saturated = 0;
        let read = |bytes: &[u8]| {
            let (count, texels) = bytes.split_at(head as usize);
            saturated = count
                .first_chunk()
                .map_or(0, |count| u32::from_le_bytes(*count));
            out.copy_from_slice(texels);
        };
        self.readback.finish(ticket.await?, read).await?;
        Ok(saturated.into())
    }
}

// The browser cannot wait: there `fill_async` is all.
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

/// Sources and coordinates, each once for every octave that it is in.
fn layers(job: &Job) -> u64 {
    let sources = job.layers.iter().map(Vec::len);
    let coordinates = job.coordinates.iter().map(Vec::len);
    sources.chain(coordinates).sum::<usize>() as u64
}

/// The most samples of a piece whose buffers this device can bind.
fn most_samples(context: &Context, job: &Job) -> Result<u64> {
    let limits = context.device().limits();
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
    within("the program's layers", layer * layers(job), binding)?;
    // The largest texel and the largest sample have 16 bytes.
    Ok((binding - pack_pass::HEAD) / 16)
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
