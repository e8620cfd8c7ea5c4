//! A Perlin source and its sum over octaves in domain units, on the second writing of the noise.

use crate::second::{self, Coordinate, Hash};

/// Cells per unit of time where nothing is said.
const TIME_FREQUENCY: f64 = 4.0;

/// A perlin source on some axes.
pub struct Perlin {
    axes: Vec<usize>,
    hash: String,
    seed: u32,
    frequency: f64,
    period: [u32; 4],
}

impl Perlin {
    pub fn new(axes: &[usize], hash: &str, seed: u32) -> Perlin {
        Perlin {
            axes: axes.to_vec(),
            hash: hash.to_owned(),
            seed,
            frequency: 1.0,
            period: [0; 4],
        }
    }

    /// Cells per unit of space; time has the default.
    pub fn frequency(self, frequency: f64) -> Perlin {
        Perlin { frequency, ..self }
    }

    /// Cells along x, y, z.
    pub fn period(self, [x, y, z]: [u32; 3]) -> Perlin {
        let period = [x, y, z, 0];
        Perlin { period, ..self }
    }

    /// The value at a position of x, y, z, w in domain units.
    pub fn at(&self, octave: u32, p: [f64; 4]) -> f64 {
        let along = |&axis: &usize| {
            let frequency = if axis == 3 {
                TIME_FREQUENCY
            } else {
                self.frequency
            };
            Coordinate::at(p[axis] * frequency, self.period[axis])
        };
        let at: Vec<Coordinate> = self.axes.iter().map(along).collect();
        second::perlin(&Hash::named(&self.hash, self.seed, octave), &at)
    }
}

/// The normalised sum over octaves of `of`, a function of octave and position.
pub fn fbm(
    octaves: u32,
    lacunarity: f64,
    gain: f64,
    p: [f64; 4],
    of: impl Fn(u32, [f64; 4]) -> f64,
) -> f64 {
    second::fbm(octaves, gain, |k| {
        of(k, p.map(|axis| axis * lacunarity.powi(k as i32)))
    })
}
