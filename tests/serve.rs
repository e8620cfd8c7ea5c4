//! `wgpu-noise serve`, by running it and speaking HTTP over plain sockets.

#![cfg(unix)]

#[path = "serve/access.rs"]
mod access;
#[path = "serve/caching.rs"]
mod caching;
#[path = "serve/client.rs"]
mod client;
#[path = "serve/description.rs"]
mod description;
#[path = "serve/errors.rs"]
mod errors;
#[path = "serve/files.rs"]
mod files;
#[path = "serve/hostile.rs"]
mod hostile;
#[path = "serve/limits.rs"]
mod limits;
#[path = "serve/log.rs"]
mod log;
#[path = "serve/server.rs"]
mod server;
#[path = "serve/stopping.rs"]
mod stopping;
#[path = "serve/tiles.rs"]
mod tiles;
#[path = "serve/values.rs"]
mod values;
#[path = "serve/volumes.rs"]
mod volumes;
