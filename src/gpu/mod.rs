//! The GPU backend, and noise in a renderer's own frame: everything that names wgpu.
//!
//! - [`Gpu`]: a [`Backend`](crate::Backend) that computes bricks on a device and reads them back. Its device is a [`Context`],
//!   on an adapter by [`Choice`]; [`adapters`] lists them.
//! - [`Generator`]: records a job into the caller's encoder, frame after frame, and writes a [`Target`]: a texture, a layer
//!   of one, or a range of a buffer. [`Mips`] fills a texture's smaller levels.
//! - [`Points`]: computes a job at points in the caller's buffer, whose layout is a [`PointLayout`].
//! - [`required_usages`], [`required_features`], [`required_limits`], [`check_format`]: what a target asks of a texture and a
//!   device.
//!
//! # Failures
//!
//! wgpu reports a failure in five different ways: a `Result`, an error scope, an uncaptured error, a device-lost callback, or
//! a panic. Some failures it does not report at all: on a lost device most calls appear to succeed. This module turns all of
//! that into one [`Result`](crate::Result), by one rule: **a result is returned only if no error scope reported an error, the buffer
//! could be mapped and read, and the device was not lost meanwhile.** A panic of wgpu within a call of this crate becomes an error,
//! and is not printed: for that, the first such call puts a hook in front of the process's panic hook, which passes on all others.
//!
//! # Inside
//!
//! Three modules, each of which uses those before it and none after it; the types above use all three:
//!
//! - `device`: devices and bytes, without noise: adapters, error scopes, pipelines, uploads, read-back.
//! - `kernel`: from a program to the WGSL of its kernels and the contents of the buffers that they read.
//! - `pass`: the passes of one submission: computing a brick or points, packing, storing, averaging.
//!
//! The data flow of a brick: `kernel::numbers` are uploaded, `pass::grid` computes samples, `pass::pack` or `pass::store` makes
//! texels of them, and `device::readback` or a copy takes them to where they are wanted.

mod backend;
pub(crate) mod device;
mod generator;
pub(crate) mod kernel;
mod mips;
mod pass;
mod points;
mod target;
#[cfg(feature = "service")]
pub(crate) mod together;

/// The adapters of this machine.
pub mod adapters {
    pub use super::device::adapters::list;
    #[cfg(not(target_arch = "wasm32"))]
    pub use super::device::adapters::list_blocking;
}

pub use backend::Gpu;
pub use device::adapters::{AdapterKind, AdapterSummary};
pub use device::choice::Choice;
pub use device::context::Context;
pub use device::formats::{
    check_format, required_features, required_limits, required_usages, texture_format,
};
pub use generator::Generator;
pub use kernel::affine::PointLayout;
pub use mips::Mips;
pub use points::Points;
pub use target::Target;
pub use wgpu;
