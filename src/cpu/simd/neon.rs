//! NEON: 4 samples, or the hashes of 16 corners, at a time.

use std::arch::aarch64::*;

use super::lanes::{Lanes, SimdKernel};
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
    /// Loads 64 bytes of a look-up table, which is the largest that one instruction can use.
    #[inline(always)]
    fn load_64(self, from: &[u8]) -> uint8x16x4_t {
        let from = &from[..64];
        // SAFETY: the slice has 64 bytes.
        intrinsic!(vld1q_u8_x4(from.as_ptr()))
    }
}

impl Lanes for Neon {
    const WIDTH: usize = 4;
    const MANY_REGISTERS: bool = true;
    const BYTES: usize = 16;

    type Floats = float32x4_t;
    /// The index of each byte, because NEON permutes only bytes: lane i consists of the bytes 4i to 4i + 3.
    type Indices = uint8x16_t;
    /// The bytes of the numbers, 16 numbers in each part.
    type FloatTable = [uint8x16x4_t; 2];
    type Bytes = uint8x16_t;
    type ByteTable = [uint8x16x4_t; 4];

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
    fn shift_in(self, this: float32x4_t, next: float32x4_t) -> float32x4_t {
        intrinsic!(vextq_f32::<1>(this, next))
    }

    #[inline(always)]
    fn load_indices(self, from: &[u32]) -> uint8x16_t {
        let from = &from[..4];
        intrinsic!({
            // SAFETY: the slice has 4 elements.
            let lanes = vld1q_u32(from.as_ptr());
            // Lane i becomes the bytes 4i to 4i + 3, the lowest first: i·0x04040404 + 0x03020100.
            let bytes = vmlaq_n_u32(vdupq_n_u32(0x0302_0100), lanes, 0x0404_0404);
            vreinterpretq_u8_u32(bytes)
        })
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
        let by = self.load_indices(&indices);
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
    fn byte_table(self, of: &Permutation) -> [uint8x16x4_t; 4] {
        [
            self.load_64(&of[..64]),
            self.load_64(&of[64..128]),
            self.load_64(&of[128..192]),
            self.load_64(&of[192..]),
        ]
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
}
