//! The service: what its callers are promised.
//!
//! * `answers`: the values are those of the backends, whatever is asked for and in whatever order;
//! * `admission`: bounds, priorities, deadlines, fair shares; `sharing`: equal requests and the cache;
//! * `cancellation`: futures that are dropped, and the end of a service; `devices`: devices that are lost; `soak`: all at once;
//! * `spans`: what `tracing` is told.
//!
//! Tests that need a known order run the single worker themselves, turn by turn, by `hand`.

#[cfg(feature = "gpu")]
#[path = "../support/adapter.rs"]
mod adapter;
#[cfg(feature = "gpu")]
#[path = "../support/environment.rs"]
mod environment;
#[cfg(feature = "gpu")]
#[path = "../support/skip.rs"]
mod skip;

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
