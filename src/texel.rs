//! Texels: how samples are stored as bytes.

mod format;
pub(crate) mod packing;

pub use format::{Component, Format, Transfer};
pub use packing::Packing;
