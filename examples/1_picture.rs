//! A picture of marble: a graph of a few nodes, computed on the CPU, written as a PNG.
//!
//! `cargo run --release --example 1_picture` writes `marble.png`.

use wgpu_noise::image::ColorType;
use wgpu_noise::{Grid, Noise, cpu};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Turbulence bends the veins: fbm of perlin noise, warped by two more of its kind.
    let bumps = Noise::perlin().cells(5.0).fbm().octaves(6);
    let bend = |seed| Noise::perlin().seed(seed).cells(2.0).fbm().octaves(3);
    let marble = bumps
        .warp([bend(1), bend(2)], 0.25)
        .abs()
        .remap([0.0, 0.45], [1.0, 0.0]);

    let grid = Grid::new([768, 512]).seamless();
    let picture = cpu::sample(&marble, &grid)?.to_image(0, ColorType::L8, [0.0, 1.0])?;
    picture.save("marble.png")?;
    println!("marble.png: {} x {}", picture.width(), picture.height());
    Ok(())
}
