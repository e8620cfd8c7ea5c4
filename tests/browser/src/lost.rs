//! Devices that fail: what a browser says of that by and by is heard.

use wgpu_noise::gpu::{
    Context, Generator, Gpu, Mips, PointLayout, Points, Target, required_usages, wgpu,
};
use wgpu_noise::texel::Format;
use wgpu_noise::{Error, Grid, Job, Noise, Result};

use crate::buffers::buffer;
use crate::texels::descriptor;
use crate::{ADAPTER, Outcome, observed};

/// Everything that makes kernels, on one device.
struct Makers {
    context: Context,
    texture: wgpu::Texture,
    points: [wgpu::Buffer; 2],
}

fn job() -> Result<Job> {
    Job::of(&[Noise::perlin().fbm()], &Grid::new([16, 8]).frames(1))
}

impl Makers {
    fn new(context: &Context) -> Makers {
        let device = context.device();
        let usage = required_usages(Format::R32Float) | wgpu::TextureUsages::TEXTURE_BINDING;
        Makers {
            texture: device.create_texture(&wgpu::TextureDescriptor {
                mip_level_count: 2,
                ..descriptor(Format::R32Float, [16, 8, 1], false, usage)
            }),
            points: [wgpu::BufferUsages::STORAGE; 2].map(|usage| buffer(device, 1600, usage)),
            context: context.clone(),
        }
    }

    async fn generator(&self) -> Result<Generator> {
        Generator::new_async(
            self.context.device(),
            job()?,
            &Target::texture(&self.texture),
        )
        .await
    }

    /// What each of them says.
    async fn all(&self) -> Result<[(&'static str, Option<Error>); 4]> {
        let device = self.context.device();
        let [given, taken] = &self.points;
        let layout = PointLayout::Cells;
        let points = Points::new_async(device, job()?, layout, given, taken).await;
        let samples = Gpu::new(&self.context, job()?)?.sample_async(0).await;
        Ok([
            ("Generator", self.generator().await.err()),
            ("Points", points.err()),
            ("Mips", Mips::new_async(device, &self.texture).await.err()),
            ("Gpu", samples.err()),
        ])
    }
}

/// A pipeline that the device refuses is an error of whoever made it, with the device's reason.
pub async fn refused_kernels(_: &Context) -> Outcome {
    let context = Context::request(&ADAPTER).await?;
    let makers = Makers::new(&context);
    for (name, error) in makers.all().await? {
        if let Some(error) = error {
            return Err(format!("{name}: {error}").into());
        }
    }
    // Another device: this one has made its kernels.
    let context = Context::request(&ADAPTER).await?;
    let makers = Makers::new(&context);
    observed::spoil(true);
    let said = makers.all().await;
    observed::spoil(false);
    for (name, error) in said? {
        match error {
            Some(Error::Gpu(reason)) if reason.contains("absent") => {}
            other => return Err(format!("{name}: {other:?}").into()),
        }
    }
    Ok("by all that make them".to_string())
}

/// Once lost, always lost; and nothing new is made on a lost device.
pub async fn lost_device() -> Outcome {
    let context = Context::request(&ADAPTER).await?;
    let (device, queue) = (context.device(), context.queue());
    let makers = Makers::new(&context);
    let params = job()?.params().clone();
    let mut generator = makers.generator().await?;
    let mut gpu = Gpu::new(&context, job()?)?;
    gpu.sample_async(0).await?;
    let mut told = Vec::new();
    for frame in 0..8 {
        if frame == 3 {
            device.destroy();
        }
        let mut encoder = device.create_command_encoder(&Default::default());
        let outcome = generator.encode(&mut encoder, &params, f64::from(frame));
        told.push(matches!(outcome, Err(Error::DeviceLost(_))));
        queue.submit([encoder.finish()]);
        observed::pause().await;
    }
    let first = told.iter().position(|&lost| lost);
    match first {
        Some(3 | 4) if told.is_sorted() => {}
        _ => return Err(format!("lost, frame by frame: {told:?}").into()),
    }
    for _ in 0..2 {
        if !matches!(gpu.sample_async(0).await, Err(Error::DeviceLost(_))) {
            return Err("a backend computes on a lost device".into());
        }
    }
    for (name, error) in makers.all().await? {
        if !matches!(error, Some(Error::DeviceLost(_))) {
            return Err(format!("{name}: {error:?}").into());
        }
    }
    Ok("and all that is new is refused".to_string())
}
