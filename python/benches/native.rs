//! The Rust library alone, for `throughput.py`, which runs it in turn with the Python package: fills memory with each workload
//! and prints a line of its name and the million samples a second, the best of 15 rounds.

use std::time::Instant;

use wgpu_noise::cpu::Cpu;
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::Packing;
use wgpu_noise::{Backend, Grid, Job, Noise, Result};

fn main() -> Result<()> {
    let plane = |octaves| (Noise::perlin().frequency(64.0), octaves, vec![4096, 4096]);
    let volume = |octaves| (Noise::perlin().frequency(8.0), octaves, vec![256, 256, 256]);
    for (name, (noise, octaves, size)) in [
        ("2d-1", plane(1)),
        ("2d-6", plane(6)),
        ("3d-1", volume(1)),
        ("3d-5", volume(5)),
    ] {
        let noise = match octaves {
            1 => noise.any(),
            octaves => noise.fbm().octaves(octaves).any(),
        };
        let grid = Grid::new(size);
        let mut cpu = Cpu::new(Job::of([noise], &grid)?);
        let brick = Brick::all(&grid);
        let packing = Packing::samples(1)?;
        let mut out = vec![1; brick.samples() as usize * 4];
        let mut best: f64 = 0.0;
        for _ in 0..15 {
            let start = Instant::now();
            cpu.fill(&brick, &packing, &mut out)?;
            best = best.max(brick.samples() as f64 / start.elapsed().as_secs_f64() / 1e6);
        }
        println!("{name} {best:.0}");
    }
    Ok(())
}
