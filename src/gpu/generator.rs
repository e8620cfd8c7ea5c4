//! Noise on the caller's own device, in the caller's own frame.

use super::backend::{compiles, most_samples};
use super::grid_pass::GridPass;
use super::numbers::Numbers;
use super::pieces::{Pieces, Sizes};
use super::pipelines::Pipelines;
use super::sink::Sink;
use super::target::Target;
use super::upload::Staging;
use super::work::{scoped, scoped_now};
use super::{context, runs};
use crate::grid::Brick;
use crate::program::{Job, Params};
use crate::{Error, Result};

/// Writes a job's noise into a texture or a buffer of the caller's, frame after frame.
///
/// Made once for a device, a job and a target; then [`Generator::encode`] records a frame into an encoder of the
/// caller's, who submits it. It installs nothing on the device, waits for nothing, and reads nothing back.
///
/// # Order
/// The numbers of a frame travel in its encoder. So each frame has its own, however many are recorded before they are
/// submitted, and a target holds what the encoder submitted last has written.
///
/// # Memory
/// It holds the samples of a frame as f32 (at most [`wgpu::Limits::max_storage_buffer_binding_size`]; a larger texture is
/// computed in pieces), the tables of its program, and as many copies of the numbers, some kilobytes each, as frames are
/// in flight. Once those are made, a frame makes no buffer, binding or pipeline. More octaves may need larger tables: they
/// grow in the frame that asks for them. All of it is freed when the generator is dropped, in a browser too, once the frames
/// that it has recorded are done or dropped.
///
/// ```no_run
/// # fn main() -> wgpu_noise::Result<()> {
/// # let (device, queue) = wgpu_noise::gpu::wgpu::Device::noop(&Default::default());
/// use wgpu_noise::gpu::{Generator, Target, required_usages, texture_format, wgpu};
/// use wgpu_noise::{Grid, Job, Noise, texel::Format};
///
/// let texture = device.create_texture(&wgpu::TextureDescriptor {
///     label: None,
///     size: wgpu::Extent3d { width: 64, height: 64, depth_or_array_layers: 64 },
///     mip_level_count: 1,
///     sample_count: 1,
///     dimension: wgpu::TextureDimension::D3,
///     format: texture_format(Format::Rgba16Float),
///     usage: required_usages(Format::Rgba16Float) | wgpu::TextureUsages::TEXTURE_BINDING,
///     view_formats: &[],
/// });
/// let clouds = Noise::perlin().frequency(4.0).fbm().name("clouds");
/// let job = Job::of(&[clouds], &Grid::new([64, 64, 64]).frames(1).seamless())?;
/// let mut params = job.params().clone();
/// let mut generator = Generator::new(&device, job, &Target::texture(&texture))?;
///
/// // Every frame:
/// params.set("clouds.gain", 0.6)?;
/// let mut encoder = device.create_command_encoder(&Default::default());
/// generator.encode(&mut encoder, &params, 0.25)?;
/// queue.submit([encoder.finish()]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Generator {
    job: Job,
    /// Where time 0 lies on w.
    origin: f64,
    pieces: Vec<Piece>,
    grid: GridPass,
    sink: Sink,
    staging: Staging,
    pipelines: Pipelines,
    device: wgpu::Device,
}

/// What one dispatch computes, and its numbers.
#[derive(Debug)]
struct Piece {
    brick: Brick,
    numbers: Numbers,
}

impl Generator {
    /// A generator of a job's channels for a target of the size of the job's grid. It compiles its kernels.
    ///
    /// The grid's frames are not its own: any time may be asked for. A grid without frames has no time, and then the time
    /// that is asked for counts only for a node that names the axis w.
    ///
    /// In a browser a device says by and by what it thinks of the kernels and buffers, and whether it is lost. There
    /// [`Generator::new_async`] hears it, and this does not.
    ///
    /// # Errors
    /// [`Error::Invalid`] and [`Error::TooLarge`] name what does not fit: the target's usage, format, dimension, size or
    /// range, the job's channels, a limit of the device. [`Error::DeviceInit`] for a device without compute shaders;
    /// [`Error::OutOfDeviceMemory`], [`Error::DeviceLost`], [`Error::Gpu`].
    pub fn new(device: &wgpu::Device, job: Job, target: &Target) -> Result<Generator> {
        scoped_now(device, || Generator::make(device, job, target))?
    }

    /// The same, which in a browser waits for what the device says of it. Elsewhere the future is ready at once.
    ///
    /// # Errors
    /// As [`Generator::new`].
    pub async fn new_async(device: &wgpu::Device, job: Job, target: &Target) -> Result<Generator> {
        let mut made = scoped(device, || Generator::make(device, job, target)).await??;
        made.staging.answer().await?;
        Ok(made)
    }

    /// Call under error scopes.
    fn make(device: &wgpu::Device, job: Job, target: &Target) -> Result<Generator> {
        context::check_limits(&device.limits())?;
        compiles(&job.program)?;
        let channels = job.program.channels() as u32;
        let packing = target.check(device, job.grid.size3(), channels)?;
        let walk = runs::walk(&job, None);
        let grid = GridPass::new(&job.program, walk, &device.limits());
        let sink = Sink::new(target.place(), packing);
        let mut made = Generator {
            origin: job.grid.origin[3],
            pieces: pieces(device, &job, &grid, &sink)?,
            job,
            grid,
            sink,
            staging: Staging::new(device)?,
            pipelines: Pipelines::default(),
            device: device.clone(),
        };
        made.reserve();
        // A frame that is never submitted: whatever wgpu has to say about one, it says here.
        let mut encoder = device.create_command_encoder(&Default::default());
        made.record(&mut encoder)?;
        encoder.finish();
        Ok(made)
    }

    /// The job, at the numbers and the time of the last frame.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Records one frame: the channels at these numbers and this time, in units of w from the grid's origin.
    ///
    /// Compiles nothing, and waits for nothing. On an error nothing is recorded.
    ///
    /// # Errors
    /// [`Error::Invalid`] for numbers of another program, those that [`Program::bind`](crate::Program::bind) refuses, and
    /// a time that is not finite or too far; [`Error::TooLarge`] for more octaves than the kernel or the device has room
    /// for; [`Error::DeviceLost`] once a submission or an upload has met the loss: a new generator on a new device may be
    /// made from the same job.
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        params: &Params,
        time: f64,
    ) -> Result<()> {
        self.staging.check()?;
        self.update(params, self.origin + time)?;
        self.record(encoder)
    }

    /// Takes over numbers and a place on w, as little of it anew as need be.
    fn update(&mut self, params: &Params, w: f64) -> Result<()> {
        if self.pieces.is_empty() || !self.job.params().is_same(params) {
            let mut grid = self.job.grid.clone();
            grid.origin[3] = w;
            return self.replace(self.job.program.bind(params, &grid)?);
        }
        if self.job.grid.origin[3] == w {
            return Ok(());
        }
        if !self.job.is_plain_in_time() {
            return self.replace(self.job.at_time(w)?);
        }
        self.job.set_time(w)?;
        let moved =
            (self.pieces.iter_mut()).try_for_each(|piece| piece.numbers.set_time(&self.job));
        if moved.is_err() {
            // Some are of the time before; the next frame makes all anew.
            self.pieces.clear();
        }
        moved
    }

    fn replace(&mut self, job: Job) -> Result<()> {
        if !self.grid.fits(&job) {
            return Err(Error::TooLarge {
                what: "octaves".to_string(),
                needed: format!("{} layers in a run", job.layer_count()),
                limit: "less in the kernel that was made: make a new generator".to_string(),
            });
        }
        let pieces = pieces(&self.device, &job, &self.grid, &self.sink)?;
        (self.job, self.pieces) = (job, pieces);
        // Fewer octaves may make larger pieces. Where there is room already, this makes nothing.
        let device = self.device.clone();
        let reserved = scoped_now(&device, || self.reserve());
        if reserved.is_err() {
            // What there was no memory for is asked for again with the next frame.
            self.pieces.clear();
            self.grid.release();
            self.sink.release();
        }
        reserved
    }

    /// Makes room for all pieces and binds the kernels. Call under error scopes.
    fn reserve(&mut self) {
        for Piece { brick, numbers } in &self.pieces {
            let values = brick.samples() * self.job.program.channels() as u64;
            let (device, pipelines) = (&self.device, &self.pipelines);
            let samples = self.grid.reserve(device, pipelines, numbers, values);
            self.sink.reserve(device, pipelines, &samples, brick);
        }
    }

    fn record(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<()> {
        let bytes = (self.pieces.iter())
            .map(|piece| piece.numbers.loaded() + self.sink.loaded())
            .sum();
        let mut load = self.staging.load(&self.device, encoder, bytes)?;
        for Piece { brick, numbers } in &self.pieces {
            self.grid.upload(numbers, &mut load)?;
            self.sink.upload(brick, &mut load)?;
            load.run([self.grid.pass(brick), self.sink.pass(brick)]);
            self.sink.copy(load.encoder, brick);
        }
        load.finish();
        Ok(())
    }
}

/// A frame in as few pieces as the device's limits allow.
fn pieces(device: &wgpu::Device, job: &Job, grid: &GridPass, sink: &Sink) -> Result<Vec<Piece>> {
    let limits = device.limits();
    let most = most_samples(&limits, job)?;
    let sizes = Sizes {
        most,
        longest: grid.longest(&limits, job),
        wanted: grid.wanted(most),
    };
    let mut cut = Pieces::of(&Brick::whole(&job.grid, 0));
    let mut pieces = Vec::new();
    while let Some(brick) = cut.peek(&sizes) {
        cut.advance();
        let numbers = grid.numbers(job, &brick)?;
        pieces.push(Piece { brick, numbers });
    }
    match sink.is_buffer() && pieces.len() > 1 {
        true => Err(Error::TooLarge {
            what: "a target in a buffer".to_string(),
            needed: format!("{} dispatches", pieces.len()),
            limit: "one on this device; a texture may take more".to_string(),
        }),
        false => Ok(pieces),
    }
}
