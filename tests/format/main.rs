//! What a bake writes, read back by other people's readers.

mod dds;
mod exr;
mod files;
mod heights;
mod ktx2;
mod memory;
mod npy;
mod png;
mod raw;
mod support;
mod textures;
mod tiff;
mod vdb;
