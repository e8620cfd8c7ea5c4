//! The golden values, made in exact rational arithmetic by `make.py`, and a second writing of the noise at random points: the
//! crate's tables, hashes, positions and reference against what shares no code with them.

mod at_random;
mod domain;
#[path = "../support/golden.rs"]
mod files;
mod fractals;
mod near;
mod positions;
#[path = "../support/random.rs"]
mod random;
mod reference;
#[path = "../second/mod.rs"]
mod second;
mod sources;
mod steps;
mod tables;
