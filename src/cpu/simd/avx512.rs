//! AVX-512 with VBMI: 16 samples, or the hashes of 64 corners, at a time.

use std::arch::x86_64::*;

use super::avx2::copy_non_temporal;
use super::lanes::{Lanes, SimdKernel, packed_nibbles};
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

impl Avx512 {
    /// Looks up words in a table by their lowest bits: five if `ALL_32`, else four.
    #[inline(always)]
    fn look_up<const ALL_32: bool>(self, of: [__m512; 2], by: __m512i) -> __m512 {
        // The permutations ignore the higher bits of an index: of two vectors they read five bits, of one four.
        intrinsic!(if ALL_32 {
            _mm512_permutex2var_ps(of[0], by, of[1])
        } else {
            _mm512_permutexvar_ps(by, of[0])
        })
    }
}

impl Lanes for Avx512 {
    const WIDTH: usize = 16;
    const MANY_REGISTERS: bool = true;

    type Floats = __m512;
    type Words = __m512i;
    type Mask = __mmask16;
    type Indices = __m512i;
    type FloatTable = [__m512; 2];
    type SignTable = [__m512; 2];
    /// The bytes, by which a permutation looks up 16 f32 at once.
    type Signs<const N: usize> = __m512i;
    type Bytes = __m512i;
    type ByteTable = [__m512i; 4];
    type NibbleTable = [__m512i; 2];

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
    fn load_transposed<const STRIDE: usize>(self, from: &[[f32; 4]]) -> [__m512; 4] {
        let from = &from[..15 * STRIDE + 1];
        // SAFETY: the arrays that are loaded as a whole have 16 and 4 elements.
        intrinsic!({
            let mut four = [_mm512_setzero_ps(); 4];
            for (i, four) in four.iter_mut().enumerate() {
                let from = &from[4 * i * STRIDE..][..3 * STRIDE + 1];
                *four = if STRIDE == 1 {
                    _mm512_loadu_ps(from.as_flattened().as_ptr())
                } else {
                    let first = _mm512_castps128_ps512(_mm_loadu_ps(from[0].as_ptr()));
                    let two = _mm512_insertf32x4::<1>(first, _mm_loadu_ps(from[STRIDE].as_ptr()));
                    let three =
                        _mm512_insertf32x4::<2>(two, _mm_loadu_ps(from[2 * STRIDE].as_ptr()));
                    _mm512_insertf32x4::<3>(three, _mm_loadu_ps(from[3 * STRIDE].as_ptr()))
                };
            }
            // The numbers 0 and 1, and 2 and 3, of eight quadruples; an index from 16 on is of the second vector.
            let low = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
            let high = _mm512_add_epi32(low, _mm512_set1_epi32(2));
            let (first, second) = (four[0], four[1]);
            let ab_low = _mm512_permutex2var_ps(first, low, second);
            let ab_high = _mm512_permutex2var_ps(first, high, second);
            let (first, second) = (four[2], four[3]);
            let cd_low = _mm512_permutex2var_ps(first, low, second);
            let cd_high = _mm512_permutex2var_ps(first, high, second);
            [
                _mm512_shuffle_f32x4::<0x44>(ab_low, cd_low),
                _mm512_shuffle_f32x4::<0xee>(ab_low, cd_low),
                _mm512_shuffle_f32x4::<0x44>(ab_high, cd_high),
                _mm512_shuffle_f32x4::<0xee>(ab_high, cd_high),
            ]
        })
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
    fn neg_mul_add(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        intrinsic!(_mm512_fnmadd_ps(a, b, c))
    }

    #[inline(always)]
    fn min(self, a: __m512, b: __m512) -> __m512 {
        intrinsic!(_mm512_min_ps(a, b))
    }

    #[inline(always)]
    fn max(self, a: __m512, b: __m512) -> __m512 {
        intrinsic!(_mm512_max_ps(a, b))
    }

    #[inline(always)]
    fn floor(self, a: __m512) -> __m512 {
        intrinsic!(_mm512_roundscale_ps::<
            { _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC },
        >(a))
    }

    /// Of the two units for arithmetic one alone rounds and converts; both add.
    #[inline(always)]
    fn split(self, a: __m512) -> (__m512i, __m512) {
        intrinsic!({
            // A number of this size has no fraction, 1.5·2²³. So a sum with it is a whole number, in its lowest bits.
            let shift = _mm512_set1_ps(12_582_912.0);
            let sum =
                _mm512_add_round_ps::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>(a, shift);
            let whole = _mm512_sub_epi32(_mm512_castps_si512(sum), _mm512_castps_si512(shift));
            (whole, _mm512_sub_ps(a, _mm512_sub_ps(sum, shift)))
        })
    }

    #[inline(always)]
    fn sqrt(self, a: __m512) -> __m512 {
        intrinsic!(_mm512_sqrt_ps(a))
    }

    #[inline(always)]
    fn less(self, a: __m512, b: __m512) -> __mmask16 {
        intrinsic!(_mm512_cmp_ps_mask::<_CMP_LT_OQ>(a, b))
    }

    #[inline(always)]
    fn mask_bits(self, mask: __mmask16) -> u32 {
        u32::from(mask)
    }

    #[inline(always)]
    fn select(self, mask: __mmask16, yes: __m512, no: __m512) -> __m512 {
        intrinsic!(_mm512_mask_blend_ps(mask, no, yes))
    }

    #[inline(always)]
    fn select_words(self, mask: __mmask16, yes: __m512i, no: __m512i) -> __m512i {
        intrinsic!(_mm512_mask_blend_epi32(mask, no, yes))
    }

    #[inline(always)]
    fn words_of(self, whole: __m512) -> __m512i {
        intrinsic!(_mm512_cvttps_epi32(whole))
    }

    #[inline(always)]
    fn floats_of(self, words: __m512i) -> __m512 {
        intrinsic!(_mm512_cvtepi32_ps(words))
    }

    #[inline(always)]
    fn bits(self, of: __m512) -> __m512i {
        intrinsic!(_mm512_castps_si512(of))
    }

    #[inline(always)]
    fn of_bits(self, words: __m512i) -> __m512 {
        intrinsic!(_mm512_castsi512_ps(words))
    }

    #[inline(always)]
    fn splat_word(self, value: u32) -> __m512i {
        intrinsic!(_mm512_set1_epi32(value.cast_signed()))
    }

    #[inline(always)]
    fn load_words(self, from: &[u32]) -> __m512i {
        let from = &from[..16];
        // SAFETY: the slice has 16 elements.
        intrinsic!(_mm512_loadu_si512(from.as_ptr().cast()))
    }

    #[inline(always)]
    fn store_words(self, value: __m512i, to: &mut [u32]) {
        let to = &mut to[..16];
        // SAFETY: the slice has 16 elements.
        intrinsic!(_mm512_storeu_si512(to.as_mut_ptr().cast(), value));
    }

    #[inline(always)]
    fn add_words(self, a: __m512i, b: __m512i) -> __m512i {
        intrinsic!(_mm512_add_epi32(a, b))
    }

    #[inline(always)]
    fn sub_words(self, a: __m512i, b: __m512i) -> __m512i {
        intrinsic!(_mm512_sub_epi32(a, b))
    }

    #[inline(always)]
    fn mul_words(self, a: __m512i, b: __m512i) -> __m512i {
        intrinsic!(_mm512_mullo_epi32(a, b))
    }

    #[inline(always)]
    fn and_words(self, a: __m512i, b: __m512i) -> __m512i {
        intrinsic!(_mm512_and_si512(a, b))
    }

    #[inline(always)]
    fn xor_words(self, a: __m512i, b: __m512i) -> __m512i {
        intrinsic!(_mm512_xor_si512(a, b))
    }

    #[inline(always)]
    fn shift_up<const BITS: u32>(self, a: __m512i) -> __m512i {
        intrinsic!(_mm512_slli_epi32::<BITS>(a))
    }

    #[inline(always)]
    fn shift_down<const BITS: u32>(self, a: __m512i) -> __m512i {
        intrinsic!(_mm512_srli_epi32::<BITS>(a))
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
        self.load_words(from)
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
        let by = intrinsic!(_mm512_cvtepu8_epi32(_mm_loadu_si128(by.as_ptr().cast())));
        self.look_up::<ALL_32>(of, by)
    }

    #[inline(always)]
    fn sign_table(self, of: &[f32; 32]) -> [__m512; 2] {
        self.float_table(of)
    }

    #[inline(always)]
    fn look_up_signs<const N: usize, const ALL_32: bool>(
        self,
        _: &[[__m512; 2]; N],
        by: __m512i,
    ) -> __m512i {
        by
    }

    #[inline(always)]
    fn signs<const N: usize, const ALL_32: bool>(
        self,
        of: &[[__m512; 2]; N],
        by: &__m512i,
        q: usize,
    ) -> [__m512; N] {
        let by = self.unpack(*by, q);
        let mut signs = [self.splat(0.0); N];
        for (sign, of) in signs.iter_mut().zip(of) {
            *sign = self.look_up::<ALL_32>(*of, by);
        }
        signs
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
    fn nibble_table(self, of: &Permutation) -> [__m512i; 2] {
        let packed = packed_nibbles(of);
        [
            self.load_bytes(&packed[..64]),
            self.load_bytes(&packed[64..]),
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
    fn pack(self, [a, b, c, d]: [__m512i; 4]) -> __m512i {
        intrinsic!({
            // 0xca selects b where a is set, else c; the first operand is the mask.
            let byte = _mm512_set1_epi32(0x0000_00ff);
            let low = _mm512_ternarylogic_epi32::<0xca>(byte, a, _mm512_slli_epi32::<8>(b));
            let high = _mm512_ternarylogic_epi32::<0xca>(byte, c, _mm512_slli_epi32::<8>(d));
            let half = _mm512_set1_epi32(0x0000_ffff);
            _mm512_ternarylogic_epi32::<0xca>(half, low, _mm512_slli_epi32::<16>(high))
        })
    }

    #[inline(always)]
    fn pack_masks(self, [a, b, c, d]: [__mmask16; 4]) -> __m512i {
        intrinsic!({
            let a = _mm512_maskz_set1_epi32(a, 0xff);
            let b = _mm512_maskz_set1_epi32(b, 0xff << 8);
            let c = _mm512_maskz_set1_epi32(c, 0xff << 16);
            let d = _mm512_maskz_set1_epi32(d, 0xff << 24);
            // 0xfe is the or of all three.
            _mm512_or_si512(_mm512_ternarylogic_epi32::<0xfe>(a, b, c), d)
        })
    }

    #[inline(always)]
    fn select_bytes(self, by: __m512i, yes: __m512i, no: __m512i) -> __m512i {
        intrinsic!(_mm512_mask_blend_epi8(_mm512_movepi8_mask(by), no, yes))
    }

    #[inline(always)]
    fn select_by_byte(self, by: __m512i, q: usize, yes: __m512, no: __m512) -> __m512 {
        intrinsic!({
            let highest = _mm512_set1_epi32(0x80 << (8 * q));
            _mm512_mask_blend_ps(_mm512_test_epi32_mask(by, highest), no, yes)
        })
    }

    #[inline(always)]
    fn unpack(self, bytes: __m512i, q: usize) -> __m512i {
        // By a number, since a match would be branches wherever a loop over q is not unrolled.
        intrinsic!(_mm512_srl_epi32(bytes, _mm_cvtsi32_si128(8 * q as i32)))
    }

    #[inline(always)]
    fn add_bytes(self, a: __m512i, b: __m512i) -> __m512i {
        intrinsic!(_mm512_add_epi8(a, b))
    }

    #[inline(always)]
    fn sub_bytes(self, a: __m512i, b: __m512i) -> __m512i {
        intrinsic!(_mm512_sub_epi8(a, b))
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

    #[inline(always)]
    fn look_up_nibbles(self, of: &[__m512i; 2], bytes: __m512i) -> __m512i {
        intrinsic!({
            // As for bytes, but both halves of the table are in the same bytes.
            let low = _mm512_permutex2var_epi8(of[0], bytes, of[1]);
            let high = _mm512_srli_epi16::<4>(low);
            _mm512_mask_blend_epi8(_mm512_movepi8_mask(bytes), low, high)
        })
    }
}
