//! Equal bits of two noises, on the backends that need no GPU.

use wgpu_noise::{Grid, Noise};

use crate::support::{Make, cpu, reference, same_bits, samples};

pub const BACKENDS: [Make; 2] = [&reference, &cpu];

/// Asserts equal bits on every backend.
pub fn assert_equal<K, L>(a: &Noise<K>, b: &Noise<L>, grid: &Grid) {
    for make in BACKENDS {
        let found = same_bits(&samples(a, grid, make), &samples(b, grid, make));
        assert_eq!(found, Ok(()), "{a:?} and {b:?} on {grid:?}");
    }
}
