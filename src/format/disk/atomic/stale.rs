//! Stale partial files, which processes that were killed have left.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::time::Duration;

/// A partial file that no process has locked is removed when it has not been written for this long.
const STALE: Duration = Duration::from_secs(3600);

/// Returns how the names of the partial files of `target` begin.
pub fn prefix(target: &Path) -> OsString {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    // The name of the target may be as long as the file system allows, and that of a partial file is longer.
    let name = &name[..name.floor_char_boundary(200)];
    format!(".{name}.partial.").into()
}

/// Removes the stale partial files of a folder whose names begin in one of the ways that are ours.
pub fn remove_stale(folder: &Path, is_ours: impl Fn(&OsStr) -> bool) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let ours = owner_prefix(&entry.file_name()).is_some_and(|prefix| is_ours(&prefix));
        if ours && is_stale(&entry) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns the part of a partial file's name that comes from its target.
fn owner_prefix(name: &OsStr) -> Option<OsString> {
    let (prefix, random) = name.to_str()?.rsplit_once('.')?;
    let random = random.bytes().all(|b| b.is_ascii_alphanumeric());
    random.then(|| format!("{prefix}.").into())
}

fn is_stale(entry: &fs::DirEntry) -> bool {
    let old = entry.metadata().is_ok_and(|metadata| {
        let age = metadata
            .modified()
            .ok()
            .and_then(|time| time.elapsed().ok());
        metadata.is_file() && age.is_some_and(|age| age > STALE)
    });
    let is_held = |file: File| matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    old && File::open(entry.path()).is_ok_and(|file| !is_held(file))
}
