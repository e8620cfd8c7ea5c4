//! What the program says: data to standard output, words to standard error.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};
use wgpu_noise::{Error, Result};

/// How standard output is called in messages.
pub const STDOUT: &str = "standard output";

/// Says one line on standard error.
pub fn say(line: &str) {
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "wgpu-noise: {line}");
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

/// A progress bar where standard error is a terminal; else nothing.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar of that many steps.
    pub fn new(steps: u64) -> Bar {
        let bar = ProgressBar::new(steps);
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
