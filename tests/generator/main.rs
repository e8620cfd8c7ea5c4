//! Generators on a device that the tests make themselves, as a renderer does.
//!
//! The adapter is the one that `NOISE_ADAPTER` names, `llvmpipe` by default. Where there is none the tests skip, and
//! say so; with `NOISE_REQUIRE_ADAPTER=1` they fail. What is refused is refused on a device without an adapter too.
#![cfg(feature = "gpu")]

#[path = "../support/buffers.rs"]
mod buffers;
mod device;
#[path = "../support/environment.rs"]
mod environment;
mod formats;
mod lost;
mod march;
mod mips;
mod order;
mod refusals;
mod show;
#[path = "../support/skip.rs"]
mod skip;
mod steady;
mod texels;
