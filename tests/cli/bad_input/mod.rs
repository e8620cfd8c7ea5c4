//! Bad input ends with exit code 2 and one line that names the flag, what was given and what is allowed.

mod files;
mod flags;
mod numbers;

use crate::program::Folder;

/// Bakes with these flags, which must be refused with these words and leave nothing.
#[track_caller]
pub fn refused(flags: &str, words: &[&str]) {
    refused_as(flags, "x.npy", words);
}

#[track_caller]
pub fn refused_as(flags: &str, output: &str, words: &[&str]) {
    let folder = Folder::new();
    let run = folder.run(&format!("bake {flags} -o {output}"));
    run.fails(2, words);
    assert!(run.stdout.is_empty());
    assert_eq!(folder.files(), [""; 0]);
}
