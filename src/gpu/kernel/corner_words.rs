//! The corner words of a march: for each entry of a permutation table, the hash and the gradient that belongs to it, in one
//! word. The last look-up of a chain finds the gradient without further work: see `march.wgsl`.

use crate::hash::Permutation;
use crate::program::{Lattice, LatticeNoise};

/// The gradients of Perlin noise in two and three dimensions, as in `walk/perlin.wgsl`: for each axis the component of all 16,
/// two bits each (0, 1 or -1), hash 0 lowest.
const GRADIENTS_3D: [u32; 3] = [0x3100_dddd, 0xdddd_00f5, 0xc4f5_f500];
/// The 32 gradients in four dimensions.
const GRADIENTS_4D: [u64; 4] = [
    0x0000_7777_5f5f_55ff,
    0x55ff_0000_7777_5f5f,
    0x5f5f_55ff_0000_7777,
    0x7777_5f5f_55ff_0000,
];

/// Returns the corner words of a source with this permutation table.
pub(super) fn corner_words(
    source: &Lattice,
    table: &Permutation,
) -> impl ExactSizeIterator<Item = u32> {
    let perlin = source.noise == LatticeNoise::Perlin;
    let dimension = source.axes.len();
    let own = *table;
    table.iter().map(move |&hash| {
        let gradient = match dimension {
            _ if !perlin => 0,
            // Two dimensions are the plane z = 0 of three: the hash goes through the table once more, for z.
            2 => gradient_3d(own[usize::from(hash)]),
            3 => gradient_3d(hash),
            4 => gradient_4d(hash),
            _ => 0,
        };
        u32::from(hash) | gradient
    })
}

/// The gradient as three signed bytes above the lowest one.
fn gradient_3d(hash: u8) -> u32 {
    let [x, y, z] = GRADIENTS_3D.map(|axis| component(axis.into(), hash & 15) & 255);
    x << 8 | y << 16 | z << 24
}

/// The gradient as two signed bytes above the lowest one, and two signed half bytes above them.
fn gradient_4d(hash: u8) -> u32 {
    let [x, y, z, w] = GRADIENTS_4D.map(|axis| component(axis, hash & 31));
    (x & 255) << 8 | (y & 255) << 16 | (z & 15) << 24 | (w & 15) << 28
}

/// Returns the component of a gradient, 0, 1 or -1, as the bits of an i32.
fn component(axis: u64, gradient: u8) -> u32 {
    [0, 1, 0, u32::MAX][(axis >> (2 * gradient) & 3) as usize]
}
