//! Devices and bytes: everything that is about wgpu and not about noise.
//!
//! - [`adapters`]: which adapters there are; [`choice`]: the choice of one.
//! - [`context`]: a device with its queue; [`limits`]: what it is requested with and must have; [`faults`]: its record of
//!   faults; [`guarded`]: panics of wgpu as values; [`scopes`]: wgpu calls under error scopes.
//! - [`formats`]: what a texel format asks of a device.
//! - [`pipelines`]: one compute pipeline per WGSL text; `pipeline_cache`: what drivers made of them, for the next process;
//!   [`dispatch`]: a kernel bound to its resources, ready to be recorded.
//! - [`buffers`]: buffers that are freed with their last handle; [`upload`]: bytes into buffers, by a queue or in an encoder;
//!   [`readback`]: bytes out of them.
//! - [`timestamps`]: how long passes took on a device.
//! - [`tuning`]: which strategy of kernels a device uses; `remembered`: what `bench --tune` measured on this machine.

pub mod adapters;
pub(crate) mod buffers;
pub mod choice;
pub mod context;
pub(crate) mod dispatch;
mod faults;
pub mod formats;
mod guarded;
pub(crate) mod limits;
#[cfg(not(target_arch = "wasm32"))]
mod pipeline_cache;
pub(crate) mod pipelines;
pub mod readback;
#[cfg(not(target_arch = "wasm32"))]
pub mod remembered;
pub(crate) mod scopes;
pub(crate) mod timestamps;
pub mod tuning;
pub(crate) mod upload;
