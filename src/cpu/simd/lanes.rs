//! The two traits of the SIMD code: what a kernel is, and the vector operations that it is written with.

use crate::hash::Permutation;

/// Work that is compiled once for each SIMD level.
///
/// `execute` and everything that it calls must be `#[inline(always)]`. A function that is not inlined is compiled without
/// the instructions of the level, because they are enabled only for the function that [`Simd::dispatch`] calls.
///
/// [`Simd::dispatch`]: super::Simd::dispatch
pub(in crate::cpu) trait SimdKernel {
    /// What the work returns.
    type Output;

    /// Does the work with the vectors of `lanes`.
    fn execute<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// The vectors of one SIMD level. A value of such a type proves that the CPU has the instructions.
///
/// Methods read and write slices from their first element on. Lane 0 holds the element of the lowest index.
pub(in crate::cpu) trait Lanes: Copy {
    /// Lanes of a vector of f32: 4, 8 or 16.
    const WIDTH: usize;
    /// Whether there are 32 vector registers instead of 16.
    const MANY_REGISTERS: bool;
    /// Bytes that are looked up at a time; a divisor of 64.
    const BYTES: usize;

    /// A vector of [`Lanes::WIDTH`] f32.
    type Floats: Copy;
    /// For each lane of a vector, the lane that it takes in a permutation.
    type Indices: Copy;
    /// A look-up table of 32 f32.
    type FloatTable: Copy;
    /// A vector of [`Lanes::BYTES`] bytes.
    type Bytes: Copy;
    /// A permutation of 256 bytes as a look-up table.
    type ByteTable: Copy;

    /// Executes a part of a kernel as a function of its own, with the same instructions. The compiler's time grows faster
    /// than the size of a function, so a kernel with many branches is compiled much sooner in parts.
    fn execute_outlined<K: SimdKernel>(self, kernel: K) -> K::Output;

    /// Returns a vector with the same number in every lane.
    fn splat(self, value: f32) -> Self::Floats;

    /// Loads `WIDTH` numbers.
    fn load(self, from: &[f32]) -> Self::Floats;

    /// Stores a vector, or as many of its first lanes as `to` has room for.
    fn store(self, value: Self::Floats, to: &mut [f32]);

    /// Stores a vector as [`Lanes::store`] does, past the caches if the level can and `to` is aligned to the vector's size.
    #[inline(always)]
    fn store_non_temporal(self, value: Self::Floats, to: &mut [f32]) {
        self.store(value, to);
    }

    /// Copies fewer than `WIDTH` numbers to any address, with non-temporal stores if the level has them.
    #[inline(always)]
    fn copy_non_temporal(self, from: &[f32], to: &mut [f32]) {
        to.copy_from_slice(from);
    }

    /// Counts the elements before the first address that is aligned to the size of a vector.
    #[inline(always)]
    fn unaligned_prefix(self, to: &[f32]) -> usize {
        let bytes = Self::WIDTH * size_of::<f32>();
        to.as_ptr().align_offset(bytes).min(to.len())
    }

    /// Orders non-temporal stores before all later stores. Other threads may read the samples only after it.
    #[inline(always)]
    fn fence(self) {}

    /// Computes a + b.
    fn add(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// Computes a − b.
    fn sub(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// Computes a·b.
    fn mul(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// Computes a·b + c: fused, rounded once, at every level but the portable one.
    fn mul_add(self, a: Self::Floats, b: Self::Floats, c: Self::Floats) -> Self::Floats;

    /// Returns lanes 1 and up of `this`, followed by lane 0 of `next`.
    fn shift_in(self, this: Self::Floats, next: Self::Floats) -> Self::Floats;

    /// Loads `WIDTH` lane indices, each less than `WIDTH`.
    fn load_indices(self, from: &[u32]) -> Self::Indices;

    /// Returns a vector whose lane i is the lane of `of` that lane i of `by` selects.
    fn permute(self, of: Self::Floats, by: Self::Indices) -> Self::Floats;

    /// Loads the elements of a slice at `WIDTH` indices, one by one.
    #[inline(always)]
    fn gather(self, of: &[f32], by: &[u32]) -> Self::Floats {
        let mut lanes = [0.0; 16];
        for (lane, &i) in lanes.iter_mut().zip(&by[..Self::WIDTH]) {
            *lane = of[i as usize];
        }
        self.load(&lanes)
    }

    /// Loads a look-up table of 32 numbers.
    fn float_table(self, of: &[f32; 32]) -> Self::FloatTable;

    /// Looks up `WIDTH` bytes in a table: less than 32 if `ALL_32`, else less than 16, which takes fewer instructions.
    fn look_up_floats<const ALL_32: bool>(self, of: Self::FloatTable, by: &[u8]) -> Self::Floats;

    /// Loads a permutation.
    fn byte_table(self, of: &Permutation) -> Self::ByteTable;

    /// Loads `BYTES` bytes.
    fn load_bytes(self, from: &[u8]) -> Self::Bytes;

    /// Stores `BYTES` bytes.
    fn store_bytes(self, value: Self::Bytes, to: &mut [u8]);

    /// Adds `value` to each byte, modulo 256.
    fn add_byte(self, a: Self::Bytes, value: u8) -> Self::Bytes;

    /// Computes the bitwise and of each byte and `mask`.
    fn and_byte(self, a: Self::Bytes, mask: u8) -> Self::Bytes;

    /// Looks up each byte in a permutation.
    fn look_up_bytes(self, of: &Self::ByteTable, bytes: Self::Bytes) -> Self::Bytes;
}
