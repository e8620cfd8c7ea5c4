//! A stick figure that never stands still: noise of one dimension, time, turns each of its joints.
//!
//! The noise is seamless, so the picture is a loop. Motion of joints, after Perlin's actors: slow noise shifts the weight,
//! quicker noise moves what is further from the body.
//!
//! `cargo run --release --example 5_motion` writes `motion.png`, an animated PNG that browsers play.

use std::fs::File;

use wgpu_noise::{Grid, Noise, cpu};

const SIZE: usize = 240;
const FRAMES: u32 = 72;

type Point = [f32; 2];

/// A joint: its name, the one it hangs from, the bone's length, its angle at rest (in turns, 0 is down, ¼ to the right),
/// how far noise turns it, and how often in a loop.
type Joint = (&'static str, &'static str, f32, f32, f32, f64);

const JOINTS: [Joint; 12] = [
    ("hip", "", 0.0, 0.0, 0.09, 3.0),
    ("chest", "hip", 58.0, 0.5, 0.07, 3.0),
    ("neck", "chest", 10.0, 0.5, 0.09, 4.0),
    ("head", "neck", 14.0, 0.5, 0.17, 6.0),
    ("left elbow", "chest", 32.0, -0.1, 0.27, 5.0),
    ("left hand", "left elbow", 30.0, -0.2, 0.48, 8.0),
    ("right elbow", "chest", 32.0, 0.1, 0.27, 5.0),
    ("right hand", "right elbow", 30.0, 0.2, 0.48, 8.0),
    ("left knee", "hip", 36.0, -0.06, 0.07, 3.0),
    ("left foot", "left knee", 36.0, -0.03, 0.07, 4.0),
    ("right knee", "hip", 36.0, 0.06, 0.07, 3.0),
    ("right foot", "right knee", 36.0, 0.03, 0.07, 4.0),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The noise of every frame, for each joint.
    let motion: Vec<Vec<f32>> = (JOINTS.iter().zip(0..))
        .map(|(&(.., often), seed)| {
            let noise = Noise::perlin().seed(seed).frequency(often).fbm().octaves(2);
            // At 0 all noise is 0: no two joints are to be there at once.
            let noise = noise.translate([0.13 * f64::from(seed)]);
            Ok(cpu::sample(&noise, &Grid::new([FRAMES]).seamless())?.into_samples())
        })
        .collect::<wgpu_noise::Result<_>>()?;

    let mut encoder = png::Encoder::new(File::create("motion.png")?, SIZE as u32, SIZE as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_animated(FRAMES, 0)?;
    encoder.set_frame_delay(1, 24)?;
    let mut writer = encoder.write_header()?;
    for frame in 0..FRAMES as usize {
        let turns: Vec<f32> = motion.iter().map(|joint| joint[frame]).collect();
        writer.write_image_data(&drawn(&posed(&turns)))?;
    }
    writer.finish()?;
    println!("motion.png: {FRAMES} frames");
    Ok(())
}

/// Where each joint is: at the end of its bone, turned from its rest.
fn posed(turns: &[f32]) -> Vec<Point> {
    let mut at: Vec<Point> = Vec::new();
    for (&(_, parent, length, rest, swing, _), turn) in JOINTS.iter().zip(turns) {
        let angle = std::f32::consts::TAU * (rest + swing * turn);
        at.push(match parent_of(parent) {
            Some(parent) => [
                at[parent][0] + length * angle.sin(),
                at[parent][1] + length * angle.cos(),
            ],
            // The hip sways from side to side.
            None => [SIZE as f32 * (0.5 + swing * turn), SIZE as f32 * 0.58],
        });
    }
    at
}

fn parent_of(name: &str) -> Option<usize> {
    JOINTS.iter().position(|joint| joint.0 == name)
}

/// A frame: bones, a round head, and the ground.
fn drawn(at: &[Point]) -> Vec<u8> {
    let bones = JOINTS
        .iter()
        .zip(at)
        .filter(|(joint, _)| joint.0 != "head")
        .filter_map(|(joint, &end)| Some((at[parent_of(joint.1)?], end)));
    let bones: Vec<(Point, Point)> = bones.collect();
    let head = at[3];
    let lowest = SIZE as f32 * 0.58 + 76.0;
    let distance = |p: Point| {
        let skull = ((p[0] - head[0]).hypot(p[1] - head[1]) - 12.0).abs();
        let ground = (p[1] - lowest).abs();
        (bones.iter()).fold(skull.min(ground), |least, &(a, b)| {
            least.min(to_bone(p, a, b))
        })
    };
    let pixels = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| [x as f32, y as f32]));
    pixels
        .map(|p| (250.0 - 220.0 * (2.3 - distance(p)).clamp(0.0, 1.0)) as u8)
        .collect()
}

/// How far a point is from the line between two others.
fn to_bone(p: Point, a: Point, b: Point) -> f32 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy).max(1e-6);
    let t = along.clamp(0.0, 1.0);
    (p[0] - a[0] - t * dx).hypot(p[1] - a[1] - t * dy)
}
