//! The native half of the Python package `wgpu_noise`: `wgpu_noise._native`.
//!
//! The Python half gives arguments their defaults and arrays their shapes. This half computes, without the interpreter's lock:
//!
//! * `noise`, `values`, `pictures`: graphs of nodes; `recipe`: recipes, with the plans that were made of them;
//! * `engine`: the threads and devices of the process, also after a fork; `backend`: what computes a job; `interruptible`: what
//!   stops it at Ctrl-C;
//! * `bake`: the samples of a grid into an array; `points`: those at positions; `files`: files and parts of a Zarr store;
//! * `reports`: nodes, presets, devices, verification and snippets, as JSON and text;
//! * `failure`: errors of the library as exceptions.
//!
//! What has a shape or is a report crosses the border as bytes or as JSON, so that this half has no types for them.

mod backend;
mod bake;
mod engine;
mod failure;
mod files;
mod interruptible;
mod noise;
mod pictures;
mod points;
mod recipe;
mod reports;
mod values;

use pyo3::prelude::*;

/// The functions and classes that the Python half uses.
#[pymodule]
mod _native {
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::backend::Backend;
    #[pymodule_export]
    use super::bake::{dtype_of, fill};
    #[pymodule_export]
    use super::engine::after_fork_in_child;
    #[pymodule_export]
    use super::files::{Store, save};
    #[pymodule_export]
    use super::noise::{Noise, expression};
    #[pymodule_export]
    use super::points::sample;
    #[pymodule_export]
    use super::recipe::Recipe;
    #[pymodule_export]
    use super::reports::{devices, nodes, presets, snippet, verify};
}
