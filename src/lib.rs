#![deny(missing_docs)]
//! wgpu-noise

pub mod backend;
#[cfg(not(target_arch = "wasm32"))]
pub mod bake;
pub mod cpu;
pub mod error;
#[cfg(not(target_arch = "wasm32"))]
pub mod format;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod grid;
pub mod hash;
pub mod noise;
pub mod program;
pub mod recipe;
pub mod reference;
pub mod texel;
pub mod volume;

pub use backend::Backend;
pub use error::{Error, Result};
pub use grid::Grid;
pub use noise::Noise;
pub use program::{Params, Program};
pub use recipe::Recipe;
pub use volume::Volume;
