//! Generators, and what they write.

use futures::channel::oneshot;
use wgpu_noise::gpu::{Context, Generator, Mips, Target, check_format, required_usages, wgpu};
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Error, Grid, Job, Noise, Result};

use crate::Outcome;
use crate::texels::{Copy, descriptor, expected, same, texture, values};

const RANGE: [f32; 2] = [-0.6, 0.7];
const TIME: f64 = 0.3;

/// What a buffer holds that may be mapped. It is destroyed.
pub async fn read(buffer: &wgpu::Buffer) -> Result<Vec<u8>> {
    let (sender, mapped) = oneshot::channel();
    buffer.map_async(wgpu::MapMode::Read, .., |outcome| {
        let _ = sender.send(outcome);
    });
    let unmapped = || Error::DeviceLost("a buffer of the test's could not be mapped".to_string());
    let mapped = mapped.await.map_err(|_| unmapped())?;
    mapped.map_err(|_| unmapped())?;
    let bytes = buffer
        .get_mapped_range(..)
        .map_err(|_| unmapped())?
        .to_vec();
    buffer.destroy();
    Ok(bytes)
}

/// The texels of a mip level, one after the other.
pub async fn texels(context: &Context, texture: &wgpu::Texture, level: u32) -> Result<Vec<u8>> {
    let mut encoder = context.device().create_command_encoder(&Default::default());
    let copy = Copy::record(context.device(), &mut encoder, texture, level);
    context.queue().submit([encoder.finish()]);
    Ok(copy.texels(&read(&copy.buffer).await?))
}

/// As many channels as a format has components, up to three: so that a fourth is filled up.
fn noises(format: Format) -> Vec<Noise> {
    let noise = |seed| {
        Noise::perlin()
            .frequency(3.0)
            .time_frequency(2.0)
            .seed(seed)
    };
    (0..format.components().min(3))
        .map(|seed| noise(seed).fbm().octaves(2).name(format!("n{seed}")).any())
        .collect()
}

/// A picture, a volume and a buffer of every format that a browser has; the others are refused.
pub async fn generators(context: &Context) -> Outcome {
    let device = context.device();
    let mut formats = Vec::new();
    for format in Format::TEXELS {
        if let Err(error) = check_format(device, format) {
            match error.to_string().contains("TEXTURE_FORMAT_16BIT_NORM") {
                true => continue,
                false => return Err(error.into()),
            }
        }
        let noises = noises(format);
        let packing = Packing::new(format, noises.len() as u32, RANGE)?;
        for (size, is_volume) in [([37, 9, 1], false), ([13, 6, 7], true)] {
            let target = texture(device, format, size, is_volume);
            let axes = if is_volume { 3 } else { 2 };
            let grid = Grid::new(&size[..axes]).frames(1);
            let job = Job::of(&noises, &grid)?;
            let (params, bound) = (job.params().clone(), job.tolerance(0));
            let place = Target::texture(&target).range(RANGE);
            let mut generator = Generator::new_async(device, job, &place).await?;
            let mut encoder = device.create_command_encoder(&Default::default());
            generator.encode(&mut encoder, &params, TIME)?;
            context.queue().submit([encoder.finish()]);
            let found = texels(context, &target, 0).await?;
            let at = |time| expected(&noises, &grid, time, &packing);
            same(&found, &at(TIME), &packing, bound)
                .map_err(|error| format!("{format}: {error}"))?;
            if same(&found, &at(TIME + 0.1), &packing, bound).is_ok() {
                return Err(format!("{format}: another time is as good").into());
            }
            target.destroy();
        }
        formats.push(format.name());
    }
    match formats.len() {
        7 => Ok(formats.join(", ")),
        _ => Err(format!("only {}", formats.join(", ")).into()),
    }
}

/// A level is the mean of four texels of the one above.
pub async fn mips(context: &Context) -> Outcome {
    const SIZE: u32 = 16;
    let device = context.device();
    let format = Format::R32Float;
    let usage = required_usages(format)
        | wgpu::TextureUsages::TEXTURE_BINDING
        | wgpu::TextureUsages::COPY_SRC;
    let target = device.create_texture(&wgpu::TextureDescriptor {
        mip_level_count: 2,
        ..descriptor(format, [SIZE, SIZE, 1], false, usage)
    });
    let job = Job::of(&noises(format), &Grid::new([SIZE, SIZE]))?;
    let params = job.params().clone();
    let mut generator = Generator::new_async(device, job, &Target::texture(&target)).await?;
    let mut mips = Mips::new_async(device, &target).await?;
    let mut encoder = device.create_command_encoder(&Default::default());
    generator.encode(&mut encoder, &params, 0.0)?;
    mips.encode(&mut encoder)?;
    context.queue().submit([encoder.finish()]);
    let above = values(&texels(context, &target, 0).await?, format.component());
    let found = values(&texels(context, &target, 1).await?, format.component());
    let (size, half) = (SIZE as usize, SIZE as usize / 2);
    for (i, found) in found.iter().enumerate() {
        let first = i / half * 2 * size + i % half * 2;
        let four = [0, 1, size, size + 1].map(|offset| above[first + offset]);
        let mean = four.iter().sum::<f64>() / 4.0;
        if (mean - found).abs() > 1e-6 || *found == 0.0 {
            return Err(format!("texel {i} is {found}, not {mean}").into());
        }
    }
    target.destroy();
    Ok(format!("{} texels", found.len()))
}
