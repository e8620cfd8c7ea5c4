//! Files that appear when they are complete. They are written under a temporary name in the folder of the target, and renamed
//! at the end or removed.

mod publish;
mod stale;

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tempfile::SpooledTempFile;

use crate::{Error, Result};
use stale::{prefix, remove_stale};

#[cfg(feature = "zarr")]
pub use publish::write_new;
pub use publish::{Sealed, publish, write};

/// The files that this process writes.
static FILES: Mutex<Files> = Mutex::new(Files {
    partial: BTreeSet::new(),
    published: 0,
});

struct Files {
    /// The paths of partial files, from their creation to their renaming.
    partial: BTreeSet<PathBuf>,
    /// How many files were published.
    published: u64,
}

/// The number of symbolic links after which a path counts as a loop, as on Linux.
const MAX_LINKS: usize = 40;

/// While it exists, this process begins no file and publishes none. [`remove_partial_files`] returns it.
#[must_use = "files may be begun and published again when this is dropped"]
pub struct PublishLock {
    files: MutexGuard<'static, Files>,
}

impl PublishLock {
    /// Returns how many files this process has published. They are kept.
    pub fn finished_files(&self) -> u64 {
        self.files.published
    }
}

/// Removes every partial file of this process, for a process that is about to end because of a signal.
///
/// Keep the lock until the process has ended: other threads that want to begin or publish a file wait for it. Call this on a
/// thread that waits for signals, not in a signal handler, because it locks a mutex.
pub fn remove_partial_files() -> PublishLock {
    let mut files = files();
    while let Some(path) = files.partial.pop_first() {
        // A file may be gone already. Other errors cannot be reported: the process is ending.
        let _ = fs::remove_file(path);
    }
    PublishLock { files }
}

fn files() -> MutexGuard<'static, Files> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks that files can be made at these paths, which are all in one folder, without making one. Removes their stale partial
/// files, which processes that were killed have left.
pub fn prepare(paths: &[PathBuf]) -> Result<()> {
    let targets = paths
        .iter()
        .map(|path| resolve(path))
        .collect::<Result<Vec<PathBuf>>>()?;
    if let Some(first) = targets.first() {
        // Only an attempt shows whether the folder accepts files. This one has no name, or a name for a moment.
        tempfile::tempfile_in(folder(first))
            .map_err(|e| Error::io("write into", folder(first), e))?;
        let prefixes: HashSet<_> = targets.iter().map(|target| prefix(target)).collect();
        remove_stale(folder(first), |prefix| prefixes.contains(prefix));
    }
    Ok(())
}

/// Removes the stale partial files of a folder that holds nothing but files of this program.
#[cfg(feature = "zarr")]
pub fn sweep(folder: &Path) {
    remove_stale(folder, |prefix| {
        prefix.as_encoded_bytes().ends_with(b".partial.")
    });
}

/// Refuses a path that is a link, perhaps to a place where the file of a resumed bake cannot be renamed to.
pub fn refuse_link(path: &Path) -> Result<()> {
    if resolve(path)? == path {
        return Ok(());
    }
    let error = io::Error::other("it is a link, to which a bake cannot be resumed");
    Err(Error::io("write", path, error))
}

/// The most bytes of a temporary file that are kept in memory: all of them in a browser, which has no files.
const SCRATCH: usize = if cfg!(target_arch = "wasm32") {
    usize::MAX
} else {
    32 << 20
};

/// Returns a temporary file for what goes into the file at `path` later: in memory while it is small, then in the folder of that
/// file, without a name. It is gone when it is dropped, and when the process ends.
pub fn scratch(path: &Path) -> Result<SpooledTempFile> {
    // A new file has no target.
    let target = path.canonicalize().unwrap_or_else(|_| path.into());
    Ok(tempfile::spooled_tempfile_in(SCRATCH, folder(&target)))
}

/// Makes a file with a name of its own in a folder. It is removed with what is returned, and when a signal ends the process.
pub fn begin(builder: &mut tempfile::Builder, folder: &Path) -> io::Result<(File, Temporary)> {
    as_any_new_file(builder);
    let mut files = files();
    let (file, path) = builder.tempfile_in(folder)?.keep()?;
    files.partial.insert(path.clone());
    Ok((file, Temporary(path)))
}

/// Gives a new file the permissions of the old one, if there is one and the system allows it.
fn keep_permissions(file: &File, old: &Path) {
    if let Ok(old) = fs::metadata(old) {
        let _ = file.set_permissions(old.permissions());
    }
}

/// Gives a temporary file the permissions of any new file. By default only its owner may read it.
fn as_any_new_file(builder: &mut tempfile::Builder) {
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    #[cfg(not(unix))]
    let _ = builder;
}

/// A file that is being written.
pub struct Partial {
    file: Arc<File>,
    temporary: Temporary,
    path: PathBuf,
    target: PathBuf,
}

impl Partial {
    /// Begins the file that will be `path`, or the file that `path` links to.
    pub fn create(path: &Path) -> Result<Partial> {
        let target = resolve(path)?;
        let mut builder = tempfile::Builder::new();
        let prefix = prefix(&target);
        builder.prefix(&prefix);
        let (file, temporary) =
            begin(&mut builder, folder(&target)).map_err(|e| Error::io("create", path, e))?;
        // The lock tells that the file is not stale. On file systems without locks its age decides.
        let _ = file.try_lock();
        keep_permissions(&file, &target);
        Ok(Partial {
            file: Arc::new(file),
            temporary,
            path: path.into(),
            target,
        })
    }

    /// Begins the file that will be `path`, or goes on with it, under a name of its own that it keeps if the process ends.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be opened.
    pub fn kept(path: &Path, temporary: PathBuf) -> Result<Partial> {
        let file = (OpenOptions::new().write(true).create(true).truncate(false))
            .open(&temporary)
            .map_err(|e| Error::io("create", &temporary, e))?;
        keep_permissions(&file, path);
        Ok(Partial {
            file: Arc::new(file),
            temporary: Temporary(temporary),
            path: path.into(),
            target: path.into(),
        })
    }

    /// Returns the path that the file will have.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the file, to be written without a buffer.
    pub fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }

    /// Begins the file that will be `path`, with all its bytes.
    pub fn whole(path: &Path, bytes: &[u8]) -> Result<Partial> {
        let partial = Partial::create(path)?;
        (partial.file.as_ref())
            .write_all(bytes)
            .map_err(|source| Error::io("write", path, source))?;
        Ok(partial)
    }

    /// Writes all bytes to the disk and closes the file.
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

/// The path of a partial file. The file is removed with it, unless it was published or is kept.
pub struct Temporary(PathBuf);

impl Temporary {
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Keeps the file under the name that it has.
    pub fn keep(&self) {
        files().partial.remove(&self.0);
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if files().partial.remove(&self.0) {
            let _ = fs::remove_file(&self.0);
        }
    }
}

/// Follows links to the path of a writable file, or of one that does not exist yet.
fn resolve(path: &Path) -> Result<PathBuf> {
    let failed = |e| Error::io("write", path, e);
    let mut target = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let kind = match fs::symlink_metadata(&target) {
            Ok(metadata) => metadata.file_type(),
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                // A folder that does not exist gives the same error.
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
            // Renaming a file to the path of a device would replace the device.
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
