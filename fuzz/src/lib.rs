//! What wgpu-noise promises of any input, one function for each way in.
//!
//! A target takes arbitrary bytes, panics where the promise in its documentation is broken, and returns whether the library
//! accepted the input. `scripts/fuzz` lets libFuzzer look for such bytes, and `tests/corpus.rs` replays those in `corpus/`.
//!
//! A new target is a function here, a row of [`TARGETS`], a binary in `targets/` and a folder in `corpus/` with at least one
//! input that is accepted and one that is refused.

mod checks;
mod command_line;
mod expressions;
mod files;
mod flags;
mod http;
mod program;
mod recipe;
mod values;

pub use expressions::expressions;
pub use files::files;
pub use flags::flags;
pub use http::http;
pub use recipe::recipe;
pub use values::values;

/// A fuzz target.
pub type Target = fn(&[u8]) -> bool;

/// All targets by name.
pub const TARGETS: &[(&str, Target)] = &[
    ("expressions", expressions),
    ("files", files),
    ("flags", flags),
    ("http", http),
    ("recipe", recipe),
    ("values", values),
];
