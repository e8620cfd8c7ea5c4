//! Plain Rust: the level that every CPU has. Vectors are arrays here, and the compiler vectorises loops over them.

use std::array::from_fn;

use super::lanes::{Lanes, SimdKernel};
use crate::hash::Permutation;

const WIDTH: usize = 8;
const BYTES: usize = 16;

/// The portable level.
#[derive(Clone, Copy)]
pub(super) struct Portable;

/// Executes a kernel in a separate function.
#[inline(never)]
pub(super) fn execute<K: SimdKernel>(kernel: K) -> K::Output {
    kernel.execute(Portable)
}

impl Lanes for Portable {
    const WIDTH: usize = WIDTH;
    const MANY_REGISTERS: bool = false;
    const BYTES: usize = BYTES;

    type Floats = [f32; WIDTH];
    type Indices = [u32; WIDTH];
    type FloatTable = [f32; 32];
    type Bytes = [u8; BYTES];
    type ByteTable = Permutation;

    #[inline(always)]
    fn execute_outlined<K: SimdKernel>(self, kernel: K) -> K::Output {
        execute(kernel)
    }

    #[inline(always)]
    fn splat(self, value: f32) -> [f32; WIDTH] {
        [value; WIDTH]
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> [f32; WIDTH] {
        let from = &from[..WIDTH];
        from_fn(|i| from[i])
    }

    #[inline(always)]
    fn store(self, value: [f32; WIDTH], to: &mut [f32]) {
        match to.first_chunk_mut() {
            Some(to) => *to = value,
            None => to.copy_from_slice(&value[..to.len()]),
        }
    }

    #[inline(always)]
    fn add(self, a: [f32; WIDTH], b: [f32; WIDTH]) -> [f32; WIDTH] {
        from_fn(|i| a[i] + b[i])
    }

    #[inline(always)]
    fn sub(self, a: [f32; WIDTH], b: [f32; WIDTH]) -> [f32; WIDTH] {
        from_fn(|i| a[i] - b[i])
    }

    #[inline(always)]
    fn mul(self, a: [f32; WIDTH], b: [f32; WIDTH]) -> [f32; WIDTH] {
        from_fn(|i| a[i] * b[i])
    }

    #[inline(always)]
    fn mul_add(self, a: [f32; WIDTH], b: [f32; WIDTH], c: [f32; WIDTH]) -> [f32; WIDTH] {
        // `f32::mul_add` calls a slow function where the target has no such instruction.
        from_fn(|i| a[i] * b[i] + c[i])
    }

    #[inline(always)]
    fn shift_in(self, this: [f32; WIDTH], next: [f32; WIDTH]) -> [f32; WIDTH] {
        from_fn(|i| if i + 1 < WIDTH { this[i + 1] } else { next[0] })
    }

    #[inline(always)]
    fn load_indices(self, from: &[u32]) -> [u32; WIDTH] {
        let from = &from[..WIDTH];
        from_fn(|i| from[i])
    }

    #[inline(always)]
    fn permute(self, of: [f32; WIDTH], by: [u32; WIDTH]) -> [f32; WIDTH] {
        by.map(|i| of[i as usize % WIDTH])
    }

    #[inline(always)]
    fn float_table(self, of: &[f32; 32]) -> [f32; 32] {
        *of
    }

    #[inline(always)]
    fn look_up_floats<const ALL_32: bool>(self, of: [f32; 32], by: &[u8]) -> [f32; WIDTH] {
        let by = &by[..WIDTH];
        from_fn(|i| of[by[i] as usize % 32])
    }

    #[inline(always)]
    fn byte_table(self, of: &Permutation) -> Permutation {
        *of
    }

    #[inline(always)]
    fn load_bytes(self, from: &[u8]) -> [u8; BYTES] {
        let from = &from[..BYTES];
        from_fn(|i| from[i])
    }

    #[inline(always)]
    fn store_bytes(self, value: [u8; BYTES], to: &mut [u8]) {
        to[..BYTES].copy_from_slice(&value);
    }

    #[inline(always)]
    fn add_byte(self, a: [u8; BYTES], value: u8) -> [u8; BYTES] {
        a.map(|byte| byte.wrapping_add(value))
    }

    #[inline(always)]
    fn and_byte(self, a: [u8; BYTES], mask: u8) -> [u8; BYTES] {
        a.map(|byte| byte & mask)
    }

    #[inline(always)]
    fn look_up_bytes(self, of: &Permutation, bytes: [u8; BYTES]) -> [u8; BYTES] {
        bytes.map(|byte| of[byte as usize])
    }
}
