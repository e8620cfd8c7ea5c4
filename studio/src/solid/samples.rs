//! The samples of a solid in a buffer of egui's device: computed there, or by the CPU.

use eframe::egui_wgpu::{RenderState, wgpu};
use wgpu_noise::Result;
use wgpu_noise::gpu::Target;
use wgpu_noise::texel::Format;

use crate::camera::Sight;
use crate::picture::{Maker, Shot, Times};

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

    /// Takes the texels of samples that the CPU has computed to the device.
    pub fn of_texels(state: &RenderState, sight: &Sight, texels: &[u8]) -> Samples {
        let samples = Samples::new(&state.device, sight);
        state.queue.write_buffer(&samples.buffer, 0, texels);
        samples
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
