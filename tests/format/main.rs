//! What a bake writes, read back by other people's readers.

mod files;
mod ktx2;
mod memory;
mod npy;
mod png;
mod raw;
mod support;
mod vdb;
