//! The derivative of a noise of corner gradients: values, and how they change, blended together.

use super::blend::{lerp, way};
use super::classic::product;
use super::fades::fade_slope;
use super::hasher::Hasher;
use super::perlin::{gradient_3d, gradient_4d, plane, slopes};
use super::places::{Place, Places};
use super::{Fill, Floats, PointNoise, sampled};
use crate::cpu::corner::{ON_CIRCLE, ON_SPHERE};
use crate::cpu::simd::{Lanes, Simd};
use crate::noise::Fade;
use crate::program::LatticeNoise;

/// Which derivative of a noise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial {
    pub fade: Fade,
    /// Which of the noise's axes; the derivative is per cell along it.
    pub along: usize,
}

struct OfPerlin(Partial);
struct OfClassic(Partial);

/// Sets samples to the derivative of perlin or classic noise.
pub(super) fn fill(task: Fill, of: Partial, simd: Simd) {
    match (task.source.noise, task.axes.len()) {
        (LatticeNoise::Perlin, 1) => task.with::<1>(OfPerlin(of), simd),
        (LatticeNoise::Perlin, 2) => task.with::<2>(OfPerlin(of), simd),
        (LatticeNoise::Perlin, 3) => task.with::<3>(OfPerlin(of), simd),
        (LatticeNoise::Perlin, 4) => task.with::<4>(OfPerlin(of), simd),
        (LatticeNoise::Classic, 2) => task.with::<2>(OfClassic(of), simd),
        (LatticeNoise::Classic, 3) => task.with::<3>(OfClassic(of), simd),
        _ => unreachable!("a noise of corner gradients, with as many axes as it can have"),
    }
}

impl PointNoise<1> for OfPerlin {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 1]) -> Floats {
        let slopes = slopes(hasher, places);
        sampled(places, &slopes, |place, slopes| {
            slope(self.0, &place, |c, way| slopes[c] * way[0])
        })
    }
}

impl PointNoise<2> for OfPerlin {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 2]) -> Floats {
        let hashes = plane(hasher, places);
        sampled(places, &hashes, |place, hashes| {
            slope(self.0, &place, |c, way| {
                gradient_3d(hashes[c], [way[0], way[1], 0.0])
            })
        })
    }
}

impl PointNoise<3> for OfPerlin {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 3]) -> Floats {
        let hashes = hasher.cells::<3, 8>(places, 4);
        sampled(places, &hashes, |place, hashes| {
            slope(self.0, &place, |c, way| gradient_3d(hashes[c], way))
        })
    }
}

impl PointNoise<4> for OfPerlin {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 4]) -> Floats {
        let hashes = hasher.cells::<4, 16>(places, 5);
        sampled(places, &hashes, |place, hashes| {
            slope(self.0, &place, |c, way| gradient_4d(hashes[c], way))
        })
    }
}

impl PointNoise<2> for OfClassic {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 2]) -> Floats {
        let hashes = hasher.cells::<2, 4>(places, 8);
        sampled(places, &hashes, |place, hashes| {
            slope(self.0, &place, |c, way| product(&ON_CIRCLE, hashes[c], way))
        })
    }
}

impl PointNoise<3> for OfClassic {
    #[inline(always)]
    fn at<L: Lanes>(&self, hasher: &Hasher<L>, places: &[Places; 3]) -> Floats {
        let hashes = hasher.cells::<3, 8>(places, 8);
        sampled(places, &hashes, |place, hashes| {
            slope(self.0, &place, |c, way| product(&ON_SPHERE, hashes[c], way))
        })
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
