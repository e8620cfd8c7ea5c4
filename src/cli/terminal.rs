//! What the program says: data to standard output, words to standard error.

use std::fs::{self, File, Metadata};
use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use wgpu_noise::{Error, Result};

/// How standard output is called in messages.
pub const STDOUT: &str = "standard output";

/// The most characters of a line: the first of them and the last.
const LINE: (usize, usize) = (400, 200);

/// Whether nothing but errors is said.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on nothing but errors is said, and no bar is shown.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Says one line about the work, unless nothing but errors is wanted.
pub fn note(line: &str) {
    if !is_quiet() {
        say(line);
    }
}

/// Says one line on standard error, whatever text of others is in it.
pub fn say(line: &str) {
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "wgpu-noise: {}", shown(line));
}

/// The text without line breaks and terminal escapes, and without its middle where it is long.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c.is_control() {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    let count = shown.chars().count();
    let (first, last) = LINE;
    if count > first + last {
        let head: String = shown.chars().take(first).collect();
        let tail: String = shown.chars().skip(count - last).collect();
        shown = format!("{head} … {tail}");
    }
    shown
}

/// Writes a text to standard output.
pub fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    (out.write_all(text.as_bytes()))
        .and_then(|()| out.flush())
        .map_err(|source| Error::Io {
            action: "write to",
            path: STDOUT.into(),
            source,
        })
}

/// Writes data for programs to standard output, as JSON.
pub fn print_json(data: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(data)
        .unwrap_or_else(|error| unreachable!("numbers and texts: {error}"));
    print(&(text + "\n"))
}

/// Standard output, for data that must not be lost.
///
/// # Errors
/// [`Error::Io`] where standard output is closed. Rust then opens `/dev/null` in its place, for reading and writing; a
/// shell's `> /dev/null` is for writing alone.
pub fn output() -> Result<Stdout> {
    #[cfg(unix)]
    if was_closed().unwrap_or(false) {
        return Err(Error::Io {
            action: "write to",
            path: STDOUT.into(),
            source: io::Error::other("it is closed, or /dev/null and open for reading"),
        });
    }
    Ok(io::stdout())
}

#[cfg(unix)]
fn was_closed() -> io::Result<bool> {
    use std::io::Read;
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    let mut file = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let device = |metadata: Metadata| metadata.rdev();
    let is_null = device(file.metadata()?) == device(fs::metadata("/dev/null")?);
    Ok(is_null && file.read(&mut [0]).is_ok())
}

/// A progress bar where standard error is a terminal; else nothing.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar of that many steps.
    pub fn new(steps: u64) -> Bar {
        let bar = match is_quiet() {
            true => ProgressBar::hidden(),
            false => ProgressBar::new(steps),
        };
        let style = ProgressStyle::with_template("{bar:40} {percent:>3} %, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Bar(bar)
    }

    /// Shows how many steps are done.
    pub fn show(&self, done: u64) {
        self.0.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
