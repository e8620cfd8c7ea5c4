//! Corner words: for each entry of a permutation table, the hash and the gradient that belongs to it, in one
//! word. The last look-up of a chain finds the gradient without further work: see `corner_words.wgsl`.

use crate::gradients::{GRADIENTS_3D, GRADIENTS_4D};
use crate::hash::Permutation;
use crate::program::{Lattice, LatticeNoise};

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
    let [x, y, z, _] = GRADIENTS_3D[usize::from(hash & 15)].map(signed);
    (x & 255) << 8 | (y & 255) << 16 | (z & 255) << 24
}

/// The gradient as two signed bytes above the lowest one, and two signed half bytes above them.
fn gradient_4d(hash: u8) -> u32 {
    let [x, y, z, w] = GRADIENTS_4D[usize::from(hash & 31)].map(signed);
    (x & 255) << 8 | (y & 255) << 16 | (z & 15) << 24 | (w & 15) << 28
}

/// Returns a component, 0, 1 or -1, as the bits of an i32.
fn signed(component: f32) -> u32 {
    (component as i32).cast_unsigned()
}
