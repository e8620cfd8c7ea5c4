//! What the analyses know of the derivatives of lattice noises, as `bounds` does of the noises.

use std::f64::consts::PI;

use super::Job;
use super::bounds::number;
use super::interval::Interval;
use super::lattice::{Lattice, LatticeNoise};
use crate::grid::Fade;

/// Least and greatest value, per cell, over points and corner choices.
pub(super) fn range(job: &Job, source: &Lattice) -> Interval {
    let dimension = source.axes.len();
    let most = match source.noise {
        // In two dimensions and more at the centre of a cell.
        LatticeNoise::Perlin => [2.694_302, 2.75, 3.75, 5.625][dimension - 1],
        LatticeNoise::Classic => [1.684_283, 2.179_450][dimension - 2],
        LatticeNoise::Value { fade, .. } => {
            steepest(fade) * others(fade, dimension - 1) * by_centre(job, source)
        }
        LatticeNoise::Simplex => [6.464_102, 6.832_145, 5.928_363][dimension - 2],
        LatticeNoise::Worley { .. } => unreachable!("a derivative that was refused"),
    };
    [-most, most]
}

/// A bound of Σ|∂²noise/∂axis∂other|, per cell, over the axes `other`: how fast a derivative changes with the position.
pub(super) fn slope(job: &Job, source: &Lattice) -> f64 {
    let dimension = source.axes.len();
    match source.noise {
        LatticeNoise::Perlin => [15.0, 13.947, 17.96, 29.652][dimension - 1],
        LatticeNoise::Classic => [10.951, 13.145][dimension - 2],
        LatticeNoise::Value { fade, .. } => {
            let mut bend = bend(fade) * others(fade, dimension - 1);
            if dimension > 1 {
                let crossing = steepest(fade).powi(2) * others(fade, dimension - 2);
                bend += (dimension - 1) as f64 * crossing;
            }
            bend * by_centre(job, source)
        }
        LatticeNoise::Simplex => [60.8, 59.1, 58.6][dimension - 2],
        LatticeNoise::Worley { .. } => unreachable!("a derivative that was refused"),
    }
}

/// The sum of the magnitudes of the weights' derivatives along one axis, at its largest.
fn steepest(fade: Fade) -> f64 {
    match fade {
        Fade::None => 0.0,
        Fade::Linear => 2.0,
        Fade::Cosine => PI,
        Fade::Cubic | Fade::Elias => 3.0,
        Fade::Quintic => 3.75,
    }
}

/// The same of their second derivatives.
fn bend(fade: Fade) -> f64 {
    match fade {
        Fade::None | Fade::Linear => 0.0,
        Fade::Cosine => PI * PI,
        Fade::Cubic | Fade::Elias => 12.0,
        Fade::Quintic => 11.548,
    }
}

/// The same of the weights along so many other axes.
fn others(fade: Fade, axes: usize) -> f64 {
    match fade {
        Fade::Elias => 1.5_f64.powi(axes as i32),
        _ => 1.0,
    }
}

/// A smoothed noise is a mean of others, and a centre of its own adds what it has more than the mean's.
fn by_centre(job: &Job, source: &Lattice) -> f64 {
    match source.noise {
        LatticeNoise::Value {
            smooth: true,
            centre: Some(centre),
            ..
        } => 1.0 + (number(job, centre) - 0.5_f64.powi(source.axes.len() as i32)).abs(),
        _ => 1.0,
    }
}
