//! Value noise at points, 1-D to 4-D: the numbers at the corners of the cell, blended by fades.

use super::blend::{CORNERS_MAX, blend};
use super::cells::{Cells, cell_of, corner_keys};
use super::hasher::Hasher;
use super::layer::{PointNoise, PointwiseLayer};
use super::value_taps;
use crate::cpu::simd::{Floats, Group, Lanes, Simd};
use crate::noise::Fade;
use crate::program::ValueNoise;

struct Value;

/// Computes a layer of value noise, or of its derivative along one of its axes.
pub(super) fn compute_layer(layer: PointwiseLayer, noise: ValueNoise, simd: Simd) {
    let depends_on_more = noise.fade == Fade::Elias || noise.smooth;
    if depends_on_more || layer.source.partial.is_some() {
        return value_taps::compute_layer(layer, noise, simd);
    }
    match layer.axes.len() {
        1 => layer.compute_noise::<1, _>(Value, simd),
        2 => layer.compute_noise::<2, _>(Value, simd),
        3 => layer.compute_noise::<3, _>(Value, simd),
        4 => layer.compute_noise::<4, _>(Value, simd),
        _ => unreachable!("value noise has one to four axes"),
    }
}

impl<const D: usize> PointNoise<D> for Value {
    const OF_VALUES: bool = true;

    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; D]) -> Group<Floats<L>> {
        value(hasher, cells)
    }
}

/// Computes the noise from the corners of the cells.
#[inline(always)]
fn value<L: Lanes, H: Hasher<L>, const D: usize>(
    hasher: &H,
    cells: &[Cells<L>; D],
) -> Group<Floats<L>> {
    // A cell has 2ᴰ corners; the compiler removes the others.
    let corners: [H::Corner<D>; CORNERS_MAX] = hasher.corners(&corner_keys(hasher, cells));
    let mut noise = cells[0].fraction;
    for q in 0..4 {
        let mut numbers = [Floats::splat(cells[0].lanes(), 0.0); CORNERS_MAX];
        for c in 0..1 << D {
            numbers[c] = hasher.value(&corners[c], q);
        }
        noise[q] = blend(&cell_of(cells, q), numbers);
    }
    noise
}
