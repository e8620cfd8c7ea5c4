//! Lines on stderr, past what the test runner captures: above all that a test is skipped, and for want of what.

#![allow(
    dead_code,
    reason = "each suite that includes this uses its own part of it"
)]

use std::io::Write;

/// A line that is seen though the test passes.
pub fn say(line: &str) {
    // A test runs on where nobody listens.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Says that a test is skipped for want of an adapter, or of what it needs beside one; with `NOISE_REQUIRE_ADAPTER=1` it fails.
pub fn without_adapter(why: &str) {
    unless("NOISE_REQUIRE_ADAPTER", "1", why);
}

/// Says that a test is skipped for want of a tool or of a program; with `CI=true` it fails.
pub fn without_tool(why: &str) {
    unless("CI", "true", why);
}

fn unless(variable: &str, required: &str, why: &str) {
    let is_required = std::env::var(variable).is_ok_and(|value| value == required);
    assert!(!is_required, "{variable}={required}, but {why}");
    say(&format!("skipped: {why}"));
}
