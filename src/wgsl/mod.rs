//! Noise as shader source: the files under `shaders/`, as constants, and what is written from a program.
//!
//! Each constant is whole but for one function, `noise_perm(table: u32, i: u32) -> u32`, of which there are two providers:
//! put [`TABLE_CONST`] or [`TABLE_STORAGE`] before it, and enter at the function that its documentation names. Of several
//! constants in one shader, what they share must stand there once; [`NOISE`] is all of them.
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
//! A whole recipe as one function comes from `snippet`.

#[cfg(any(feature = "gpu", feature = "snippet"))]
pub(crate) mod compose;
#[cfg(feature = "snippet")]
pub(crate) mod items;

/// A file under `shaders/`.
macro_rules! shader {
    ($path:literal) => {
        include_str!(concat!("../../shaders/", $path, ".wgsl"))
    };
}

/// Files under `shaders/`, one after the other.
macro_rules! shaders {
    ($($path:literal)*) => {
        concat!($(include_str!(concat!("../../shaders/", $path, ".wgsl")), "\n"),*)
    };
}

/// Permutation tables in the source itself: the one of seed 0 in octave 0.
pub const TABLE_CONST: &str = shader!("tables/const");
/// Permutation tables in a storage buffer, 256 words each, at group 0, binding 3.
pub const TABLE_STORAGE: &str = shader!("tables/storage");
/// Stands in for a table where nothing is hashed through one.
#[cfg(feature = "snippet")]
pub(crate) const NO_TABLES: &str = shader!("tables/none");

/// Every noise and every step.
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
    "noise/worley"
    "noise/polynomials"
    "noise/shaping"
    "noise/perlin_at"
    "noise/classic_at"
    "noise/value_at"
    "noise/simplex_at"
    "noise/worley_at"
};

const PERLIN: &str = shaders! {
    "noise/axis" "noise/position" "noise/fades" "noise/polynomials" "noise/table_hash" "noise/perlin" "noise/perlin_at"
};
const CLASSIC: &str = shaders! {
    "noise/axis" "noise/position" "noise/fades" "noise/polynomials" "noise/table_hash" "noise/classic" "noise/classic_at"
};
const VALUE: &str = shaders! {
    "noise/axis" "noise/position" "noise/fades" "noise/polynomials" "noise/integer_hash" "noise/elias_hash" "noise/hash"
    "noise/value" "noise/value_at"
};
const SIMPLEX: &str = shaders! {
    "noise/axis" "noise/position" "noise/fades" "noise/polynomials" "noise/integer_hash" "noise/elias_hash" "noise/hash"
    "noise/perlin" "noise/simplex" "noise/simplex_at"
};
const WORLEY: &str = shaders! {
    "noise/axis" "noise/position" "noise/fades" "noise/polynomials" "noise/integer_hash" "noise/elias_hash" "noise/hash"
    "noise/worley" "noise/worley_at"
};

/// Constants by noise and dimension: the file of a noise has the functions of all its dimensions.
macro_rules! noises {
    ($($name:ident = $files:ident, $function:literal;)*) => {
        $(
            #[doc = concat!("`", $function, "`, and what it needs but for a table.")]
            pub const $name: &str = $files;
        )*

        /// Every constant of a noise, with the function to enter at.
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
}
