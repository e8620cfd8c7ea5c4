//! What the source texts of the library are held to: its layers, where it is unsafe, and what the pages say of both.

mod imports;
mod layers;
mod pages;
#[path = "../support/source.rs"]
mod source;
mod unsafe_code;
