//! The hashes of lattice corners: permutation tables, the integer hash and Elias's hash.
//!
//! Every table and key is derived from a (seed, octave) pair, and is the same bit for bit on every backend.

/// A permutation of 0..=255.
pub type Permutation = [u8; 256];

/// The permutation that Perlin published in 2002 (*Improving Noise*). It belongs to seed 0, octave 0.
#[rustfmt::skip]
pub const PERLIN_2002: Permutation = [
    151, 160, 137,  91,  90,  15, 131,  13, 201,  95,  96,  53, 194, 233,   7, 225,
    140,  36, 103,  30,  69, 142,   8,  99,  37, 240,  21,  10,  23, 190,   6, 148,
    247, 120, 234,  75,   0,  26, 197,  62,  94, 252, 219, 203, 117,  35,  11,  32,
     57, 177,  33,  88, 237, 149,  56,  87, 174,  20, 125, 136, 171, 168,  68, 175,
     74, 165,  71, 134, 139,  48,  27, 166,  77, 146, 158, 231,  83, 111, 229, 122,
     60, 211, 133, 230, 220, 105,  92,  41,  55,  46, 245,  40, 244, 102, 143,  54,
     65,  25,  63, 161,   1, 216,  80,  73, 209,  76, 132, 187, 208,  89,  18, 169,
    200, 196, 135, 130, 116, 188, 159,  86, 164, 100, 109, 198, 173, 186,   3,  64,
     52, 217, 226, 250, 124, 123,   5, 202,  38, 147, 118, 126, 255,  82,  85, 212,
    207, 206,  59, 227,  47,  16,  58,  17, 182, 189,  28,  42, 223, 183, 170, 213,
    119, 248, 152,   2,  44, 154, 163,  70, 221, 153, 101, 155, 167,  43, 172,   9,
    129,  22,  39, 253,  19,  98, 108, 110,  79, 113, 224, 232, 178, 185, 112, 104,
    218, 246,  97, 228, 251,  34, 242, 193, 238, 210, 144,  12, 191, 179, 162, 241,
     81,  51, 145, 235, 249,  14, 239, 107,  49, 192, 214,  31, 181, 199, 106, 157,
    184,  84, 204, 176, 115, 121,  50,  45, 127,   4, 150, 254, 138, 236, 205,  93,
    222, 114,  67,  29,  24,  72, 243, 141, 128, 195,  78,  66, 215,  61, 156, 180,
];

/// Returns the permutation table of a seed and an octave.
///
/// The table of (0, 0) is [`PERLIN_2002`]. Every other one is the identity, shuffled (Fisher and Yates) by SplitMix64, whose
/// state starts at `seed << 32 | octave`.
pub fn permutation(seed: u32, octave: u32) -> Permutation {
    if (seed, octave) == (0, 0) {
        return PERLIN_2002;
    }
    let mut random = SplitMix64::new(seed, octave);
    let mut table: Permutation = std::array::from_fn(|i| i as u8);
    for i in (1..256).rev() {
        let j = ((random.draw() >> 32) * (i as u64 + 1)) >> 32;
        table.swap(i, j as usize);
    }
    table
}

/// Returns the key K of the integer hash for a seed and an octave: two draws of SplitMix64, the low half of each first.
pub fn integer_key(seed: u32, octave: u32) -> [u32; 4] {
    let mut random = SplitMix64::new(seed, octave);
    let (first, second) = (random.draw(), random.draw());
    [
        first as u32,
        (first >> 32) as u32,
        second as u32,
        (second >> 32) as u32,
    ]
}

/// Returns how far the lattice of an octave is shifted along x, y, z and w, in cells: 0 to 1, in steps of 2⁻¹⁶.
///
/// The numbers are the quarters of one draw of SplitMix64, the lowest for x, whose state starts at the complement of
/// `seed << 32 | octave`, so that they have nothing to do with the octave's table.
pub fn octave_shift(seed: u32, octave: u32) -> [f64; 4] {
    let draw = SplitMix64::new(!seed, !octave).draw();
    [0, 16, 32, 48].map(|bit| f64::from((draw >> bit) as u16) / 65_536.0)
}

/// Returns the integer hash of a corner, `pcg4d(corner ^ key).x`. Axes that the corner does not have are 0.
///
/// Source: Jarzynski and Olano, *Hash Functions for GPU Rendering*, JCGT 9(3), 2020.
#[inline(always)]
pub fn integer(key: &[u32; 4], corner: &[u32]) -> u32 {
    integers(key, corner)[0]
}

/// Returns all four words of `pcg4d(corner ^ key)`.
#[inline(always)]
pub fn integers(key: &[u32; 4], corner: &[u32]) -> [u32; 4] {
    let mut v = [0u32; 4];
    for (axis, &cell) in corner.iter().enumerate() {
        v[axis] = cell ^ key[axis];
    }
    v = v.map(|c| c.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    cross_add(&mut v);
    v = v.map(|c| c ^ (c >> 16));
    cross_add(&mut v);
    v
}

#[inline(always)]
fn cross_add(v: &mut [u32; 4]) {
    v[0] = v[0].wrapping_add(v[1].wrapping_mul(v[3]));
    v[1] = v[1].wrapping_add(v[2].wrapping_mul(v[0]));
    v[2] = v[2].wrapping_add(v[0].wrapping_mul(v[1]));
    v[3] = v[3].wrapping_add(v[1].wrapping_mul(v[2]));
}

/// Returns the table hash of a corner, `perm[(… perm[i] + j …) & 255]`.
pub fn table(perm: &Permutation, corner: &[u32]) -> u32 {
    (corner.iter()).fold(0, |hash, &cell| {
        u32::from(perm[(hash.wrapping_add(cell) & 255) as usize])
    })
}

/// Returns the three constants of Elias's hash for a seed and an octave, and a 0: those of his text for (0, 0), else odd
/// words of [`integer_key`].
pub fn elias_key(seed: u32, octave: u32) -> [u32; 4] {
    if (seed, octave) == (0, 0) {
        return [15_731, 789_221, 1_376_312_589, 0];
    }
    let [a, b, c, _] = integer_key(seed, octave);
    [a | 1, b | 1, c | 1, 0]
}

/// The factor of each axis in [`elias`]: 1, 57, 57², 57³.
pub const ELIAS_STRIDES: [u32; 4] = [1, 57, 57 * 57, 57 * 57 * 57];

/// Returns the hash of Hugo Elias's *Perlin Noise* (1998), 31 bits: a polynomial of n = x + 57·y (+ 57²·z + 57³·w), in
/// wrapping arithmetic.
#[inline(always)]
pub fn elias(key: &[u32; 4], corner: &[u32]) -> u32 {
    let n = (corner.iter().zip(ELIAS_STRIDES)).fold(0u32, |n, (cell, stride)| {
        n.wrapping_add(cell.wrapping_mul(stride))
    });
    let n = (n << 13) ^ n;
    let square = n.wrapping_mul(n).wrapping_mul(key[0]).wrapping_add(key[1]);
    n.wrapping_mul(square).wrapping_add(key[2]) & 0x7fff_ffff
}

/// The random generator of Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014.
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    pub fn new(seed: u32, octave: u32) -> SplitMix64 {
        SplitMix64(u64::from(seed) << 32 | u64::from(octave))
    }

    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
