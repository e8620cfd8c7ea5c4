#![deny(missing_docs)]
//! wgpu-noise

pub mod backend;
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
pub mod reference;
pub mod texel;
pub mod verify;
pub mod volume;

pub use backend::Backend;
pub use error::{Error, Result};
pub use grid::Grid;
pub use noise::Noise;
pub use program::{Params, Program};
pub use volume::Volume;
