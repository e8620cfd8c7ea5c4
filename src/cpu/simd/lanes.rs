//! The vector instructions that the kernels are written over.

use super::Kernel;
use crate::hash::Permutation;

/// One form's vectors. A value of such a type is the proof that the machine has the instructions.
///
/// Slices are read and written from their first element on.
pub(in crate::cpu) trait Lanes: Copy {
    /// Numbers in a vector: 4, 8 or 16.
    const WIDTH: usize;
    /// Whether there are 32 vector registers, not 16.
    const MANY_REGISTERS: bool;
    /// Bytes that are hashed at a time; 64 is a multiple of it.
    const BYTES: usize;

    /// A vector of f32.
    type Floats: Copy;
    /// Which lane of a vector each lane takes.
    type Indices: Copy;
    /// 32 numbers that bytes choose from.
    type Table: Copy;
    /// A vector of [`Lanes::BYTES`] bytes.
    type Bytes: Copy;
    /// A permutation of 256 bytes, ready to be looked up.
    type BytesTable: Copy;

    /// Runs a part of a kernel as a function of its own, with the same instructions. A kernel with many branches is compiled much
    /// sooner in parts: the compiler's time grows faster than a function.
    fn apart<K: Kernel>(self, kernel: K) -> K::Output;

    /// The same number in every lane.
    fn splat(self, value: f32) -> Self::Floats;

    /// `WIDTH` numbers.
    fn load(self, from: &[f32]) -> Self::Floats;

    /// Writes a vector, or as much of it as there is room for.
    fn store(self, value: Self::Floats, to: &mut [f32]);

    /// The same, around the caches where `to` is aligned for it.
    #[inline(always)]
    fn stream(self, value: Self::Floats, to: &mut [f32]) {
        self.store(value, to);
    }

    /// Copies fewer than a vector, wherever they lie, around the caches where the form can.
    #[inline(always)]
    fn stream_few(self, from: &[f32], to: &mut [f32]) {
        to.copy_from_slice(from);
    }

    /// How many numbers stand before the first place where a vector may be streamed.
    #[inline(always)]
    fn before_streams(self, to: &[f32]) -> usize {
        let bytes = Self::WIDTH * size_of::<f32>();
        to.as_ptr().align_offset(bytes).min(to.len())
    }

    /// Makes what was streamed visible to other threads.
    #[inline(always)]
    fn fence(self) {}

    /// a + b.
    fn add(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// a − b.
    fn sub(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// a·b.
    fn mul(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// a·b + c, rounded once in every form but the portable one.
    fn mul_add(self, a: Self::Floats, b: Self::Floats, c: Self::Floats) -> Self::Floats;

    /// The vector one lane further on, where `next` follows `this`.
    fn shifted(self, this: Self::Floats, next: Self::Floats) -> Self::Floats;

    /// `WIDTH` indices, each below `WIDTH`.
    fn indices(self, from: &[u32]) -> Self::Indices;

    /// The lanes of `of` that the indices name.
    fn permute(self, of: Self::Floats, by: Self::Indices) -> Self::Floats;

    /// The elements of a slice that `WIDTH` indices name.
    #[inline(always)]
    fn gather(self, of: &[f32], by: &[u32]) -> Self::Floats {
        let mut lanes = [0.0; 16];
        for (lane, &i) in lanes.iter_mut().zip(&by[..Self::WIDTH]) {
            *lane = of[i as usize];
        }
        self.load(&lanes)
    }

    /// A table to choose from.
    fn table(self, of: &[f32; 32]) -> Self::Table;

    /// What `WIDTH` bytes choose: from all 32 numbers if `WIDE`, else from the first 16. Bytes stay
    /// below that.
    fn choose<const WIDE: bool>(self, of: Self::Table, by: &[u8]) -> Self::Floats;

    /// A permutation to look up.
    fn bytes_table(self, of: &Permutation) -> Self::BytesTable;

    /// `BYTES` bytes.
    fn load_bytes(self, from: &[u8]) -> Self::Bytes;

    /// Writes `BYTES` bytes.
    fn store_bytes(self, value: Self::Bytes, to: &mut [u8]);

    /// Each byte plus `value`, modulo 256.
    fn add_byte(self, a: Self::Bytes, value: u8) -> Self::Bytes;

    /// The bits that each byte has in common with `mask`.
    fn and_byte(self, a: Self::Bytes, mask: u8) -> Self::Bytes;

    /// What the permutation makes of each byte.
    fn look_up(self, of: &Self::BytesTable, bytes: Self::Bytes) -> Self::Bytes;
}
