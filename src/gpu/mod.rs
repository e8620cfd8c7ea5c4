//! Devices and bytes: everything that names wgpu.
//!
//! # Theory
//!
//! wgpu reports a failure in five different ways: a `Result`, an error scope, an uncaptured error,
//! a device-lost callback, or a panic. Some failures it does not report at all: on a lost device most
//! calls appear to succeed. This module turns all of that into one [`Result`](crate::Result), by one
//! rule: **bytes are good only if every error scope was empty, the map callback and the mapped range
//! said so, and the device was not lost afterwards.**
//!
//! # What lives where
//!
//! From a job to bytes, the way of the data:
//!
//! - [`compose`]: the text of the kernel, from the program and the files under `shaders/`.
//! - `runs`: what a walk shares along its runs or over its tiles, and how long they are.
//! - `layout`: what lies where in its buffers; `buffers`: buffers that are freed and used again.
//! - `grid_pass`, `pack_pass`: the two kernels; `passes` binds, `pipelines` makes each text once.
//! - `numbers`: what a brick uploads; `upload`: by a queue, or in an encoder.
//! - [`Gpu`]: the backend that runs bricks, cut into `pieces`, one read back while the next is computed.
//!
//! In someone else's renderer, the same kernels and no read-back:
//!
//! - [`Generator`]: a job in a [`Target`], frame after frame; [`Mips`]: its smaller levels.
//! - `formats`: what a format asks of a device; `target`: what fits it; `sink`: the way into it, with `store_pass` where a
//!   shader can store the format, and with `pack_pass` and a copy elsewhere; `mip_pass`: the mean of a level.
//!
//! - [`Points`]: a job at points in a buffer; `point_pass` is its kernel, `lines` what that reads in the place of axis tables.
//!
//! Below it, everything that is about devices and not about noise:
//!
//! - [`adapters`]: which adapters there are, and the choice of one.
//! - [`context`]: a device with its queue and its record of faults.
//! - [`work`]: one synchronous block of wgpu calls under error scopes.
//! - [`readback`]: bytes from a buffer of the device into memory of the caller.
//! - [`pacing`]: how much work one submission should hold.
//! - `guarded`: panics of wgpu as values.
//!
//! # Lifetimes
//!
//! The last handle of a device that is dropped frees it, and that may panic where a driver is out of
//! memory. [`Context`] drops its handles guarded, so a type that keeps wgpu objects should keep a
//! [`Context`] too, declared after them.

pub mod adapters;
mod backend;
mod buffers;
pub mod compose;
pub mod context;
mod formats;
mod generator;
mod grid_pass;
mod guarded;
mod layout;
mod lines;
mod mip_pass;
mod mips;
mod numbers;
pub mod pacing;
mod pack_pass;
mod passes;
mod pieces;
mod pipelines;
mod point_pass;
mod points;
pub mod readback;
mod runs;
mod sink;
mod store_pass;
mod target;
mod upload;
pub mod work;

pub use adapters::{AdapterKind, AdapterSummary, Choice};
pub use backend::{Gpu, Way};
pub use context::Context;
pub use formats::{
    check_format, required_features, required_limits, required_usages, texture_format,
};
pub use generator::Generator;
pub use lines::PointLayout;
pub use mips::Mips;
pub use pacing::Pacing;
pub use points::Points;
pub use readback::{Readback, Ticket};
pub use target::Target;
pub use wgpu;
