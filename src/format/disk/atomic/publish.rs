//! Complete files get their names, all of a bake at once.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::{Partial, Temporary, files, folder, prepare};
use crate::{Error, Result};

/// How long other programs are waited for: for one that renames its own files, and on Windows for one that has a file open, such
/// as a virus scanner. What takes longer, such as `flock FOLDER wgpu-noise bake`, is something else.
const WAIT_MAX: Duration = Duration::from_secs(2);

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(5);

/// The errors with which Windows refuses to rename a file that is open elsewhere: `ERROR_ACCESS_DENIED` and
/// `ERROR_SHARING_VIOLATION`.
const OPEN_ELSEWHERE: [i32; 2] = [5, 32];

/// A complete file that is not published yet.
pub struct Sealed {
    pub(super) temporary: Temporary,
    pub(super) path: PathBuf,
    pub(super) target: PathBuf,
}

/// Writes a file completely, or leaves the old one unchanged.
///
/// # Errors
/// [`Error::Io`] if the path cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    prepare(&[path.to_path_buf()])?;
    publish(vec![Partial::whole(path, bytes)?.seal()?]).map(drop)
}

/// Writes a file completely, unless one is there: then it is unchanged, and this returns `false`.
///
/// # Errors
/// [`Error::Io`] if the path cannot be written.
#[cfg(feature = "zarr")]
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<bool> {
    prepare(&[path.to_path_buf()])?;
    let sealed = Partial::whole(path, bytes)?.seal()?;
    let turn = turn(folder(&sealed.target));
    let is_new = !sealed.target.exists();
    if is_new {
        rename(vec![sealed], turn)?;
    }
    Ok(is_new)
}

/// Renames every file to its target, in order. Returns the paths.
pub fn publish(sealed: Vec<Sealed>) -> Result<Vec<PathBuf>> {
    let folder = sealed.first().map(|file| folder(&file.target));
    // This may wait for another process, so it comes before the mutex, for which a signal waits.
    let turn = folder.and_then(turn);
    rename(sealed, turn)
}

fn rename(sealed: Vec<Sealed>, turn: Option<File>) -> Result<Vec<PathBuf>> {
    let mut files = files();
    for file in &sealed {
        replace(&file.temporary.0, &file.target)
            .map_err(|e| Error::io("rename to", &file.path, e))?;
        files.partial.remove(&file.temporary.0);
        files.published += 1;
    }
    drop(files);
    if let Some(folder) = turn {
        // The renaming then survives a loss of power. Some file systems do not support this; the files are complete anyway.
        let _ = folder.sync_all();
    }
    Ok(sealed.into_iter().map(|file| file.path).collect())
}

/// Locks the folder, in which no other process then publishes: files that belong together stay together. If the folder cannot
/// be opened or locked, as on Windows, the files are renamed without a lock.
fn turn(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    let start = Instant::now();
    while let Err(TryLockError::WouldBlock) = folder.try_lock()
        && start.elapsed() < WAIT_MAX
    {
        thread::sleep(PAUSE);
    }
    Some(folder)
}

/// Renames a file, in place of what has the name `target`.
fn replace(file: &Path, target: &Path) -> io::Result<()> {
    let is_open_elsewhere = |error: &io::Error| {
        let code = error.raw_os_error();
        cfg!(windows) && code.is_some_and(|code| OPEN_ELSEWHERE.contains(&code))
    };
    let start = Instant::now();
    loop {
        match fs::rename(file, target) {
            Err(error) if is_open_elsewhere(&error) && start.elapsed() < WAIT_MAX => {
                thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}
