//! Texels: how samples are stored as bytes.

mod format;
pub(crate) mod packing;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod srgb;

pub use format::{Component, Format, Transfer};
pub use packing::Packing;
