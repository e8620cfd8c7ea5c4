//! What a bake writes, read back by other people's readers.

mod animations;
mod dds;
mod exr;
mod files;
mod heights;
mod journal;
mod ktx2;
mod memory;
mod npy;
mod png;
mod raw;
mod sheets;
#[path = "../support/skip.rs"]
mod skip;
mod support;
mod textures;
mod tiff;
mod vdb;
mod webp;
