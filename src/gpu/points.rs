//! Noise at points in a buffer of the caller's.

use super::backend::{compiles, most_samples};
use super::context;
use super::lines::PointLayout;
use super::pipelines::Pipelines;
use super::point_pass::{PointNumbers, PointPass};
use super::upload::Staging;
use super::work::{scoped, scoped_now};
use crate::program::{Job, Params};
use crate::{Error, Result};

/// Computes a job at points that lie in a buffer of the caller's, into another one.
///
/// Made once for a device, a job and two buffers; then [`Points::encode`] records its work into an encoder of the caller's,
/// who submits it. Like a [`Generator`](super::Generator) it installs nothing, waits for nothing, and reads nothing back, and
/// the numbers travel in the encoder.
///
/// [`PointLayout`] says how a point lies in memory. Its fourth number is time, w, which a grid has with
/// [`Grid::frames`](crate::Grid::frames). An axis that the job's grid has not is not read: there the grid's origin counts. The grid
/// says what the axes are, and what `cells` and `seamless` refer to. A point lies at most 2³⁰ cells from the origin of each octave of each source; what is
/// farther away, or no number, has any value.
///
/// ```no_run
/// # fn main() -> wgpu_noise::Result<()> {
/// # let (device, queue) = wgpu_noise::gpu::wgpu::Device::noop(&Default::default());
/// # let make = |size| device.create_buffer(&wgpu::BufferDescriptor {
/// #     label: None, size, usage: wgpu::BufferUsages::STORAGE, mapped_at_creation: false });
/// # let (particles, heights) = (make(16_000), make(4_000));
/// use wgpu_noise::gpu::{PointLayout, Points, wgpu};
/// use wgpu_noise::{Grid, Job, Noise};
///
/// // A grid of one sample stands for the unit box.
/// let job = Job::of(&[Noise::perlin().frequency(4.0).fbm()], &Grid::new([1, 1, 1]))?;
/// let params = job.params().clone();
/// let mut points = Points::new(&device, job, PointLayout::Floats, &particles, &heights)?;
///
/// // Every frame:
/// let mut encoder = device.create_command_encoder(&Default::default());
/// points.encode(&mut encoder, &params, 1000)?;
/// queue.submit([encoder.finish()]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Points {
    job: Job,
    layout: PointLayout,
    /// None where there was no memory for them.
    numbers: Option<PointNumbers>,
    pass: PointPass,
    points: wgpu::Buffer,
    values: wgpu::Buffer,
    staging: Staging,
    pipelines: Pipelines,
    device: wgpu::Device,
}

impl Points {
    /// For a job's channels at points of that layout in `points`. They go to `values`: f32, the channels of a point side by
    /// side. Both buffers need the usage `STORAGE`. It compiles its kernel. In a browser [`Points::new_async`] says why that
    /// failed, and this does not.
    ///
    /// # Errors
    /// [`Error::Invalid`] and [`Error::TooLarge`] name what does not fit: a usage, a size, one buffer for both, more cells in
    /// a unit than can be counted, a limit of the device. [`Error::DeviceInit`] for a device without compute shaders;
    /// [`Error::OutOfDeviceMemory`], [`Error::DeviceLost`], [`Error::Gpu`].
    pub fn new(
        device: &wgpu::Device,
        job: Job,
        layout: PointLayout,
        points: &wgpu::Buffer,
        values: &wgpu::Buffer,
    ) -> Result<Points> {
        scoped_now(device, || Points::make(device, job, layout, points, values))?
    }

    /// The same, which in a browser waits for what the device says of it. Elsewhere the future is ready at once.
    ///
    /// # Errors
    /// As [`Points::new`].
    pub async fn new_async(
        device: &wgpu::Device,
        job: Job,
        layout: PointLayout,
        points: &wgpu::Buffer,
        values: &wgpu::Buffer,
    ) -> Result<Points> {
        let make = || Points::make(device, job, layout, points, values);
        let mut made = scoped(device, make).await??;
        made.staging.answer().await?;
        Ok(made)
    }

    /// Call under error scopes.
    fn make(
        device: &wgpu::Device,
        job: Job,
        layout: PointLayout,
        points: &wgpu::Buffer,
        values: &wgpu::Buffer,
    ) -> Result<Points> {
        context::check_limits(&device.limits())?;
        compiles(&job.program)?;
        // What it says of samples on a grid is not asked.
        most_samples(&device.limits(), &job)?;
        let value = 4 * job.program.channels() as u64;
        check_buffer("points", points, layout.bytes(), device)?;
        check_buffer("values", values, value, device)?;
        if points == values {
            return Err(Error::invalid(
                "values",
                "the buffer of the points",
                "another one",
            ));
        }
        let mut made = Points {
            numbers: Some(PointNumbers::new(&job, layout)?),
            pass: PointPass::new(&job.program, layout),
            job,
            layout,
            points: points.clone(),
            values: values.clone(),
            staging: Staging::new(device)?,
            pipelines: Pipelines::default(),
            device: device.clone(),
        };
        made.reserve();
        // Work that is never submitted: whatever wgpu has to say about it, it says here.
        let mut encoder = device.create_command_encoder(&Default::default());
        made.record(&mut encoder, 1)?;
        encoder.finish();
        Ok(made)
    }

    /// The job, at the numbers of the last call.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Records the work on the first `count` points, at these numbers. Compiles nothing, and waits for nothing; on an error
    /// nothing is recorded.
    ///
    /// # Errors
    /// [`Error::Invalid`] for more points than the buffers hold, numbers of another program, and those that
    /// [`Program::bind`](crate::Program::bind) refuses; [`Error::DeviceLost`] as
    /// [`Generator::encode`](super::Generator::encode).
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        params: &Params,
        count: u32,
    ) -> Result<()> {
        self.staging.check()?;
        let most = self.room();
        if u64::from(count) > most {
            let allowed = format!("at most {most}, for which the buffers have room");
            return Err(Error::invalid("count", count, allowed));
        }
        if self.numbers.is_none() || !self.job.params().is_same(params) {
            self.replace(self.job.program.bind(params, &self.job.grid)?)?;
        }
        match count {
            0 => Ok(()),
            _ => self.record(encoder, count),
        }
    }

    /// How many points the buffers hold.
    fn room(&self) -> u64 {
        let value = 4 * self.job.program.channels() as u64;
        (self.points.size() / self.layout.bytes()).min(self.values.size() / value)
    }

    fn replace(&mut self, job: Job) -> Result<()> {
        self.numbers = Some(PointNumbers::new(&job, self.layout)?);
        self.job = job;
        // Where there is room already, this makes nothing.
        let reserved = scoped_now(&self.device.clone(), || self.reserve());
        if reserved.is_err() {
            // What there was no memory for is asked for again with the next call.
            self.numbers = None;
            self.pass.release();
        }
        reserved
    }

    fn reserve(&mut self) {
        if let Some(numbers) = &self.numbers {
            let buffers = [&self.points, &self.values];
            self.pass
                .reserve(&self.device, &self.pipelines, numbers, buffers);
        }
    }

    fn record(&mut self, encoder: &mut wgpu::CommandEncoder, count: u32) -> Result<()> {
        let Some(numbers) = &mut self.numbers else {
            unreachable!("numbers are made before they are recorded");
        };
        numbers.set_count(count);
        let mut load = self.staging.load(&self.device, encoder, numbers.loaded())?;
        self.pass.upload(numbers, &mut load)?;
        load.run([self.pass.pass(count, &self.device.limits())]);
        load.finish();
        Ok(())
    }
}

/// Whether a buffer can be bound, and has room for one element of so many bytes at least.
fn check_buffer(
    name: &str,
    buffer: &wgpu::Buffer,
    least: u64,
    device: &wgpu::Device,
) -> Result<()> {
    let usage = wgpu::BufferUsages::STORAGE;
    if !buffer.usage().contains(usage) {
        let (given, allowed) = (format!("{:?}", buffer.usage()), format!("with {usage:?}"));
        return Err(Error::invalid(format!("{name} usage"), given, allowed));
    }
    let limit = device.limits().max_storage_buffer_binding_size;
    let size = buffer.size();
    match (least..=limit).contains(&size) && size.is_multiple_of(4) {
        true => Ok(()),
        false => {
            let allowed = format!("{least} to {limit} bytes on this device, a multiple of 4");
            Err(Error::invalid(
                format!("{name} size"),
                format!("{size} bytes"),
                allowed,
            ))
        }
    }
}
