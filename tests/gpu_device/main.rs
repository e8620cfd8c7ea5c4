//! Devices and bytes on whatever adapter is here; lavapipe will do.
//!
//! Without an adapter every test prints that it is skipped; NOISE_REQUIRE_ADAPTER=1 makes that a
//! failure.
#![cfg(feature = "gpu")]

mod count;
mod devices;
mod errors;
mod readback;
#[path = "../support/skip.rs"]
mod skip;
