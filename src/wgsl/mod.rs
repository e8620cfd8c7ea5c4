//! The noise functions in WGSL, as texts to paste into shaders: the files under `shaders/noise` and `shaders/tables`.
//!
//! A constant such as [`PERLIN_3D`] holds the function that its documentation names, and everything that this function calls
//! except `noise_perm(table: u32, i: u32) -> u32`, which reads a permutation table. Two texts define that function: put
//! [`TABLE_CONST`] or [`TABLE_STORAGE`] before the constant.
//!
//! The constants have items in common, so that a shader can hold only one of them; for several noises use [`NOISE`], which has
//! every function.
//!
//! ```
//! use wgpu_noise::wgsl;
//!
//! let mine = "
//!     fn clouds(p: vec3<f32>) -> f32 {
//!         return noise_perlin_3d_at(p * 4.0, vec3<u32>(0u), 0u);
//!     }";
//! let shader = [wgsl::TABLE_CONST, wgsl::PERLIN_3D, mine].concat();
//! # assert!(shader.contains("fn noise_perlin_3d_at("));
//! ```
//!
//! The module `snippet` writes a whole recipe as one function.

#[cfg(any(feature = "gpu", feature = "snippet"))]
pub(crate) mod compose;
#[cfg(any(feature = "gpu", feature = "snippet"))]
pub(crate) mod items;

use crate::hash;

/// The text of a file under `shaders/`.
macro_rules! shader {
    ($path:literal) => {
        include_str!(concat!("../../shaders/", $path, ".wgsl"))
    };
}

/// The texts of files under `shaders/`, one after the other.
macro_rules! shaders {
    ($($path:literal)*) => {
        concat!($(include_str!(concat!("../../shaders/", $path, ".wgsl")), "\n"),*)
    };
}

/// Defines `noise_perm` on a table in the source: table 0 is the permutation that Perlin published in 2002, which is that of
/// seed 0 in octave 0.
pub const TABLE_CONST: &str = shader!("tables/const");
/// Defines `noise_perm` on tables in a storage buffer at group 0, binding 3: 256 words for each table, which [`table`] returns.
pub const TABLE_STORAGE: &str = shader!("tables/storage");

/// Returns the permutation table of a seed in an octave, one entry per word. That of seed 0 in octave 0 is [`TABLE_CONST`]'s.
///
/// ```
/// use wgpu_noise::wgsl;
///
/// // Two tables for a storage buffer.
/// let tables: Vec<u32> = [0, 7].into_iter().flat_map(|seed| wgsl::table(seed, 0)).collect();
/// assert_eq!((tables.len(), tables[0]), (512, 151));
/// ```
pub fn table(seed: u32, octave: u32) -> [u32; 256] {
    hash::permutation(seed, octave).map(u32::from)
}

/// Defines `noise_perm` for shaders without tables.
#[cfg(any(feature = "gpu", feature = "snippet"))]
pub(crate) const NO_TABLES: &str = shader!("tables/none");

/// Every noise function, and every function of a value step.
pub const NOISE: &str = shaders! {
    "noise/axis"
    "noise/position"
    "noise/position_wide"
    "noise/fades"
    "noise/table_hash"
    "noise/integer_hash"
    "noise/elias_hash"
    "noise/hash"
    "noise/perlin"
    "noise/slope"
    "noise/perlin_gradient"
    "noise/classic"
    "noise/classic_gradient"
    "noise/value"
    "noise/simplex"
    "noise/simplex_gradient"
    "noise/psrd"
    "noise/worley"
    "noise/worley_owner"
    "noise/worley_edge"
    "noise/worley_smooth"
    "noise/polynomials"
    "noise/shaping"
    "noise/perlin_at"
    "noise/classic_at"
    "noise/value_at"
    "noise/simplex_at"
    "noise/psrd_at"
    "noise/worley_at"
    "noise/worley_edge_at"
    "noise/worley_smooth_at"
};

/// What every kernel of a program binds, and the entry point of one sample per invocation on a grid.
#[cfg(feature = "gpu")]
pub(crate) const KERNEL_GRID: &str =
    shaders! { "kernels/job" "kernels/axis_tables" "kernels/points" };
/// Pictures in the buffer of tables.
#[cfg(feature = "gpu")]
pub(crate) const KERNEL_PICTURES: &str =
    shaders! { "pictures/tables" "pictures/filters" "pictures/volumes" };
/// The filters of pictures and volumes, without the functions that read one.
#[cfg(feature = "snippet")]
pub(crate) const PICTURE_FILTERS: &str = shaders! { "pictures/filters" "pictures/volumes" };
/// What kernels of runs, tiles, marches and sweeps share: the buffers, and the lattice planes of each noise.
#[cfg(feature = "gpu")]
pub(crate) const KERNEL_WALK: &str = shaders! {
    "kernels/job"
    "kernels/axis_tables"
    "kernels/walk"
    "kernels/walk/table_hash"
    "kernels/walk/integer_hash"
    "kernels/walk/perlin"
    "kernels/walk/classic"
    "kernels/walk/value"
};
/// The entry point of a run or a tile of samples per invocation.
#[cfg(feature = "gpu")]
pub(crate) const KERNEL_RUNS: &str = shader!("kernels/runs");
/// The entry point of a march per invocation.
#[cfg(feature = "gpu")]
pub(crate) const KERNEL_MARCH: &str = shaders! { "kernels/walk/corner_words" "kernels/march" };
/// The entry point of a sweep per invocation.
#[cfg(feature = "gpu")]
pub(crate) const KERNEL_SWEEP: &str = shaders! { "kernels/walk/corner_words" "kernels/sweep" };
/// What every kernel binds, and the entry point of one of the caller's points per invocation: points as four floats.
#[cfg(feature = "gpu")]
pub(crate) const KERNEL_FLOATS: &str =
    shaders! { "kernels/job" "kernels/positions" "kernels/positions/floats" };
/// The same for points as whole numbers and fractions.
#[cfg(feature = "gpu")]
pub(crate) const KERNEL_CELLS: &str =
    shaders! { "kernels/job" "kernels/positions" "kernels/positions/cells" };
/// The kernel that makes texels of samples in a buffer.
#[cfg(feature = "gpu")]
pub(crate) const KERNEL_PACK: &str = shader!("kernels/pack");
/// The kernel that writes samples into a storage texture, which is declared before it.
#[cfg(feature = "gpu")]
pub(crate) const KERNEL_STORE: &str = shader!("kernels/store");
/// The kernel that averages a level of a texture, which is declared before it.
#[cfg(feature = "gpu")]
pub(crate) const KERNEL_MIP: &str = shader!("kernels/mip");
/// The kernels of a step of an erosion: how water flows, what it washes away, and what slides.
#[cfg(all(feature = "gpu", not(target_arch = "wasm32")))]
pub(crate) const KERNELS_OF_EROSION: [&str; 3] = [
    shaders! { "kernels/erosion/terrain" "kernels/erosion/flow" },
    shaders! { "noise/axis" "noise/integer_hash" "kernels/erosion/terrain" "kernels/erosion/wash" },
    shaders! { "kernels/erosion/terrain" "kernels/erosion/slide" },
];

/// The texts of a noise's files, after those that each noise at a position needs.
macro_rules! noise_at {
    ($($path:literal)*) => {
        shaders! { "noise/axis" "noise/position" "noise/fades" "noise/polynomials" $($path)* }
    };
}

/// The same of a noise that has any hash.
macro_rules! hashed_noise_at {
    ($($path:literal)*) => {
        noise_at! { "noise/integer_hash" "noise/elias_hash" "noise/hash" $($path)* }
    };
}

const PERLIN: &str = noise_at! { "noise/table_hash" "noise/perlin" "noise/perlin_at" };
const CLASSIC: &str = noise_at! { "noise/table_hash" "noise/classic" "noise/classic_at" };
const VALUE: &str = hashed_noise_at! { "noise/value" "noise/value_at" };
const SIMPLEX: &str = hashed_noise_at! { "noise/perlin" "noise/simplex" "noise/simplex_at" };
const WORLEY: &str = hashed_noise_at! { "noise/worley" "noise/worley_at" };
const PSRD: &str = hashed_noise_at! {
    "noise/perlin" "noise/classic" "noise/simplex" "noise/psrd" "noise/psrd_at"
};
const WORLEY_EDGE: &str = hashed_noise_at! {
    "noise/worley" "noise/worley_owner" "noise/worley_edge" "noise/worley_edge_at"
};
const WORLEY_SMOOTH: &str = hashed_noise_at! {
    "noise/worley" "noise/worley_smooth" "noise/worley_smooth_at"
};

/// Names a constant for each noise and dimension. The file of a noise has the functions of all its dimensions.
macro_rules! noises {
    ($($name:ident = $files:ident, $function:literal;)*) => {
        $(
            #[doc = concat!("The function `", $function, "`, with everything that it calls except `noise_perm`.")]
            pub const $name: &str = $files;
        )*

        /// Every constant of a noise, after the name of the function to call.
        pub const ALL: &[(&str, &str)] = &[$(($function, $name)),*];
    };
}

noises! {
    PERLIN_1D = PERLIN, "noise_perlin_1d_at";
    PERLIN_2D = PERLIN, "noise_perlin_2d_at";
    PERLIN_3D = PERLIN, "noise_perlin_3d_at";
    PERLIN_4D = PERLIN, "noise_perlin_4d_at";
    CLASSIC_2D = CLASSIC, "noise_classic_2d_at";
    CLASSIC_3D = CLASSIC, "noise_classic_3d_at";
    VALUE_1D = VALUE, "noise_value_1d_at";
    VALUE_2D = VALUE, "noise_value_2d_at";
    VALUE_3D = VALUE, "noise_value_3d_at";
    VALUE_4D = VALUE, "noise_value_4d_at";
    SIMPLEX_2D = SIMPLEX, "noise_simplex_2d_at";
    SIMPLEX_3D = SIMPLEX, "noise_simplex_3d_at";
    SIMPLEX_4D = SIMPLEX, "noise_simplex_4d_at";
    WORLEY_2D = WORLEY, "noise_worley_2d_at";
    WORLEY_3D = WORLEY, "noise_worley_3d_at";
    PSRD_2D = PSRD, "noise_psrd_2d_at";
    PSRD_3D = PSRD, "noise_psrd_3d_at";
    WORLEY_EDGE_2D = WORLEY_EDGE, "noise_worley_edge_2d_at";
    WORLEY_EDGE_3D = WORLEY_EDGE, "noise_worley_edge_3d_at";
    WORLEY_SMOOTH_2D = WORLEY_SMOOTH, "noise_worley_smooth_2d_at";
    WORLEY_SMOOTH_3D = WORLEY_SMOOTH, "noise_worley_smooth_3d_at";
}
