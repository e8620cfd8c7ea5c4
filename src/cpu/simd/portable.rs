//! Plain Rust: the level that every CPU has. Vectors are arrays here, and the compiler combines the operations of their lanes.
#![expect(clippy::needless_range_loop, reason = "bytes are set by their index")]

use super::lanes::{Lanes, SimdKernel};
use crate::hash::Permutation;

/// As many f32 as the vectors of SSE2 and of WebAssembly hold. With more lanes the code, and the compiler's time, grow.
const WIDTH: usize = 4;
const BYTES: usize = 4 * WIDTH;

/// The portable level.
#[derive(Clone, Copy)]
pub(super) struct Portable;

/// Executes a kernel in a separate function.
#[inline(never)]
pub(super) fn execute<K: SimdKernel>(kernel: K) -> K::Output {
    kernel.execute(Portable)
}

// These stand in place of `array::from_fn` and `array::map`, with which the compiler takes twice as long.

/// Computes a vector lane by lane.
#[inline(always)]
fn each<T>(f: impl Fn(usize) -> T) -> [T; WIDTH] {
    [f(0), f(1), f(2), f(3)]
}

/// Computes a vector from each lane of another.
#[inline(always)]
fn map<T: Copy, U>(of: [T; WIDTH], f: impl Fn(T) -> U) -> [U; WIDTH] {
    each(|i| f(of[i]))
}

/// Computes a vector of bytes, byte by byte.
#[inline(always)]
fn each_byte(f: impl Fn(usize) -> u8) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for i in 0..BYTES {
        bytes[i] = f(i);
    }
    bytes
}

/// Computes a vector of bytes from each byte of another.
#[inline(always)]
fn map_bytes(of: [u8; BYTES], f: impl Fn(u8) -> u8) -> [u8; BYTES] {
    each_byte(|i| f(of[i]))
}

impl Lanes for Portable {
    const WIDTH: usize = WIDTH;
    const MANY_REGISTERS: bool = false;
    const FUSED: bool = false;

    type Floats = [f32; WIDTH];
    type Words = [u32; WIDTH];
    type Mask = [bool; WIDTH];
    type Indices = [u32; WIDTH];
    type FloatTable = [f32; 32];
    type SignTable = [f32; 32];
    /// The bytes.
    type Signs<const N: usize> = [u8; BYTES];
    type Bytes = [u8; BYTES];
    type ByteTable = Permutation;
    type NibbleTable = Permutation;

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
        each(|i| from[i])
    }

    #[inline(always)]
    fn load_transposed<const STRIDE: usize>(self, from: &[[f32; 4]]) -> [[f32; WIDTH]; 4] {
        let from = &from[..(WIDTH - 1) * STRIDE + 1];
        each(|axis| each(|i| from[i * STRIDE][axis]))
    }

    #[inline(always)]
    fn store(self, value: [f32; WIDTH], to: &mut [f32]) {
        if let Some(to) = to.first_chunk_mut::<WIDTH>() {
            *to = value;
            return;
        }
        // In the other case `copy_from_slice` would make the compiler call it in both.
        for (to, value) in to.iter_mut().zip(value) {
            *to = value;
        }
    }

    #[inline(always)]
    fn add(self, a: [f32; WIDTH], b: [f32; WIDTH]) -> [f32; WIDTH] {
        each(|i| a[i] + b[i])
    }

    #[inline(always)]
    fn sub(self, a: [f32; WIDTH], b: [f32; WIDTH]) -> [f32; WIDTH] {
        each(|i| a[i] - b[i])
    }

    #[inline(always)]
    fn mul(self, a: [f32; WIDTH], b: [f32; WIDTH]) -> [f32; WIDTH] {
        each(|i| a[i] * b[i])
    }

    #[inline(always)]
    fn mul_add(self, a: [f32; WIDTH], b: [f32; WIDTH], c: [f32; WIDTH]) -> [f32; WIDTH] {
        // `f32::mul_add` calls a slow function where the target has no such instruction.
        each(|i| a[i] * b[i] + c[i])
    }

    #[inline(always)]
    fn neg_mul_add(self, a: [f32; WIDTH], b: [f32; WIDTH], c: [f32; WIDTH]) -> [f32; WIDTH] {
        each(|i| c[i] - a[i] * b[i])
    }

    #[inline(always)]
    fn min(self, a: [f32; WIDTH], b: [f32; WIDTH]) -> [f32; WIDTH] {
        each(|i| if a[i] < b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    fn max(self, a: [f32; WIDTH], b: [f32; WIDTH]) -> [f32; WIDTH] {
        each(|i| if a[i] > b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    fn floor(self, a: [f32; WIDTH]) -> [f32; WIDTH] {
        map(a, f32::floor)
    }

    #[inline(always)]
    fn sqrt(self, a: [f32; WIDTH]) -> [f32; WIDTH] {
        map(a, f32::sqrt)
    }

    #[inline(always)]
    fn less(self, a: [f32; WIDTH], b: [f32; WIDTH]) -> [bool; WIDTH] {
        each(|i| a[i] < b[i])
    }

    #[inline(always)]
    fn mask_bits(self, mask: [bool; WIDTH]) -> u32 {
        let mut bits = 0;
        for (i, set) in mask.into_iter().enumerate() {
            bits |= u32::from(set) << i;
        }
        bits
    }

    #[inline(always)]
    fn select(self, mask: [bool; WIDTH], yes: [f32; WIDTH], no: [f32; WIDTH]) -> [f32; WIDTH] {
        each(|i| if mask[i] { yes[i] } else { no[i] })
    }

    #[inline(always)]
    fn select_words(
        self,
        mask: [bool; WIDTH],
        yes: [u32; WIDTH],
        no: [u32; WIDTH],
    ) -> [u32; WIDTH] {
        each(|i| if mask[i] { yes[i] } else { no[i] })
    }

    #[inline(always)]
    fn words_of(self, whole: [f32; WIDTH]) -> [u32; WIDTH] {
        map(whole, |whole| (whole as i32).cast_unsigned())
    }

    #[inline(always)]
    fn floats_of(self, words: [u32; WIDTH]) -> [f32; WIDTH] {
        map(words, |word| word.cast_signed() as f32)
    }

    #[inline(always)]
    fn bits(self, of: [f32; WIDTH]) -> [u32; WIDTH] {
        map(of, f32::to_bits)
    }

    #[inline(always)]
    fn of_bits(self, words: [u32; WIDTH]) -> [f32; WIDTH] {
        map(words, f32::from_bits)
    }

    #[inline(always)]
    fn splat_word(self, value: u32) -> [u32; WIDTH] {
        [value; WIDTH]
    }

    #[inline(always)]
    fn load_words(self, from: &[u32]) -> [u32; WIDTH] {
        let from = &from[..WIDTH];
        each(|i| from[i])
    }

    #[inline(always)]
    fn store_words(self, value: [u32; WIDTH], to: &mut [u32]) {
        to[..WIDTH].copy_from_slice(&value);
    }

    #[inline(always)]
    fn add_words(self, a: [u32; WIDTH], b: [u32; WIDTH]) -> [u32; WIDTH] {
        each(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(always)]
    fn sub_words(self, a: [u32; WIDTH], b: [u32; WIDTH]) -> [u32; WIDTH] {
        each(|i| a[i].wrapping_sub(b[i]))
    }

    #[inline(always)]
    fn mul_words(self, a: [u32; WIDTH], b: [u32; WIDTH]) -> [u32; WIDTH] {
        each(|i| a[i].wrapping_mul(b[i]))
    }

    #[inline(always)]
    fn and_words(self, a: [u32; WIDTH], b: [u32; WIDTH]) -> [u32; WIDTH] {
        each(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn xor_words(self, a: [u32; WIDTH], b: [u32; WIDTH]) -> [u32; WIDTH] {
        each(|i| a[i] ^ b[i])
    }

    #[inline(always)]
    fn shift_up<const BITS: u32>(self, a: [u32; WIDTH]) -> [u32; WIDTH] {
        map(a, |word| word << BITS)
    }

    #[inline(always)]
    fn shift_down<const BITS: u32>(self, a: [u32; WIDTH]) -> [u32; WIDTH] {
        map(a, |word| word >> BITS)
    }

    #[inline(always)]
    fn shift_in(self, this: [f32; WIDTH], next: [f32; WIDTH]) -> [f32; WIDTH] {
        each(|i| if i + 1 < WIDTH { this[i + 1] } else { next[0] })
    }

    #[inline(always)]
    fn load_indices(self, from: &[u32]) -> [u32; WIDTH] {
        self.load_words(from)
    }

    #[inline(always)]
    fn permute(self, of: [f32; WIDTH], by: [u32; WIDTH]) -> [f32; WIDTH] {
        map(by, |i| of[i as usize % WIDTH])
    }

    #[inline(always)]
    fn float_table(self, of: &[f32; 32]) -> [f32; 32] {
        *of
    }

    #[inline(always)]
    fn look_up_floats<const ALL_32: bool>(self, of: [f32; 32], by: &[u8]) -> [f32; WIDTH] {
        let by = &by[..WIDTH];
        each(|i| of[by[i] as usize % 32])
    }

    #[inline(always)]
    fn sign_table(self, of: &[f32; 32]) -> [f32; 32] {
        *of
    }

    #[inline(always)]
    fn look_up_signs<const N: usize, const ALL_32: bool>(
        self,
        _: &[[f32; 32]; N],
        by: [u8; BYTES],
    ) -> [u8; BYTES] {
        by
    }

    #[inline(always)]
    fn signs<const N: usize, const ALL_32: bool>(
        self,
        of: &[[f32; 32]; N],
        by: &[u8; BYTES],
        q: usize,
    ) -> [[f32; WIDTH]; N] {
        let by = self.unpack(*by, q);
        let mut signs = [[0.0; WIDTH]; N];
        for (sign, of) in signs.iter_mut().zip(of) {
            *sign = map(by, |i| of[i as usize % if ALL_32 { 32 } else { 16 }]);
        }
        signs
    }

    #[inline(always)]
    fn byte_table(self, of: &Permutation) -> Permutation {
        *of
    }

    #[inline(always)]
    fn nibble_table(self, of: &Permutation) -> Permutation {
        *of
    }

    #[inline(always)]
    fn load_bytes(self, from: &[u8]) -> [u8; BYTES] {
        let from = &from[..BYTES];
        each_byte(|i| from[i])
    }

    #[inline(always)]
    fn store_bytes(self, value: [u8; BYTES], to: &mut [u8]) {
        to[..BYTES].copy_from_slice(&value);
    }

    #[inline(always)]
    fn pack(self, words: [[u32; WIDTH]; 4]) -> [u8; BYTES] {
        each_byte(|i| words[i % 4][i / 4] as u8)
    }

    #[inline(always)]
    fn pack_masks(self, masks: [[bool; WIDTH]; 4]) -> [u8; BYTES] {
        each_byte(|i| u8::from(masks[i % 4][i / 4]).wrapping_neg())
    }

    #[inline(always)]
    fn select_bytes(self, by: [u8; BYTES], yes: [u8; BYTES], no: [u8; BYTES]) -> [u8; BYTES] {
        each_byte(|i| if by[i] >= 128 { yes[i] } else { no[i] })
    }

    #[inline(always)]
    fn select_by_byte(
        self,
        by: [u8; BYTES],
        q: usize,
        yes: [f32; WIDTH],
        no: [f32; WIDTH],
    ) -> [f32; WIDTH] {
        each(|i| if by[4 * i + q] >= 128 { yes[i] } else { no[i] })
    }

    #[inline(always)]
    fn unpack(self, bytes: [u8; BYTES], q: usize) -> [u32; WIDTH] {
        each(|i| u32::from(bytes[4 * i + q]))
    }

    #[inline(always)]
    fn add_bytes(self, a: [u8; BYTES], b: [u8; BYTES]) -> [u8; BYTES] {
        each_byte(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(always)]
    fn sub_bytes(self, a: [u8; BYTES], b: [u8; BYTES]) -> [u8; BYTES] {
        each_byte(|i| a[i].wrapping_sub(b[i]))
    }

    #[inline(always)]
    fn add_byte(self, a: [u8; BYTES], value: u8) -> [u8; BYTES] {
        map_bytes(a, |byte| byte.wrapping_add(value))
    }

    #[inline(always)]
    fn and_byte(self, a: [u8; BYTES], mask: u8) -> [u8; BYTES] {
        map_bytes(a, |byte| byte & mask)
    }

    #[inline(always)]
    fn look_up_bytes(self, of: &Permutation, bytes: [u8; BYTES]) -> [u8; BYTES] {
        map_bytes(bytes, |byte| of[byte as usize])
    }

    #[inline(always)]
    fn look_up_nibbles(self, of: &Permutation, bytes: [u8; BYTES]) -> [u8; BYTES] {
        self.look_up_bytes(of, bytes)
    }
}
