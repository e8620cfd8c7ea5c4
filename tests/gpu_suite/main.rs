//! The shared suite on the GPU backend, and what must hold of it on every device.
//!
//! The adapter is the one that `NOISE_ADAPTER` names, `llvmpipe` by default. Where there is none the tests skip, and
//! say so; with `NOISE_REQUIRE_ADAPTER=1` they fail.
#![cfg(feature = "gpu")]

#[path = "../support/adapter.rs"]
mod adapter;
#[path = "../support/buffers.rs"]
mod buffers;
#[path = "../support/environment.rs"]
mod environment;
#[path = "../support/skip.rs"]
mod skip;
#[path = "../support/mod.rs"]
mod support;

mod agreement;
mod erosion;
mod limits;
mod packing;
mod pieces;
mod pipelines;
mod points;
mod times;
mod together;
mod turns;
