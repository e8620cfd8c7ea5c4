//! The command line: a module for each subcommand, and what they share.

mod args;
mod backend;
mod bake;
mod baked;
mod bench;
mod check;
mod devices;
mod exit;
mod flags;
mod gallery;
mod info;
mod nodes;
mod params;
mod presets;
mod preview;
mod request;
#[cfg(feature = "serve")]
mod serve;
pub mod signals;
mod snippet;
mod status;
mod terminal;
mod values;
mod verify;

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use wgpu_noise::Result;

pub use exit::Exit;

/// Procedural noise as pictures, volumes and shader source, computed on the GPU or on the CPU with the same result.
#[derive(Parser)]
#[command(name = "wgpu-noise", version, after_help = EXITS, max_term_width = 100)]
struct Cli {
    /// Print only errors
    #[arg(short, long, global = true)]
    quiet: bool,

    #[command(subcommand)]
    command: Command,
}

/// The subcommands.
#[derive(Subcommand)]
pub enum Command {
    Bake(Box<bake::Args>),
    Devices(devices::Args),
    Verify(verify::Args),
    Bench(bench::Args),
    Info(info::Args),
    Status(status::Args),
    Check(check::Args),
    Nodes(nodes::Args),
    Presets(presets::Args),
    Preview(preview::Args),
    Gallery(gallery::Args),
    Snippet(Box<snippet::Args>),
    #[cfg(feature = "serve")]
    Serve(Box<serve::Args>),
}

const EXITS: &str = "\
Exit codes: 0 if the command succeeded, or the reader of standard output went away; 1 if something failed, such as a full \
disk or a lost device; 2 if the request was wrong; 130 and 143 if SIGINT and SIGTERM ended the program. These leave no \
partial file, and what a killed program leaves is removed by a bake to the same path an hour later; files that are finished \
are kept.";

/// Parses the arguments. On failure, prints why and returns the exit code.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command, Exit> {
    let args = args::with_values_joined(args);
    match Cli::try_parse_from(&args) {
        Ok(cli) => {
            if cli.quiet {
                terminal::be_quiet();
            }
            Ok(cli.command)
        }
        Err(error) if error.kind() == ErrorKind::InvalidUtf8 => {
            Err(Exit::of(Err(args::not_utf8(&args))))
        }
        Err(error) => Err(exit::usage(&error)),
    }
}

impl Command {
    /// Runs the subcommand.
    pub fn run(self) -> Result<Exit> {
        match self {
            Command::Bake(args) => bake::run(&args),
            Command::Devices(args) => devices::run(&args),
            Command::Verify(args) => verify::run(&args),
            Command::Bench(args) => bench::run(&args),
            Command::Info(args) => info::run(&args),
            Command::Status(args) => status::run(&args),
            Command::Check(args) => check::run(&args),
            Command::Nodes(args) => nodes::run(&args),
            Command::Presets(args) => presets::run(&args),
            Command::Preview(args) => preview::run(&args),
            Command::Gallery(args) => gallery::run(&args),
            Command::Snippet(args) => snippet::run(&args),
            #[cfg(feature = "serve")]
            Command::Serve(args) => serve::run(&args, signals::on_first),
        }
    }
}
