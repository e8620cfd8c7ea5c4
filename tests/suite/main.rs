//! The shared suite on the backends that need no GPU, and what must hold of them whatever the noise.

#[path = "../second/mod.rs"]
mod second;
#[path = "../support/mod.rs"]
mod support;

mod agreement;
mod bounds;
mod coverage;
mod derivatives;
mod distance;
mod equal;
mod identities;
mod octaves;
mod pieces;
mod points;
mod ranges;
mod refusals;
mod steps;
mod wraps;
