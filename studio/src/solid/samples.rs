//! The samples of a solid in a buffer of egui's device: computed there, or by the CPU.

use eframe::egui_wgpu::{RenderState, wgpu};
use wgpu_noise::Result;
use wgpu_noise::gpu::Target;
use wgpu_noise::texel::Format;

use crate::camera::Sight;
use crate::picture::{Maker, Shot, Shown, Times, Work};

/// The bytes of a sample: red, green, blue, opacity.
const TEXEL: u64 = 4;

/// A buffer of samples.
pub struct Samples {
    pub buffer: wgpu::Buffer,
    /// The samples along x, y and z.
    pub size: [u32; 3],
}

impl Samples {
    fn new(device: &wgpu::Device, sight: &Sight) -> Samples {
        let [x, y, z, _] = sight.brick.size;
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("samples"),
            size: TEXEL * sight.brick.samples(),
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Samples {
            buffer,
            size: [x, y, z],
        }
    }
}

/// Samples that the GPU computes.
#[derive(Default)]
pub struct OnGpu {
    made: Option<(Maker, Samples)>,
    times: Times,
}

impl OnGpu {
    /// Computes the samples of a shot, if it does not hold them.
    ///
    /// # Errors
    /// Those of [`Maker::new`] and [`Maker::compute`].
    pub fn compute(&mut self, state: &RenderState, shot: &Shot) -> Result<&Samples> {
        let kept = self.made.take_if(|(maker, _)| {
            !maker.fits(shot) || maker.compute(state, shot, &self.times).is_err()
        });
        drop(kept);
        if self.made.is_none() {
            let samples = Samples::new(&state.device, shot.sight);
            let bytes = 0..samples.buffer.size();
            let target = Target::buffer(&samples.buffer, bytes, Format::Rgba8Unorm);
            let mut maker = Maker::new(&state.device, shot, &target.range([0.0, 1.0]))?;
            maker.compute(state, shot, &self.times)?;
            self.made = Some((maker, samples));
        }
        match &self.made {
            Some((_, samples)) => Ok(samples),
            None => unreachable!("it is made above"),
        }
    }

    /// Returns the milliseconds that the last samples took.
    pub fn milliseconds(&self) -> Option<f32> {
        self.times.milliseconds()
    }
}

/// Samples that the CPU computes and takes to the device.
#[derive(Default)]
pub struct OnCpu {
    made: Option<(Shown, Samples)>,
    /// The next samples.
    work: Option<Work>,
    milliseconds: Option<f32>,
}

impl OnCpu {
    /// Computes the samples of a shot if it does not hold them, or some of them if it is patient; then it returns the last ones.
    ///
    /// # Errors
    /// Those of computing.
    pub fn compute(&mut self, state: &RenderState, shot: &Shot) -> Result<&Samples> {
        if !matches!(&self.made, Some((of, _)) if shot.is(of)) {
            let mut work = match self.work.take().filter(|work| shot.is(&work.of)) {
                Some(work) => work,
                None => Work::new(shot)?,
            };
            // A surface and a volume have samples of their own.
            let is_volume = |sight: &Sight| sight.brick.size[2] > 1;
            let is_alike = |of: &Shown| is_volume(&of.sight) == is_volume(shot.sight);
            let patient = shot.patient && matches!(&self.made, Some((of, _)) if is_alike(of));
            match work.advance(patient)? {
                true => self.upload(state, work),
                false => self.work = Some(work),
            }
        }
        match &self.made {
            Some((_, samples)) => Ok(samples),
            None => unreachable!("without patience it is done"),
        }
    }

    /// Takes the samples that are done to the device.
    fn upload(&mut self, state: &RenderState, work: Work) {
        self.milliseconds = Some(work.taken.as_secs_f32() * 1000.0);
        let of = work.of.clone();
        let samples = Samples::new(&state.device, &of.sight);
        let texels = work.into_texels();
        state.queue.write_buffer(&samples.buffer, 0, &texels);
        self.made = Some((of, samples));
    }

    /// Whether the samples are those that were asked for last.
    pub fn is_done(&self) -> bool {
        self.work.is_none()
    }

    /// Returns the milliseconds that the last samples took.
    pub fn milliseconds(&self) -> Option<f32> {
        self.milliseconds
    }
}
