//! From the keys of a corner to what stands there, for every hash and every noise.
//!
//! In two dimensions and more a corner of perlin noise has one of 16 or 32 gradients, in one dimension any slope.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use crate::hash::{self, Permutation};
use crate::noise::Hash;
use crate::program::{Job, Lattice, LatticeNoise, Layer};

/// What turns the corners of one layer into numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Corners<'a> {
    /// A permutation table.
    Table(&'a Permutation),
    /// The key of the integer hash.
    Integer(&'a [u32; 4]),
    /// The constants of Elias's hash.
    Elias(&'a [u32; 4]),
}

/// What a corner adds to a point near it: gradient · way + height.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corner {
    pub gradient: [f32; 4],
    pub height: f32,
}

impl<'a> Corners<'a> {
    /// Those of a source in one of its layers.
    pub fn of(job: &'a Job, source: &Lattice, layer: &'a Layer) -> Corners<'a> {
        match source.hash {
            Hash::Table => Corners::Table(&job.tables[layer.table as usize]),
            Hash::Integer => Corners::Integer(&layer.key),
            Hash::Elias => Corners::Elias(&layer.key),
        }
    }

    /// The number at a corner, −1 to 1.
    #[inline]
    pub fn value(&self, corner: &[u32]) -> f32 {
        match self {
            Corners::Table(perm) => (2.0 * hash::table(perm, corner) as f32 - 255.0) / 255.0,
            Corners::Integer(key) => {
                (hash::integer(key, corner) >> 8) as f32 / (1 << 23) as f32 - 1.0
            }
            Corners::Elias(key) => {
                let from_middle = (1 << 30) - hash::elias(key, corner) as i32;
                from_middle as f32 / (1 << 30) as f32
            }
        }
    }

    /// So many bits of the hash: a table's lowest, the integer hash's highest.
    #[inline]
    pub fn bits(&self, corner: &[u32], bits: u32) -> usize {
        let hash = match self {
            Corners::Table(perm) => hash::table(perm, corner) & ((1 << bits) - 1),
            Corners::Integer(key) => hash::integer(key, corner) >> (32 - bits),
            Corners::Elias(_) => unreachable!("only values are hashed so"),
        };
        hash as usize
    }

    /// The slope at a corner of perlin noise in one dimension.
    #[inline]
    pub fn slope(&self, key: u32) -> f32 {
        2.0 * self.value(&[key])
    }

    /// The gradient at a corner of perlin noise, in two dimensions or more; components past the dimension are 0.
    #[inline]
    pub fn gradient(&self, corner: &[u32]) -> [f32; 4] {
        let bits = gradient_bits(corner.len());
        let index = match (self, corner) {
            // Two dimensions are the plane z = 0 of three.
            (Corners::Table(_), &[x, y]) => self.bits(&[x, y, 0], bits),
            _ => self.bits(corner, bits),
        };
        gradients(corner.len())[index]
    }

    /// What stands at a corner of a noise that blends two corners.
    #[inline]
    pub fn at(&self, noise: LatticeNoise, corner: &[u32]) -> Corner {
        let gradient = match (noise, corner.len()) {
            (LatticeNoise::Value(_), _) => {
                let height = self.value(corner);
                return Corner {
                    height,
                    ..Corner::default()
                };
            }
            (LatticeNoise::Classic, _) => self.direction(corner),
            (_, 1) => [self.slope(corner[0]), 0.0, 0.0, 0.0],
            _ => self.gradient(corner),
        };
        Corner {
            gradient,
            height: 0.0,
        }
    }

    /// The gradient at a corner of classic noise, in two or three dimensions.
    pub fn direction(&self, corner: &[u32]) -> [f32; 4] {
        let directions = match corner.len() {
            2 => &ON_CIRCLE,
            _ => &ON_SPHERE,
        };
        directions[self.bits(corner, 8)]
    }
}

/// 256 directions, equally far apart.
pub(super) static ON_CIRCLE: LazyLock<[[f32; 4]; 256]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        let (sin, cos) = (TAU * (i as f64 + 0.5) / 256.0).sin_cos();
        [cos as f32, sin as f32, 0.0, 0.0]
    })
});

/// 256 directions: layers of equal height, each the golden angle further.
pub(super) static ON_SPHERE: LazyLock<[[f32; 4]; 256]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        let turns = f64::from((i as u32).wrapping_mul(2_654_435_769)) / 4_294_967_296.0;
        let z = 1.0 - (2.0 * i as f64 + 1.0) / 256.0;
        let radius = (1.0 - z * z).sqrt();
        let (sin, cos) = (TAU * turns).sin_cos();
        [(radius * cos) as f32, (radius * sin) as f32, z as f32, 0.0]
    })
});

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
