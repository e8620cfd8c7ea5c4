//! Partial derivatives of perlin and classic noise at points.
//!
//! Blending works on pairs of a value and its derivative (dual numbers, forward differentiation). A corner has the value g·Δ
//! and the derivative gₐ along axis a. A blend along axis i of v₀ and v₁ with the fade s has the derivative
//! lerp(s, v₀′, v₁′), plus s′·(v₁ − v₀) if i is a.

use super::blend::{lerp, offset};
use super::cell_positions::{CellPosition, CellPositions};
use super::chunk::FloatChunk;
use super::classic::product;
use super::fades::fade_slope;
use super::hasher::ChunkHasher;
use super::layer::{PointNoise, PointwiseLayer, sampled};
use super::perlin::{gradient_3d, gradient_4d, plane_hashes, slopes};
use crate::cpu::corner::{ON_CIRCLE, ON_SPHERE};
use crate::cpu::simd::{Lanes, Simd};
use crate::noise::Fade;
use crate::program::LatticeNoise;

/// Which partial derivative of a noise is computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial {
    pub fade: Fade,
    /// The index of the axis, among those of the noise. The derivative is per cell along it.
    pub along: usize,
}

struct PerlinSlope(Partial);
struct ClassicSlope(Partial);

/// Computes the derivative of a layer of perlin or classic noise.
pub(super) fn compute_layer(layer: PointwiseLayer, of: Partial, simd: Simd) {
    match (layer.source.noise, layer.axes.len()) {
        (LatticeNoise::Perlin, 1) => layer.compute_noise::<1>(PerlinSlope(of), simd),
        (LatticeNoise::Perlin, 2) => layer.compute_noise::<2>(PerlinSlope(of), simd),
        (LatticeNoise::Perlin, 3) => layer.compute_noise::<3>(PerlinSlope(of), simd),
        (LatticeNoise::Perlin, 4) => layer.compute_noise::<4>(PerlinSlope(of), simd),
        (LatticeNoise::Classic, 2) => layer.compute_noise::<2>(ClassicSlope(of), simd),
        (LatticeNoise::Classic, 3) => layer.compute_noise::<3>(ClassicSlope(of), simd),
        _ => unreachable!("perlin noise has one to four axes, classic noise two or three"),
    }
}

impl PointNoise<1> for PerlinSlope {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 1]) -> FloatChunk {
        let slopes = slopes(hasher, positions);
        sampled(positions, &slopes, |position, slopes| {
            partial(self.0, &position, |c, offset| slopes[c] * offset[0])
        })
    }
}

impl PointNoise<2> for PerlinSlope {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 2]) -> FloatChunk {
        let hashes = plane_hashes(hasher, positions);
        sampled(positions, &hashes, |position, hashes| {
            partial(self.0, &position, |c, offset| {
                gradient_3d(hashes[c], [offset[0], offset[1], 0.0])
            })
        })
    }
}

impl PointNoise<3> for PerlinSlope {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 3]) -> FloatChunk {
        let hashes = hasher.cells::<3, 8>(positions, 4);
        sampled(positions, &hashes, |position, hashes| {
            partial(self.0, &position, |c, offset| {
                gradient_3d(hashes[c], offset)
            })
        })
    }
}

impl PointNoise<4> for PerlinSlope {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 4]) -> FloatChunk {
        let hashes = hasher.cells::<4, 16>(positions, 5);
        sampled(positions, &hashes, |position, hashes| {
            partial(self.0, &position, |c, offset| {
                gradient_4d(hashes[c], offset)
            })
        })
    }
}

impl PointNoise<2> for ClassicSlope {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 2]) -> FloatChunk {
        let hashes = hasher.cells::<2, 4>(positions, 8);
        sampled(positions, &hashes, |position, hashes| {
            partial(self.0, &position, |c, offset| {
                product(&ON_CIRCLE, hashes[c], offset)
            })
        })
    }
}

impl PointNoise<3> for ClassicSlope {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &ChunkHasher<L>, positions: &[CellPositions; 3]) -> FloatChunk {
        let hashes = hasher.cells::<3, 8>(positions, 8);
        sampled(positions, &hashes, |position, hashes| {
            partial(self.0, &position, |c, offset| {
                product(&ON_SPHERE, hashes[c], offset)
            })
        })
    }
}

/// A value and its derivative.
#[derive(Clone, Copy, Debug, Default)]
struct Dual {
    value: f32,
    slope: f32,
}

/// Computes the partial derivative. `product` is the dot product of the gradient at a corner and a vector.
#[inline(always)]
fn partial<const D: usize>(
    of: Partial,
    position: &[CellPosition; D],
    product: impl Fn(usize, [f32; D]) -> f32,
) -> f32 {
    // The dot product with a unit vector is a component of the gradient.
    let mut one = [0.0; D];
    one[of.along] = 1.0;
    let mut corners = [Dual::default(); 16];
    for (c, corner) in corners.iter_mut().enumerate().take(1 << D) {
        *corner = Dual {
            value: product(c, std::array::from_fn(|axis| offset(position, axis, c))),
            slope: product(c, one),
        };
    }
    // In turn, each axis halves the number of corners: corner c is then the blend of 2c and 2c + 1.
    for (axis, at) in position.iter().enumerate() {
        for c in 0..1 << (D - 1 - axis) {
            let [low, high] = [corners[2 * c], corners[2 * c + 1]];
            let value = lerp(at.fade, low.value, high.value);
            let mut slope = lerp(at.fade, low.slope, high.slope);
            if axis == of.along {
                slope += fade_slope(of.fade, at.fraction) * (high.value - low.value);
            }
            corners[c] = Dual { value, slope };
        }
    }
    corners[0].slope
}
