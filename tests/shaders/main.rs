//! Every WGSL file and every composed kernel, through naga, without a GPU.
#![cfg(feature = "gpu")]

mod kernels;
mod noise_files;
mod twins;
mod valid;
