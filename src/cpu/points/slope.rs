//! The derivative of a noise of corner gradients: values, and how they change, blended together.

use super::blend::{lerp, way};
use super::classic::product;
use super::fades::fade_slope;
use super::hasher::Hasher;
use super::perlin::{gradient_3d, gradient_4d, plane, slopes};
use super::places::Place;
use super::{Axis, each, sampled};
use crate::cpu::corner::{ON_CIRCLE, ON_SPHERE};
use crate::cpu::simd::Lanes;
use crate::grid::Fade;
use crate::program::LatticeNoise;

/// Which derivative of a noise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial {
    pub fade: Fade,
    /// Which of the noise's axes; the derivative is per cell along it.
    pub along: usize,
}

/// Sets `out` to the derivative of perlin or classic noise.
#[inline(always)]
pub(super) fn fill<L: Lanes>(
    noise: LatticeNoise,
    of: Partial,
    axes: &[Axis],
    hasher: &Hasher<L>,
    out: &mut [f32],
) {
    match (noise, axes) {
        (LatticeNoise::Perlin, [x]) => each!([x], out, |places| {
            sampled(places, &slopes(hasher, places), |place, slopes| {
                slope(of, &place, |c, [x]| slopes[c] * x)
            })
        }),
        (LatticeNoise::Perlin, [x, y]) => each!([x, y], out, |places| {
            sampled(places, &plane(hasher, places), |place, hashes| {
                slope(of, &place, |c, [x, y]| gradient_3d(hashes[c], [x, y, 0.0]))
            })
        }),
        (LatticeNoise::Perlin, [x, y, z]) => each!([x, y, z], out, |places| {
            let hashes = hasher.cells::<3, 8>(places, 4);
            sampled(places, &hashes, |place, hashes| {
                slope(of, &place, |c, way| gradient_3d(hashes[c], way))
            })
        }),
        (LatticeNoise::Perlin, [x, y, z, w]) => each!([x, y, z, w], out, |places| {
            let hashes = hasher.cells::<4, 16>(places, 5);
            sampled(places, &hashes, |place, hashes| {
                slope(of, &place, |c, way| gradient_4d(hashes[c], way))
            })
        }),
        (LatticeNoise::Classic, [x, y]) => each!([x, y], out, |places| {
            let hashes = hasher.cells::<2, 4>(places, 8);
            sampled(places, &hashes, |place, hashes| {
                slope(of, &place, |c, way| product(&ON_CIRCLE, hashes[c], way))
            })
        }),
        (LatticeNoise::Classic, [x, y, z]) => each!([x, y, z], out, |places| {
            let hashes = hasher.cells::<3, 8>(places, 8);
            sampled(places, &hashes, |place, hashes| {
                slope(of, &place, |c, way| product(&ON_SPHERE, hashes[c], way))
            })
        }),
        _ => unreachable!("a noise of corner gradients, with as many axes as it can have"),
    }
}

/// A value, and how it changes.
#[derive(Clone, Copy, Debug, Default)]
struct Slope {
    value: f32,
    slope: f32,
}

/// The partial derivative, from the scalar products with the corners' gradients.
#[inline(always)]
fn slope<const D: usize>(
    of: Partial,
    place: &[Place; D],
    product: impl Fn(usize, [f32; D]) -> f32,
) -> f32 {
    let mut one = [0.0; D];
    one[of.along] = 1.0;
    let mut corners = [Slope::default(); 16];
    for (c, corner) in corners.iter_mut().enumerate().take(1 << D) {
        *corner = Slope {
            value: product(c, std::array::from_fn(|axis| way(place, axis, c))),
            slope: product(c, one),
        };
    }
    for (axis, at) in place.iter().enumerate() {
        for c in 0..1 << (D - 1 - axis) {
            let [low, high] = [corners[2 * c], corners[2 * c + 1]];
            let value = lerp(at.fade, low.value, high.value);
            let mut slope = lerp(at.fade, low.slope, high.slope);
            if axis == of.along {
                slope += fade_slope(of.fade, at.fraction) * (high.value - low.value);
            }
            corners[c] = Slope { value, slope };
        }
    }
    corners[0].slope
}
