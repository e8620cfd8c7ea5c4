//! Noise on request: many callers of one service, one that cancels its request, and a stream of frames.
//!
//! `cargo run --release --example 9_service` computes on the CPU. With `.gpu(Choice::Hardware)` in the options it computes on a
//! GPU; nothing else changes.

use futures::executor::block_on;
use futures::{StreamExt, pin_mut};
use wgpu_noise::service::{Options, Priority, Service};
use wgpu_noise::{Grid, Job, Noise, Result};

fn clouds(seed: u32, grid: &Grid) -> Result<Job> {
    Job::of(&[Noise::perlin().seed(seed).frequency(4.0).fbm()], grid)
}

/// A caller asks for four volumes at once, and awaits them one after the other.
fn call(service: &Service) -> Result<()> {
    let grid = Grid::new([64, 64, 64]);
    let jobs = (0..4)
        .map(|seed| clouds(seed, &grid))
        .collect::<Result<Vec<Job>>>()?;
    let pending: Vec<_> = jobs.iter().map(|job| service.volume(job)).collect();
    for volume in pending {
        assert_eq!(block_on(volume)?.size(), [64, 64, 64]);
    }
    Ok(())
}

fn main() -> Result<()> {
    let service = Service::start(Options::default().requests(256))?;

    // Eight callers on as many threads. All ask for the same, so each volume is computed once.
    let threads: Vec<_> = (0..8)
        .map(|_| service.caller())
        .map(|service| std::thread::spawn(move || call(&service)))
        .collect();

    // Someone asks for a large bake and goes away: dropping the future cancels it.
    let large = clouds(9, &Grid::new([512, 512, 512]))?;
    drop(service.priority(Priority::Low).volume(&large));

    // Frames of an animation. A few are computed ahead of the one that is awaited.
    let moving = clouds(1, &Grid::new([128, 128]).frames(1))?;
    let frames = service.frames(&moving, (0..24).map(|frame| f64::from(frame) / 24.0));
    pin_mut!(frames);
    while let Some(frame) = block_on(frames.next()) {
        print!("{:.3} ", frame?.samples()[0]);
    }
    for thread in threads {
        thread.join().expect("a caller does not panic")?;
    }
    let metrics = service.metrics();
    println!(
        "\n{} computed, {} joined or kept",
        metrics.completed,
        metrics.joined + metrics.hits
    );
    Ok(())
}
