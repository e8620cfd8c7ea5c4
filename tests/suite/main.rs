//! The shared suite on the backends that need no GPU, and what must hold of them whatever the noise.

#[path = "../support/mod.rs"]
mod support;

mod agreement;
mod coverage;
