//! How the program ends, and what it says then.

use std::error::Error as _;
use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;
use wgpu_noise::{Error, Result};

use super::terminal::{STDOUT, say};

/// How the program ends. A signal ends it with 128 and the signal's number, in `signals.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It did what was asked.
    Done = 0,
    /// The request was right, and something failed.
    Failed = 1,
    /// The request was wrong.
    Refused = 2,
}

impl Exit {
    /// The exit for what a command returned, after saying what went wrong.
    pub fn of(result: Result<Exit>) -> Exit {
        match result {
            Ok(exit) => exit,
            Err(error) if reader_is_gone(&error) => Exit::Done,
            Err(error) => {
                say(&format!("error: {error}"));
                match error.is_callers_fault() {
                    true => Exit::Refused,
                    false => Exit::Failed,
                }
            }
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Whether standard output has no reader any more: `wgpu-noise ... | head` wants no complaint.
fn reader_is_gone(error: &Error) -> bool {
    let broken = || {
        (error.source())
            .and_then(|source| source.downcast_ref::<io::Error>())
            .is_some_and(|source| source.kind() == io::ErrorKind::BrokenPipe)
    };
    matches!(error, Error::Io { path, .. } if path.as_os_str() == STDOUT) && broken()
}

/// Says what clap found, in one line where it is an error.
pub fn usage(error: &clap::Error) -> Exit {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A reader that is gone has read enough.
            let _ = error.print();
            Exit::Done
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            Exit::Refused
        }
        _ => {
            say(&one_line(&error.to_string()));
            Exit::Refused
        }
    }
}

/// The message without clap's usage and hint lines.
fn one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim);
    let kept = lines
        .take_while(|line| !line.starts_with("Usage:"))
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let joined = kept.collect::<Vec<_>>().join("; ");
    joined.replace(":; ", ": ")
}
