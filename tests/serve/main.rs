//! `wgpu-noise serve`, by running it and speaking HTTP over plain sockets.

#![cfg(unix)]

mod access;
mod caching;
mod client;
#[path = "../support/command.rs"]
mod command;
mod description;
mod errors;
mod files;
mod hostile;
mod limits;
mod log;
mod server;
mod stopping;
mod tiles;
mod values;
mod volumes;
