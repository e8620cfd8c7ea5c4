//! The two traits of the SIMD code: what a kernel is, and the vector operations that it is written with.

use crate::hash::Permutation;

/// Work that is compiled once for each SIMD level.
///
/// `execute` and everything that it calls must be `#[inline(always)]`. A function that is not inlined is compiled without
/// the instructions of the level, because they are enabled only for the function that [`Simd::dispatch`] calls.
///
/// [`Simd::dispatch`]: super::Simd::dispatch
pub(in crate::cpu) trait SimdKernel {
    /// What the work returns.
    type Output;

    /// Does the work with the vectors of `lanes`.
    fn execute<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// The vectors of one SIMD level. A value of such a type proves that the CPU has the instructions.
///
/// Methods read and write slices from their first element on. Lane 0 holds the element of the lowest index.
pub(in crate::cpu) trait Lanes: Copy {
    /// Lanes of a vector of f32: 4, 8 or 16.
    const WIDTH: usize;
    /// Whether there are 32 vector registers instead of 16.
    const MANY_REGISTERS: bool;
    /// Whether [`Lanes::mul_add`] is rounded once.
    const FUSED: bool = true;
    /// Bytes that are looked up at a time: four for each lane.
    const BYTES: usize = 4 * Self::WIDTH;

    /// A vector of [`Lanes::WIDTH`] f32.
    type Floats: Copy;
    /// A vector of [`Lanes::WIDTH`] u32.
    type Words: Copy;
    /// For each lane of a vector, whether something holds.
    type Mask: Copy;
    /// For each lane of a vector, the lane that it takes in a permutation.
    type Indices: Copy;
    /// A look-up table of 32 f32.
    type FloatTable: Copy;
    /// A look-up table of 32 signs.
    type SignTable: Copy;
    /// What [`Lanes::BYTES`] bytes have looked up in `N` tables of signs.
    type Signs<const N: usize>: Copy;
    /// A vector of [`Lanes::BYTES`] bytes.
    type Bytes: Copy;
    /// A permutation of 256 bytes as a look-up table.
    type ByteTable: Copy;
    /// The low four bits of a permutation of 256 bytes as a look-up table.
    type NibbleTable: Copy;

    /// Executes a part of a kernel as a function of its own, with the same instructions. The compiler's time grows faster
    /// than the size of a function, so a kernel with many branches is compiled much sooner in parts.
    fn execute_outlined<K: SimdKernel>(self, kernel: K) -> K::Output;

    /// Returns a vector with the same number in every lane.
    fn splat(self, value: f32) -> Self::Floats;

    /// Loads `WIDTH` numbers.
    fn load(self, from: &[f32]) -> Self::Floats;

    /// Loads `WIDTH` quadruples of numbers, every `STRIDE`-th of a slice, and returns a vector of each of the four. The bits of
    /// numbers that are none stay as they are.
    fn load_transposed<const STRIDE: usize>(self, from: &[[f32; 4]]) -> [Self::Floats; 4];

    /// Stores a vector, or as many of its first lanes as `to` has room for.
    fn store(self, value: Self::Floats, to: &mut [f32]);

    /// Stores a vector as [`Lanes::store`] does, past the caches if the level can and `to` is aligned to the vector's size.
    #[inline(always)]
    fn store_non_temporal(self, value: Self::Floats, to: &mut [f32]) {
        self.store(value, to);
    }

    /// Copies fewer than `WIDTH` numbers to any address, with non-temporal stores if the level has them.
    #[inline(always)]
    fn copy_non_temporal(self, from: &[f32], to: &mut [f32]) {
        to.copy_from_slice(from);
    }

    /// Counts the elements before the first address that is aligned to the size of a vector.
    #[inline(always)]
    fn unaligned_prefix(self, to: &[f32]) -> usize {
        let bytes = Self::WIDTH * size_of::<f32>();
        to.as_ptr().align_offset(bytes).min(to.len())
    }

    /// Orders non-temporal stores before all later stores. Other threads may read the samples only after it.
    #[inline(always)]
    fn fence(self) {}

    /// Computes a + b.
    fn add(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// Computes a − b.
    fn sub(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// Computes a·b.
    fn mul(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// Computes a·b + c: fused, if the level is [`Lanes::FUSED`].
    fn mul_add(self, a: Self::Floats, b: Self::Floats, c: Self::Floats) -> Self::Floats;

    /// Computes c − a·b, rounded as [`Lanes::mul_add`].
    fn neg_mul_add(self, a: Self::Floats, b: Self::Floats, c: Self::Floats) -> Self::Floats;

    /// Computes the smaller of a and b, neither being NaN.
    fn min(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// Computes the larger of a and b, neither being NaN.
    fn max(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// Rounds down.
    fn floor(self, a: Self::Floats) -> Self::Floats;

    /// Splits numbers of magnitude at most 2²¹ into what they are rounded down, and fractions.
    #[inline(always)]
    fn split(self, a: Self::Floats) -> (Self::Words, Self::Floats) {
        let whole = self.floor(a);
        (self.words_of(whole), self.sub(a, whole))
    }

    /// Computes the square root.
    fn sqrt(self, a: Self::Floats) -> Self::Floats;

    /// Compares a < b.
    fn less(self, a: Self::Floats, b: Self::Floats) -> Self::Mask;

    /// Returns a mask as a number: bit i is set where lane i is.
    fn mask_bits(self, mask: Self::Mask) -> u32;

    /// Returns `yes` where the mask is set, else `no`.
    fn select(self, mask: Self::Mask, yes: Self::Floats, no: Self::Floats) -> Self::Floats;

    /// Returns `yes` where the mask is set, else `no`.
    fn select_words(self, mask: Self::Mask, yes: Self::Words, no: Self::Words) -> Self::Words;

    /// Converts numbers that an i32 holds, rounded towards 0.
    fn words_of(self, whole: Self::Floats) -> Self::Words;

    /// Converts signed words, rounded to the nearest.
    fn floats_of(self, words: Self::Words) -> Self::Floats;

    /// Returns the bits of numbers.
    fn bits(self, of: Self::Floats) -> Self::Words;

    /// Returns the numbers that have these bits.
    fn of_bits(self, words: Self::Words) -> Self::Floats;

    /// Returns a vector with the same word in every lane.
    fn splat_word(self, value: u32) -> Self::Words;

    /// Loads `WIDTH` words.
    fn load_words(self, from: &[u32]) -> Self::Words;

    /// Stores `WIDTH` words.
    fn store_words(self, value: Self::Words, to: &mut [u32]);

    /// Computes a + b, modulo 2³².
    fn add_words(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// Computes a − b, modulo 2³².
    fn sub_words(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// Computes a·b, modulo 2³².
    fn mul_words(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// Computes the bitwise and.
    fn and_words(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// Computes the bitwise exclusive or.
    fn xor_words(self, a: Self::Words, b: Self::Words) -> Self::Words;

    /// Shifts to higher bits.
    fn shift_up<const BITS: u32>(self, a: Self::Words) -> Self::Words;

    /// Shifts to lower bits.
    fn shift_down<const BITS: u32>(self, a: Self::Words) -> Self::Words;

    /// Returns lanes 1 and up of `this`, followed by lane 0 of `next`.
    fn shift_in(self, this: Self::Floats, next: Self::Floats) -> Self::Floats;

    /// Loads `WIDTH` lane indices, each less than `WIDTH`.
    fn load_indices(self, from: &[u32]) -> Self::Indices;

    /// Returns a vector whose lane i is the lane of `of` that lane i of `by` selects.
    fn permute(self, of: Self::Floats, by: Self::Indices) -> Self::Floats;

    /// Loads the elements of a slice at `WIDTH` indices, one by one.
    #[inline(always)]
    fn gather(self, of: &[f32], by: &[u32]) -> Self::Floats {
        let mut lanes = [0.0; 16];
        for (lane, &i) in lanes.iter_mut().zip(&by[..Self::WIDTH]) {
            *lane = of[i as usize];
        }
        self.load(&lanes)
    }

    /// Loads a look-up table of 32 numbers.
    fn float_table(self, of: &[f32; 32]) -> Self::FloatTable;

    /// Looks up `WIDTH` bytes in a table: less than 32 if `ALL_32`, else less than 16, which takes fewer instructions.
    fn look_up_floats<const ALL_32: bool>(self, of: Self::FloatTable, by: &[u8]) -> Self::Floats;

    /// Loads a look-up table of 32 doubled signs: 0, 2 or −2. Of such an f32 only the highest byte is not 0.
    fn sign_table(self, of: &[f32; 32]) -> Self::SignTable;

    /// Looks up doubled signs in `N` tables by the lowest bits of bytes, five if `ALL_32`, else four: as much of the work as is done
    /// for all bytes at once. [`Lanes::signs`] does the rest.
    fn look_up_signs<const N: usize, const ALL_32: bool>(
        self,
        of: &[Self::SignTable; N],
        by: Self::Bytes,
    ) -> Self::Signs<N>;

    /// Returns the doubled signs that byte q of each lane, 0 to 3, has looked up in each of these tables.
    fn signs<const N: usize, const ALL_32: bool>(
        self,
        of: &[Self::SignTable; N],
        looked_up: &Self::Signs<N>,
        q: usize,
    ) -> [Self::Floats; N];

    /// Loads a permutation.
    fn byte_table(self, of: &Permutation) -> Self::ByteTable;

    /// Loads the low four bits of a permutation.
    fn nibble_table(self, of: &Permutation) -> Self::NibbleTable;

    /// Loads `BYTES` bytes.
    fn load_bytes(self, from: &[u8]) -> Self::Bytes;

    /// Stores `BYTES` bytes.
    fn store_bytes(self, value: Self::Bytes, to: &mut [u8]);

    /// Packs the low bytes of four vectors of words: those of vector q become byte q of each lane.
    fn pack(self, words: [Self::Words; 4]) -> Self::Bytes;

    /// Packs four masks: byte q of each lane has all bits set where mask q is set, else none.
    fn pack_masks(self, masks: [Self::Mask; 4]) -> Self::Bytes;

    /// Returns the bytes of `yes` where the highest bit of a byte of `by` is set, else those of `no`.
    fn select_bytes(self, by: Self::Bytes, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes;

    /// Returns `yes` where the highest bit of byte q of a lane is set, q being 0 to 3, else `no`.
    fn select_by_byte(
        self,
        by: Self::Bytes,
        q: usize,
        yes: Self::Floats,
        no: Self::Floats,
    ) -> Self::Floats;

    /// Returns words whose low bytes are byte q of each lane, 0 to 3. Their higher bits are unspecified.
    fn unpack(self, bytes: Self::Bytes, q: usize) -> Self::Words;

    /// Adds bytes, modulo 256.
    fn add_bytes(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Computes a − b for bytes, modulo 256.
    fn sub_bytes(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Adds `value` to each byte, modulo 256.
    fn add_byte(self, a: Self::Bytes, value: u8) -> Self::Bytes;

    /// Computes the bitwise and of each byte and `mask`.
    fn and_byte(self, a: Self::Bytes, mask: u8) -> Self::Bytes;

    /// Looks up each byte in a permutation.
    fn look_up_bytes(self, of: &Self::ByteTable, bytes: Self::Bytes) -> Self::Bytes;

    /// Looks up the low four bits of each byte's entry in a permutation. The high four bits of the results are unspecified.
    fn look_up_nibbles(self, of: &Self::NibbleTable, bytes: Self::Bytes) -> Self::Bytes;
}

/// Returns the highest byte of each f32.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(super) fn highest_bytes(of: &[f32; 32]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (byte, of) in bytes.iter_mut().zip(of) {
        *byte = (of.to_bits() >> 24) as u8;
    }
    bytes
}

/// Returns the shuffles of `N` bytes that move byte 0, 1, 2 or 3 of each lane to its highest byte, and set the others to 0. Indices
/// count within 128 bits, and an index with the highest bit sets a byte to 0.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) const fn to_highest<const N: usize>() -> [[u8; N]; 4] {
    let mut shuffles = [[128; N]; 4];
    let mut i = 3;
    while i < N {
        let mut q = 0;
        while q < 4 {
            shuffles[q][i] = (i % 16 - 3 + q) as u8;
            q += 1;
        }
        i += 4;
    }
    shuffles
}

/// Packs the low four bits of the entries of a permutation: those of entry i + 128 are above those of entry i.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(super) fn packed_nibbles(of: &Permutation) -> [u8; 128] {
    let (low, high) = of.split_at(128);
    let mut packed = [0; 128];
    for (packed, (low, high)) in packed.iter_mut().zip(low.iter().zip(high)) {
        *packed = low & 15 | high << 4;
    }
    packed
}
