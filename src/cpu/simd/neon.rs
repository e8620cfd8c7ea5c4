//! NEON: 4 samples, or the hashes of 16 corners, at a time.

use std::arch::aarch64::*;

use super::{Kernel, Lanes};
use crate::hash::Permutation;

/// The NEON form; exists only inside [`run`].
#[derive(Clone, Copy)]
pub(super) struct Neon(());

/// Runs a kernel in this form, as a function of its own.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Neon(()))
}

/// An instruction of the form.
macro_rules! have {
    ($call:expr) => {
        // SAFETY: a `Neon` exists only inside `run`, which is called where its features are.
        unsafe { $call }
    };
}

impl Neon {
    /// 64 bytes to look up.
    #[inline(always)]
    fn load_64(self, from: &[u8]) -> uint8x16x4_t {
        let from = &from[..64];
        // SAFETY: 64 bytes are there.
        have!(vld1q_u8_x4(from.as_ptr()))
    }
}

impl Lanes for Neon {
    const WIDTH: usize = 4;
    const MANY_REGISTERS: bool = true;
    const BYTES: usize = 16;

    type Floats = float32x4_t;
    /// The bytes of each lane.
    type Indices = uint8x16_t;
    /// The numbers as bytes, 16 of them a part.
    type Table = [uint8x16x4_t; 2];
    type Bytes = uint8x16_t;
    type BytesTable = [uint8x16x4_t; 4];

    #[inline(always)]
    fn apart<K: Kernel>(self, kernel: K) -> K::Output {
        have!(run(kernel))
    }

    #[inline(always)]
    fn splat(self, value: f32) -> float32x4_t {
        have!(vdupq_n_f32(value))
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> float32x4_t {
        let from = &from[..4];
        // SAFETY: 4 elements are there.
        have!(vld1q_f32(from.as_ptr()))
    }

    #[inline(always)]
    fn store(self, value: float32x4_t, to: &mut [f32]) {
        match to.first_chunk_mut::<4>() {
            // SAFETY: 4 elements are there.
            Some(to) => have!(vst1q_f32(to.as_mut_ptr(), value)),
            None => {
                let mut all = [0.0; 4];
                // SAFETY: 4 elements are there.
                have!(vst1q_f32(all.as_mut_ptr(), value));
                to.copy_from_slice(&all[..to.len()]);
            }
        }
    }

    #[inline(always)]
    fn add(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        have!(vaddq_f32(a, b))
    }

    #[inline(always)]
    fn sub(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        have!(vsubq_f32(a, b))
    }

    #[inline(always)]
    fn mul(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        have!(vmulq_f32(a, b))
    }

    #[inline(always)]
    fn mul_add(self, a: float32x4_t, b: float32x4_t, c: float32x4_t) -> float32x4_t {
        have!(vfmaq_f32(c, a, b))
    }

    #[inline(always)]
    fn shifted(self, this: float32x4_t, next: float32x4_t) -> float32x4_t {
        have!(vextq_f32::<1>(this, next))
    }

    #[inline(always)]
    fn indices(self, from: &[u32]) -> uint8x16_t {
        let from = &from[..4];
        have!({
            // SAFETY: 4 elements are there.
            let lanes = vld1q_u32(from.as_ptr());
            // Lane i is bytes 4i to 4i + 3: i·0x04040404 + 0x03020100.
            let bytes = vmlaq_n_u32(vdupq_n_u32(0x0302_0100), lanes, 0x0404_0404);
            vreinterpretq_u8_u32(bytes)
        })
    }

    #[inline(always)]
    fn permute(self, of: float32x4_t, by: uint8x16_t) -> float32x4_t {
        have!(vreinterpretq_f32_u8(vqtbl1q_u8(
            vreinterpretq_u8_f32(of),
            by
        )))
    }

    #[inline(always)]
    fn table(self, of: &[f32; 32]) -> [uint8x16x4_t; 2] {
        let bytes: &[u8] = bytemuck::cast_slice(of);
        [self.load_64(&bytes[..64]), self.load_64(&bytes[64..])]
    }

    #[inline(always)]
    fn choose<const WIDE: bool>(self, of: [uint8x16x4_t; 2], by: &[u8]) -> float32x4_t {
        let indices = [by[0], by[1], by[2], by[3]].map(u32::from);
        let by = self.indices(&indices);
        have!({
            let low = vqtbl4q_u8(of[0], by);
            vreinterpretq_f32_u8(match WIDE {
                // An index that is out of a part leaves what is there.
                true => vqtbx4q_u8(low, of[1], vsubq_u8(by, vdupq_n_u8(64))),
                false => low,
            })
        })
    }

    #[inline(always)]
    fn bytes_table(self, of: &Permutation) -> [uint8x16x4_t; 4] {
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
        // SAFETY: 16 bytes are there.
        have!(vld1q_u8(from.as_ptr()))
    }

    #[inline(always)]
    fn store_bytes(self, value: uint8x16_t, to: &mut [u8]) {
        let to = &mut to[..16];
        // SAFETY: 16 bytes are there.
        have!(vst1q_u8(to.as_mut_ptr(), value));
    }

    #[inline(always)]
    fn add_byte(self, a: uint8x16_t, value: u8) -> uint8x16_t {
        have!(vaddq_u8(a, vdupq_n_u8(value)))
    }

    #[inline(always)]
    fn and_byte(self, a: uint8x16_t, mask: u8) -> uint8x16_t {
        have!(vandq_u8(a, vdupq_n_u8(mask)))
    }

    #[inline(always)]
    fn look_up(self, of: &[uint8x16x4_t; 4], bytes: uint8x16_t) -> uint8x16_t {
        have!({
            // An index that is out of a part leaves what is there.
            let found = vqtbl4q_u8(of[0], bytes);
            let found = vqtbx4q_u8(found, of[1], vsubq_u8(bytes, vdupq_n_u8(64)));
            let found = vqtbx4q_u8(found, of[2], vsubq_u8(bytes, vdupq_n_u8(128)));
            vqtbx4q_u8(found, of[3], vsubq_u8(bytes, vdupq_n_u8(192)))
        })
    }
}
