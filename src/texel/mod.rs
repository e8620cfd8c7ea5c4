//! Texels: how samples are stored as bytes.

mod format;
pub(crate) mod mean;
pub(crate) mod packing;
pub(crate) mod srgb;

pub use format::{Component, Format, Transfer};
pub use packing::Packing;
