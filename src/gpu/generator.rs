//! Noise on the caller's own device, in the caller's own frame.

use super::device::context::tuning_of;
use super::device::limits::{check_limits, storage_bytes};
use super::device::pipelines::Pipelines;
use super::device::scopes::{rehearse, scoped, scoped_now};
use super::device::tuning::{Strategy, Tuning};
use super::device::upload::Staging;
use super::kernel::numbers::GridNumbers;
use super::kernel::walk::{roomy_walk, walk};
use super::pass::cut::{BrickCutter, Sizes};
use super::pass::grid::GridPass;
use super::pass::limits::{check_program, most_samples};
use super::pass::write::TargetWriter;
use super::target::Target;
use crate::grid::{Brick, Grid, TIME};
use crate::program::{Job, Params};
use crate::{Error, Result};

/// Writes a job's noise into the caller's texture or buffer, frame after frame.
///
/// It is made once for a device, a job and a target. Then [`Generator::encode`] records a frame into the caller's encoder,
/// which the caller submits. It installs nothing on the device, waits for nothing, and reads nothing back.
///
/// # Order
/// An encoder carries the numbers of its own frame, so several frames may be recorded before they are submitted. The target
/// contains what the last submitted encoder has written.
///
/// # Memory
/// A generator holds the samples of a frame as f32 (at most [`wgpu::Limits::max_storage_buffer_binding_size`]; a larger texture
/// is computed in several dispatches), and the tables and pictures of its program. For each dispatch it also keeps a copy of these
/// and of the numbers, and one more for each frame that the GPU has not finished: some kilobytes, and 4 bytes for each pixel of a
/// picture. Once these exist, a frame makes no buffer, binding or pipeline on the device; on the host, changed numbers take some
/// 100 kB for a moment. More octaves may need larger tables, which grow in the frame that needs them. All of it is
/// freed, in a browser too, when the generator has been dropped and the frames that it recorded are done or dropped.
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
    view: View,
    /// The frame, cut into bricks. Empty if there was no memory for them.
    parts: Vec<Part>,
    grid: GridPass,
    writer: TargetWriter,
    staging: Staging,
    pipelines: Pipelines,
    tuning: Tuning,
    device: wgpu::Device,
}

/// What of a grid the target shows.
#[derive(Clone, Copy, Debug)]
struct View {
    /// The position of time 0 on w.
    origin: f64,
    /// The samples that the target takes, as a brick of the frame at the job's own time.
    brick: Brick,
}

impl View {
    fn new(grid: &Grid, mut brick: Brick) -> View {
        let frame = std::mem::take(&mut brick.start[TIME]);
        View {
            origin: grid.span(TIME).at(frame).high,
            brick,
        }
    }
}

/// What one dispatch computes: a brick of the target, and the numbers of its samples.
#[derive(Debug)]
struct Part {
    brick: Brick,
    numbers: GridNumbers,
}

impl Generator {
    /// Makes a generator of a job's channels, and compiles its kernels. The target must have the size of the job's grid.
    ///
    /// What `wgpu-noise bench --tune` measured for the adapter is read from a file in the user's cache folder.
    ///
    /// The times of the grid's frames do not matter: [`Generator::encode`] takes any time. A grid without frames has no axis
    /// of time; then the time only has an effect on nodes that name the axis w.
    ///
    /// In a browser a device reports later whether it accepts the kernels and buffers, and whether it is lost.
    /// [`Generator::new_async`] waits for that; this function does not, and such an error is dropped.
    ///
    /// # Errors
    /// [`Error::Invalid`] and [`Error::TooLarge`] name what does not fit: the target's usage, format, dimension, size or
    /// range, the job's channels, a limit of the device. [`Error::DeviceInit`] for a device without compute shaders;
    /// [`Error::OutOfDeviceMemory`], [`Error::DeviceLost`], [`Error::Gpu`].
    pub fn new(device: &wgpu::Device, job: Job, target: &Target) -> Result<Generator> {
        let tuning = tuning_of(&device.adapter_info());
        scoped_now(device, || Generator::make(device, job, target, tuning))?
    }

    /// Makes a generator that computes by a given strategy, for tests. Not part of the API.
    ///
    /// # Errors
    /// As [`Generator::new`].
    #[doc(hidden)]
    pub fn with_strategy(
        device: &wgpu::Device,
        job: Job,
        target: &Target,
        strategy: Strategy,
    ) -> Result<Generator> {
        let tuning = Tuning::all(strategy);
        scoped_now(device, || Generator::make(device, job, target, tuning))?
    }

    /// Makes a generator as [`Generator::new`] does, and in a browser waits for the device's report. Elsewhere the future is
    /// ready at once.
    ///
    /// # Errors
    /// As [`Generator::new`].
    pub async fn new_async(device: &wgpu::Device, job: Job, target: &Target) -> Result<Generator> {
        let tuning = tuning_of(&device.adapter_info());
        let mut made = scoped(device, || Generator::make(device, job, target, tuning)).await??;
        made.staging.answer().await?;
        Ok(made)
    }

    /// Call under error scopes.
    fn make(device: &wgpu::Device, job: Job, target: &Target, tuning: Tuning) -> Result<Generator> {
        check_limits(&device.limits())?;
        check_program(&job.program)?;
        let channels = job.program.channels() as u32;
        let packing = target.check(device, job.grid.size3(), channels)?;
        let walk = walk(&job, None, &tuning);
        let grid = GridPass::new(&job.program, walk, &device.limits());
        let writer = TargetWriter::new(target.destination(), packing);
        let whole = Brick::whole(&job.grid, 0);
        let mut made = Generator {
            view: View::new(&job.grid, whole),
            parts: parts(device, &job, &whole, &grid, &writer)?,
            tuning,
            job,
            grid,
            writer,
            staging: Staging::new(device)?,
            pipelines: Pipelines::default(),
            device: device.clone(),
        };
        made.reserve();
        rehearse(device, |encoder| made.record(encoder))?;
        Ok(made)
    }

    /// Returns the job, with the numbers and the time of the last frame.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Moves to a brick of a grid, which may be another one: the next frame has its samples. So a view pans, zooms, or goes
    /// through the slices of a volume. A seamless grid keeps its seams where they are, however small the brick. It compiles
    /// nothing.
    ///
    /// ```no_run
    /// # fn main() -> wgpu_noise::Result<()> {
    /// # let (device, _) = wgpu_noise::gpu::wgpu::Device::noop(&Default::default());
    /// # let texture: wgpu_noise::gpu::wgpu::Texture = unimplemented!();
    /// use wgpu_noise::gpu::{Generator, Target};
    /// use wgpu_noise::{Grid, Job, Noise, grid::Brick};
    ///
    /// // The target has 256 by 256 texels.
    /// let grid = Grid::new([256, 256]).seamless();
    /// let job = Job::of(&[Noise::perlin().frequency(4.0)], &grid)?;
    /// let mut generator = Generator::new(&device, job, &Target::texture(&texture))?;
    ///
    /// // A sixteenth of the same box, four times as fine along each axis.
    /// let fine = Grid::new([1024, 1024]).seamless();
    /// generator.show(&fine, Brick { start: [512, 256, 0, 0], size: [256, 256, 1, 1] })?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] for a brick that is not within the grid, or has another size than the target or several frames, and
    /// those of [`Program::bind`](crate::Program::bind); the generator is then unchanged. Else those of
    /// [`Generator::encode`].
    pub fn show(&mut self, grid: &Grid, brick: Brick) -> Result<()> {
        let size = self.view.brick.size;
        if !brick.is_within(grid) || brick.size != size {
            let [x, y, z, _] = size;
            let given = format!("{:?} from {:?}", brick.size, brick.start);
            let allowed =
                format!("{x}x{y}x{z} samples of one frame, as the target has, within the grid");
            return Err(Error::invalid("brick", given, allowed));
        }
        let job = Job::new(&self.job.program, &self.job.params, grid)?;
        self.replace(job, View::new(grid, brick))
    }

    /// Moves to another target of the same size: the next frame goes there. So one generator serves the layers of a texture, or
    /// two textures in turn. It compiles nothing for a format that it has written before.
    ///
    /// # Errors
    /// Those of [`Generator::new`]; the generator is unchanged after [`Error::Invalid`] and [`Error::TooLarge`].
    pub fn set_target(&mut self, target: &Target) -> Result<()> {
        let [x, y, z, _] = self.view.brick.size;
        let channels = self.job.program.channels() as u32;
        let packing = target.check(&self.device, [x, y, z], channels)?;
        let writer = scoped_now(&self.device, || {
            TargetWriter::new(target.destination(), packing)
        })?;
        let brick = &self.view.brick;
        self.parts = parts(&self.device, &self.job, brick, &self.grid, &writer)?;
        self.writer = writer;
        self.reserve_now()
    }

    /// Records one frame: the channels with these numbers at this time, in units of w from the grid's origin, or from the time
    /// of the frame that [`Generator::show`] was given.
    ///
    /// It waits for nothing, and compiles nothing as long as its kernel has room for the octaves. On a GPU a kernel has room for
    /// 1, 2, 4, 5, 6, 8, 12, 16, 20 or 32 octaves of each fractal, the least that are enough for the first job. A frame with more
    /// compiles a new kernel, with room for twice as many, which takes time; to avoid that, make the generator with the most octaves
    /// that will be needed, then lower them. (In a program with more than 20 octaves of all its lattice noises together, in four
    /// dimensions 16, the new kernel takes any number of octaves of the fractals that have the most.) On an error nothing is
    /// recorded.
    ///
    /// Without [`frames`](Grid::frames), the grid has no axis of time, and the time only has an effect on nodes that name the
    /// axis w.
    ///
    /// # Errors
    /// [`Error::Invalid`] for numbers that have other names than the program's, those that [`Program::bind`](crate::Program::bind) refuses, and
    /// a time that is not finite or too far; [`Error::TooLarge`] for more octaves than the device has room for;
    /// [`Error::DeviceLost`] once a submission or an upload has failed because of the loss: the same job can go on with a new
    /// generator on a new device.
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        params: &Params,
        time: f64,
    ) -> Result<()> {
        self.staging.check()?;
        if !time.is_finite() {
            return Err(Error::invalid("time", time, "a finite number"));
        }
        self.update(params, self.view.origin + time)?;
        self.record(encoder)
    }

    /// Changes to these numbers and this position on w, with as little new work as possible.
    fn update(&mut self, params: &Params, w: f64) -> Result<()> {
        if self.parts.is_empty() || self.job.params() != params {
            let mut grid = self.job.grid.clone();
            grid.origin[TIME] = w;
            return self.replace(Job::new(&self.job.program, params, &grid)?, self.view);
        }
        if self.job.grid.origin[TIME] == w {
            return Ok(());
        }
        if !self.job.is_plain_in_time() {
            return self.replace(self.job.at_time(w)?, self.view);
        }
        self.job.set_time(w)?;
        let moved = (self.parts.iter_mut()).try_for_each(|part| part.numbers.set_time(&self.job));
        if moved.is_err() {
            // Some parts still have the old time. The next frame makes all parts again.
            self.parts.clear();
        }
        moved
    }

    /// Goes on with another job and view. On an error nothing has changed, or there are no parts, and the next frame makes
    /// them.
    fn replace(&mut self, job: Job, view: View) -> Result<()> {
        if !self.grid.fits(&job) {
            let walk = roomy_walk(&job, &self.tuning);
            self.grid.set_program(&job.program, walk);
            // The parts are those of the other kernel.
            self.parts.clear();
        }
        let parts = parts(&self.device, &job, &view.brick, &self.grid, &self.writer)?;
        (self.job, self.view, self.parts) = (job, view, parts);
        // With fewer octaves, bricks may be larger. If the buffers are large enough, this makes none.
        self.reserve_now()
    }

    /// Makes room for all bricks and binds the kernels. If that fails, there are no parts.
    fn reserve_now(&mut self) -> Result<()> {
        let device = self.device.clone();
        let reserved = scoped_now(&device, || self.reserve());
        if reserved.is_err() {
            // The next frame tries again to allocate the memory.
            self.parts.clear();
            self.grid.release();
            self.writer.release();
            self.pipelines.forget();
        }
        reserved
    }

    /// Makes room for all bricks and binds the kernels. Call under error scopes.
    fn reserve(&mut self) {
        for Part { brick, numbers } in &self.parts {
            let values = brick.samples() * self.job.program.channels() as u64;
            let (device, pipelines) = (&self.device, &self.pipelines);
            let samples = self.grid.reserve(device, pipelines, numbers, values);
            (self.writer).reserve(device, pipelines, &samples, brick);
        }
    }

    /// Records a frame. All bricks use the same buffers one after the other: the encoder keeps their order.
    fn record(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<()> {
        let bytes = (self.parts.iter())
            .map(|part| part.numbers.staged_bytes() + self.writer.staged_bytes())
            .sum();
        let mut load = self.staging.load(&self.device, encoder, bytes)?;
        for Part { brick, numbers } in &self.parts {
            self.grid.upload(numbers, &mut load)?;
            self.writer.upload(brick, &mut load)?;
            load.dispatch([self.grid.dispatch(brick), self.writer.dispatch(brick)]);
            self.writer.copy(load.encoder, brick);
        }
        load.finish();
        Ok(())
    }
}

/// Cuts a brick of one frame into as few bricks as the device's limits allow.
fn parts(
    device: &wgpu::Device,
    job: &Job,
    seen: &Brick,
    grid: &GridPass,
    writer: &TargetWriter,
) -> Result<Vec<Part>> {
    let limits = device.limits();
    let longest = grid.longest(&limits, job);
    let row = seen.size[0].min(longest[0]);
    let packed = writer.most_samples(row, storage_bytes(&limits));
    let most = most_samples(&limits, job)?.min(packed);
    let sizes = Sizes {
        most,
        longest,
        wanted: grid.wanted(most),
    };
    let mut cutter = BrickCutter::new(&Brick {
        start: [0; 4],
        ..*seen
    });
    let mut parts = Vec::new();
    while let Some(brick) = cutter.peek(&sizes) {
        cutter.advance();
        let numbers = grid.numbers(job, &brick.moved(seen.start))?;
        parts.push(Part { brick, numbers });
    }
    if writer.is_buffer() && parts.len() > 1 {
        return Err(Error::too_large(
            "a target in a buffer",
            format!("{} dispatches", parts.len()),
            "one on this device; a texture may take more",
        ));
    }
    Ok(parts)
}
