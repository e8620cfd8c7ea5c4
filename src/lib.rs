#![deny(missing_docs)]
//! wgpu-noise

pub mod backend;
pub mod cpu;
pub mod error;
pub mod grid;
pub mod hash;
pub mod noise;
pub mod program;
pub mod texel;
pub mod volume;

pub use backend::Backend;
pub use error::{Error, Result};
pub use grid::Grid;
pub use noise::Noise;
pub use program::{Params, Program};
pub use volume::Volume;
