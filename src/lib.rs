#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used))]
//! Procedural noise as one graph: the same field on the GPU, on the CPU and from an exact reference.
//!
//! A [`Noise`] describes a scalar function of position, a [`Grid`] which points are asked for. Together they
//! become a [`Job`], which any backend computes:
//!
//! ```
//! use wgpu_noise::{Grid, Noise, cpu};
//!
//! let clouds = Noise::perlin().frequency(4.0).fbm().octaves(5);
//! let volume = cpu::sample(&clouds, &Grid::new([64, 64, 64]).seamless())?;
//! assert_eq!(volume.samples().len(), 64 * 64 * 64);
//! # Ok::<(), wgpu_noise::Error>(())
//! ```
//!
//! # The data flow
//!
//! | stage | module | what it is |
//! |---|---|---|
//! | what | [`noise`] | a graph of nodes: sources, fractals, domain steps, derivatives, value steps |
//! | where | [`grid`] | samples, extent, times; exact positions; bricks |
//! | how | [`program`] | the checked list of operations, its numbers, and the [`Job`] on a grid |
//! | values | [`cpu`], `gpu`, [`mod@reference`] | three [`Backend`]s: fast, fast, exact |
//! | bytes | [`texel`], [`mod@format`] | texels of a format; files: `.npy`, `.png`, `.ktx2`, `.raw` |
//!
//! Points that lie on no grid go through [`cpu::Points`] and `gpu::Points`. `gpu::Generator` writes a job into a renderer's own
//! texture or buffer, frame after frame.
//!
//! A [`recipe`] is a graph and a grid in a file, [`bake`] writes the samples of a job to a file, and [`verify`] is the
//! suite that compares a backend with the reference on a user's own machine. A `snippet` is a noise as the source of a function,
//! for shaders that do without this crate; [`wgsl`] has the texts that all shaders are made of.
//!
//! # Agreement
//!
//! Integers (tables, hashes, cells) are equal bit for bit on every backend. Floats lie within bounds that
//! [`program::error`] states and folds along a program: 1e-6 per unit of amplitude for noise on a plain grid.
//! Positions are exact: the fraction within a cell is right to its last bit ten million cells from the
//! origin.
//!
//! # Features
//!
//! All features are on by default. Without them the mathematics builds in seconds.
//!
//! * `gpu`: the backend on wgpu;
//! * `snippet`: shader source, through naga;
//! * `image`: [`Volume`]s to and from the images of the crate `image`;
//! * `cli`: the program `wgpu-noise`. Without it the library also builds for `wasm32-unknown-unknown`.

mod backend;
#[cfg(not(target_arch = "wasm32"))]
pub mod bake;
pub mod cpu;
mod error;
#[cfg(not(target_arch = "wasm32"))]
pub mod format;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod grid;
mod hash;
mod limits;
mod memory;
pub mod noise;
pub mod program;
pub mod recipe;
pub mod reference;
#[cfg(feature = "snippet")]
pub mod snippet;
pub mod texel;
pub mod verify;
mod volume;
pub mod wgsl;

pub use backend::Backend;
pub use error::{Error, Result};
pub use grid::Grid;
#[cfg(feature = "image")]
pub use image;
pub use noise::Noise;
pub use program::{Job, Params, Program};
pub use recipe::Recipe;
pub use volume::Volume;

/// Not part of the API: for this repository's tests and benches. It may change at any time.
#[doc(hidden)]
pub mod internals {
    pub use crate::cpu::memory_bandwidth::fill_memory;
    pub use crate::cpu::threads::thread_count;
    pub use crate::grid::position::{Map, coordinate, position};
    pub use crate::program::error::{AT_POINTS, ON_GRID};

    /// Whether the position itself, not only a noise of it, has a part in a job's values.
    pub fn has_coordinates(job: &crate::Job) -> bool {
        !job.program.coordinates.is_empty()
    }

    /// Replaces the first permutation table of a job.
    pub fn set_table(job: &mut crate::Job, table: hash::Permutation) {
        job.tables[0] = table;
    }

    pub mod hash {
        pub use crate::hash::{PERLIN_2002, Permutation, integer, integer_key, permutation, table};
    }
}
