//! The gradients of perlin and simplex noise, in two to four dimensions.

use super::hasher::Hasher;
use crate::cpu::corner::{gradient_bits, gradient_components};
use crate::cpu::simd::{Floats, Lanes, Words};

/// The gradients of a number of dimensions, as look-up tables of their components.
///
/// They are doubled, because 2 and −2 are f32 that byte shuffles can look up ([`Lanes::sign_table`]), and 1 and −1 are not. So
/// sums of what they contribute are twice the noise.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct Gradients<L: Lanes, const D: usize> {
    lanes: L,
    components: [L::SignTable; D],
}

/// The doubled gradients at a vector of corners, each a row of the tables.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct Gradient<L: Lanes, const D: usize> {
    of: Gradients<L, D>,
    row: Words<L>,
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

    /// Returns the doubled gradients of corners, for vector `q` of the group.
    #[inline(always)]
    pub fn at<H: Hasher<L>>(self, hasher: &H, corner: &H::Corner<D>, q: usize) -> Gradient<L, D> {
        let row = match gradient_bits(D) {
            5 => hasher.gradient::<D, 5>(corner, q),
            _ => hasher.gradient::<D, 4>(corner, q),
        };
        Gradient { of: self, row }
    }
}

impl<L: Lanes, const D: usize> Gradient<L, D> {
    /// Returns all components.
    #[inline(always)]
    pub fn components(self) -> [Floats<L>; D] {
        let mut components = [self.component(0); D];
        for axis in 1..D {
            components[axis] = self.component(axis);
        }
        components
    }

    /// Returns a component.
    #[inline(always)]
    pub fn component(self, axis: usize) -> Floats<L> {
        let (lanes, table) = (self.of.lanes, self.of.components[axis]);
        let value = match gradient_bits(D) {
            5 => lanes.look_up_signs::<true>(table, self.row.value),
            _ => lanes.look_up_signs::<false>(table, self.row.value),
        };
        Floats::new(lanes, value)
    }

    /// Computes the dot product with a vector.
    #[inline(always)]
    pub fn product(self, with: &[Floats<L>; D]) -> Floats<L> {
        let mut sum = self.component(0) * with[0];
        for axis in 1..D {
            sum = self.component(axis).mul_add(with[axis], sum);
        }
        sum
    }
}

#[inline(always)]
fn doubled(of: &[f32; 32]) -> [f32; 32] {
    let mut doubled = *of;
    for number in &mut doubled {
        *number *= 2.0;
    }
    doubled
}
