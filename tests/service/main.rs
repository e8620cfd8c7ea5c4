//! The service: what its callers are promised.
//!
//! * `answers`: the values are those of the backends, whatever is asked for and in whatever order;
//! * `admission`: bounds, priorities, deadlines, fair shares; `sharing`: equal requests and the cache;
//! * `cancellation`: futures that are dropped, and the end of a service; `devices`: devices that are lost; `soak`: all at once;
//! * `spans`: what `tracing` is told.
//!
//! Tests that need a known order run the single worker themselves, turn by turn, by `hand`.

#[path = "../gpu_suite/adapter.rs"]
#[cfg(feature = "gpu")]
#[allow(dead_code, reason = "the GPU suite uses more of it")]
mod adapter;
mod admission;
mod answers;
mod cancellation;
#[cfg(feature = "gpu")]
mod devices;
mod hand;
mod sharing;
#[cfg(feature = "gpu")]
mod soak;
mod spans;
