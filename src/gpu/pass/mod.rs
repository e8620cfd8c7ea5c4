//! The passes that one submission records: each is a kernel, the buffers of its own, and its dispatch.
//!
//! - [`stage`]: what all passes have in common.
//! - [`grid`]: samples of a brick; [`points`]: values at points of the caller's.
//! - [`pack`]: from samples to packed texels; [`store`]: from samples to a storage texture; [`mip`]: the mean over a mip level.
//! - [`write`]: the choice between storing and packing for a target; [`texture`]: a level of a texture as kernels see it.
//! - [`cut`]: how a brick is cut into smaller ones; [`limits`]: what a device's limits allow.

pub(crate) mod cut;
pub(crate) mod grid;
pub(crate) mod limits;
pub(crate) mod mip;
pub(crate) mod pack;
pub(crate) mod points;
mod stage;
mod store;
mod texture;
pub(crate) mod write;
