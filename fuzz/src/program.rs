//! The parts of the program that targets call. The program has no library, so its source is part of this package, too.

#![allow(dead_code, reason = "not all that the program uses is used here")]
#![allow(unexpected_cfgs, reason = "the features are those of the program")]

#[path = "../../src/cli/args.rs"]
pub mod args;
#[path = "../../src/cli/backend.rs"]
mod backend;
#[path = "../../src/cli/exit.rs"]
mod exit;
#[path = "../../src/cli/flags.rs"]
pub mod flags;
#[path = "../../src/cli/params.rs"]
mod params;
#[path = "../../src/cli/presets.rs"]
mod presets;
#[path = "../../src/cli/request/mod.rs"]
pub mod request;
#[path = "../../src/cli/serve/mod.rs"]
pub mod serve;
#[path = "../../src/cli/terminal.rs"]
pub mod terminal;
#[path = "../../src/cli/values.rs"]
pub mod values;
