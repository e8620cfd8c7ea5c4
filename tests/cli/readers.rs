//! Readers in Python of the folder `tests/readers`.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::skip;

/// Runs a reader on a file: the bytes that it writes, and what it says. `None` if Python's packages are not there.
pub fn read(script: &str, file: &Path) -> Option<(Vec<u8>, Value)> {
    let readers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers");
    let python = readers.join(".venv/bin/python");
    if !python.exists() {
        skip::without_tool("there are no packages of Python, which scripts/test installs");
        return None;
    }
    let mut command = Command::new(python);
    let output = command.arg(readers.join(script)).arg(file).output();
    let output = output.expect("Python starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    let line = text.lines().last().expect("a line");
    let seen = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {text}"));
    Some((output.stdout, seen))
}
