//! An animated volume on the GPU: 64 x 64 x 64 samples at sixteen times, seamless in space and time.
//!
//! `cargo run --release --example 2_volume` takes the first hardware adapter;
//! `cargo run --release --example 2_volume llvmpipe` one whose name contains `llvmpipe`.

use wgpu_noise::gpu::{Choice, Context, Gpu};
use wgpu_noise::{Backend, Grid, Job, Noise};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let choice = std::env::args()
        .nth(1)
        .map_or(Choice::Hardware, Choice::Named);
    let context = Context::request_blocking(&choice)?;

    let clouds = Noise::perlin()
        .frequency(4.0)
        .fbm()
        .octaves(4)
        .name("clouds");
    let grid = Grid::new([64, 64, 64]).frames(16).seamless();
    let mut job = Job::of(&[clouds], &grid)?;
    let mut gpu = Gpu::new(&context, job.clone())?;
    for frame in 0..16 {
        let volume = gpu.sample(frame)?;
        let mean = volume.samples().iter().sum::<f32>() / volume.samples().len() as f32;
        println!(
            "frame {frame}: {} samples, mean {mean:+.4}",
            volume.samples().len()
        );
    }

    // Another number of the same program: nothing is compiled again.
    job.set("clouds.gain", 0.7)?;
    gpu.set_job(job)?;
    let rougher = gpu.sample(0)?;
    println!("rougher: {:?} at the centre", rougher.get(32, 32, 32));
    println!("pipelines made: {}", context.pipeline_count());
    Ok(())
}
