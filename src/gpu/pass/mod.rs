//! The passes that one submission records. Each pass is a kernel with its own buffers and its dispatch.
//!
//! - [`stage`]: the parts that all passes have in common.
//! - [`grid`]: samples of a brick; [`points`]: values at points in the caller's buffer.
//! - [`pack`]: from samples to packed texels; [`store`]: from samples to a storage texture; [`mip`]: the mean over a mip level.
//! - [`erosion`]: the steps of an erosion.
//! - [`write`]: the choice between storing and packing for a target; [`texture`]: a level of a texture as kernels see it.
//! - [`cut`]: how a brick is cut into smaller ones; [`limits`]: what a device's limits allow.

pub(crate) mod cut;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod erosion;
pub(crate) mod grid;
pub(crate) mod limits;
pub(crate) mod mip;
pub(crate) mod pack;
pub(crate) mod points;
mod stage;
mod store;
mod texture;
pub(crate) mod write;
