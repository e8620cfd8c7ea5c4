//! The program `wgpu-noise`: see `wgpu-noise --help`.

#![forbid(unsafe_code)]

mod cli;

use std::process::ExitCode;

use cli::{Exit, signals};

fn main() -> ExitCode {
    signals::watch();
    let exit = match cli::parse(std::env::args_os()) {
        Ok(command) => Exit::of(command.run()),
        Err(exit) => exit,
    };
    exit.into()
}
