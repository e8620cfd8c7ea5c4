//! The CPU backend against a small evaluation in f64, written from the definition.

mod bits;
mod compare;
mod definition;
mod graphs;
mod refusals;
#[path = "../second/mod.rs"]
mod second;
mod sources;
