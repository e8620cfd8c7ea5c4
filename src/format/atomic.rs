//! Files that appear when they are whole: written under a name of their own in the target's folder,
//! renamed at the end, removed in every other case.

use std::collections::{BTreeSet, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::{Error, Result};

/// The files of this process.
static FILES: Mutex<Files> = Mutex::new(Files {
    partial: BTreeSet::new(),
    appeared: 0,
});

struct Files {
    /// Those on their way, each from its making to its renaming.
    partial: BTreeSet<PathBuf>,
    /// How many have appeared under their names.
    appeared: u64,
}

/// A partial file without a living owner is removed once it has not been written for this long.
const STALE: Duration = Duration::from_secs(3600);

/// Links followed before they are held for a circle, as Linux does.
const MAX_LINKS: usize = 40;

/// While it lives, no file is begun and none appears; see [`remove_partial_files`].
#[must_use = "files may be begun again once this is dropped"]
pub struct Quiet {
    files: MutexGuard<'static, Files>,
}

impl Quiet {
    /// How many files this process has finished; they stay.
    pub fn finished_files(&self) -> u64 {
        self.files.appeared
    }
}

/// Removes every partial file of this process, for a process that is about to end on a signal.
///
/// Keep what it returns until the process has ended: threads that would begin or publish a file wait
/// for it. Takes a lock, so it belongs into a thread that waits for signals, not into a handler.
pub fn remove_partial_files() -> Quiet {
    let mut files = files();
    while let Some(path) = files.partial.pop_first() {
        // A file that is gone is as good as removed, and there is no one to tell of any other.
        let _ = fs::remove_file(path);
    }
    Quiet { files }
}

fn files() -> MutexGuard<'static, Files> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks that files can be made under these names, all in one folder, without making one, and removes
/// what processes that died left behind of them.
pub fn prepare(paths: &[PathBuf]) -> Result<()> {
    let targets = paths
        .iter()
        .map(|path| resolve(path))
        .collect::<Result<Vec<PathBuf>>>()?;
    if let Some(first) = targets.first() {
        // A file without a name, or without one for long: only the attempt shows whether the folder takes any.
        tempfile::tempfile_in(folder(first))
            .map_err(|e| Error::io("write into", folder(first), e))?;
        let prefixes = targets.iter().map(|target| prefix(target)).collect();
        remove_stale(folder(first), &prefixes);
    }
    Ok(())
}

/// A file on its way.
pub struct Partial {
    file: Arc<File>,
    temporary: Temporary,
    path: PathBuf,
    target: PathBuf,
}

impl Partial {
    /// Begins the file that will be `path`, or what `path` links to.
    pub fn create(path: &Path) -> Result<Partial> {
        let target = resolve(path)?;
        let mut builder = tempfile::Builder::new();
        let prefix = prefix(&target);
        builder.prefix(&prefix);
        // As any new file; a temporary file's default is for its owner alone.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));

        let mut files = files();
        let (file, temporary) = builder
            .tempfile_in(folder(&target))
            .and_then(|file| Ok(file.keep()?))
            .map_err(|e| Error::io("create", path, e))?;
        files.partial.insert(temporary.clone());
        drop(files);

        // Tells a living file from a stale one. Where the file system has no locks, age decides.
        let _ = file.try_lock();
        if let Ok(old) = fs::metadata(&target) {
            // The new file takes the old one's permissions where it may.
            let _ = file.set_permissions(old.permissions());
        }
        Ok(Partial {
            file: Arc::new(file),
            temporary: Temporary(temporary),
            path: path.into(),
            target,
        })
    }

    /// Where the bytes go, with no buffer between.
    pub fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }

    /// The path as it was given, for messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Brings all bytes to the disk and closes the file.
    pub fn seal(self) -> Result<Sealed> {
        self.file
            .sync_all()
            .map_err(|e| Error::io("write", &self.path, e))?;
        Ok(Sealed {
            temporary: self.temporary,
            path: self.path,
            target: self.target,
        })
    }
}

/// A whole file that has not appeared yet.
pub struct Sealed {
    temporary: Temporary,
    path: PathBuf,
    target: PathBuf,
}

/// Renames every file to its target, in order; returns the paths.
pub fn publish(sealed: Vec<Sealed>) -> Result<Vec<PathBuf>> {
    let folder = sealed.first().map(|file| folder(&file.target));
    // Before the files are held still, so that a signal need not wait for another process.
    let turn = folder.and_then(turn);
    let mut files = files();
    for file in &sealed {
        fs::rename(&file.temporary.0, &file.target)
            .map_err(|e| Error::io("rename to", &file.path, e))?;
        files.partial.remove(&file.temporary.0);
        files.appeared += 1;
    }
    drop(files);
    if let Some(folder) = turn {
        // The renaming itself survives a loss of power. Some file systems cannot, and the files are
        // whole all the same.
        let _ = folder.sync_all();
    }
    Ok(sealed.into_iter().map(|file| file.path).collect())
}

/// The folder, in which no other process publishes while this is open: files that belong together
/// stay together. Where a folder cannot be opened or locked, they are renamed all the same.
fn turn(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    let _ = folder.lock();
    Some(folder)
}

/// The path of a partial file, which goes with it unless it was published.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        if files().partial.remove(&self.0) {
            let _ = fs::remove_file(&self.0);
        }
    }
}

/// Where a file of this name lies in the end, links followed: a writable file, or nothing yet.
fn resolve(path: &Path) -> Result<PathBuf> {
    let failed = |e| Error::io("write", path, e);
    let mut target = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let kind = match fs::symlink_metadata(&target) {
            Ok(metadata) => metadata.file_type(),
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                // The folder's absence has the same kind.
                return match fs::metadata(folder(&target)) {
                    Ok(_) => Ok(target),
                    Err(e) => Err(Error::io("write into", folder(&target), e)),
                };
            }
            Err(e) => return Err(failed(e)),
        };
        if kind.is_symlink() {
            let link = fs::read_link(&target).map_err(failed)?;
            target = folder(&target).join(link);
        } else if kind.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        } else if !kind.is_file() {
            // Renaming over a device would replace it.
            return Err(failed(io::Error::other("it is not a regular file")));
        } else {
            let opened = OpenOptions::new().write(true).open(&target);
            return opened.map(|_| target).map_err(failed);
        }
    }
    Err(failed(io::Error::other("too many levels of links")))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// What the names of the partial files of `target` begin with.
fn prefix(target: &Path) -> OsString {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    // A name may be as long as the file system allows; this one is longer.
    let name = &name[..name.floor_char_boundary(200)];
    format!(".{name}.partial.").into()
}

fn remove_stale(folder: &Path, prefixes: &HashSet<OsString>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let ours = owner_prefix(&entry.file_name()).is_some_and(|p| prefixes.contains(&p));
        if ours && is_stale(&entry) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The part of a partial file's name that its target decides.
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
    old && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
}
