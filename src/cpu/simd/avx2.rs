//! AVX2 with FMA: 8 samples, or the hashes of 32 corners, at a time.

use std::arch::x86_64::*;

use super::lanes::{Lanes, SimdKernel, highest_bytes, packed_nibbles, to_highest};
use crate::hash::Permutation;

/// The AVX2 level. Only [`execute`] makes one.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

/// Executes a kernel, in a function that is compiled with the instructions of AVX2 and FMA.
#[inline(never)]
#[target_feature(enable = "avx2,fma")]
pub(super) fn execute<K: SimdKernel>(kernel: K) -> K::Output {
    kernel.execute(Avx2(()))
}

/// Wraps calls of intrinsics. The lanes of a vector are numbered from its lowest bits.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: an `Avx2` exists only within a call of `execute`, which needs the features itself.
        unsafe { $call }
    };
}

/// Copies numbers one by one with non-temporal stores.
///
/// They are for the ends of a row, which are not aligned for vectors. The write-combining buffer collects the parts of a cache
/// line and writes the line as a whole; an ordinary store to part of it would first read the line from memory.
#[inline(always)]
pub(super) fn copy_non_temporal(from: &[f32], to: &mut [f32]) {
    for (from, to) in from.iter().zip(to) {
        let to: *mut f32 = to;
        // SAFETY: `to` is one element, and SSE2, which has the instruction, is part of x86-64.
        unsafe { _mm_stream_si32(to.cast(), from.to_bits().cast_signed()) };
    }
}

/// A look-up table of 64 bytes for [`Avx2::look_up`]: four blocks of 16.
///
/// Block k is stored as Bₖ ⊕ Bₖ₋₁, B₋₁ being 0, and twice in its vector, because a byte shuffle of AVX2 stays within
/// 128 bits.
#[derive(Clone, Copy)]
pub(super) struct Blocks([__m256i; 4]);

impl Blocks {
    /// Loads the table of 64 bytes with this index of a larger one.
    #[inline(always)]
    fn new(of: &[u8], index: usize) -> Blocks {
        let mut blocks = [intrinsic!(_mm256_setzero_si256()); 4];
        let mut before = intrinsic!(_mm_setzero_si128());
        let of = &of[64 * index..][..64];
        for (block, of) in blocks.iter_mut().zip(of.as_chunks::<16>().0) {
            // SAFETY: the array has 16 bytes.
            let own = intrinsic!(_mm_loadu_si128(of.as_ptr().cast()));
            *block = intrinsic!(_mm256_broadcastsi128_si256(_mm_xor_si128(own, before)));
            before = own;
        }
        Blocks(blocks)
    }
}

/// Indices of a table of 64 bytes less 0, 16, 32 and 48.
#[derive(Clone, Copy)]
struct Steps([__m256i; 4]);

impl Avx2 {
    /// Takes the low six bits of bytes as the indices of [`Avx2::look_up`].
    #[inline(always)]
    fn steps(self, bytes: __m256i) -> Steps {
        intrinsic!({
            let at = _mm256_and_si256(bytes, _mm256_set1_epi8(63));
            Steps([
                at,
                _mm256_sub_epi8(at, _mm256_set1_epi8(16)),
                _mm256_sub_epi8(at, _mm256_set1_epi8(32)),
                _mm256_sub_epi8(at, _mm256_set1_epi8(48)),
            ])
        })
    }

    /// Looks up bytes in a table of 64.
    ///
    /// A byte shuffle looks up the low four bits of an index, and returns 0 if its sign bit is set. Step k looks up
    /// `byte − 16k`, which is negative as soon as k exceeds the block of the byte, q = byte / 16. So the steps 0 to q
    /// contribute, all at the same place of their block, and their exclusive or telescopes:
    /// B₀ ⊕ (B₁ ⊕ B₀) ⊕ … ⊕ (B_q ⊕ B_q₋₁) = B_q.
    #[inline(always)]
    fn look_up(self, of: &Blocks, steps: &Steps) -> __m256i {
        intrinsic!({
            let mut found = _mm256_shuffle_epi8(of.0[0], steps.0[0]);
            for k in 1..4 {
                found = _mm256_xor_si256(found, _mm256_shuffle_epi8(of.0[k], steps.0[k]));
            }
            found
        })
    }

    /// Looks up the low seven bits of bytes in two tables of 64.
    #[inline(always)]
    fn look_up_128(self, of: &[Blocks; 2], steps: &Steps, bytes: __m256i) -> __m256i {
        let low = self.look_up(&of[0], steps);
        let high = self.look_up(&of[1], steps);
        // A byte blend reads the highest bit. Twice a byte has the second highest there.
        intrinsic!(_mm256_blendv_epi8(low, high, _mm256_add_epi8(bytes, bytes)))
    }

    /// Looks up the low three bits of each index in one of two vectors of 8: the second where the sign bit of `second` is set.
    #[inline(always)]
    fn choose_of_two(self, of: [__m256; 2], by: __m256i, second: __m256) -> __m256 {
        intrinsic!({
            let low = _mm256_permutevar8x32_ps(of[0], by);
            let high = _mm256_permutevar8x32_ps(of[1], by);
            _mm256_blendv_ps(low, high, second)
        })
    }
}

/// The shuffles that move a byte of each lane to its highest byte.
static TO_HIGHEST: [[u8; 32]; 4] = to_highest();

impl Lanes for Avx2 {
    const WIDTH: usize = 8;
    const MANY_REGISTERS: bool = false;

    type Floats = __m256;
    type Words = __m256i;
    /// All bits of a lane, or none.
    type Mask = __m256;
    type Indices = __m256i;
    type FloatTable = [__m256; 4];
    /// The highest bytes of the signs: the first 16 twice, and the last 16 twice.
    type SignTable = [__m256i; 2];
    /// The same of the signs that were looked up.
    type Signs<const N: usize> = [__m256i; N];
    type Bytes = __m256i;
    type ByteTable = [[Blocks; 2]; 2];
    type NibbleTable = [Blocks; 2];

    #[inline(always)]
    fn execute_outlined<K: SimdKernel>(self, kernel: K) -> K::Output {
        intrinsic!(execute(kernel))
    }

    #[inline(always)]
    fn splat(self, value: f32) -> __m256 {
        intrinsic!(_mm256_set1_ps(value))
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> __m256 {
        let from = &from[..8];
        // SAFETY: the slice has 8 elements.
        intrinsic!(_mm256_loadu_ps(from.as_ptr()))
    }

    #[inline(always)]
    fn load_transposed<const STRIDE: usize>(self, from: &[[f32; 4]]) -> [__m256; 4] {
        let from = &from[..7 * STRIDE + 1];
        intrinsic!({
            // Quadruples i and i + 4, which have a half of the vector each, as all that follows.
            // SAFETY: a quadruple has 4 elements.
            let a = _mm256_loadu2_m128(from[4 * STRIDE].as_ptr(), from[0].as_ptr());
            let b = _mm256_loadu2_m128(from[5 * STRIDE].as_ptr(), from[STRIDE].as_ptr());
            let c = _mm256_loadu2_m128(from[6 * STRIDE].as_ptr(), from[2 * STRIDE].as_ptr());
            let d = _mm256_loadu2_m128(from[7 * STRIDE].as_ptr(), from[3 * STRIDE].as_ptr());
            // The numbers 0 and 1, and 2 and 3, of two quadruples.
            let (ab_low, ab_high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
            let (cd_low, cd_high) = (_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d));
            [
                _mm256_shuffle_ps::<0x44>(ab_low, cd_low),
                _mm256_shuffle_ps::<0xee>(ab_low, cd_low),
                _mm256_shuffle_ps::<0x44>(ab_high, cd_high),
                _mm256_shuffle_ps::<0xee>(ab_high, cd_high),
            ]
        })
    }

    #[inline(always)]
    fn store(self, value: __m256, to: &mut [f32]) {
        match to.first_chunk_mut::<8>() {
            // SAFETY: the slice has 8 elements.
            Some(to) => intrinsic!(_mm256_storeu_ps(to.as_mut_ptr(), value)),
            // AVX has masked stores, but this is only the end of a row.
            None => {
                let mut all = [0.0; 8];
                // SAFETY: the slice has 8 elements.
                intrinsic!(_mm256_storeu_ps(all.as_mut_ptr(), value));
                to.copy_from_slice(&all[..to.len()]);
            }
        }
    }

    #[inline(always)]
    fn store_non_temporal(self, value: __m256, to: &mut [f32]) {
        match to.first_chunk_mut::<8>() {
            // SAFETY: `to` has 8 elements, at an address that is a multiple of 32.
            Some(to) if to.as_ptr().addr() % 32 == 0 => {
                intrinsic!(_mm256_stream_ps(to.as_mut_ptr(), value));
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
    fn add(self, a: __m256, b: __m256) -> __m256 {
        intrinsic!(_mm256_add_ps(a, b))
    }

    #[inline(always)]
    fn sub(self, a: __m256, b: __m256) -> __m256 {
        intrinsic!(_mm256_sub_ps(a, b))
    }

    #[inline(always)]
    fn mul(self, a: __m256, b: __m256) -> __m256 {
        intrinsic!(_mm256_mul_ps(a, b))
    }

    #[inline(always)]
    fn mul_add(self, a: __m256, b: __m256, c: __m256) -> __m256 {
        intrinsic!(_mm256_fmadd_ps(a, b, c))
    }

    #[inline(always)]
    fn neg_mul_add(self, a: __m256, b: __m256, c: __m256) -> __m256 {
        intrinsic!(_mm256_fnmadd_ps(a, b, c))
    }

    #[inline(always)]
    fn min(self, a: __m256, b: __m256) -> __m256 {
        intrinsic!(_mm256_min_ps(a, b))
    }

    #[inline(always)]
    fn max(self, a: __m256, b: __m256) -> __m256 {
        intrinsic!(_mm256_max_ps(a, b))
    }

    #[inline(always)]
    fn floor(self, a: __m256) -> __m256 {
        intrinsic!(_mm256_floor_ps(a))
    }

    #[inline(always)]
    fn sqrt(self, a: __m256) -> __m256 {
        intrinsic!(_mm256_sqrt_ps(a))
    }

    #[inline(always)]
    fn less(self, a: __m256, b: __m256) -> __m256 {
        intrinsic!(_mm256_cmp_ps::<_CMP_LT_OQ>(a, b))
    }

    #[inline(always)]
    fn mask_bits(self, mask: __m256) -> u32 {
        intrinsic!(_mm256_movemask_ps(mask)).cast_unsigned()
    }

    #[inline(always)]
    fn select(self, mask: __m256, yes: __m256, no: __m256) -> __m256 {
        intrinsic!(_mm256_blendv_ps(no, yes, mask))
    }

    #[inline(always)]
    fn select_words(self, mask: __m256, yes: __m256i, no: __m256i) -> __m256i {
        intrinsic!(_mm256_blendv_epi8(no, yes, _mm256_castps_si256(mask)))
    }

    #[inline(always)]
    fn words_of(self, whole: __m256) -> __m256i {
        intrinsic!(_mm256_cvttps_epi32(whole))
    }

    #[inline(always)]
    fn floats_of(self, words: __m256i) -> __m256 {
        intrinsic!(_mm256_cvtepi32_ps(words))
    }

    #[inline(always)]
    fn bits(self, of: __m256) -> __m256i {
        intrinsic!(_mm256_castps_si256(of))
    }

    #[inline(always)]
    fn of_bits(self, words: __m256i) -> __m256 {
        intrinsic!(_mm256_castsi256_ps(words))
    }

    #[inline(always)]
    fn splat_word(self, value: u32) -> __m256i {
        intrinsic!(_mm256_set1_epi32(value.cast_signed()))
    }

    #[inline(always)]
    fn load_words(self, from: &[u32]) -> __m256i {
        let from = &from[..8];
        // SAFETY: the slice has 8 elements.
        intrinsic!(_mm256_loadu_si256(from.as_ptr().cast()))
    }

    #[inline(always)]
    fn store_words(self, value: __m256i, to: &mut [u32]) {
        let to = &mut to[..8];
        // SAFETY: the slice has 8 elements.
        intrinsic!(_mm256_storeu_si256(to.as_mut_ptr().cast(), value));
    }

    #[inline(always)]
    fn add_words(self, a: __m256i, b: __m256i) -> __m256i {
        intrinsic!(_mm256_add_epi32(a, b))
    }

    #[inline(always)]
    fn sub_words(self, a: __m256i, b: __m256i) -> __m256i {
        intrinsic!(_mm256_sub_epi32(a, b))
    }

    #[inline(always)]
    fn mul_words(self, a: __m256i, b: __m256i) -> __m256i {
        intrinsic!(_mm256_mullo_epi32(a, b))
    }

    #[inline(always)]
    fn and_words(self, a: __m256i, b: __m256i) -> __m256i {
        intrinsic!(_mm256_and_si256(a, b))
    }

    #[inline(always)]
    fn xor_words(self, a: __m256i, b: __m256i) -> __m256i {
        intrinsic!(_mm256_xor_si256(a, b))
    }

    #[inline(always)]
    fn shift_up<const BITS: u32>(self, a: __m256i) -> __m256i {
        // The intrinsic's constant is an i32, to which a generic u32 cannot be converted.
        intrinsic!(_mm256_sll_epi32(a, _mm_cvtsi32_si128(BITS.cast_signed())))
    }

    #[inline(always)]
    fn shift_down<const BITS: u32>(self, a: __m256i) -> __m256i {
        intrinsic!(_mm256_srl_epi32(a, _mm_cvtsi32_si128(BITS.cast_signed())))
    }

    #[inline(always)]
    fn shift_in(self, this: __m256, next: __m256) -> __m256 {
        intrinsic!({
            let (this, next) = (_mm256_castps_si256(this), _mm256_castps_si256(next));
            // A shift by bytes works on each 128 bits alone, so the lanes that come in must stand in the same half as
            // those that they follow: (this[4..8], next[0..4]) after (this[0..4], this[4..8]).
            let middle = _mm256_permute2x128_si256::<0x21>(this, next);
            _mm256_castsi256_ps(_mm256_alignr_epi8::<4>(middle, this))
        })
    }

    #[inline(always)]
    fn load_indices(self, from: &[u32]) -> __m256i {
        self.load_words(from)
    }

    #[inline(always)]
    fn permute(self, of: __m256, by: __m256i) -> __m256 {
        intrinsic!(_mm256_permutevar8x32_ps(of, by))
    }

    #[inline(always)]
    fn float_table(self, of: &[f32; 32]) -> [__m256; 4] {
        [
            self.load(&of[..8]),
            self.load(&of[8..16]),
            self.load(&of[16..24]),
            self.load(&of[24..]),
        ]
    }

    #[inline(always)]
    fn look_up_floats<const ALL_32: bool>(self, of: [__m256; 4], by: &[u8]) -> __m256 {
        let by = &by[..8];
        intrinsic!({
            // SAFETY: the slice has 8 bytes.
            let by = _mm256_cvtepu8_epi32(_mm_loadl_epi64(by.as_ptr().cast()));
            // The permutation reads bits 0 to 2 of an index, a blend its sign bit: bits 3 and 4 are shifted up to there.
            let fourth = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(by));
            let low = self.choose_of_two([of[0], of[1]], by, fourth);
            if ALL_32 {
                let fifth = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(by));
                let high = self.choose_of_two([of[2], of[3]], by, fourth);
                _mm256_blendv_ps(low, high, fifth)
            } else {
                low
            }
        })
    }

    #[inline(always)]
    fn sign_table(self, of: &[f32; 32]) -> [__m256i; 2] {
        let bytes = highest_bytes(of);
        let [low, high] = [&bytes[..16], &bytes[16..]];
        // SAFETY: both slices have 16 bytes.
        intrinsic!([
            _mm256_broadcastsi128_si256(_mm_loadu_si128(low.as_ptr().cast())),
            _mm256_broadcastsi128_si256(_mm_loadu_si128(high.as_ptr().cast())),
        ])
    }

    #[inline(always)]
    fn look_up_signs<const N: usize, const ALL_32: bool>(
        self,
        of: &[[__m256i; 2]; N],
        by: __m256i,
    ) -> [__m256i; N] {
        let mut highest = [by; N];
        for (highest, [first, second]) in highest.iter_mut().zip(of) {
            *highest = intrinsic!({
                let at = _mm256_and_si256(by, _mm256_set1_epi8(15));
                let low = _mm256_shuffle_epi8(*first, at);
                if ALL_32 {
                    let high = _mm256_shuffle_epi8(*second, at);
                    // A byte blend reads the highest bit, to which the fifth is shifted.
                    _mm256_blendv_epi8(low, high, _mm256_slli_epi16::<3>(by))
                } else {
                    low
                }
            });
        }
        highest
    }

    #[inline(always)]
    fn signs<const N: usize, const ALL_32: bool>(
        self,
        _: &[[__m256i; 2]; N],
        highest: &[__m256i; N],
        q: usize,
    ) -> [__m256; N] {
        let to_highest = self.load_bytes(&TO_HIGHEST[q]);
        let mut signs = [self.splat(0.0); N];
        for (sign, highest) in signs.iter_mut().zip(highest) {
            let word = intrinsic!(_mm256_shuffle_epi8(*highest, to_highest));
            *sign = self.of_bits(word);
        }
        signs
    }

    #[inline(always)]
    fn byte_table(self, of: &Permutation) -> [[Blocks; 2]; 2] {
        [
            [Blocks::new(of, 0), Blocks::new(of, 1)],
            [Blocks::new(of, 2), Blocks::new(of, 3)],
        ]
    }

    #[inline(always)]
    fn nibble_table(self, of: &Permutation) -> [Blocks; 2] {
        let packed = packed_nibbles(of);
        [Blocks::new(&packed, 0), Blocks::new(&packed, 1)]
    }

    #[inline(always)]
    fn load_bytes(self, from: &[u8]) -> __m256i {
        let from = &from[..32];
        // SAFETY: the slice has 32 bytes.
        intrinsic!(_mm256_loadu_si256(from.as_ptr().cast()))
    }

    #[inline(always)]
    fn store_bytes(self, value: __m256i, to: &mut [u8]) {
        let to = &mut to[..32];
        // SAFETY: the slice has 32 bytes.
        intrinsic!(_mm256_storeu_si256(to.as_mut_ptr().cast(), value));
    }

    #[inline(always)]
    fn pack(self, [a, b, c, d]: [__m256i; 4]) -> __m256i {
        intrinsic!({
            // A blend by 16-bit words, odd ones from the second vector, after a blend by bytes, odd ones likewise.
            let odd = _mm256_set1_epi16(0xff00_u16.cast_signed());
            let low = _mm256_blendv_epi8(a, _mm256_slli_epi32::<8>(b), odd);
            let high = _mm256_blendv_epi8(c, _mm256_slli_epi32::<8>(d), odd);
            _mm256_blend_epi16::<0xaa>(low, _mm256_slli_epi32::<16>(high))
        })
    }

    #[inline(always)]
    fn pack_masks(self, masks: [__m256; 4]) -> __m256i {
        // A mask has all bits of its lanes.
        self.pack(intrinsic!([
            _mm256_castps_si256(masks[0]),
            _mm256_castps_si256(masks[1]),
            _mm256_castps_si256(masks[2]),
            _mm256_castps_si256(masks[3]),
        ]))
    }

    #[inline(always)]
    fn select_bytes(self, by: __m256i, yes: __m256i, no: __m256i) -> __m256i {
        intrinsic!(_mm256_blendv_epi8(no, yes, by))
    }

    #[inline(always)]
    fn select_by_byte(self, by: __m256i, q: usize, yes: __m256, no: __m256) -> __m256 {
        intrinsic!({
            let by = _mm256_sll_epi32(by, _mm_cvtsi32_si128(24 - 8 * q as i32));
            _mm256_blendv_ps(no, yes, _mm256_castsi256_ps(by))
        })
    }

    #[inline(always)]
    fn unpack(self, bytes: __m256i, q: usize) -> __m256i {
        // By a number, since a match would be branches wherever a loop over q is not unrolled.
        intrinsic!(_mm256_srl_epi32(bytes, _mm_cvtsi32_si128(8 * q as i32)))
    }

    #[inline(always)]
    fn add_bytes(self, a: __m256i, b: __m256i) -> __m256i {
        intrinsic!(_mm256_add_epi8(a, b))
    }

    #[inline(always)]
    fn sub_bytes(self, a: __m256i, b: __m256i) -> __m256i {
        intrinsic!(_mm256_sub_epi8(a, b))
    }

    #[inline(always)]
    fn add_byte(self, a: __m256i, value: u8) -> __m256i {
        intrinsic!(_mm256_add_epi8(a, _mm256_set1_epi8(value as i8)))
    }

    #[inline(always)]
    fn and_byte(self, a: __m256i, mask: u8) -> __m256i {
        intrinsic!(_mm256_and_si256(a, _mm256_set1_epi8(mask as i8)))
    }

    #[inline(always)]
    fn look_up_bytes(self, of: &[[Blocks; 2]; 2], bytes: __m256i) -> __m256i {
        let steps = self.steps(bytes);
        let low = self.look_up_128(&of[0], &steps, bytes);
        let high = self.look_up_128(&of[1], &steps, bytes);
        intrinsic!(_mm256_blendv_epi8(low, high, bytes))
    }

    #[inline(always)]
    fn look_up_nibbles(self, of: &[Blocks; 2], bytes: __m256i) -> __m256i {
        let low = self.look_up_128(of, &self.steps(bytes), bytes);
        intrinsic!(_mm256_blendv_epi8(low, _mm256_srli_epi16::<4>(low), bytes))
    }
}
