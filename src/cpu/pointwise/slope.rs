//! Partial derivatives of perlin and classic noise at points.
//!
//! Blending works on pairs of a value and its derivative (dual numbers, forward differentiation). A corner has the value g·Δ
//! and the derivative gₐ along axis a. A blend along axis i of v₀ and v₁ with the fade s has the derivative
//! lerp(s, v₀′, v₁′), plus s′·(v₁ − v₀) if i is a.

use super::blend::{CORNERS_MAX, lerp, offset};
use super::cells::{Cell, Cells, cell_of, corner_keys};
use super::classic::direction;
use super::fades::fade_slope;
use super::gradients::{Gradients, dot};
use super::hasher::Hasher;
use super::layer::{PointNoise, PointwiseLayer};
use super::perlin::slope;
use crate::cpu::corner::directions;
use crate::cpu::simd::{Floats, Group, Lanes, Simd};
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
/// Classic noise, with its gradients.
struct ClassicSlope(Partial, &'static [[f32; 4]; 256]);

/// Computes the derivative of a layer of perlin or classic noise.
pub(super) fn compute_layer(layer: PointwiseLayer, of: Partial, simd: Simd) {
    match (layer.source.noise, layer.axes.len()) {
        (LatticeNoise::Perlin, 1) => layer.compute_noise::<1, _>(PerlinSlope(of), simd),
        (LatticeNoise::Perlin, 2) => layer.compute_noise::<2, _>(PerlinSlope(of), simd),
        (LatticeNoise::Perlin, 3) => layer.compute_noise::<3, _>(PerlinSlope(of), simd),
        (LatticeNoise::Perlin, 4) => layer.compute_noise::<4, _>(PerlinSlope(of), simd),
        (LatticeNoise::Classic, 2) => {
            layer.compute_noise::<2, _>(ClassicSlope(of, directions(2)), simd);
        }
        (LatticeNoise::Classic, 3) => {
            layer.compute_noise::<3, _>(ClassicSlope(of, directions(3)), simd);
        }
        _ => unreachable!("perlin noise has one to four axes, classic noise two or three"),
    }
}

impl PointNoise<1> for PerlinSlope {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 1]) -> Group<Floats<L>> {
        let corners: [H::Corner<1>; 2] = hasher.corners(&corner_keys(hasher, cells));
        let mut noise = cells[0].fraction;
        for q in 0..4 {
            let mut gradients = [[noise[q]]; CORNERS_MAX];
            for c in 0..2 {
                gradients[c] = [slope(hasher, &corners[c], q)];
            }
            noise[q] = partial(self.0, &cell_of(cells, q), &gradients);
        }
        noise
    }
}

impl PointNoise<2> for PerlinSlope {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 2]) -> Group<Floats<L>> {
        let corners = hasher.plane_corners(&corner_keys(hasher, cells));
        perlin_slope(self.0, hasher, cells, &corners)
    }
}

impl PointNoise<3> for PerlinSlope {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 3]) -> Group<Floats<L>> {
        let corners: [H::Corner<3>; 8] = hasher.gradient_corners(&corner_keys(hasher, cells));
        perlin_slope(self.0, hasher, cells, &corners)
    }
}

impl PointNoise<4> for PerlinSlope {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 4]) -> Group<Floats<L>> {
        let corners: [H::Corner<4>; 16] = hasher.gradient_corners(&corner_keys(hasher, cells));
        perlin_slope(self.0, hasher, cells, &corners)
    }
}

impl PointNoise<2> for ClassicSlope {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 2]) -> Group<Floats<L>> {
        let corners: [H::Corner<2>; 4] = hasher.corners(&corner_keys(hasher, cells));
        classic_slope(self, hasher, cells, &corners)
    }
}

impl PointNoise<3> for ClassicSlope {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 3]) -> Group<Floats<L>> {
        let corners: [H::Corner<3>; 8] = hasher.corners(&corner_keys(hasher, cells));
        classic_slope(self, hasher, cells, &corners)
    }
}

/// Computes the derivative of perlin noise from the `C` = 2ᴰ corners of the cells.
#[inline(always)]
fn perlin_slope<L: Lanes, H: Hasher<L>, const D: usize, const C: usize>(
    of: Partial,
    hasher: &H,
    cells: &[Cells<L>; D],
    corners: &[H::Corner<D>; C],
) -> Group<Floats<L>> {
    let table = Gradients::new(cells[0].lanes());
    let looked_up = table.look_up_all(hasher, corners);
    let mut noise = cells[0].fraction;
    for q in 0..4 {
        let mut gradients = [[noise[q]; D]; CORNERS_MAX];
        for c in 0..C {
            gradients[c] = table.at(&looked_up[c], q);
        }
        // The gradients are doubled.
        noise[q] = partial(of, &cell_of(cells, q), &gradients) * 0.5;
    }
    noise
}

/// Computes the derivative of classic noise from the `C` = 2ᴰ corners of the cells.
#[inline(always)]
fn classic_slope<L: Lanes, H: Hasher<L>, const D: usize, const C: usize>(
    ClassicSlope(of, table): &ClassicSlope,
    hasher: &H,
    cells: &[Cells<L>; D],
    corners: &[H::Corner<D>; C],
) -> Group<Floats<L>> {
    let bytes = hasher.gradients::<D, C, 8>(corners);
    let mut noise = cells[0].fraction;
    for q in 0..4 {
        let mut gradients = [[noise[q]; D]; CORNERS_MAX];
        for c in 0..C {
            gradients[c] = direction(table, cells[0].lanes(), bytes[c], q);
        }
        noise[q] = partial(*of, &cell_of(cells, q), &gradients);
    }
    noise
}

/// A value and its derivative.
#[derive(Clone, Copy)]
struct Dual<L: Lanes> {
    value: Floats<L>,
    slope: Floats<L>,
}

/// Computes the partial derivative from the gradients at the 2ᴰ corners of a cell.
#[inline(always)]
fn partial<L: Lanes, const D: usize>(
    of: Partial,
    cell: &[Cell<L>; D],
    gradients: &[[Floats<L>; D]; CORNERS_MAX],
) -> Floats<L> {
    let start = cell[0].fraction;
    let mut corners = [Dual {
        value: start,
        slope: start,
    }; CORNERS_MAX];
    for c in 0..1 << D {
        let (gradient, offset) = (&gradients[c], offset(cell, c));
        corners[c] = Dual {
            value: dot(gradient, &offset),
            slope: gradient[of.along],
        };
    }
    // In turn, each axis halves the number of corners: corner c is then the blend of 2c and 2c + 1.
    for axis in 0..D {
        for c in 0..1 << (D - 1 - axis) {
            let ([low, high], at) = ([corners[2 * c], corners[2 * c + 1]], cell[axis]);
            let value = lerp(at.fade, low.value, high.value);
            let mut slope = lerp(at.fade, low.slope, high.slope);
            if axis == of.along {
                slope = fade_slope(of.fade, at.fraction).mul_add(high.value - low.value, slope);
            }
            corners[c] = Dual { value, slope };
        }
    }
    corners[0].slope
}
