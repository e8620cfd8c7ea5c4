//! What the analyses know of each lattice noise: how far its values go, how steep they are.

use super::interval::Interval;
use super::lattice::{Lattice, LatticeNoise, Metric, WorleyOutput};
use super::{Job, SlotId, partials};
use crate::grid::Fade;

/// Least and greatest value over points and corner choices; found by maximising over the cell and all that its corners can
/// have, each on its own.
pub(super) fn range(job: &Job, source: &Lattice) -> Interval {
    if source.partial.is_some() {
        return partials::range(job, source);
    }
    let dimension = source.axes.len();
    let both = |most: f64| [-most, most];
    match source.noise {
        // In 3-D at (0.5, 0.4815, 0.3553), not at the centre.
        LatticeNoise::Perlin => both([1.0, 1.0, 1.036_354, 1.536_582][dimension - 1]),
        LatticeNoise::Classic => both([0.707_063, 0.862_869][dimension - 2]),
        LatticeNoise::Value { .. } => both(value_supremum(job, source)),
        LatticeNoise::Simplex => both(1.0),
        LatticeNoise::Worley {
            output: WorleyOutput::Cell,
            ..
        } => both(1.0),
        LatticeNoise::Worley { .. } => [0.0, worley_supremum(job, source)],
    }
}

/// A bound of Σ|∂noise/∂axis|, per cell; of a derivative that of its own.
pub(super) fn slope(job: &Job, source: &Lattice) -> f64 {
    if source.partial.is_some() {
        return partials::slope(job, source);
    }
    let dimension = source.axes.len();
    match source.noise {
        LatticeNoise::Perlin => [2.0 * 1.347, 3.75, 5.396, 8.982][dimension - 1],
        // The gradients' own part, and what the fade makes of corners that differ.
        LatticeNoise::Classic => [5.66, 9.53][dimension - 2],
        LatticeNoise::Value { fade, .. } => {
            let steepest = match fade {
                Fade::None => 0.0,
                Fade::Linear => 2.0,
                Fade::Cosine => std::f64::consts::PI,
                Fade::Cubic => 3.0,
                Fade::Quintic => 3.75,
                Fade::Elias => 3.0,
            };
            dimension as f64 * steepest * value_supremum(job, source)
        }
        LatticeNoise::Simplex => [10.393, 12.022, 13.745][dimension - 2],
        LatticeNoise::Worley { .. } => worley_slope(job, source),
    }
}

pub(super) fn number(job: &Job, slot: SlotId) -> f64 {
    f64::from(job.numbers[slot.index()])
}

/// The sum of the magnitudes of all weights of corners, at its largest.
fn value_supremum(job: &Job, source: &Lattice) -> f64 {
    let LatticeNoise::Value {
        fade,
        smooth,
        centre,
    } = source.noise
    else {
        unreachable!("value noise")
    };
    let dimension = source.axes.len() as i32;
    let (plain, smoothed) = match fade {
        Fade::Elias => (1.5_f64.powi(dimension), 1.125_f64.powi(dimension)),
        _ => (1.0, 1.0),
    };
    match (smooth, centre) {
        (false, _) => plain,
        (true, None) => smoothed,
        (true, Some(centre)) => {
            let extra = number(job, centre) - 0.5_f64.powi(dimension);
            smoothed + extra.abs() * plain
        }
    }
}

/// The farthest point that can be the nearest is reached at a corner of cells, whose points lie as far off as they can;
/// the farthest second one there too, or from the middle of a cell.
fn worley_supremum(job: &Job, source: &Lattice) -> f64 {
    let (dimension, metric, stray) = worley(job, source);
    let corner = distance(metric, dimension, 0.5 + stray, 0.5 + stray);
    let middle = distance(metric, dimension, 1.0 + stray, stray);
    match source.noise {
        LatticeNoise::Worley {
            output: WorleyOutput::F1,
            ..
        } => corner,
        _ => corner.max(middle),
    }
}

/// How a distance changes with the point, and with time where points swing; twice that for a difference of two.
fn worley_slope(job: &Job, source: &Lattice) -> f64 {
    let (dimension, metric, stray) = worley(job, source);
    let n = dimension as f64;
    let slope = match metric {
        Metric::Euclidean => n.sqrt(),
        Metric::Squared => 2.0 * n * (1.0 + stray),
        Metric::Manhattan => n,
        Metric::Chebyshev => 1.0,
    };
    let swing = match dimension < source.axes.len() {
        true => pace(job, source, dimension),
        false => 0.0,
    };
    match source.noise {
        LatticeNoise::Worley {
            output: WorleyOutput::Cell,
            ..
        } => 0.0,
        _ => 2.0 * slope * (1.0 + swing),
    }
}

/// How fast points of cellular noise and the place where it is taken move towards each other, along the source's axis `i`:
/// in time points swing.
pub(super) fn pace(job: &Job, source: &Lattice, i: usize) -> f64 {
    let (dimension, _, stray) = worley(job, source);
    match i < dimension {
        true => 1.0,
        false => std::f64::consts::TAU * stray,
    }
}

/// Axes of space and cells, the metric, and how far a point strays from the middle of its cell along each.
fn worley(job: &Job, source: &Lattice) -> (usize, Metric, f64) {
    match source.noise {
        LatticeNoise::Worley {
            metric,
            jitter,
            swings,
            ..
        } => (
            source.axes.len() - usize::from(swings),
            metric,
            0.5 * number(job, jitter),
        ),
        _ => unreachable!("cellular noise"),
    }
}

/// The distance of a point that lies `first` along one axis and `other` along the others.
fn distance(metric: Metric, dimension: usize, first: f64, other: f64) -> f64 {
    let others = (dimension - 1) as f64;
    match metric {
        Metric::Euclidean => (first * first + others * other * other).sqrt(),
        Metric::Squared => first * first + others * other * other,
        Metric::Manhattan => first + others * other,
        Metric::Chebyshev => first.max(other),
    }
}
