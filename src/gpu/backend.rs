//! The GPU backend: a brick in pieces, each uploaded, computed, packed and read back.

use std::time::Duration;

use super::buffers::Growing;
use super::pacing::Stopwatch;
use super::pipelines::Binding;
use super::{Context, Pacing, Readback, compose, layout};
use crate::backend;
use crate::grid::Brick;
use crate::program::Job;
use crate::texel::{Component, Packing};
use crate::{Error, Result};

/// Samples of x in a workgroup, as the kernels say.
const WORKGROUP: u32 = 64;
/// The longest that one piece may take before the device counts as hung.
const TIMEOUT: Duration = Duration::from_secs(60);
const GRID_BINDINGS: [Binding; 5] = {
    use Binding::{Read, Uniform, Write};
    [Uniform, Read, Read, Read, Write]
};
const PACK_BINDINGS: [Binding; 3] = [Binding::Uniform, Binding::Read, Binding::Write];
const PACK: &str = include_str!("../../shaders/kernels/pack.wgsl");

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
    wgsl: String,
    uniform: Growing,
    layers: Growing,
    axes: Growing,
    tables: Growing,
    samples: Growing,
    packing: Growing,
    packed: Growing,
    pacing: Pacing,
    readback: Readback,
    context: Context,
}

impl Gpu {
    /// A job on a device.
    ///
    /// # Errors
    /// [`Error::TooLarge`] where the program has more numbers, or more tables, than a binding holds.
    pub fn new(context: &Context, job: Job) -> Result<Gpu> {
        use wgpu::BufferUsages as Usage;
        let limits = context.device().limits();
        let layer_count = layer_count(&job);
        let most = limits
            .max_storage_buffer_binding_size
            .min(limits.max_buffer_size);
        within(
            "the program's numbers",
            layout::uniform_bytes(&job.program),
            limits.max_uniform_buffer_binding_size.into(),
        )?;
        within("the program's tables", job.tables.len() as u64 * 1024, most)?;
        within(
            "the program's layers",
            layer_count * size_of::<layout::LayerWords>() as u64,
            most,
        )?;
        let sample_bytes = 4 * job.program.channels() as u64;
        Ok(Gpu {
            wgsl: compose::grid_kernel(&job.program),
            uniform: Growing::new("uniform", Usage::UNIFORM | Usage::COPY_DST),
            layers: Growing::new("layers", Usage::STORAGE | Usage::COPY_DST),
            axes: Growing::new("axes", Usage::STORAGE | Usage::COPY_DST),
            tables: Growing::new("tables", Usage::STORAGE | Usage::COPY_DST),
            samples: Growing::new("samples", Usage::STORAGE | Usage::COPY_SRC),
            packing: Growing::new("packing", Usage::UNIFORM | Usage::COPY_DST),
            packed: Growing::new("packed", Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST),
            // Work grows with the layers: a first piece is short on the slowest GPU.
            pacing: Pacing::new(
                (1 << 20) / (layer_count + 1),
                (most - 4) / sample_bytes.max(16),
            ),
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
    /// As there; [`Error::DeviceLost`], [`Error::OutOfDeviceMemory`],
    /// [`Error::Timeout`], [`Error::Gpu`].
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
            let bytes = (offset * texel) as usize..((offset + piece.samples()) * texel) as usize;
            let watch = Stopwatch::start();
            match self.compute(&piece, packing, &mut out[bytes]).await {
                Ok(outside) => {
                    if let Some(time) = watch.elapsed() {
                        self.pacing.measured(piece.samples(), time);
                    }
                    saturated += outside;
                    offset += piece.samples();
                }
                Err(Error::OutOfDeviceMemory(_)) if self.pacing.shrink() => self.release(),
                Err(error) => return Err(error),
            }
        }
        Ok(saturated)
    }

    /// The piece that begins at a sample of a brick: as long as time and limits allow.
    fn piece(&self, brick: &Brick, offset: u64) -> Brick {
        let limits = self.context.device().limits();
        let groups = limits.max_compute_workgroups_per_dimension;
        // The axis tables of a piece must fit one binding: a quarter of it for each axis.
        let entry = size_of::<layout::AxisWords>() as u64;
        let entries = limits.max_storage_buffer_binding_size / entry;
        let longest = (entries / 4 / (layer_count(&self.job) + 1)).max(1);
        let [nx, ny, nz] = [WORKGROUP.saturating_mul(groups), groups, groups]
            .map(|most| u64::from(most).min(longest) as u32);
        let cut = Brick {
            size: [
                brick.size[0].min(nx),
                brick.size[1].min(ny),
                brick.size[2].min(nz),
            ],
            ..*brick
        };
        // A brick that is longer than a dispatch is cut along that axis: its pieces must still lie
        // one after the other in memory, so the faster axes take no more than a row or a slice.
        let most = match () {
            () if cut.size[0] < brick.size[0] => u64::from(nx),
            () if cut.size[1] < brick.size[1] => u64::from(nx.min(brick.size[0])) * u64::from(ny),
            () => cut.samples(),
        };
        brick.piece(offset, most.min(self.pacing.size()))
    }

    /// Computes one piece into `out`; returns how many samples lay outside the range.
    async fn compute(&mut self, piece: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        let (layers, axes) = layout::layers(&self.job, &self.job.tables(piece));
        let uniform = layout::uniform(&self.job, piece);
        let samples = piece.samples() * self.job.program.channels() as u64;
        let as_is = packing.format.component() == Component::Float32
            && packing.components == packing.channels;
        let words = (out.len() as u64).div_ceil(4);
        let context = self.context.clone();
        let prepared = context.attempt(|device, queue| {
            let pipelines = context.pipelines();
            let grid = Pass {
                pipeline: pipelines.get(device, "grid", &GRID_BINDINGS, &self.wgsl),
                buffers: vec![
                    self.uniform.write(device, queue, &uniform).clone(),
                    self.layers.write(device, queue, &layers).clone(),
                    self.axes.write(device, queue, &axes).clone(),
                    self.tables
                        .write(device, queue, &layout::permutations(&self.job))
                        .clone(),
                    self.samples.room(device, samples * 4).clone(),
                ],
                groups: [
                    piece.size[0].div_ceil(WORKGROUP),
                    piece.size[1],
                    piece.size[2],
                ],
            };
            if as_is {
                return Ok((
                    vec![grid.bound(device)],
                    self.samples.room(device, 0).clone(),
                ));
            }
            let groups = words.div_ceil(WORKGROUP.into());
            let packed = self.packed.room(device, 4 + words * 4).clone();
            let pack = Pass {
                pipeline: pipelines.get(device, "pack", &PACK_BINDINGS, PACK),
                buffers: vec![
                    self.packing
                        .write(device, queue, &[packing_words(packing, piece, words)])
                        .clone(),
                    self.samples.room(device, 0).clone(),
                    packed.clone(),
                ],
                groups: [groups.min(65535) as u32, groups.div_ceil(65535) as u32, 1],
            };
            Ok((vec![grid.bound(device), pack.bound(device)], packed))
        });
        let (passes, result) = prepared.await?;
        let head = if as_is { 0 } else { 4 };
        let ticket = self
            .readback
            .begin(&result, 0..head + out.len() as u64, |encoder| {
                if !as_is {
                    encoder.clear_buffer(&result, 0, Some(4));
                }
                let mut pass = encoder.begin_compute_pass(&Default::default());
                for (pipeline, group, [x, y, z]) in &passes {
                    pass.set_pipeline(pipeline);
                    pass.set_bind_group(0, group, &[]);
                    pass.dispatch_workgroups(*x, *y, *z);
                }
                Ok(())
            });
        let ticket = ticket.await?;
        let mut saturated = 0;
        self.readback
            .finish(ticket, |bytes| {
                let (count, texels) = bytes.split_at(head as usize);
                saturated = count
                    .first_chunk()
                    .map_or(0, |count| u32::from_le_bytes(*count));
                out.copy_from_slice(texels);
            })
            .await?;
        Ok(saturated.into())
    }

    fn release(&mut self) {
        for buffer in [&mut self.axes, &mut self.samples, &mut self.packed] {
            buffer.release();
        }
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

/// A kernel, what it binds and how many workgroups run.
struct Pass {
    pipeline: wgpu::ComputePipeline,
    buffers: Vec<wgpu::Buffer>,
    groups: [u32; 3],
}

impl Pass {
    fn bound(self, device: &wgpu::Device) -> (wgpu::ComputePipeline, wgpu::BindGroup, [u32; 3]) {
        let entries: Vec<_> = (self.buffers.iter().enumerate())
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding: binding as u32,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        (self.pipeline, group, self.groups)
    }
}

fn packing_words(packing: &Packing, piece: &Brick, words: u64) -> layout::PackingWords {
    let component = packing.format.component();
    layout::PackingWords {
        texels: piece.samples() as u32,
        words: words as u32,
        channels: packing.channels,
        components: packing.components,
        low: packing.range[0],
        high: packing.range[1],
        bits: component.bytes() * 8,
        is_float: u32::from(!component.is_unorm()),
    }
}

fn layer_count(job: &Job) -> u64 {
    let sources = job.layers.iter().map(Vec::len).sum::<usize>();
    let coordinates = job.coordinates.iter().map(Vec::len).sum::<usize>();
    (sources + coordinates) as u64
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
