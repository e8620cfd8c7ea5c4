//! What a snippet gives, beside the reference.

use wgpu_noise::Grid;
use wgpu_noise::internals::{Affine, coordinate};
use wgpu_noise::program::{Job, Positions};
use wgpu_noise::reference::Reference;
use wgpu_noise::verify::Case;

use crate::skip::say;

/// The most samples of a case: evenly among all.
const SAMPLES: u64 = 600;

/// How far a case's values lie from the reference's.
#[derive(Clone, Copy, Debug)]
pub struct Nearness {
    /// The worst error as a part of its bound.
    pub part: f64,
    /// The largest bound of a channel.
    pub bound: f64,
}

/// Some indices of a grid.
pub fn indices(grid: &Grid) -> Vec<[u32; 4]> {
    let [x, y, z] = grid.size3().map(u64::from);
    let all = grid.samples().expect("a small grid");
    let step = all.div_ceil(SAMPLES) | 1;
    (0..all)
        .step_by(step as usize)
        .map(|at| [at % x, at / x % y, at / x / y % z, at / x / y / z])
        .map(|index| index.map(|part| part as u32))
        .collect()
}

/// The position of a sample, as a snippet takes it.
pub fn point(grid: &Grid, index: [u32; 4]) -> [f32; 4] {
    let mut point = [0.0; 4];
    for (part, axis) in point.iter_mut().zip(grid.axes().indices()) {
        *part = coordinate(grid.span(axis).at(index[axis]), Affine::IDENTITY) as f32;
    }
    point
}

/// The positions of [`indices`].
pub fn points(grid: &Grid) -> Vec<[f32; 4]> {
    let indices = indices(grid).into_iter();
    indices.map(|index| point(grid, index)).collect()
}

/// Compares all channels at some samples of a case.
pub fn compared(case: &Case, job: &Job, indices: &[[u32; 4]], found: &[f32]) -> Nearness {
    let channels = case.channels.len();
    assert_eq!(found.len(), indices.len() * channels);
    // Of the case, whatever the snippet was made from.
    let right = case.job().expect("the case is right");
    let reference = Reference::new(&right).expect("numbers as they were built");
    let bounds: Vec<f64> = (0..channels)
        .map(|channel| job.tolerance_at(Positions::Floats, channel))
        .collect();
    let shares: Vec<f64> = (0..channels)
        .map(|channel| job.jump_share_at(Positions::Floats, channel))
        .collect();
    let (mut worst, mut strays) = (0.0_f64, 0);
    for (&index, found) in indices.iter().zip(found.chunks_exact(channels)) {
        for (channel, (&found, exact)) in found.iter().zip(reference.values(index)).enumerate() {
            let part = match (f64::from(found) - exact).abs() {
                0.0 => 0.0,
                error => error / bounds[channel],
            };
            match part <= 1.0 || shares[channel] == 0.0 {
                true if part.is_nan() => worst = f64::INFINITY,
                true => worst = worst.max(part),
                false => strays += 1,
            }
        }
    }
    let allowed = shares.iter().sum::<f64>() * indices.len() as f64;
    if f64::from(strays) > allowed {
        let (name, axes) = (&case.name, case.axes());
        say(&format!(
            "{name} ({axes}): {strays} of {} strays",
            found.len()
        ));
        worst = f64::INFINITY;
    }
    Nearness {
        part: worst,
        bound: bounds.into_iter().fold(0.0, f64::max),
    }
}
