//! From the keys of a corner to its gradient, for both hashes.
//!
//! In two dimensions and more a corner has one of 16 or 32 gradients, in one dimension any slope.

use crate::hash::{self, Permutation};
use crate::program::{Hash, Job, Lattice, Layer};

/// What turns the corners of one layer into numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Corners<'a> {
    /// A permutation table.
    Table(&'a Permutation),
    /// The key of the integer hash.
    Integer(&'a [u32; 4]),
}

impl<'a> Corners<'a> {
    /// Those of a source in one of its layers.
    pub fn of(job: &'a Job, source: &Lattice, layer: &'a Layer) -> Corners<'a> {
        match source.hash {
            Hash::Table => Corners::Table(&job.tables[layer.table as usize]),
            Hash::Integer => Corners::Integer(&layer.key),
        }
    }

    /// The slope at a corner in one dimension: 2·g, g from −1 to 1.
    #[inline]
    pub fn slope(&self, key: u32) -> f32 {
        match self {
            Corners::Table(perm) => {
                let hash = hash::table(perm, &[key]) as f32;
                2.0 * ((2.0 * hash - 255.0) / 255.0)
            }
            Corners::Integer(secret) => {
                let bits = hash::integer(secret, &[key]) >> 8;
                2.0 * (bits as f32 / (1 << 23) as f32 - 1.0)
            }
        }
    }

    /// Which of [`gradients`] a corner has, in two dimensions or more.
    #[inline]
    pub fn index<const D: usize>(&self, keys: [u32; D]) -> usize {
        let bits = gradient_bits(D);
        let hash = match self {
            // Two dimensions are the plane z = 0 of three.
            Corners::Table(perm) if D == 2 => hash::table(perm, &[keys[0], keys[1], 0]),
            Corners::Table(perm) => hash::table(perm, &keys),
            Corners::Integer(secret) => hash::integer(secret, &keys) >> (32 - bits),
        };
        hash as usize & ((1 << bits) - 1)
    }

    /// The gradient at a corner, in two dimensions or more; components past the dimension are 0.
    #[inline]
    pub fn gradient<const D: usize>(&self, keys: [u32; D]) -> [f32; 4] {
        gradients(D)[self.index(keys)]
    }
}

/// How many bits of a hash say which gradient a corner has.
#[inline(always)]
pub(super) fn gradient_bits(dimension: usize) -> u32 {
    if dimension == 4 { 5 } else { 4 }
}

/// The gradients of a dimension from 2 to 4, component by component; where there are 16, twice.
#[inline(always)]
pub(super) fn gradient_components(dimension: usize) -> &'static [[f32; 32]; 4] {
    match dimension {
        2 => &COMPONENTS_2D,
        3 => &COMPONENTS_3D,
        _ => &COMPONENTS_4D,
    }
}

/// The gradients of a dimension from 2 to 4; components past the dimension are 0.
pub(super) fn gradients(dimension: usize) -> &'static [[f32; 4]] {
    match dimension {
        2 => &GRADIENTS_2D,
        3 => &GRADIENTS_3D,
        _ => &GRADIENTS_4D,
    }
}

/// The gradients of the 2002 code: twelve edges of a cube, four of them twice.
static GRADIENTS_3D: [[f32; 4]; 16] = edges_of_cube();
/// The same in the plane z = 0.
static GRADIENTS_2D: [[f32; 4]; 16] = flattened(GRADIENTS_3D);
/// The 32 edges of a hypercube.
static GRADIENTS_4D: [[f32; 4]; 32] = edges_of_hypercube();

static COMPONENTS_2D: [[f32; 32]; 4] = components(&GRADIENTS_2D);
static COMPONENTS_3D: [[f32; 32]; 4] = components(&GRADIENTS_3D);
static COMPONENTS_4D: [[f32; 32]; 4] = components(&GRADIENTS_4D);

const fn components(gradients: &[[f32; 4]]) -> [[f32; 32]; 4] {
    let mut components = [[0.0; 32]; 4];
    let mut i = 0;
    while i < 4 * 32 {
        components[i % 4][i / 4] = gradients[i / 4 % gradients.len()][i % 4];
        i += 1;
    }
    components
}

const fn edges_of_cube() -> [[f32; 4]; 16] {
    let mut gradients = [[0.0; 4]; 16];
    let mut h = 0;
    while h < 16 {
        let first = if h < 8 { 0 } else { 1 };
        let second = match h {
            0..4 => 1,
            12 | 14 => 0,
            _ => 2,
        };
        gradients[h][first] = if h & 1 == 0 { 1.0 } else { -1.0 };
        gradients[h][second] = if h & 2 == 0 { 1.0 } else { -1.0 };
        h += 1;
    }
    gradients
}

const fn flattened(mut gradients: [[f32; 4]; 16]) -> [[f32; 4]; 16] {
    let mut h = 0;
    while h < 16 {
        gradients[h][2] = 0.0;
        h += 1;
    }
    gradients
}

const fn edges_of_hypercube() -> [[f32; 4]; 32] {
    const AXES: [[usize; 3]; 4] = [[0, 1, 2], [3, 0, 1], [2, 3, 0], [1, 2, 3]];
    let mut gradients = [[0.0; 4]; 32];
    let mut h = 0;
    while h < 32 {
        let mut i = 0;
        while i < 3 {
            let positive = h & (4 >> i) != 0;
            gradients[h][AXES[h >> 3][i]] = if positive { 1.0 } else { -1.0 };
            i += 1;
        }
        h += 1;
    }
    gradients
}
