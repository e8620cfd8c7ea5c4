//! A second writing of Perlin noise in f64, in the direct style of the 2002 publication: corner by corner, a gradient
//! picked by bit tricks, nested lerps. It shares no code with the crate, so a mistake there cannot agree with itself,
//! and it is fast enough to be asked at thousands of random points. Itself it is held against `tests/golden`.

// Each test that includes this file uses its own part of it.
#![allow(dead_code)]

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

/// The permutation of a (seed, octave): the published one for (0, 0), else a shuffle driven by SplitMix64.
pub fn table(seed: u32, octave: u32) -> [u8; 256] {
    if seed == 0 && octave == 0 {
        return PUBLISHED;
    }
    let mut state = (u64::from(seed) << 32) | u64::from(octave);
    let mut entries: [u8; 256] = std::array::from_fn(|i| i as u8);
    for i in (1..256).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let draw = (z ^ (z >> 31)) >> 32;
        let j = (draw * (i as u64 + 1)) >> 32;
        entries.swap(i, j as usize);
    }
    entries
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

    /// The two corners around it, wrapped by the period and then to the 256 entries of a table.
    fn corners(self) -> [usize; 2] {
        [self.cell, self.cell + 1].map(|corner| {
            let corner = match self.period {
                0 => corner,
                period => corner.rem_euclid(i64::from(period)),
            };
            (corner & 255) as usize
        })
    }
}

fn fade(t: f64) -> f64 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

fn lerp(t: f64, a: f64, b: f64) -> f64 {
    a + t * (b - a)
}

/// The next step of a chained hash.
fn next(p: &[u8; 256], hash: usize, corner: usize) -> usize {
    usize::from(p[(hash + corner) & 255])
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

pub fn perlin_1d(p: &[u8; 256], x: Coordinate) -> f64 {
    let slope = |corner: usize| (2.0 * f64::from(p[corner]) - 255.0) / 255.0;
    let [i0, i1] = x.corners();
    let f = x.fraction;
    2.0 * lerp(fade(f), slope(i0) * f, slope(i1) * (f - 1.0))
}

pub fn perlin_2d(p: &[u8; 256], x: Coordinate, y: Coordinate) -> f64 {
    let [i0, i1] = x.corners();
    let [j0, j1] = y.corners();
    let (fx, fy) = (x.fraction, y.fraction);
    let (u, v) = (fade(fx), fade(fy));
    // The plane z = 0 of three dimensions: the third look-up adds nothing to the index, but it is taken.
    let corner = |i, j, x, y| grad_3d(next(p, next(p, next(p, 0, i), j), 0), x, y, 0.0);
    let near = lerp(u, corner(i0, j0, fx, fy), corner(i1, j0, fx - 1.0, fy));
    let far = lerp(
        u,
        corner(i0, j1, fx, fy - 1.0),
        corner(i1, j1, fx - 1.0, fy - 1.0),
    );
    lerp(v, near, far)
}

pub fn perlin_3d(p: &[u8; 256], x: Coordinate, y: Coordinate, z: Coordinate) -> f64 {
    let [i0, i1] = x.corners();
    let [j0, j1] = y.corners();
    let (fx, fy, fz) = (x.fraction, y.fraction, z.fraction);
    let (u, v, w) = (fade(fx), fade(fy), fade(fz));
    let plane = |k: usize, z: f64| {
        let corner = |i, j, x, y| grad_3d(next(p, next(p, next(p, 0, i), j), k), x, y, z);
        let near = lerp(u, corner(i0, j0, fx, fy), corner(i1, j0, fx - 1.0, fy));
        let far = lerp(
            u,
            corner(i0, j1, fx, fy - 1.0),
            corner(i1, j1, fx - 1.0, fy - 1.0),
        );
        lerp(v, near, far)
    };
    let [k0, k1] = z.corners();
    lerp(w, plane(k0, fz), plane(k1, fz - 1.0))
}

pub fn perlin_4d(p: &[u8; 256], x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> f64 {
    let [i0, i1] = x.corners();
    let [j0, j1] = y.corners();
    let (fx, fy, fz, fw) = (x.fraction, y.fraction, z.fraction, w.fraction);
    let plane = |k: usize, l: usize, z: f64, w: f64| {
        let corner = |i, j, x, y| {
            let hash = next(p, next(p, next(p, next(p, 0, i), j), k), l);
            grad_4d(hash, x, y, z, w)
        };
        let near = lerp(
            fade(fx),
            corner(i0, j0, fx, fy),
            corner(i1, j0, fx - 1.0, fy),
        );
        let far = lerp(
            fade(fx),
            corner(i0, j1, fx, fy - 1.0),
            corner(i1, j1, fx - 1.0, fy - 1.0),
        );
        lerp(fade(fy), near, far)
    };
    let [k0, k1] = z.corners();
    let [l0, l1] = w.corners();
    lerp(
        fade(fw),
        lerp(fade(fz), plane(k0, l0, fz, fw), plane(k1, l0, fz - 1.0, fw)),
        lerp(
            fade(fz),
            plane(k0, l1, fz, fw - 1.0),
            plane(k1, l1, fz - 1.0, fw - 1.0),
        ),
    )
}

/// Perlin noise in as many dimensions as there are coordinates, one to four.
pub fn perlin(p: &[u8; 256], at: &[Coordinate]) -> f64 {
    match *at {
        [x] => perlin_1d(p, x),
        [x, y] => perlin_2d(p, x, y),
        [x, y, z] => perlin_3d(p, x, y, z),
        [x, y, z, w] => perlin_4d(p, x, y, z, w),
        _ => panic!("noise of {} dimensions", at.len()),
    }
}

/// Layers of noise, divided by the sum of their amplitudes. `octave(k)` gives the table and the coordinates of layer k,
/// so that the caller says what scales and which tables differ.
pub fn fbm<const N: usize>(
    octaves: u32,
    gain: f64,
    octave: impl Fn(u32) -> ([u8; 256], [Coordinate; N]),
) -> f64 {
    let (mut sum, mut amplitudes, mut amplitude) = (0.0, 0.0, 1.0);
    for k in 0..octaves {
        let (table, at) = octave(k);
        sum += amplitude * perlin(&table, &at);
        amplitudes += amplitude;
        amplitude *= gain;
    }
    sum / amplitudes
}
