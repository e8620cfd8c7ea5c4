//! Noise at points in the caller's buffer.

use super::device::limits::{check_limits, storage_bytes};
use super::device::pipelines::Pipelines;
use super::device::scopes::{rehearse, scoped, scoped_now};
use super::device::upload::Staging;
use super::kernel::affine::PointLayout;
use super::kernel::numbers::PointNumbers;
use super::pass::limits::{check_program, most_samples};
use super::pass::points::PointPass;
use crate::program::{Job, Params};
use crate::{Error, Result};

/// Computes a job at points in the caller's buffer, and writes the values to another buffer.
///
/// It is made once for a device, a job and two buffers. Then [`Points::encode`] records its work into the caller's encoder,
/// which the caller submits. Like a [`Generator`](super::Generator) it installs nothing, waits for nothing and reads nothing
/// back, and the encoder carries the numbers.
///
/// [`PointLayout`] says how a point lies in memory. The fourth number of a point is time, w, which a grid has with
/// [`Grid::frames`](crate::Grid::frames). On an axis that the job's grid does not have, the point's number is ignored, and the
/// grid's origin counts. The grid defines the axes, and the extent to which `cells` and `seamless` refer.
///
/// A point may be at most 2³⁰ cells from the origin of each octave of each source. Beyond that, and for NaN, the value is
/// unspecified.
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
/// // A grid of one sample covers the unit box.
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
    /// The numbers to upload; `None` if there was no memory for them.
    numbers: Option<PointNumbers>,
    pass: PointPass,
    points: wgpu::Buffer,
    values: wgpu::Buffer,
    staging: Staging,
    pipelines: Pipelines,
    device: wgpu::Device,
}

impl Points {
    /// Makes it for a job's channels at the points in `points`, and compiles its kernel. The values go to `values`: f32, the
    /// channels of a point side by side. Both buffers need the usage `STORAGE`.
    ///
    /// In a browser a device reports later whether it accepts all that. [`Points::new_async`] waits for the report; this
    /// function does not, and an error is dropped.
    ///
    /// # Errors
    /// [`Error::Invalid`] and [`Error::TooLarge`] name what does not fit: a usage, a size, one buffer for both, more cells per
    /// unit than 32 bits count, a limit of the device. [`Error::DeviceInit`] for a device without compute shaders;
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

    /// Makes it as [`Points::new`] does, and in a browser waits for the device's report. Elsewhere the future is ready at once.
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
        check_limits(&device.limits())?;
        check_program(&job.program)?;
        // Only for its checks: points are not cut into bricks.
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
        rehearse(device, |encoder| made.record(encoder, 1))?;
        Ok(made)
    }

    /// Returns the job, with the numbers of the last call.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Records the work on the first `count` points, with these numbers. It compiles nothing and waits for nothing. On an error
    /// nothing is recorded.
    ///
    /// # Errors
    /// [`Error::Invalid`] for more points than the buffers hold, numbers that have other names than the program's, and those that
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
        if self.numbers.is_none() || self.job.params() != params {
            self.replace(Job::new(&self.job.program, params, &self.job.grid)?)?;
        }
        if count == 0 {
            return Ok(());
        }
        self.record(encoder, count)
    }

    /// Returns how many points the buffers hold.
    fn room(&self) -> u64 {
        let value = 4 * self.job.program.channels() as u64;
        (self.points.size() / self.layout.bytes()).min(self.values.size() / value)
    }

    fn replace(&mut self, job: Job) -> Result<()> {
        self.numbers = Some(PointNumbers::new(&job, self.layout)?);
        self.job = job;
        // If the buffers are large enough, this makes none.
        let reserved = scoped_now(&self.device.clone(), || self.reserve());
        if reserved.is_err() {
            // The next call tries again to allocate the memory.
            self.numbers = None;
            self.pass.release();
            self.pipelines.forget();
        }
        reserved
    }

    /// Makes room for the numbers and binds the kernel. Call under error scopes.
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
        let mut load = (self.staging).load(&self.device, encoder, numbers.staged_bytes())?;
        self.pass.upload(numbers, &mut load)?;
        load.dispatch([self.pass.dispatch(count, &self.device.limits())]);
        load.finish();
        Ok(())
    }
}

/// Checks that a buffer can be bound, and has room for at least one element of this many bytes.
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
    let limit = storage_bytes(&device.limits());
    let size = buffer.size();
    if (least..=limit).contains(&size) && size.is_multiple_of(4) {
        return Ok(());
    }
    let given = format!("{size} bytes");
    let allowed = format!("{least} to {limit} bytes on this device, a multiple of 4");
    Err(Error::invalid(format!("{name} size"), given, allowed))
}
