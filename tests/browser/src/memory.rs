//! Memory of the GPU is freed at once, and never under work that still needs it.

use wgpu_noise::gpu::{
    Context, Generator, Gpu, Mips, PointLayout, Points, Target, required_usages, wgpu,
};
use wgpu_noise::noise::of;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Grid, Job, Noise};

use crate::buffers::buffer;
use crate::frames::texels;
use crate::texels::{descriptor, expected, same, texture};
use crate::{Outcome, observed};

const SIZE: [u32; 3] = [16, 8, 1];

fn noise(seed: u32) -> Noise<of::Fbm> {
    let cells = Noise::perlin().frequency(4.0).seed(seed);
    cells.fbm().octaves(3).name("clouds")
}

fn job() -> wgpu_noise::Result<Job> {
    Job::of(&[noise(0)], &grid())
}

fn grid() -> Grid {
    Grid::new([SIZE[0], SIZE[1]]).frames(1)
}

/// Everything that makes buffers, used and dropped, leaves none.
pub async fn freed(context: &Context) -> Outcome {
    let (device, queue) = (context.device(), context.queue());
    let usage = wgpu::TextureUsages::TEXTURE_BINDING | required_usages(Format::Rgba8Unorm);
    let levels = device.create_texture(&wgpu::TextureDescriptor {
        mip_level_count: 3,
        ..descriptor(Format::Rgba8Unorm, SIZE, false, usage)
    });
    let packed = texture(device, Format::R8Unorm, SIZE, false);
    let ends = [wgpu::BufferUsages::STORAGE; 2].map(|usage| buffer(device, 1600, usage));
    let before = (observed::made(), observed::alive());
    let params = job()?.params().clone();
    for _ in 0..3 {
        let mut gpu = Gpu::new(context, job()?)?;
        let volume = gpu.sample_async(0).await?;
        if volume.samples().iter().all(|&sample| sample == 0.0) {
            return Err("no samples".into());
        }
        let target = Target::texture(&packed);
        let mut generator = Generator::new_async(device, job()?, &target).await?;
        let [given, taken] = &ends;
        let mut points =
            Points::new_async(device, job()?, PointLayout::Floats, given, taken).await?;
        let mut mips = Mips::new_async(device, &levels).await?;
        for frame in 0..3 {
            let mut encoder = device.create_command_encoder(&Default::default());
            generator.encode(&mut encoder, &params, f64::from(frame))?;
            points.encode(&mut encoder, &params, 100)?;
            mips.encode(&mut encoder)?;
            // One frame is never submitted.
            if frame > 0 {
                queue.submit([encoder.finish()]);
            }
        }
    }
    observed::pause().await;
    let after = (observed::made(), observed::alive());
    packed.destroy();
    levels.destroy();
    ends.iter().for_each(wgpu::Buffer::destroy);
    match after.1 == before.1 && after.0 > before.0 + 30 {
        true => Ok(format!("{} buffers", after.0 - before.0)),
        false => Err(format!("buffers made and alive: {before:?}, then {after:?}").into()),
    }
}

/// A generator may be dropped before what it recorded is submitted.
pub async fn recorded(context: &Context) -> Outcome {
    let (device, queue) = (context.device(), context.queue());
    for format in [Format::R32Float, Format::R16Float] {
        let target = texture(device, format, SIZE, false);
        let before = observed::alive();
        let mut encoder = device.create_command_encoder(&Default::default());
        let job = job()?;
        let (params, bound) = (job.params().clone(), job.tolerance(0));
        let place = Target::texture(&target);
        let mut generator = Generator::new_async(device, job, &place).await?;
        generator.encode(&mut encoder, &params, 0.0)?;
        drop(generator);
        queue.submit([encoder.finish()]);
        let found = texels(context, &target, 0).await?;
        let packing = Packing::new(format, 1, [-1.0, 1.0])?;
        same(
            &found,
            &expected(&[noise(0)], &grid(), 0.0, &packing),
            &packing,
            bound,
        )?;
        observed::pause().await;
        if observed::alive() != before {
            return Err("its buffers are not freed afterwards".into());
        }
        target.destroy();
    }
    Ok("as if it had stayed".to_string())
}

/// A backend's next job of the same size or less makes no buffer.
pub async fn another_job(context: &Context) -> Outcome {
    let mut gpu = Gpu::new(context, job()?)?;
    let first = gpu.sample_async(0).await?;
    let before = observed::made();
    gpu.set_job(Job::of(&[noise(3).octaves(2)], &grid())?)?;
    let second = gpu.sample_async(0).await?;
    gpu.set_job(job()?)?;
    let third = gpu.sample_async(0).await?;
    match observed::made() - before {
        0 if first == third && first != second => Ok("no buffer made".to_string()),
        0 => Err("the samples are not those of the job".into()),
        made => Err(format!("{made} buffers made").into()),
    }
}
