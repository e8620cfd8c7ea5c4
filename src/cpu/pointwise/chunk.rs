//! Arrays with an element for each sample of a chunk.

/// Samples of a chunk: the bytes of the widest vector, so that a chunk of byte hashes is one vector of AVX-512.
pub(super) const CHUNK: usize = 64;

/// A number for each sample.
pub(super) type FloatChunk = [f32; CHUNK];
/// A number for each sample, precise enough for a position in cells.
pub(super) type DoubleChunk = [f64; CHUNK];
/// A key or a hash for each sample.
pub(super) type WordChunk = [u32; CHUNK];
/// A hash of a permutation table for each sample.
pub(super) type ByteChunk = [u8; CHUNK];

/// Applies a function to each element. `array::map` is not always inlined, and is then not vectorised.
#[inline(always)]
pub(super) fn mapped<A: Copy, B: Copy + Default>(
    from: &[A; CHUNK],
    f: impl Fn(A) -> B,
) -> [B; CHUNK] {
    let mut to = [B::default(); CHUNK];
    for (to, &from) in to.iter_mut().zip(from) {
        *to = f(from);
    }
    to
}

/// Applies a function to each pair of elements.
#[inline(always)]
pub(super) fn zipped(a: &FloatChunk, b: &FloatChunk, f: impl Fn(f32, f32) -> f32) -> FloatChunk {
    let mut to = [0.0; CHUNK];
    for ((to, &a), &b) in to.iter_mut().zip(a).zip(b) {
        *to = f(a, b);
    }
    to
}
