//! A second writing of Perlin noise in f64. It shares no code with the crate, so a mistake there cannot agree with itself, and
//! it is fast enough to be asked at thousands of random points. `second_writing.rs` holds it against `tests/golden`.

#![allow(
    dead_code,
    reason = "each suite that includes this uses its own part of it"
)]

/// The permutation of Perlin's 2002 program.
const PUBLISHED: [u8; 256] = [
    151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53, 194, 233, 7, 225, 140, 36, 103, 30, 69,
    142, 8, 99, 37, 240, 21, 10, 23, 190, 6, 148, 247, 120, 234, 75, 0, 26, 197, 62, 94, 252, 219,
    203, 117, 35, 11, 32, 57, 177, 33, 88, 237, 149, 56, 87, 174, 20, 125, 136, 171, 168, 68, 175,
    74, 165, 71, 134, 139, 48, 27, 166, 77, 146, 158, 231, 83, 111, 229, 122, 60, 211, 133, 230,
    220, 105, 92, 41, 55, 46, 245, 40, 244, 102, 143, 54, 65, 25, 63, 161, 1, 216, 80, 73, 209, 76,
    132, 187, 208, 89, 18, 169, 200, 196, 135, 130, 116, 188, 159, 86, 164, 100, 109, 198, 173,
    186, 3, 64, 52, 217, 226, 250, 124, 123, 5, 202, 38, 147, 118, 126, 255, 82, 85, 212, 207, 206,
    59, 227, 47, 16, 58, 17, 182, 189, 28, 42, 223, 183, 170, 213, 119, 248, 152, 2, 44, 154, 163,
    70, 221, 153, 101, 155, 167, 43, 172, 9, 129, 22, 39, 253, 19, 98, 108, 110, 79, 113, 224, 232,
    178, 185, 112, 104, 218, 246, 97, 228, 251, 34, 242, 193, 238, 210, 144, 12, 191, 179, 162,
    241, 81, 51, 145, 235, 249, 14, 239, 107, 49, 192, 214, 31, 181, 199, 106, 157, 184, 84, 204,
    176, 115, 121, 50, 45, 127, 4, 150, 254, 138, 236, 205, 93, 222, 114, 67, 29, 24, 72, 243, 141,
    128, 195, 78, 66, 215, 61, 156, 180,
];

/// How a corner becomes an integer, for one seed and octave.
pub enum Hash {
    Table(Box<[u8; 256]>),
    /// The four words of the key.
    Integer([u32; 4]),
}

impl Hash {
    /// A permutation: the published one for (0, 0), else a shuffle driven by SplitMix64.
    pub fn table(seed: u32, octave: u32) -> Hash {
        Hash::Table(Box::new(permutation(seed, octave)))
    }

    /// The hash without a table: two draws of SplitMix64 are its key.
    pub fn integer(seed: u32, octave: u32) -> Hash {
        let mut draw = split_mix(seed, octave);
        let [first, second] = [draw(), draw()];
        Hash::Integer([first, first >> 32, second, second >> 32].map(|word| word as u32))
    }

    /// The hash that a recipe names.
    pub fn named(name: &str, seed: u32, octave: u32) -> Hash {
        match name {
            "table" => Hash::table(seed, octave),
            "integer" => Hash::integer(seed, octave),
            _ => panic!("Perlin noise has no hash {name}"),
        }
    }

    /// Corner gradient · position from the corner.
    fn slope(&self, corner: &[i64], from: &[f64]) -> f64 {
        let (bits, unit) = match self {
            Hash::Table(table) => {
                // The plane z = 0 of three dimensions: the third look-up adds nothing to the index, but it is taken.
                let third = if corner.len() == 2 { &[0][..] } else { &[] };
                let chained = (corner.iter().chain(third)).fold(0, |hash, key| {
                    usize::from(table[(hash + key) as usize & 255]) as i64
                });
                (chained as usize, (2.0 * chained as f64 - 255.0) / 255.0)
            }
            Hash::Integer(key) => {
                let bits = pcg(*key, corner);
                let top = if corner.len() == 4 { 27 } else { 28 };
                let unit = f64::from(bits >> 8) / 8_388_608.0 - 1.0;
                ((bits >> top) as usize, unit)
            }
        };
        match *from {
            [x] => 2.0 * unit * x,
            [x, y] => grad_3d(bits, x, y, 0.0),
            [x, y, z] => grad_3d(bits, x, y, z),
            [x, y, z, w] => grad_4d(bits, x, y, z, w),
            _ => panic!("noise of {} dimensions", from.len()),
        }
    }
}

/// The draws of SplitMix64 for a (seed, octave).
fn split_mix(seed: u32, octave: u32) -> impl FnMut() -> u64 {
    let mut state = (u64::from(seed) << 32) | u64::from(octave);
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// How far the lattice of an octave is shifted along x, y, z and w, in cells.
pub fn octave_shift(seed: u32, octave: u32) -> [f64; 4] {
    let draw = split_mix(!seed, !octave)().to_le_bytes();
    std::array::from_fn(|axis| {
        f64::from(u16::from_le_bytes([draw[2 * axis], draw[2 * axis + 1]])) / 65_536.0
    })
}

/// The permutation of a (seed, octave).
pub fn permutation(seed: u32, octave: u32) -> [u8; 256] {
    if seed == 0 && octave == 0 {
        return PUBLISHED;
    }
    let mut draw = split_mix(seed, octave);
    let mut entries: [u8; 256] = std::array::from_fn(|i| i as u8);
    for i in (1..256).rev() {
        let j = ((draw() >> 32) * (i as u64 + 1)) >> 32;
        entries.swap(i, j as usize);
    }
    entries
}

/// The first word of pcg4d (Jarzynski and Olano 2020) of a corner and a key. Axes that the corner has not are 0.
fn pcg(key: [u32; 4], corner: &[i64]) -> u32 {
    let mut v = [0; 4];
    for (axis, cell) in corner.iter().enumerate() {
        v[axis] = key[axis] ^ *cell as u32;
    }
    v = v.map(|word| word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    let mix = |v: &mut [u32; 4]| {
        for (to, [a, b]) in [[1, 3], [2, 0], [0, 1], [1, 2]].into_iter().enumerate() {
            v[to] = v[to].wrapping_add(v[a].wrapping_mul(v[b]));
        }
    };
    mix(&mut v);
    v = v.map(|word| word ^ (word >> 16));
    mix(&mut v);
    v[0]
}

/// A coordinate on one axis, in cells, and the number of cells after which the noise repeats there (0: never).
#[derive(Clone, Copy, Debug)]
pub struct Coordinate {
    pub cell: i64,
    pub fraction: f64,
    pub period: u32,
}

impl Coordinate {
    /// The coordinate of a position in cells. Exact but for positions in (-1, 0), whose fraction is rounded.
    pub fn at(position: f64, period: u32) -> Self {
        let floor = position.floor();
        Self {
            cell: floor as i64,
            fraction: position - floor,
            period,
        }
    }

    /// The lower or the upper corner around it, wrapped by the period.
    fn corner(self, upper: bool) -> i64 {
        let corner = self.cell + i64::from(upper);
        match self.period {
            0 => corner,
            period => corner.rem_euclid(i64::from(period)),
        }
    }
}

fn fade(t: f64) -> f64 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

fn signed(negative: bool, x: f64) -> f64 {
    if negative { -x } else { x }
}

/// The dot product with one of the twelve edges of a cube, picked by the low four bits.
pub fn grad_3d(hash: usize, x: f64, y: f64, z: f64) -> f64 {
    let h = hash & 15;
    let u = if h < 8 { x } else { y };
    let v = match h {
        0..=3 => y,
        12 | 14 => x,
        _ => z,
    };
    signed(h & 1 != 0, u) + signed(h & 2 != 0, v)
}

/// The dot product with one of 32 edges, picked by the low five bits; here a clear bit is the negative sign.
pub fn grad_4d(hash: usize, x: f64, y: f64, z: f64, w: f64) -> f64 {
    let h = hash & 31;
    let (a, b, c) = match h >> 3 {
        0 => (x, y, z),
        1 => (w, x, y),
        2 => (z, w, x),
        _ => (y, z, w),
    };
    signed(h & 4 == 0, a) + signed(h & 2 == 0, b) + signed(h & 1 == 0, c)
}

/// Perlin noise in as many dimensions as there are coordinates, one to four: the sum over the corners of the cell.
pub fn perlin(hash: &Hash, at: &[Coordinate]) -> f64 {
    let term = |corner: usize| {
        let mut weight = 1.0;
        let (mut cells, mut from) = ([0; 4], [0.0; 4]);
        for (axis, at) in at.iter().enumerate() {
            let upper = corner >> axis & 1 == 1;
            let fade = fade(at.fraction);
            weight *= if upper { fade } else { 1.0 - fade };
            cells[axis] = at.corner(upper);
            from[axis] = at.fraction - f64::from(u8::from(upper));
        }
        weight * hash.slope(&cells[..at.len()], &from[..at.len()])
    };
    (0..1 << at.len()).map(term).sum()
}

/// Layers of noise, divided by the sum of their amplitudes. `octave(k)` is the value of layer k, so that the caller says what
/// scales and which tables differ.
pub fn fbm(octaves: u32, gain: f64, octave: impl Fn(u32) -> f64) -> f64 {
    let (mut sum, mut amplitudes, mut amplitude) = (0.0, 0.0, 1.0);
    for k in 0..octaves {
        sum += amplitude * octave(k);
        amplitudes += amplitude;
        amplitude *= gain;
    }
    sum / amplitudes
}
