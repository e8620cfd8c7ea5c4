//! Noise on request: asynchronous, bounded, for many callers of one program.
//!
//! A [`Service`] has a worker for each of its devices and, if it uses the CPU, one for each thread. Callers hold handles of it and
//! await what they ask for. It depends on no runtime: its futures run on any executor, and in a browser its workers do, too.
//!
//! ```
//! use wgpu_noise::service::{Options, Service};
//! use wgpu_noise::{Grid, Job, Noise};
//!
//! # futures::executor::block_on(async {
//! let service = Service::start(Options::default())?;
//! let job = Job::of(&[Noise::perlin().fbm()], &Grid::new([64, 64, 64]))?;
//! let volume = service.volume(&job).await?;
//! assert_eq!(volume.samples().len(), 64 * 64 * 64);
//! # Ok::<(), wgpu_noise::Error>(())
//! # }).unwrap();
//! ```
//!
//! * **Bounded.** The results of all requests in flight have at most [`Options::bytes`]. A request without room waits, or fails
//!   with [`Error::Busy`](crate::Error::Busy): [`WhenFull`].
//! * **Fair.** Work is done in turns of about 50 ms. The next turn is for the highest [`Priority`], and of these for the caller
//!   for which the least was done, so that a small request does not wait for a large one of someone else.
//! * **Cancellable.** Dropping a [`Pending`] frees its place: at once if no worker computes it, else with the end of the turn.
//! * **Shared.** Equal requests in flight are computed once. Results are kept by their [`Digest`] for later, up to
//!   [`Options::cache_bytes`]. They are `Arc`s that never change.
//! * **Steady.** A lost device is made anew and its work done again: callers notice only time. If that fails, they get the
//!   device's error, or the CPU's result where they allow it: [`Service::cpu_fallback`]. A panic in a worker is an error of one
//!   request.
//! * **Observable.** [`Service::metrics`] are data. Events of the crate `tracing` say what becomes of each request. Each turn of
//!   a worker is a span `turn` of the level `DEBUG`, open while the worker computes: its `digest` is that of the request, or
//!   several with commas where small requests share a submission, its `engine` is `cpu` or `gpu`, and its `worker` a number.
//!
//! # Inside
//!
//! * `handle`, `pending`: what callers hold; `request`: what they ask for, in a `form` and with its `digest`;
//!   `options`;
//! * `queue`: who waits for what, and what is computed next; `fairness`, `cache`, `metrics` are its parts; `shared`, `sync`: its
//!   lock;
//! * `worker`: the loop that takes turns; `progress`: a task that is computed in turns; `engine`, `device`: what it is
//!   computed on.

mod cache;
#[cfg_attr(not(feature = "gpu"), path = "no_device.rs")]
mod device;
mod digest;
mod engine;
mod fairness;
mod form;
mod handle;
mod metrics;
mod options;
mod pending;
mod progress;
mod queue;
mod request;
mod shared;
mod sync;
mod worker;

pub use digest::Digest;
pub use handle::Service;
pub use metrics::{Metrics, Timing};
pub use options::{Options, Priority, WhenFull};
pub use pending::Pending;
pub use request::Request;
pub use worker::Worker;
