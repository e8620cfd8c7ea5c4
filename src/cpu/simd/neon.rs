//! NEON: 4 samples, or the hashes of 16 corners, at a time.

use std::arch::aarch64::*;

use super::lanes::{Lanes, SimdKernel, highest_bytes, packed_nibbles, to_highest};
use crate::hash::Permutation;

/// The NEON level. Only [`execute`] makes one.
#[derive(Clone, Copy)]
pub(super) struct Neon(());

/// Executes a kernel, in a function that is compiled with the instructions of NEON.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn execute<K: SimdKernel>(kernel: K) -> K::Output {
    kernel.execute(Neon(()))
}

/// Wraps calls of intrinsics.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: a `Neon` exists only within a call of `execute`, which needs the features itself.
        unsafe { $call }
    };
}

impl Neon {
    /// Returns the indices of the bytes of lanes. Lane i has the bytes 4i to 4i + 3, the lowest first: i·0x04040404 + 0x03020100.
    #[inline(always)]
    fn byte_indices(self, lanes: uint32x4_t) -> uint8x16_t {
        intrinsic!({
            let bytes = vmlaq_n_u32(vdupq_n_u32(0x0302_0100), lanes, 0x0404_0404);
            vreinterpretq_u8_u32(bytes)
        })
    }

    /// Loads 64 bytes of a look-up table, which is the largest that one instruction can use.
    #[inline(always)]
    fn load_64(self, from: &[u8]) -> uint8x16x4_t {
        let from = &from[..64];
        // SAFETY: the slice has 64 bytes.
        intrinsic!(vld1q_u8_x4(from.as_ptr()))
    }
}

/// The shuffles that move a byte of each lane to its highest byte.
static TO_HIGHEST: [[u8; 16]; 4] = to_highest();

impl Lanes for Neon {
    const WIDTH: usize = 4;
    const MANY_REGISTERS: bool = true;

    type Floats = float32x4_t;
    type Words = uint32x4_t;
    /// All bits of a lane, or none.
    type Mask = uint32x4_t;
    /// The index of each byte, because NEON permutes only bytes: lane i consists of the bytes 4i to 4i + 3.
    type Indices = uint8x16_t;
    /// The bytes of the numbers, 16 numbers in each part.
    type FloatTable = [uint8x16x4_t; 2];
    /// The highest bytes of the signs.
    type SignTable = uint8x16x2_t;
    /// The same of the signs that were looked up.
    type Signs<const N: usize> = [uint8x16_t; N];
    type Bytes = uint8x16_t;
    type ByteTable = [uint8x16x4_t; 4];
    type NibbleTable = [uint8x16x4_t; 2];

    #[inline(always)]
    fn execute_outlined<K: SimdKernel>(self, kernel: K) -> K::Output {
        intrinsic!(execute(kernel))
    }

    #[inline(always)]
    fn splat(self, value: f32) -> float32x4_t {
        intrinsic!(vdupq_n_f32(value))
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> float32x4_t {
        let from = &from[..4];
        // SAFETY: the slice has 4 elements.
        intrinsic!(vld1q_f32(from.as_ptr()))
    }

    #[inline(always)]
    fn load_transposed<const STRIDE: usize>(self, from: &[[f32; 4]]) -> [float32x4_t; 4] {
        // SAFETY: a quadruple has 4 elements.
        let quad = |i: usize| intrinsic!(vld1q_f32(from[i * STRIDE].as_ptr()));
        let [a, b, c, d] = [quad(0), quad(1), quad(2), quad(3)];
        intrinsic!({
            // The numbers 0 and 2, and 1 and 3, of two quadruples.
            let (even, odd) = (vtrn1q_f32(a, b), vtrn2q_f32(a, b));
            let (next_even, next_odd) = (vtrn1q_f32(c, d), vtrn2q_f32(c, d));
            let low = |a, b| {
                let (a, b) = (vreinterpretq_f64_f32(a), vreinterpretq_f64_f32(b));
                vreinterpretq_f32_f64(vtrn1q_f64(a, b))
            };
            let high = |a, b| {
                let (a, b) = (vreinterpretq_f64_f32(a), vreinterpretq_f64_f32(b));
                vreinterpretq_f32_f64(vtrn2q_f64(a, b))
            };
            [
                low(even, next_even),
                low(odd, next_odd),
                high(even, next_even),
                high(odd, next_odd),
            ]
        })
    }

    #[inline(always)]
    fn store(self, value: float32x4_t, to: &mut [f32]) {
        match to.first_chunk_mut::<4>() {
            // SAFETY: the slice has 4 elements.
            Some(to) => intrinsic!(vst1q_f32(to.as_mut_ptr(), value)),
            None => {
                let mut all = [0.0; 4];
                // SAFETY: the slice has 4 elements.
                intrinsic!(vst1q_f32(all.as_mut_ptr(), value));
                to.copy_from_slice(&all[..to.len()]);
            }
        }
    }

    #[inline(always)]
    fn add(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        intrinsic!(vaddq_f32(a, b))
    }

    #[inline(always)]
    fn sub(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        intrinsic!(vsubq_f32(a, b))
    }

    #[inline(always)]
    fn mul(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        intrinsic!(vmulq_f32(a, b))
    }

    #[inline(always)]
    fn mul_add(self, a: float32x4_t, b: float32x4_t, c: float32x4_t) -> float32x4_t {
        intrinsic!(vfmaq_f32(c, a, b))
    }

    #[inline(always)]
    fn neg_mul_add(self, a: float32x4_t, b: float32x4_t, c: float32x4_t) -> float32x4_t {
        intrinsic!(vfmsq_f32(c, a, b))
    }

    #[inline(always)]
    fn min(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        intrinsic!(vminq_f32(a, b))
    }

    #[inline(always)]
    fn max(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        intrinsic!(vmaxq_f32(a, b))
    }

    #[inline(always)]
    fn floor(self, a: float32x4_t) -> float32x4_t {
        intrinsic!(vrndmq_f32(a))
    }

    #[inline(always)]
    fn sqrt(self, a: float32x4_t) -> float32x4_t {
        intrinsic!(vsqrtq_f32(a))
    }

    #[inline(always)]
    fn less(self, a: float32x4_t, b: float32x4_t) -> uint32x4_t {
        intrinsic!(vcltq_f32(a, b))
    }

    #[inline(always)]
    fn mask_bits(self, mask: uint32x4_t) -> u32 {
        // SAFETY: the array has four words.
        intrinsic!({
            let bits = vld1q_u32([1, 2, 4, 8].as_ptr());
            vaddvq_u32(vandq_u32(mask, bits))
        })
    }

    #[inline(always)]
    fn select(self, mask: uint32x4_t, yes: float32x4_t, no: float32x4_t) -> float32x4_t {
        intrinsic!(vbslq_f32(mask, yes, no))
    }

    #[inline(always)]
    fn select_words(self, mask: uint32x4_t, yes: uint32x4_t, no: uint32x4_t) -> uint32x4_t {
        intrinsic!(vbslq_u32(mask, yes, no))
    }

    #[inline(always)]
    fn words_of(self, whole: float32x4_t) -> uint32x4_t {
        intrinsic!(vreinterpretq_u32_s32(vcvtq_s32_f32(whole)))
    }

    #[inline(always)]
    fn floats_of(self, words: uint32x4_t) -> float32x4_t {
        intrinsic!(vcvtq_f32_s32(vreinterpretq_s32_u32(words)))
    }

    #[inline(always)]
    fn bits(self, of: float32x4_t) -> uint32x4_t {
        intrinsic!(vreinterpretq_u32_f32(of))
    }

    #[inline(always)]
    fn of_bits(self, words: uint32x4_t) -> float32x4_t {
        intrinsic!(vreinterpretq_f32_u32(words))
    }

    #[inline(always)]
    fn splat_word(self, value: u32) -> uint32x4_t {
        intrinsic!(vdupq_n_u32(value))
    }

    #[inline(always)]
    fn load_words(self, from: &[u32]) -> uint32x4_t {
        let from = &from[..4];
        // SAFETY: the slice has 4 elements.
        intrinsic!(vld1q_u32(from.as_ptr()))
    }

    #[inline(always)]
    fn store_words(self, value: uint32x4_t, to: &mut [u32]) {
        let to = &mut to[..4];
        // SAFETY: the slice has 4 elements.
        intrinsic!(vst1q_u32(to.as_mut_ptr(), value));
    }

    #[inline(always)]
    fn add_words(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        intrinsic!(vaddq_u32(a, b))
    }

    #[inline(always)]
    fn sub_words(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        intrinsic!(vsubq_u32(a, b))
    }

    #[inline(always)]
    fn mul_words(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        intrinsic!(vmulq_u32(a, b))
    }

    #[inline(always)]
    fn and_words(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        intrinsic!(vandq_u32(a, b))
    }

    #[inline(always)]
    fn xor_words(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        intrinsic!(veorq_u32(a, b))
    }

    #[inline(always)]
    fn shift_up<const BITS: u32>(self, a: uint32x4_t) -> uint32x4_t {
        intrinsic!(vshlq_u32(a, vdupq_n_s32(BITS.cast_signed())))
    }

    #[inline(always)]
    fn shift_down<const BITS: u32>(self, a: uint32x4_t) -> uint32x4_t {
        // NEON shifts down by shifting up by a negative number.
        intrinsic!(vshlq_u32(a, vdupq_n_s32(-BITS.cast_signed())))
    }

    #[inline(always)]
    fn shift_in(self, this: float32x4_t, next: float32x4_t) -> float32x4_t {
        intrinsic!(vextq_f32::<1>(this, next))
    }

    #[inline(always)]
    fn load_indices(self, from: &[u32]) -> uint8x16_t {
        self.byte_indices(self.load_words(from))
    }

    #[inline(always)]
    fn permute(self, of: float32x4_t, by: uint8x16_t) -> float32x4_t {
        intrinsic!(vreinterpretq_f32_u8(vqtbl1q_u8(
            vreinterpretq_u8_f32(of),
            by
        )))
    }

    #[inline(always)]
    fn float_table(self, of: &[f32; 32]) -> [uint8x16x4_t; 2] {
        let bytes: &[u8] = bytemuck::cast_slice(of);
        [self.load_64(&bytes[..64]), self.load_64(&bytes[64..])]
    }

    #[inline(always)]
    fn look_up_floats<const ALL_32: bool>(self, of: [uint8x16x4_t; 2], by: &[u8]) -> float32x4_t {
        let indices = [by[0], by[1], by[2], by[3]].map(u32::from);
        let by = self.byte_indices(self.load_words(&indices));
        intrinsic!({
            let low = vqtbl4q_u8(of[0], by);
            vreinterpretq_f32_u8(if ALL_32 {
                // TBX leaves a byte unchanged if its index is out of range. If `by` is below 64, `by − 64` wraps and is out of
                // range.
                vqtbx4q_u8(low, of[1], vsubq_u8(by, vdupq_n_u8(64)))
            } else {
                low
            })
        })
    }

    #[inline(always)]
    fn sign_table(self, of: &[f32; 32]) -> uint8x16x2_t {
        let bytes = highest_bytes(of);
        // SAFETY: the array has 32 bytes.
        intrinsic!(vld1q_u8_x2(bytes.as_ptr()))
    }

    #[inline(always)]
    fn look_up_signs<const N: usize, const ALL_32: bool>(
        self,
        of: &[uint8x16x2_t; N],
        by: uint8x16_t,
    ) -> [uint8x16_t; N] {
        let mut highest = [by; N];
        for (highest, of) in highest.iter_mut().zip(of) {
            *highest = if ALL_32 {
                intrinsic!(vqtbl2q_u8(*of, self.and_byte(by, 31)))
            } else {
                intrinsic!(vqtbl1q_u8(of.0, self.and_byte(by, 15)))
            };
        }
        highest
    }

    #[inline(always)]
    fn signs<const N: usize, const ALL_32: bool>(
        self,
        _: &[uint8x16x2_t; N],
        highest: &[uint8x16_t; N],
        q: usize,
    ) -> [float32x4_t; N] {
        let to_highest = self.load_bytes(&TO_HIGHEST[q]);
        let mut signs = [self.splat(0.0); N];
        for (sign, highest) in signs.iter_mut().zip(highest) {
            *sign = intrinsic!(vreinterpretq_f32_u8(vqtbl1q_u8(*highest, to_highest)));
        }
        signs
    }

    #[inline(always)]
    fn byte_table(self, of: &Permutation) -> [uint8x16x4_t; 4] {
        [
            self.load_64(&of[..64]),
            self.load_64(&of[64..128]),
            self.load_64(&of[128..192]),
            self.load_64(&of[192..]),
        ]
    }

    #[inline(always)]
    fn nibble_table(self, of: &Permutation) -> [uint8x16x4_t; 2] {
        let packed = packed_nibbles(of);
        [self.load_64(&packed[..64]), self.load_64(&packed[64..])]
    }

    #[inline(always)]
    fn load_bytes(self, from: &[u8]) -> uint8x16_t {
        let from = &from[..16];
        // SAFETY: the slice has 16 bytes.
        intrinsic!(vld1q_u8(from.as_ptr()))
    }

    #[inline(always)]
    fn store_bytes(self, value: uint8x16_t, to: &mut [u8]) {
        let to = &mut to[..16];
        // SAFETY: the slice has 16 bytes.
        intrinsic!(vst1q_u8(to.as_mut_ptr(), value));
    }

    #[inline(always)]
    fn pack(self, [a, b, c, d]: [uint32x4_t; 4]) -> uint8x16_t {
        intrinsic!({
            // Each step inserts the lower bits of one vector above those of another.
            let low = vsliq_n_u32::<8>(a, b);
            let high = vsliq_n_u32::<8>(c, d);
            vreinterpretq_u8_u32(vsliq_n_u32::<16>(low, high))
        })
    }

    #[inline(always)]
    fn pack_masks(self, masks: [uint32x4_t; 4]) -> uint8x16_t {
        // A mask has all bits of its lanes.
        self.pack(masks)
    }

    #[inline(always)]
    fn select_bytes(self, by: uint8x16_t, yes: uint8x16_t, no: uint8x16_t) -> uint8x16_t {
        intrinsic!(vbslq_u8(vcltzq_s8(vreinterpretq_s8_u8(by)), yes, no))
    }

    #[inline(always)]
    fn select_by_byte(
        self,
        by: uint8x16_t,
        q: usize,
        yes: float32x4_t,
        no: float32x4_t,
    ) -> float32x4_t {
        intrinsic!({
            let highest = vdupq_n_u32(0x80 << (8 * q));
            vbslq_f32(vtstq_u32(vreinterpretq_u32_u8(by), highest), yes, no)
        })
    }

    #[inline(always)]
    fn unpack(self, bytes: uint8x16_t, q: usize) -> uint32x4_t {
        intrinsic!({
            // By a number, since a match would be branches wherever a loop over q is not unrolled.
            vshlq_u32(vreinterpretq_u32_u8(bytes), vdupq_n_s32(-8 * q as i32))
        })
    }

    #[inline(always)]
    fn add_bytes(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        intrinsic!(vaddq_u8(a, b))
    }

    #[inline(always)]
    fn sub_bytes(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        intrinsic!(vsubq_u8(a, b))
    }

    #[inline(always)]
    fn add_byte(self, a: uint8x16_t, value: u8) -> uint8x16_t {
        intrinsic!(vaddq_u8(a, vdupq_n_u8(value)))
    }

    #[inline(always)]
    fn and_byte(self, a: uint8x16_t, mask: u8) -> uint8x16_t {
        intrinsic!(vandq_u8(a, vdupq_n_u8(mask)))
    }

    #[inline(always)]
    fn look_up_bytes(self, of: &[uint8x16x4_t; 4], bytes: uint8x16_t) -> uint8x16_t {
        intrinsic!({
            // TBL returns 0 where an index is out of range of its 64 bytes, and TBX leaves a byte as it is. Subtraction wraps,
            // so each byte is in range of one part alone.
            let found = vqtbl4q_u8(of[0], bytes);
            let found = vqtbx4q_u8(found, of[1], vsubq_u8(bytes, vdupq_n_u8(64)));
            let found = vqtbx4q_u8(found, of[2], vsubq_u8(bytes, vdupq_n_u8(128)));
            vqtbx4q_u8(found, of[3], vsubq_u8(bytes, vdupq_n_u8(192)))
        })
    }

    #[inline(always)]
    fn look_up_nibbles(self, of: &[uint8x16x4_t; 2], bytes: uint8x16_t) -> uint8x16_t {
        intrinsic!({
            let in_half = vandq_u8(bytes, vdupq_n_u8(127));
            let low = vqtbl4q_u8(of[0], in_half);
            let low = vqtbx4q_u8(low, of[1], vsubq_u8(in_half, vdupq_n_u8(64)));
            vbslq_u8(vcgtq_u8(bytes, vdupq_n_u8(127)), vshrq_n_u8::<4>(low), low)
        })
    }
}
