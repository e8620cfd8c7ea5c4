#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used))]
//! Procedural noise described once and computed the same on the GPU, on the CPU and by an exact reference.
//!
//! A [`Noise`] describes a scalar function of position as a graph of nodes. A [`Grid`] describes the samples that are asked for.
//! Together they make a [`Job`], which any backend computes:
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
//! | module | contents |
//! |---|---|
//! | [`noise`] | the graph: sources, fractals, domain steps, derivatives, value steps |
//! | [`grid`] | the samples: their number, extent and times, exact positions, and bricks, which are parts of a grid |
//! | [`program`] | the graph as a checked list of operations, its numbers, and the [`Job`] on a grid |
//! | [`cpu`], `gpu`, [`mod@reference`] | three [`Backend`]s that compute the values of a job: two fast ones and the definition |
//! | [`texel`], [`mod@format`] | values packed into texels, and files: `.npy`, `.png`, `.ktx2` and others |
//!
//! [`cpu::Points`] and `gpu::Points` compute values at points off the grid. `gpu::Generator` writes a job into a renderer's own
//! texture or buffer, frame by frame.
//!
//! A [`recipe`] is a file with a graph and a grid, and [`bake`] writes the samples of a job to a file of texels. [`verify`]
//! compares a backend with the reference, also on a user's machine. [`erosion`] changes the samples of a height map by water and
//! gravity. A `service` computes jobs on request, for many callers at
//! once. A `snippet` is a noise as the source code of a function, for shaders that do not use this crate; [`wgsl`] has the
//! functions that all shaders are composed of.
//!
//! # Agreement
//!
//! Integers (tables, hashes, cells) are equal bit for bit on every backend. Floats differ from the reference by at most
//! [`Job::tolerance`], an upper bound that is computed for each job: for plain lattice noise on a grid 1e-6 times the amplitude.
//! Positions on a grid are exact up to 2⁵² cells from the origin: the fraction within a cell is rounded once. `warp` adds a
//! displacement in f32; nodes such as `rotate` compute positions in f32.
//!
//! # Features
//!
//! `gpu`, `service`, `snippet`, `image` and `cli` are the default; `cli` turns on `snippet`, `image`, `zarr` and `zstd`. Without
//! them the CPU backend and the reference remain, and the package builds in seconds.
//!
//! * `gpu`: the backend on wgpu;
//! * `service`: jobs on request, asynchronous and bounded, for many callers;
//! * `snippet`: shader source, through naga;
//! * `image`: [`Volume`]s to and from the images of the crate `image`;
//! * `cli`: the program `wgpu-noise`;
//! * `zarr`, `zstd`: Zarr stores, and textures that are compressed with Zstandard;
//! * `serve`: the program's command `serve`, which answers requests over HTTP.
//!
//! Without `cli`, `zarr` and `zstd` the library also builds for `wasm32-unknown-unknown`.

mod backend;
pub mod bake;
pub mod cpu;
pub mod erosion;
mod error;
pub mod format;
#[cfg(feature = "gpu")]
pub mod gpu;
mod gradients;
pub mod grid;
mod hash;
mod limits;
mod memory;
pub mod noise;
#[cfg(any(feature = "gpu", feature = "service"))]
mod pacing;
pub mod program;
pub mod recipe;
pub mod reference;
#[cfg(feature = "service")]
pub mod service;
#[cfg(feature = "snippet")]
pub mod snippet;
mod stopwatch;
pub mod texel;
mod threads;
pub mod verify;
mod volume;
pub mod wgsl;
mod words;

pub use backend::{Backend, DeviceTimes};
pub use error::{Error, Result};
pub use grid::Grid;
#[cfg(feature = "image")]
pub use image;
pub use noise::Noise;
pub use program::{Job, Params, Program};
pub use recipe::Recipe;
pub use volume::Volume;

/// What this repository's tests and benches, and its program, need of the inside. It is not part of the API and may change at any
/// time.
#[doc(hidden)]
pub mod internals {
    pub use crate::cpu::memory_bandwidth::fill_memory;
    pub use crate::grid::position::{Affine, coordinate, position};
    pub use crate::program::error::{AT_POINTS, ON_GRID};
    pub use crate::threads::{map, thread_count};

    /// The time that finding and opening a GPU takes, in seconds. Work that takes less is left to the CPU.
    pub const OPENING_SECONDS: f64 = 0.085;

    /// Returns whether a job's values depend on coordinates, and not only on lattice noises.
    pub fn has_coordinates(job: &crate::Job) -> bool {
        !job.program.coordinates.is_empty()
    }

    /// Replaces the first permutation table of a job.
    pub fn set_table(job: &mut crate::Job, table: hash::Permutation) {
        job.tables[0] = table;
    }

    pub mod erosion {
        pub use crate::cpu::erode;
        pub use crate::erosion::{Site, Task};
    }

    pub mod srgb {
        pub use crate::texel::srgb::{decoded, encoded};
    }

    #[cfg(feature = "gpu")]
    pub mod gpu {
        pub use crate::gpu::device::readback::{Readback, Ticket};
        #[cfg(not(target_arch = "wasm32"))]
        pub use crate::gpu::device::remembered::remember;
        pub use crate::gpu::device::tuning::{Strategy, Tuning};
        pub use crate::gpu::kernel::{grid_kernel, march_rates, point_kernel, run_kernel};

        /// The kernels of a step of an erosion.
        #[cfg(not(target_arch = "wasm32"))]
        pub const KERNELS_OF_EROSION: [&str; 3] = crate::wgsl::KERNELS_OF_EROSION;
    }

    pub mod hash {
        pub use crate::hash::{
            PERLIN_2002, Permutation, elias_key, integer, integer_key, permutation, table,
        };
    }
}
