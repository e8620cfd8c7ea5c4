//! AVX2 with fused multiplication: 8 samples, or the hashes of 32 corners, at a time.

use std::arch::x86_64::*;

use super::{Kernel, Lanes};
use crate::hash::Permutation;

/// The AVX2 form; exists only inside [`run`].
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

/// Runs a kernel in this form, as a function of its own.
#[inline(never)]
#[target_feature(enable = "avx2,fma")]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Avx2(()))
}

/// An instruction of the form.
macro_rules! have {
    ($call:expr) => {
        // SAFETY: an `Avx2` exists only inside `run`, which is called where its features are.
        unsafe { $call }
    };
}

/// Copies numbers around the caches, one by one. A line that is written so in parts leaves as a whole, while one that is
/// written through the caches in part must first be read.
#[inline(always)]
pub(super) fn stream_few(from: &[f32], to: &mut [f32]) {
    for (from, to) in from.iter().zip(to) {
        let to: *mut f32 = to;
        // SAFETY: one element is there, and every x86-64 has the instruction.
        unsafe { _mm_stream_si32(to.cast(), from.to_bits().cast_signed()) };
    }
}

/// A permutation in two halves of eight blocks of 16 bytes. A block is stored as what it differs by
/// from the one before in its half, in both halves of a vector.
#[derive(Clone, Copy)]
pub(super) struct Blocks([[__m256i; 8]; 2]);

impl Avx2 {
    /// The bytes of one half of the permutation that the low seven bits of each byte name; of no
    /// meaning where the eighth bit is set.
    #[inline(always)]
    fn look_up_half(self, half: &[__m256i; 8], bytes: __m256i) -> __m256i {
        have!({
            let mut found = _mm256_setzero_si256();
            let mut at = bytes;
            for block in half {
                // A byte below the block is negative by now, and a shuffle makes that 0.
                found = _mm256_xor_si256(found, _mm256_shuffle_epi8(*block, at));
                at = _mm256_sub_epi8(at, _mm256_set1_epi8(16));
            }
            found
        })
    }

    /// The lanes of two vectors that the low three bits of each index name: of the second where
    /// the sign of `second` is set.
    #[inline(always)]
    fn choose_of_two(self, of: [__m256; 2], by: __m256i, second: __m256) -> __m256 {
        have!({
            let low = _mm256_permutevar8x32_ps(of[0], by);
            let high = _mm256_permutevar8x32_ps(of[1], by);
            _mm256_blendv_ps(low, high, second)
        })
    }
}

impl Lanes for Avx2 {
    const WIDTH: usize = 8;
    const MANY_REGISTERS: bool = false;
    const BYTES: usize = 32;

    type Floats = __m256;
    type Indices = __m256i;
    type Table = [__m256; 4];
    type Bytes = __m256i;
    type BytesTable = Blocks;

    #[inline(always)]
    fn apart<K: Kernel>(self, kernel: K) -> K::Output {
        have!(run(kernel))
    }

    #[inline(always)]
    fn splat(self, value: f32) -> __m256 {
        have!(_mm256_set1_ps(value))
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> __m256 {
        let from = &from[..8];
        // SAFETY: 8 elements are there.
        have!(_mm256_loadu_ps(from.as_ptr()))
    }

    #[inline(always)]
    fn store(self, value: __m256, to: &mut [f32]) {
        match to.first_chunk_mut::<8>() {
            // SAFETY: 8 elements are there.
            Some(to) => have!(_mm256_storeu_ps(to.as_mut_ptr(), value)),
            None => {
                let mut all = [0.0; 8];
                // SAFETY: 8 elements are there.
                have!(_mm256_storeu_ps(all.as_mut_ptr(), value));
                to.copy_from_slice(&all[..to.len()]);
            }
        }
    }

    #[inline(always)]
    fn stream(self, value: __m256, to: &mut [f32]) {
        match to.first_chunk_mut::<8>() {
            // SAFETY: 8 elements are there, at an address that is a multiple of 32.
            Some(to) if to.as_ptr().addr() % 32 == 0 => {
                have!(_mm256_stream_ps(to.as_mut_ptr(), value));
            }
            _ => self.store(value, to),
        }
    }

    #[inline(always)]
    fn stream_few(self, from: &[f32], to: &mut [f32]) {
        stream_few(from, to);
    }

    #[inline(always)]
    fn fence(self) {
        have!(_mm_sfence());
    }

    #[inline(always)]
    fn add(self, a: __m256, b: __m256) -> __m256 {
        have!(_mm256_add_ps(a, b))
    }

    #[inline(always)]
    fn sub(self, a: __m256, b: __m256) -> __m256 {
        have!(_mm256_sub_ps(a, b))
    }

    #[inline(always)]
    fn mul(self, a: __m256, b: __m256) -> __m256 {
        have!(_mm256_mul_ps(a, b))
    }

    #[inline(always)]
    fn mul_add(self, a: __m256, b: __m256, c: __m256) -> __m256 {
        have!(_mm256_fmadd_ps(a, b, c))
    }

    #[inline(always)]
    fn shifted(self, this: __m256, next: __m256) -> __m256 {
        have!({
            let (this, next) = (_mm256_castps_si256(this), _mm256_castps_si256(next));
            // The upper half of this and the lower half of the next.
            let middle = _mm256_permute2x128_si256::<0x21>(this, next);
            _mm256_castsi256_ps(_mm256_alignr_epi8::<4>(middle, this))
        })
    }

    #[inline(always)]
    fn indices(self, from: &[u32]) -> __m256i {
        let from = &from[..8];
        // SAFETY: 8 elements are there.
        have!(_mm256_loadu_si256(from.as_ptr().cast()))
    }

    #[inline(always)]
    fn permute(self, of: __m256, by: __m256i) -> __m256 {
        have!(_mm256_permutevar8x32_ps(of, by))
    }

    #[inline(always)]
    fn table(self, of: &[f32; 32]) -> [__m256; 4] {
        [
            self.load(&of[..8]),
            self.load(&of[8..16]),
            self.load(&of[16..24]),
            self.load(&of[24..]),
        ]
    }

    #[inline(always)]
    fn choose<const WIDE: bool>(self, of: [__m256; 4], by: &[u8]) -> __m256 {
        let by = &by[..8];
        // SAFETY: 8 bytes are there.
        have!({
            let by = _mm256_cvtepu8_epi32(_mm_loadl_epi64(by.as_ptr().cast()));
            // A permutation takes three bits of an index; a blend the sign bit, moved up to there.
            let fourth = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(by));
            let low = self.choose_of_two([of[0], of[1]], by, fourth);
            match WIDE {
                true => {
                    let fifth = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(by));
                    let high = self.choose_of_two([of[2], of[3]], by, fourth);
                    _mm256_blendv_ps(low, high, fifth)
                }
                false => low,
            }
        })
    }

    #[inline(always)]
    fn bytes_table(self, of: &Permutation) -> Blocks {
        let mut blocks = Blocks([[have!(_mm256_setzero_si256()); 8]; 2]);
        for (half, of) in blocks.0.iter_mut().zip(of.as_chunks::<128>().0) {
            let mut before = have!(_mm_setzero_si128());
            for (block, of) in half.iter_mut().zip(of.as_chunks::<16>().0) {
                // SAFETY: 16 bytes are there.
                let own = have!(_mm_loadu_si128(of.as_ptr().cast()));
                *block = have!(_mm256_broadcastsi128_si256(_mm_xor_si128(own, before)));
                before = own;
            }
        }
        blocks
    }

    #[inline(always)]
    fn load_bytes(self, from: &[u8]) -> __m256i {
        let from = &from[..32];
        // SAFETY: 32 bytes are there.
        have!(_mm256_loadu_si256(from.as_ptr().cast()))
    }

    #[inline(always)]
    fn store_bytes(self, value: __m256i, to: &mut [u8]) {
        let to = &mut to[..32];
        // SAFETY: 32 bytes are there.
        have!(_mm256_storeu_si256(to.as_mut_ptr().cast(), value));
    }

    #[inline(always)]
    fn add_byte(self, a: __m256i, value: u8) -> __m256i {
        have!(_mm256_add_epi8(a, _mm256_set1_epi8(value as i8)))
    }

    #[inline(always)]
    fn and_byte(self, a: __m256i, mask: u8) -> __m256i {
        have!(_mm256_and_si256(a, _mm256_set1_epi8(mask as i8)))
    }

    #[inline(always)]
    fn look_up(self, of: &Blocks, bytes: __m256i) -> __m256i {
        let low = self.look_up_half(&of.0[0], bytes);
        let upper = have!(_mm256_xor_si256(bytes, _mm256_set1_epi8(i8::MIN)));
        let high = self.look_up_half(&of.0[1], upper);
        have!(_mm256_blendv_epi8(low, high, bytes))
    }
}
