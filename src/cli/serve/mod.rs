//! `wgpu-noise serve`: answers requests for noise over HTTP.
//!
//! ```text
//! connection ──> router ──> recipe ──> wanted ──> etag: 304, or service ──> response
//! ```
//!
//! * `flags`, `limits`: what the server listens on, and what it refuses; `token`: who may ask;
//! * `listener`: connections, and how the server stops; `idle`: when a connection has nothing to do;
//! * `router`: the routes, and what surrounds each of them;
//! * `query`, `recipes`: what a request asks for, as a recipe; `media`: the types of answers;
//! * `wanted`: from a recipe to a response, through the service; `blocking`: the threads that plan;
//! * `bake`, `presets`, `tiles`, `volumes`, `snippets`, `pages`: the routes;
//! * `etag`: what caches are told; `problem`: errors as JSON; `log`, `metrics`: what the server did.

mod app;
mod bake;
mod blocking;
mod etag;
mod files;
mod flags;
mod idle;
mod limits;
mod listener;
mod log;
mod media;
mod metrics;
mod pages;
mod presets;
mod problem;
mod query;
mod recipes;
mod router;
mod snippets;
mod tiles;
mod token;
mod volumes;
mod wanted;

use std::sync::Arc;

use axum::Router;
use tokio::runtime::Builder;
use tokio::sync::watch;
use wgpu_noise::{Error, Result};

use super::exit::Exit;
use app::App;
pub use flags::Args;

/// The threads that read and write. Noise is computed by those of the service.
const IO_THREADS: usize = 2;

/// Serves until a signal comes: `on_first_signal` takes what the first one does.
pub fn run(args: &Args, on_first_signal: fn(Box<dyn FnOnce() + Send>)) -> Result<Exit> {
    let (app, router) = open(args)?;
    let (send, stop) = watch::channel(false);
    on_first_signal(Box::new(move || {
        let _ = send.send(true);
    }));
    let runtime = Builder::new_multi_thread()
        .worker_threads(IO_THREADS)
        .max_blocking_threads(blocking::THREADS)
        .enable_all()
        .build()
        .map_err(|source| failed("start the threads of", args, source))?;
    let served = runtime.block_on(listener::serve(args, &app, router, stop));
    // Threads that still read recipes must not delay the end.
    runtime.shutdown_background();
    served?;
    Ok(Exit::Done)
}

/// Opens the backend, and returns what all connections share, and the routes.
pub fn open(args: &Args) -> Result<(Arc<App>, Router)> {
    let token = args.token()?;
    args.check(token.is_some())?;
    let cors = router::cors(&args.allow_origin)?;
    let app = Arc::new(App::new(args, token)?);
    let router = router::router(&app, cors);
    Ok((app, router))
}

/// Returns the error of something that the system refused.
fn failed(action: &'static str, args: &Args, source: std::io::Error) -> Error {
    Error::io(action, args.listen.to_string(), source)
}
