//! A sphere of marble and a pawn of wood, carved out of solid noise and lit.
//!
//! Noise fills space: what lies at a surface is the noise at the point of the surface. The grid is the picture, and a
//! warp moves each of its points towards the eye, onto the shape that stands there.
//!
//! `cargo run --release --example 3_solid_texture` writes `solid_texture.png`.

use wgpu_noise::cpu::Cpu;
use wgpu_noise::{Backend, Grid, Job, Noise};

/// Samples for each pixel along an axis, and pixels of the picture.
const FINE: u32 = 2;
const SIZE: [u32; 2] = [720, 480];
/// Units of domain: three wide, two high.
const EXTENT: [f64; 3] = [3.0, 2.0, 1e-3];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [sphere, pawn] = [ball([0.78, 1.0], [0.68, 0.68]), pawn()];
    let stone = marble().warp(onto(&sphere), 1.0).any();
    let wood = wood().warp(onto(&pawn), 1.0).any();
    let either = |left: Noise, right: Noise| left.select(right, Noise::x(), 1.5);
    // Polished stone shines, less so in its veins; early wood is softer and lies a little deeper.
    let gloss = either(stone.clone() * 0.9, Noise::constant(0.2));
    let height = either(sphere, pawn - wood.clone() * 0.006);
    let tone = either(stone, wood);

    let [width, rows] = SIZE.map(|n| n * FINE);
    let grid = Grid::new([width, rows, 1]).extent(EXTENT);
    let volume = Cpu::new(Job::of(&[height, tone, gloss], &grid)?).sample(0)?;
    let sample = |x, y| volume.get(x, y, 0).unwrap_or(&[0.0; 3]);

    let step = (EXTENT[0] / f64::from(width)) as f32;
    let mut picture = image::RgbImage::new(width, rows);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let rise = |[x0, y0]: [u32; 2], [x1, y1]: [u32; 2]| sample(x0, y0)[0] - sample(x1, y1)[0];
        let normal = unit([
            rise([x.saturating_sub(1), y], [x + 1, y]),
            rise([x, y.saturating_sub(1)], [x, y + 1]),
            2.0 * step,
        ]);
        let colour = match *sample(x, y) {
            [height, tone, gloss] if height > 0.02 => lit(normal, tone, gloss, x < width / 2),
            _ => [0.32, 0.34, 0.38].map(|wall| wall * (1.2 - y as f32 / rows as f32)),
        };
        // Light, encoded for the screen.
        pixel.0 = colour.map(|light: f32| (light.powf(1.0 / 2.2) * 255.0 + 0.5) as u8);
    }
    image::imageops::thumbnail(&picture, SIZE[0], SIZE[1]).save("solid_texture.png")?;
    Ok(())
}

fn squared(n: Noise) -> Noise {
    n.clone() * n
}

/// How far an ellipsoid stands out of the picture, as deep as it is wide; 0 where it is not.
fn ball([x, y]: [f64; 2], [width, height]: [f64; 2]) -> Noise {
    let across = squared((Noise::x() - x) * (1.0 / width));
    let along = squared((Noise::y() - y) * (1.0 / height));
    (Noise::constant(1.0) - across - along).sqrt() * width
}

/// How far a pawn does: a head, a collar, and a body that is turned on a lathe, wider further down, up to its foot.
fn pawn() -> Noise {
    let down = Noise::y().remap([0.7, 1.6], [0.0, 1.0]).clamp(0.0, 1.0);
    let radius = down.pow(3.0) * 0.34 + 0.13;
    let body = (squared(radius) - squared(Noise::x() - 2.2)).sqrt();
    let body = Noise::constant(0.0).select(body.select(0.0, Noise::y(), 1.6), Noise::y(), 0.6);
    (body.max(ball([2.2, 0.52], [0.25, 0.25])))
        .max(ball([2.2, 0.76], [0.3, 0.06]))
        .max(ball([2.2, 1.58], [0.52, 0.11]))
}

/// From the picture to the surface that stands so far out of it, along z.
fn onto(surface: &Noise) -> [Noise; 3] {
    [Noise::constant(0.0), Noise::constant(0.0), surface.clone()]
}

/// Elias's marble: cosines of the position and noise; 0 in a vein, 1 in stone.
fn marble() -> Noise {
    let noise = Noise::perlin().frequency(2.0).fbm().octaves(6);
    let turns = Noise::x() * 1.6 + Noise::y() * 1.1 + noise * 1.2;
    turns.cos().curve([[-1.0, 0.0], [-0.6, 0.65], [1.0, 1.0]])
}

/// Rings of a trunk that stands a little askew behind the pawn: 1 in early wood, falling to 0 in late wood.
fn wood() -> Noise {
    let grown = Noise::perlin().frequency([1.5, 0.5, 1.5]).seed(4);
    let fibres = Noise::perlin().frequency([60.0, 2.5, 60.0]);
    let x = (Noise::x() - 2.0) + Noise::y() * 0.1;
    let rings = (squared(x) + squared(Noise::z() + 0.35)) * 14.0 + grown.fbm().octaves(3) * 1.2;
    let late = [[0.0, 1.0], [0.6, 0.75], [0.9, 0.0], [1.0, 1.0]];
    rings.fract().curve(late) + fibres * 0.12
}

fn lit(normal: [f32; 3], tone: f32, gloss: f32, is_marble: bool) -> [f32; 3] {
    let [dark, light] = match is_marble {
        true => [[0.05, 0.06, 0.08], [0.80, 0.78, 0.72]],
        false => [[0.16, 0.05, 0.015], [0.52, 0.25, 0.09]],
    };
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let sun = unit([-0.55, -0.6, 0.7]);
    let half = unit([sun[0], sun[1], sun[2] + 1.0]);
    let diffuse = 0.12 + 0.95 * dot(normal, sun).max(0.0);
    let shine = gloss * dot(normal, half).max(0.0).powi(60);
    std::array::from_fn(|i| {
        (dark[i] + tone.clamp(0.0, 1.0) * (light[i] - dark[i])) * diffuse + shine
    })
}

fn unit(v: [f32; 3]) -> [f32; 3] {
    let length = v.iter().map(|n| n * n).sum::<f32>().sqrt();
    v.map(|n| n / length)
}
