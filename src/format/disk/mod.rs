//! Paths: how files appear whole or not at all, and which ones are safe to read.

pub mod atomic;
pub mod regular;

pub use atomic::{PublishLock, remove_partial_files, write};
