//! A drawing by an unsteady hand: lines, circles and boxes that noise pushes aside.
//!
//! A stroke samples noise along its length, a unit for each hundred pixels: two channels push the pencil aside, a third
//! presses it down.
//!
//! `cargo run --release --example 4_sketch` writes `sketch.png`.

use std::f32::consts::TAU;

use image::{GrayImage, Luma};
use wgpu_noise::cpu::Cpu;
use wgpu_noise::{Backend, Grid, Job, Noise, Result};

type Point = [f32; 2];

/// The paper, and how many strokes are on it: each has noise of its own.
struct Sketch {
    paper: GrayImage,
    strokes: u32,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sketch = Sketch {
        paper: GrayImage::from_pixel(640, 440, Luma([250])),
        strokes: 0,
    };
    sketch.line([30.0, 380.0], [610.0, 376.0])?;
    // A house with a roof, a door and two windows.
    sketch.rectangle([110.0, 220.0], [330.0, 378.0])?;
    sketch.line([95.0, 222.0], [222.0, 120.0])?;
    sketch.line([218.0, 118.0], [348.0, 224.0])?;
    sketch.rectangle([195.0, 290.0], [245.0, 376.0])?;
    for x in [130.0, 265.0] {
        sketch.rectangle([x, 250.0], [x + 45.0, 290.0])?;
        sketch.line([x + 22.0, 248.0], [x + 23.0, 291.0])?;
        sketch.line([x - 1.0, 270.0], [x + 46.0, 269.0])?;
    }
    // Its wall in the shadow of the roof, hatched.
    for x in (112..328).step_by(6).map(|x| x as f32) {
        sketch.line([x, 244.0], [(x + 18.0).min(330.0), 224.0])?;
    }
    // A tree, its crown a heap of circles.
    sketch.rectangle([480.0, 272.0], [500.0, 376.0])?;
    for (x, y) in [
        (490.0, 242.0),
        (450.0, 240.0),
        (530.0, 242.0),
        (465.0, 196.0),
        (515.0, 195.0),
    ] {
        sketch.circle([x, y], 32.0)?;
    }
    // The sun and its rays.
    sketch.circle([70.0, 70.0], 28.0)?;
    for ray in 0..12 {
        let (y, x) = (TAU * ray as f32 / 12.0).sin_cos();
        sketch.line(
            [70.0 + 36.0 * x, 70.0 + 36.0 * y],
            [70.0 + 58.0 * x, 70.0 + 58.0 * y],
        )?;
    }
    sketch.paper.save("sketch.png")?;
    Ok(())
}

impl Sketch {
    /// From one point to another, and a little too far.
    fn line(&mut self, [x0, y0]: Point, [x1, y1]: Point) -> Result<()> {
        let (dx, dy) = (x1 - x0, y1 - y0);
        self.stroke(dx.hypot(dy) + 4.0, |t| [x0 + t * dx, y0 + t * dy])
    }

    /// Four lines, none of which quite meets the next.
    fn rectangle(&mut self, [x0, y0]: Point, [x1, y1]: Point) -> Result<()> {
        let corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]];
        (corners.array_windows()).try_for_each(|&[from, to]| self.line(from, to))
    }

    /// A turn and a bit, so that its end misses its beginning.
    fn circle(&mut self, [x, y]: Point, radius: f32) -> Result<()> {
        let first = self.strokes as f32;
        self.stroke(1.06 * TAU * radius, |t| {
            let (dy, dx) = (first + 1.06 * TAU * t).sin_cos();
            [x + radius * dx, y + radius * dy]
        })
    }

    /// Draws along a path from t = 0 to 1.
    fn stroke(&mut self, length: f32, path: impl Fn(f32) -> Point) -> Result<()> {
        self.strokes += 1;
        let noise = |channel| Noise::perlin().seed(4 * self.strokes + channel);
        let aside = |channel| noise(channel).frequency(2.0).fbm().octaves(4) * 7.0;
        let press = noise(2)
            .frequency(9.0)
            .fbm()
            .octaves(2)
            .remap([-0.6, 0.6], [0.25, 1.0]);

        let count = (2.0 * length) as u32;
        let grid = Grid::new([count]).extent([f64::from(length) / 100.0]);
        let hand = Cpu::new(Job::of(&[aside(0), aside(1), press], &grid)?).sample(0)?;
        for (i, hand) in hand.samples().chunks_exact(3).enumerate() {
            let [x, y] = path(i as f32 / count as f32);
            self.dot([x + hand[0], y + hand[1]], hand[2].clamp(0.0, 1.0));
        }
        Ok(())
    }

    /// Darkens the pixels about a point.
    fn dot(&mut self, [x, y]: Point, press: f32) {
        let around = |at: f32| (at as u32).saturating_sub(1)..at as u32 + 3;
        for (px, py) in around(y).flat_map(|py| around(x).map(move |px| (px, py))) {
            let ink = (1.4 - (px as f32 - x).hypot(py as f32 - y)).clamp(0.0, 1.0);
            if let Some(Luma([level])) = self.paper.get_pixel_mut_checked(px, py) {
                *level = (f32::from(*level) * (1.0 - 0.3 * press * ink)) as u8;
            }
        }
    }
}
