//! AVX-512 with VBMI: 16 samples, or the hashes of 64 corners, at a time.

use std::arch::x86_64::*;

use super::avx2::copy_non_temporal;
use super::lanes::{Lanes, SimdKernel};
use crate::hash::Permutation;

/// The AVX-512 level. Only [`execute`] makes one.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
}

/// Executes a kernel, in a function that is compiled with the instructions of AVX-512.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi,avx2,fma")]
pub(super) fn execute<K: SimdKernel>(kernel: K) -> K::Output {
    kernel.execute(Avx512(()))
}

/// Wraps calls of intrinsics.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: an `Avx512` exists only within a call of `execute`, which needs the features itself.
        unsafe { $call }
    };
}

impl Lanes for Avx512 {
    const WIDTH: usize = 16;
    const MANY_REGISTERS: bool = true;
    const BYTES: usize = 64;

    type Floats = __m512;
    type Indices = __m512i;
    type FloatTable = [__m512; 2];
    type Bytes = __m512i;
    type ByteTable = [__m512i; 4];

    #[inline(always)]
    fn execute_outlined<K: SimdKernel>(self, kernel: K) -> K::Output {
        intrinsic!(execute(kernel))
    }

    #[inline(always)]
    fn splat(self, value: f32) -> __m512 {
        intrinsic!(_mm512_set1_ps(value))
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> __m512 {
        let from = &from[..16];
        // SAFETY: the slice has 16 elements.
        intrinsic!(_mm512_loadu_ps(from.as_ptr()))
    }

    #[inline(always)]
    fn store(self, value: __m512, to: &mut [f32]) {
        match to.first_chunk_mut::<16>() {
            // SAFETY: the slice has 16 elements.
            Some(to) => intrinsic!(_mm512_storeu_ps(to.as_mut_ptr(), value)),
            // SAFETY: `to` has less than 16 elements, and the mask selects exactly those.
            None => intrinsic!(_mm512_mask_storeu_ps(
                to.as_mut_ptr(),
                (1u16 << to.len()) - 1,
                value
            )),
        }
    }

    #[inline(always)]
    fn store_non_temporal(self, value: __m512, to: &mut [f32]) {
        match to.first_chunk_mut::<16>() {
            // SAFETY: `to` has 16 elements, at an address that is a multiple of 64.
            Some(to) if to.as_ptr().addr() % 64 == 0 => {
                intrinsic!(_mm512_stream_ps(to.as_mut_ptr(), value));
            }
            _ => self.store(value, to),
        }
    }

    #[inline(always)]
    fn copy_non_temporal(self, from: &[f32], to: &mut [f32]) {
        copy_non_temporal(from, to);
    }

    #[inline(always)]
    fn fence(self) {
        intrinsic!(_mm_sfence());
    }

    #[inline(always)]
    fn add(self, a: __m512, b: __m512) -> __m512 {
        intrinsic!(_mm512_add_ps(a, b))
    }

    #[inline(always)]
    fn sub(self, a: __m512, b: __m512) -> __m512 {
        intrinsic!(_mm512_sub_ps(a, b))
    }

    #[inline(always)]
    fn mul(self, a: __m512, b: __m512) -> __m512 {
        intrinsic!(_mm512_mul_ps(a, b))
    }

    #[inline(always)]
    fn mul_add(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        intrinsic!(_mm512_fmadd_ps(a, b, c))
    }

    #[inline(always)]
    fn shift_in(self, this: __m512, next: __m512) -> __m512 {
        intrinsic!({
            // The concatenation of both, shifted by one lane.
            let (this, next) = (_mm512_castps_si512(this), _mm512_castps_si512(next));
            _mm512_castsi512_ps(_mm512_alignr_epi32::<1>(next, this))
        })
    }

    #[inline(always)]
    fn load_indices(self, from: &[u32]) -> __m512i {
        let from = &from[..16];
        // SAFETY: the slice has 16 elements.
        intrinsic!(_mm512_loadu_si512(from.as_ptr().cast()))
    }

    #[inline(always)]
    fn permute(self, of: __m512, by: __m512i) -> __m512 {
        intrinsic!(_mm512_permutexvar_ps(by, of))
    }

    #[inline(always)]
    fn float_table(self, of: &[f32; 32]) -> [__m512; 2] {
        [self.load(&of[..16]), self.load(&of[16..])]
    }

    #[inline(always)]
    fn look_up_floats<const ALL_32: bool>(self, of: [__m512; 2], by: &[u8]) -> __m512 {
        let by = &by[..16];
        // SAFETY: the slice has 16 bytes.
        intrinsic!({
            // Bytes to lanes of 32 bits.
            let by = _mm512_cvtepu8_epi32(_mm_loadu_si128(by.as_ptr().cast()));
            // Five bits of an index pick from two vectors, four from one.
            if ALL_32 {
                _mm512_permutex2var_ps(of[0], by, of[1])
            } else {
                _mm512_permutexvar_ps(by, of[0])
            }
        })
    }

    #[inline(always)]
    fn byte_table(self, of: &Permutation) -> [__m512i; 4] {
        [
            self.load_bytes(&of[..64]),
            self.load_bytes(&of[64..128]),
            self.load_bytes(&of[128..192]),
            self.load_bytes(&of[192..]),
        ]
    }

    #[inline(always)]
    fn load_bytes(self, from: &[u8]) -> __m512i {
        let from = &from[..64];
        // SAFETY: the slice has 64 bytes.
        intrinsic!(_mm512_loadu_si512(from.as_ptr().cast()))
    }

    #[inline(always)]
    fn store_bytes(self, value: __m512i, to: &mut [u8]) {
        let to = &mut to[..64];
        // SAFETY: the slice has 64 bytes.
        intrinsic!(_mm512_storeu_si512(to.as_mut_ptr().cast(), value));
    }

    #[inline(always)]
    fn add_byte(self, a: __m512i, value: u8) -> __m512i {
        intrinsic!(_mm512_add_epi8(a, _mm512_set1_epi8(value as i8)))
    }

    #[inline(always)]
    fn and_byte(self, a: __m512i, mask: u8) -> __m512i {
        intrinsic!(_mm512_and_si512(a, _mm512_set1_epi8(mask as i8)))
    }

    #[inline(always)]
    fn look_up_bytes(self, of: &[__m512i; 4], bytes: __m512i) -> __m512i {
        intrinsic!({
            // Each permutation reads seven bits of a byte and picks from 128 bytes. The eighth bit, which `movepi8` turns
            // into a mask, selects the half of the table.
            let low = _mm512_permutex2var_epi8(of[0], bytes, of[1]);
            let high = _mm512_permutex2var_epi8(of[2], bytes, of[3]);
            _mm512_mask_blend_epi8(_mm512_movepi8_mask(bytes), low, high)
        })
    }
}
