//! Where the inner loop writes: the sums of the layers so far, or the caller's memory.

use super::buffers::PerSample;
use crate::cpu::simd::Lanes;

/// The memory for the values of one layer, for `N` rows of a tile.
pub(super) struct Destination<'a, 'b, const N: usize> {
    /// The sums of the layers so far; the first `N` are used.
    pub sums: &'a mut [PerSample; 2],
    /// The caller's memory, if this is the last layer.
    pub out: Option<&'a mut [&'b mut [f32]; N]>,
    /// Whether this is the first layer, which begins the sums.
    pub first: bool,
    /// Whether `out` is written with non-temporal stores. It must then be aligned to a vector.
    pub non_temporal: bool,
}

/// Writes the vectors of values that the loop computes.
pub(super) trait WriteVector {
    /// Writes the values of a row's samples from `at` on.
    fn write<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats);
}

/// Sets the sums, which have room for whole vectors.
pub(super) struct BeginSums<'a>(pub &'a mut [PerSample; 2]);
/// Adds to the sums.
pub(super) struct AddToSums<'a>(pub &'a mut [PerSample; 2]);
/// Sets the output, where the last vector may be cut off.
pub(super) struct SetOutput<'a, 'b, const N: usize, const NON_TEMPORAL: bool>(
    pub &'a mut [&'b mut [f32]; N],
);
/// Sets the output to the sums plus the values of the last layer.
pub(super) struct EndSums<'a, 'b, const N: usize, const NON_TEMPORAL: bool>(
    pub &'a mut [PerSample; 2],
    pub &'a mut [&'b mut [f32]; N],
);

impl WriteVector for BeginSums<'_> {
    #[inline(always)]
    fn write<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        lanes.store(value, &mut self.0[row].0[at..][..L::WIDTH]);
    }
}

impl WriteVector for AddToSums<'_> {
    #[inline(always)]
    fn write<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        let sum = &mut self.0[row].0[at..][..L::WIDTH];
        lanes.store(lanes.add(lanes.load(sum), value), sum);
    }
}

impl<const N: usize, const NON_TEMPORAL: bool> WriteVector for SetOutput<'_, '_, N, NON_TEMPORAL> {
    #[inline(always)]
    fn write<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        store_output::<L, NON_TEMPORAL>(lanes, value, &mut self.0[row][at..]);
    }
}

impl<const N: usize, const NON_TEMPORAL: bool> WriteVector for EndSums<'_, '_, N, NON_TEMPORAL> {
    #[inline(always)]
    fn write<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        let value = lanes.add(lanes.load(&self.0[row].0[at..]), value);
        store_output::<L, NON_TEMPORAL>(lanes, value, &mut self.1[row][at..]);
    }
}

/// Stores a vector in the caller's memory.
#[inline(always)]
fn store_output<L: Lanes, const NON_TEMPORAL: bool>(lanes: L, value: L::Floats, to: &mut [f32]) {
    if NON_TEMPORAL {
        lanes.store_non_temporal(value, to);
    } else {
        lanes.store(value, to);
    }
}
