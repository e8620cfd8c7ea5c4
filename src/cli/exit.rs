//! Exit codes, and the line that the program prints before it ends with one.

use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;
use wgpu_noise::{Error, Result};

use super::terminal::{STDOUT, not_printed, say};

/// The exit codes of the program. A signal ends it with 128 plus its number, in `signals.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command succeeded.
    Done = 0,
    /// The request was right, but something failed.
    Failed = 1,
    /// The request was wrong.
    Refused = 2,
}

impl Exit {
    /// Prints the error, if any, and returns the exit code for it.
    pub fn of(result: Result<Exit>) -> Exit {
        match result {
            Ok(exit) => exit,
            Err(error) if reader_is_gone(&error) => Exit::Done,
            Err(error) => {
                match &error {
                    Error::Expression { excerpt, .. } => {
                        let text = error.to_string();
                        let message = text.strip_suffix(excerpt).unwrap_or(&text).trim_end();
                        say(&format!("error: {message}"));
                        excerpt.lines().for_each(say);
                    }
                    _ => say(&format!("error: {error}")),
                }
                if error.is_callers_fault() {
                    Exit::Refused
                } else {
                    Exit::Failed
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

/// Whether the reader of standard output went away, as `head` does in `wgpu-noise ... | head`. That is not an error.
fn reader_is_gone(error: &Error) -> bool {
    matches!(error, Error::Io { path, source, .. }
        if path.as_os_str() == STDOUT && source.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints what clap reports: help in full, an error in one line.
pub fn usage(error: &clap::Error) -> Exit {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let printed = error.print().map_err(not_printed);
            Exit::of(printed.map(|()| Exit::Done))
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

/// Joins the lines of a message of clap, without those on usage and on help.
fn one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim);
    let kept = lines
        .take_while(|line| !line.starts_with("Usage:"))
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let joined = kept.collect::<Vec<_>>().join("; ");
    joined.replace(":; ", ": ")
}
