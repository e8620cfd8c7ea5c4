//! Noise at points in a buffer of the caller's.

use super::backend::{compiles, most_samples};
use super::lines::PointLayout;
use super::pipelines::Pipelines;
use super::point_pass::{PointNumbers, PointPass};
use super::upload::Staging;
use super::{context, work::scoped_now};
use crate::program::{Job, Params};
use crate::{Error, Result};

/// Computes a job at points that lie in a buffer of the caller's, into another one.
///
/// Made once for a device, a job and two buffers; then [`Points::encode`] records its work into an encoder of the caller's,
/// who submits it. Like a [`Generator`](super::Generator) it installs nothing, waits for nothing, and reads nothing back, and
/// the numbers travel in the encoder.
///
/// An axis that the job's grid has not is not read: there the grid's origin counts. The grid says what the axes are, and what
/// `cells` and `seamless` refer to. A point lies at most 2³⁰ cells from the origin of each octave of each source; what is
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
    numbers: PointNumbers,
    pass: PointPass,
    points: wgpu::Buffer,
    values: wgpu::Buffer,
    staging: Staging,
    pipelines: Pipelines,
    device: wgpu::Device,
}

impl Points {
    /// For a job's channels at points of that layout in `points`. They go to `values`: f32, the channels of a point side by
    /// side. Both buffers need the usage `STORAGE`. It compiles its kernel.
    ///
    /// # Errors
    /// [`Error::Invalid`] and [`Error::TooLarge`] name what does not fit: a usage, more cells in a unit than can be counted,
    /// a limit of the device. [`Error::DeviceInit`] for a device without compute shaders; [`Error::OutOfDeviceMemory`],
    /// [`Error::DeviceLost`], [`Error::Gpu`].
    pub fn new(
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
        check_buffer("points", points, device)?;
        check_buffer("values", values, device)?;
        let staging = Staging::default();
        staging.probe(device)?;
        let mut made = Points {
            numbers: PointNumbers::new(&job, layout)?,
            pass: PointPass::new(&job.program, layout),
            job,
            layout,
            points: points.clone(),
            values: values.clone(),
            staging,
            pipelines: Pipelines::default(),
            device: device.clone(),
        };
        scoped_now(device, || {
            made.reserve();
            // Work that is never submitted: whatever wgpu has to say about it, it says here.
            let mut encoder = device.create_command_encoder(&Default::default());
            made.record(&mut encoder, 1)?;
            encoder.finish();
            Ok(())
        })??;
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
        if !self.job.params().is_same(params) {
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
        let numbers = PointNumbers::new(&job, self.layout)?;
        let has_room = self.pass.has_room(&numbers);
        (self.job, self.numbers) = (job, numbers);
        match has_room {
            true => Ok(()),
            false => scoped_now(&self.device.clone(), || self.reserve()),
        }
    }

    fn reserve(&mut self) {
        let (device, pipelines) = (&self.device, &self.pipelines);
        let buffers = [&self.points, &self.values];
        self.pass.reserve(device, pipelines, &self.numbers, buffers);
    }

    fn record(&mut self, encoder: &mut wgpu::CommandEncoder, count: u32) -> Result<()> {
        self.numbers.set_count(count);
        let bytes = self.numbers.loaded();
        let mut load = self.staging.load(&self.device, encoder, bytes)?;
        self.pass.upload(&self.numbers, &mut load)?;
        let mut pass = load.encoder.begin_compute_pass(&Default::default());
        self.pass
            .pass(count, &self.device.limits())
            .record(&mut pass);
        drop(pass);
        load.finish();
        Ok(())
    }
}

fn check_buffer(name: &str, buffer: &wgpu::Buffer, device: &wgpu::Device) -> Result<()> {
    let usage = wgpu::BufferUsages::STORAGE;
    if !buffer.usage().contains(usage) {
        let (given, allowed) = (format!("{:?}", buffer.usage()), format!("with {usage:?}"));
        return Err(Error::invalid(format!("{name} usage"), given, allowed));
    }
    let limit = device.limits().max_storage_buffer_binding_size;
    match (4..=limit).contains(&buffer.size()) {
        true => Ok(()),
        false => {
            let given = format!("{} bytes", buffer.size());
            Err(Error::invalid(
                format!("{name} size"),
                given,
                format!("4 to {limit} bytes on this device"),
            ))
        }
    }
}
