//! The gradients of perlin and simplex noise, in two to four dimensions.

use super::hasher::Hasher;
use crate::cpu::corner::{gradient_bits, gradient_components};
use crate::cpu::simd::{Floats, Lanes};

/// The gradients of a number of dimensions, as look-up tables of their components.
///
/// They are doubled, because 2 and −2 are f32 that byte shuffles can look up ([`Lanes::sign_table`]), and 1 and −1 are not. So
/// sums of what they contribute are twice the noise.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct Gradients<L: Lanes, const D: usize> {
    lanes: L,
    components: [L::SignTable; D],
}

impl<L: Lanes, const D: usize> Gradients<L, D> {
    #[inline(always)]
    pub fn new(lanes: L) -> Gradients<L, D> {
        let of = gradient_components(D);
        let mut components = [lanes.sign_table(&doubled(&of[0])); D];
        for axis in 1..D {
            components[axis] = lanes.sign_table(&doubled(&of[axis]));
        }
        Gradients { lanes, components }
    }

    /// Looks up the gradients of a group of corners.
    #[inline(always)]
    pub fn look_up<H: Hasher<L>>(&self, hasher: &H, corner: &H::Corner<D>) -> L::Signs<D> {
        let [signs] = self.look_up_all(hasher, &[*corner]);
        signs
    }

    /// Looks up the gradients of the corners of a group of cells.
    #[inline(always)]
    pub(super) fn look_up_all<H: Hasher<L>, const C: usize>(
        &self,
        hasher: &H,
        corners: &[H::Corner<D>; C],
    ) -> [L::Signs<D>; C] {
        let bytes = match gradient_bits(D) {
            5 => hasher.gradients::<D, C, 5>(corners),
            _ => hasher.gradients::<D, C, 4>(corners),
        };
        let signs = |bytes| match gradient_bits(D) {
            5 => (self.lanes).look_up_signs::<D, true>(&self.components, bytes),
            _ => (self.lanes).look_up_signs::<D, false>(&self.components, bytes),
        };
        let mut looked_up = [signs(bytes[0]); C];
        for c in 1..C {
            looked_up[c] = signs(bytes[c]);
        }
        looked_up
    }

    /// Returns the components of doubled gradients that were looked up, for vector `q` of the group.
    #[inline(always)]
    pub fn at(&self, looked_up: &L::Signs<D>, q: usize) -> [Floats<L>; D] {
        let (lanes, of) = (self.lanes, &self.components);
        let signs = match gradient_bits(D) {
            5 => lanes.signs::<D, true>(of, looked_up, q),
            _ => lanes.signs::<D, false>(of, looked_up, q),
        };
        let mut components = [Floats::new(lanes, signs[0]); D];
        for axis in 1..D {
            components[axis] = Floats::new(lanes, signs[axis]);
        }
        components
    }
}

/// Computes the dot product of gradients and offsets.
#[inline(always)]
pub(super) fn dot<L: Lanes, const D: usize>(a: &[Floats<L>; D], b: &[Floats<L>; D]) -> Floats<L> {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum = a[axis].mul_add(b[axis], sum);
    }
    sum
}

#[inline(always)]
fn doubled(of: &[f32; 32]) -> [f32; 32] {
    let mut doubled = *of;
    for number in &mut doubled {
        *number *= 2.0;
    }
    doubled
}
