//! Perlin noise and its sum over octaves in f64, straight from the definition.

use wgpu_noise::hash;

/// Cells per unit of time where nothing is said.
const TIME_FREQUENCY: f64 = 4.0;

/// A perlin source on some axes.
pub struct Perlin {
    axes: Vec<usize>,
    integer: bool,
    seed: u32,
    frequency: f64,
    period: [f64; 4],
}

impl Perlin {
    pub fn new(axes: &[usize], hash: &str, seed: u32) -> Perlin {
        Perlin {
            axes: axes.to_vec(),
            integer: hash == "integer",
            seed,
            frequency: 1.0,
            period: [0.0; 4],
        }
    }

    /// Cells per unit of space; time has the default.
    pub fn frequency(self, frequency: f64) -> Perlin {
        Perlin { frequency, ..self }
    }

    /// Cells along x, y, z.
    pub fn period(self, [x, y, z]: [f64; 3]) -> Perlin {
        let period = [x, y, z, 0.0];
        Perlin { period, ..self }
    }

    /// The value at a position of x, y, z, w in domain units.
    pub fn at(&self, octave: u32, p: [f64; 4]) -> f64 {
        let dimension = self.axes.len();
        let at: Vec<f64> = (self.axes.iter())
            .map(|&axis| {
                p[axis]
                    * if axis == 3 {
                        TIME_FREQUENCY
                    } else {
                        self.frequency
                    }
            })
            .collect();
        let mut sum = 0.0;
        for corner in 0..1 << dimension {
            let mut keys = Vec::new();
            let mut from = Vec::new();
            let mut weight = 1.0;
            for (i, &u) in at.iter().enumerate() {
                let high = f64::from(corner >> i & 1);
                let fraction = u - u.floor();
                let fade = fraction.powi(3) * (fraction * (fraction * 6.0 - 15.0) + 10.0);
                weight *= if high == 1.0 { fade } else { 1.0 - fade };
                from.push(fraction - high);
                keys.push(key(u.floor() + high, self.period[self.axes[i]]));
            }
            sum += weight * self.corner(octave, &keys, &from);
        }
        sum
    }

    /// Corner gradient · position from the corner.
    fn corner(&self, octave: u32, keys: &[u32], from: &[f64]) -> f64 {
        let dimension = keys.len();
        let hash = if self.integer {
            let hash = hash::integer(&hash::integer_key(self.seed, octave), keys);
            match dimension {
                1 => return 2.0 * (f64::from(hash >> 8) / 8_388_608.0 - 1.0) * from[0],
                4 => hash >> 27,
                _ => hash >> 28,
            }
        } else {
            let perm = hash::permutation(self.seed, octave);
            match keys {
                [i] => {
                    let hash = f64::from(hash::table(&perm, &[*i]));
                    return 2.0 * (2.0 * hash - 255.0) / 255.0 * from[0];
                }
                [i, j] => hash::table(&perm, &[*i, *j, 0]),
                _ => hash::table(&perm, keys),
            }
        };
        match from {
            [x, y] => gradient_3d(hash, [*x, *y, 0.0]),
            [x, y, z] => gradient_3d(hash, [*x, *y, *z]),
            [x, y, z, w] => gradient_4d(hash, [*x, *y, *z, *w]),
            _ => unreachable!("one dimension has returned"),
        }
    }
}

fn key(cell: f64, period: f64) -> u32 {
    let cell = if period > 0.0 {
        cell.rem_euclid(period)
    } else {
        cell
    };
    cell as i64 as u32
}

fn gradient_3d(hash: u32, [x, y, z]: [f64; 3]) -> f64 {
    let h = hash & 15;
    let u = if h < 8 { x } else { y };
    let v = if h < 4 {
        y
    } else if h == 12 || h == 14 {
        x
    } else {
        z
    };
    (if h & 1 == 0 { u } else { -u }) + (if h & 2 == 0 { v } else { -v })
}

fn gradient_4d(hash: u32, [x, y, z, w]: [f64; 4]) -> f64 {
    let h = hash & 31;
    let [a, b, c] = match h >> 3 {
        0 => [x, y, z],
        1 => [w, x, y],
        2 => [z, w, x],
        _ => [y, z, w],
    };
    let signed = |bit, value: f64| if h & bit == 0 { -value } else { value };
    signed(4, a) + signed(2, b) + signed(1, c)
}

/// The normalised sum over octaves of `of`, a function of octave and position.
pub fn fbm(
    octaves: u32,
    lacunarity: f64,
    gain: f64,
    p: [f64; 4],
    of: impl Fn(u32, [f64; 4]) -> f64,
) -> f64 {
    let (mut sum, mut amplitudes) = (0.0, 0.0);
    for k in 0..octaves {
        let amplitude = gain.powi(k as i32);
        sum += amplitude * of(k, p.map(|axis| axis * lacunarity.powi(k as i32)));
        amplitudes += amplitude;
    }
    sum / amplitudes
}
