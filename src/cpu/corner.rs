//! The gradient or the value at a corner of the lattice: from the corner's keys, and the tables of gradients.
//!
//! A corner of perlin noise has one of 16 gradients in two and three dimensions, one of 32 in four, and a slope of any value
//! in one dimension. The scalar code is for rows; `pointwise/hasher` hashes the corners of a group of samples.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use crate::gradients::{GRADIENTS_3D, GRADIENTS_4D};
use crate::hash::{self, Permutation};
use crate::noise::Hash;
use crate::program::{Job, Lattice, LatticeNoise, Layer};

/// The hash of the corners of one layer, with its table or key.
#[derive(Clone, Copy, Debug)]
pub(super) enum CornerHash<'a> {
    /// A permutation table.
    Table(&'a Permutation),
    /// The integer hash, with its key.
    Integer(&'a [u32; 4]),
    /// Elias's hash, with its constants.
    Elias(&'a [u32; 4]),
}

/// What a corner contributes to a point at some offset from it: gradient · offset + height.
#[derive(Clone, Copy, Debug)]
pub(super) struct CornerValue {
    pub gradient: [f32; 4],
    pub height: f32,
}

impl<'a> CornerHash<'a> {
    /// Returns the hash of a source in one of its layers.
    pub fn of(job: &'a Job, source: &Lattice, layer: &'a Layer) -> CornerHash<'a> {
        match source.hash {
            Hash::Table => CornerHash::Table(&job.tables[layer.table as usize]),
            Hash::Integer => CornerHash::Integer(&layer.key),
            Hash::Elias => CornerHash::Elias(&layer.key),
        }
    }

    /// Returns the number at a corner, −1 to 1.
    #[inline]
    pub fn value(&self, corner: &[u32]) -> f32 {
        match self {
            CornerHash::Table(perm) => VALUES_OF_BYTES[hash::table(perm, corner) as usize & 255],
            CornerHash::Integer(key) => {
                (hash::integer(key, corner) >> 8) as f32 / (1 << 23) as f32 - 1.0
            }
            CornerHash::Elias(key) => {
                let from_middle = (1 << 30) - hash::elias(key, corner) as i32;
                from_middle as f32 / (1 << 30) as f32
            }
        }
    }

    /// Returns what a corner contributes to value noise, to classic noise, or to perlin noise in one dimension. In more
    /// dimensions a corner of perlin noise has one of a few gradients, and `rows::plane` finds which.
    #[inline]
    pub fn corner_value(&self, noise: LatticeNoise, corner: &[u32]) -> CornerValue {
        let (gradient, height) = match noise {
            LatticeNoise::Value(_) => ([0.0; 4], self.value(corner)),
            LatticeNoise::Classic => (self.direction(corner), 0.0),
            LatticeNoise::Perlin => ([self.slope(corner[0]), 0.0, 0.0, 0.0], 0.0),
            LatticeNoise::Simplex | LatticeNoise::Psrd(_) | LatticeNoise::Worley(_) => {
                unreachable!("they do not blend two corners along each axis")
            }
        };
        CornerValue { gradient, height }
    }

    /// Returns the slope at a corner of perlin noise in one dimension, −2 to 2.
    #[inline]
    fn slope(&self, key: u32) -> f32 {
        2.0 * self.value(&[key])
    }

    /// Returns the gradient at a corner of classic noise, in two or three dimensions: one of 256 unit vectors, by the lowest bits
    /// of a table's hash or the highest of the integer hash.
    fn direction(&self, corner: &[u32]) -> [f32; 4] {
        let hash = match self {
            CornerHash::Table(perm) => hash::table(perm, corner) & 255,
            CornerHash::Integer(key) => hash::integer(key, corner) >> 24,
            CornerHash::Elias(_) => unreachable!("Elias's hash is of values alone"),
        };
        directions(corner.len())[hash as usize]
    }
}

/// The numbers of the hashes of a permutation table: 0 to 255 become −1 to 1.
pub(super) static VALUES_OF_BYTES: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|hash| (2.0 * hash as f32 - 255.0) / 255.0));

/// Returns the gradients of classic noise in two or three dimensions.
pub(super) fn directions(dimension: usize) -> &'static [[f32; 4]; 256] {
    match dimension {
        2 => &ON_CIRCLE,
        _ => &ON_SPHERE,
    }
}

/// 256 unit vectors in the plane, at equal angles.
static ON_CIRCLE: LazyLock<[[f32; 4]; 256]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        let (sin, cos) = (TAU * (i as f64 + 0.5) / 256.0).sin_cos();
        [cos as f32, sin as f32, 0.0, 0.0]
    })
});

/// 256 unit vectors in space, on a spherical Fibonacci lattice: layers of equal height, each turned by the golden angle.
static ON_SPHERE: LazyLock<[[f32; 4]; 256]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        // 2654435769 is 2³² divided by the golden ratio, so the product wraps at whole turns.
        let turns = f64::from((i as u32).wrapping_mul(2_654_435_769)) / 4_294_967_296.0;
        let z = 1.0 - (2.0 * i as f64 + 1.0) / 256.0;
        let radius = (1.0 - z * z).sqrt();
        let (sin, cos) = (TAU * turns).sin_cos();
        [(radius * cos) as f32, (radius * sin) as f32, z as f32, 0.0]
    })
});

/// Returns how many bits of a hash select a corner's gradient.
#[inline(always)]
pub(super) fn gradient_bits(dimension: usize) -> u32 {
    if dimension == 4 { 5 } else { 4 }
}

/// Returns the gradients of a dimension from 2 to 4, component by component. If there are 16 of them, they come twice.
#[inline(always)]
pub(super) fn gradient_components(dimension: usize) -> &'static [[f32; 32]; 4] {
    match dimension {
        2 => &COMPONENTS_2D,
        3 => &COMPONENTS_3D,
        _ => &COMPONENTS_4D,
    }
}

/// Those of three dimensions in the plane z = 0, without their third component.
static GRADIENTS_2D: [[f32; 4]; 16] = flattened(GRADIENTS_3D);

static COMPONENTS_2D: [[f32; 32]; 4] = components(&GRADIENTS_2D);
static COMPONENTS_3D: [[f32; 32]; 4] = components(&GRADIENTS_3D);
static COMPONENTS_4D: [[f32; 32]; 4] = components(&GRADIENTS_4D);

/// Turns gradients into one array for each component, of 32 elements each.
const fn components(gradients: &[[f32; 4]]) -> [[f32; 32]; 4] {
    let mut components = [[0.0; 32]; 4];
    let mut i = 0;
    while i < 4 * 32 {
        components[i % 4][i / 4] = gradients[i / 4 % gradients.len()][i % 4];
        i += 1;
    }
    components
}

/// Sets the third component of gradients to 0.
const fn flattened(mut gradients: [[f32; 4]; 16]) -> [[f32; 4]; 16] {
    let mut h = 0;
    while h < 16 {
        gradients[h][2] = 0.0;
        h += 1;
    }
    gradients
}
