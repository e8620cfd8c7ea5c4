//! What the program prints: data to standard output, messages and progress to standard error.

use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use wgpu_noise::{Error, Result};

/// The name of standard output in messages.
pub const STDOUT: &str = "standard output";

/// How many characters of a long text are kept, from its start and from its end.
const KEPT: (usize, usize) = (400, 200);

/// Whether `--quiet` was given.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on prints only errors, and shows no progress bar.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints one line about the work to standard error, unless `--quiet` was given.
pub fn note(line: &str) {
    if !is_quiet() {
        say(line);
    }
}

/// Prints one line to standard error. Control characters in it, as from a recipe or a driver, are escaped.
pub fn say(line: &str) {
    // If standard error is closed, there is no place to report that.
    let _ = writeln!(io::stderr(), "wgpu-noise: {}", shown(line));
}

/// Escapes line breaks and terminal sequences, and leaves out the middle of a long text.
pub fn shown(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shortened(shown)
}

/// Leaves out the middle of a long text, which may quote a whole recipe.
pub fn shortened(text: String) -> String {
    let count = text.chars().count();
    let (first, last) = KEPT;
    if count <= first + last {
        return text;
    }
    let head: String = text.chars().take(first).collect();
    let tail: String = text.chars().skip(count - last).collect();
    format!("{head} … {tail}")
}

/// Writes a text, or bytes, to standard output.
pub fn print(text: impl AsRef<[u8]>) -> Result<()> {
    let mut out = io::stdout().lock();
    (out.write_all(text.as_ref()))
        .and_then(|()| out.flush())
        .map_err(not_printed)
}

/// Makes the error of standard output that takes no more.
pub fn not_printed(source: io::Error) -> Error {
    Error::io("write to", STDOUT, source)
}

/// Writes data to standard output as JSON.
pub fn print_json(data: &impl Serialize) -> Result<()> {
    print(json(data))
}

/// Returns data as the JSON that is printed.
pub fn json(data: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(data)
        .unwrap_or_else(|error| unreachable!("the data are numbers and texts: {error}"));
    text + "\n"
}

/// Returns standard output, for data that must not be lost.
///
/// # Errors
/// [`Error::Io`] if standard output is closed. Rust then opens `/dev/null` in its place, for reading and writing, while
/// `> /dev/null` in a shell opens it for writing only.
pub fn output() -> Result<Stdout> {
    #[cfg(unix)]
    if was_closed().unwrap_or(false) {
        return Err(not_printed(io::Error::other(
            "it is closed, or /dev/null and open for reading",
        )));
    }
    Ok(io::stdout())
}

#[cfg(unix)]
fn was_closed() -> io::Result<bool> {
    use std::fs::{self, File, Metadata};
    use std::io::Read;
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    let mut file = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let device = |metadata: Metadata| metadata.rdev();
    let is_null = device(file.metadata()?) == device(fs::metadata("/dev/null")?);
    Ok(is_null && file.read(&mut [0]).is_ok())
}

/// A progress bar, shown if standard error is a terminal.
pub struct Bar(ProgressBar);

impl Bar {
    /// Returns a bar of that many steps.
    pub fn new(steps: u64) -> Bar {
        let bar = if is_quiet() {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(steps)
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
