//! The journal of a bake that can be continued: which of its parts are whole, and what wrote them.
//!
//! It is a folder beside the files, `clouds.zarr.journal` for `clouds.zarr`. Each process that writes parts adds a file of its
//! own to it, so that any number of them may work at once: one object of JSON in a line, the first for the bake, then one for
//! each part that is written. Only its last line may be cut short, by a process that was killed. A file that is one of several
//! is a part; the parts of the only file of a bake are ranges of its bytes, and that file lies in the folder until it is whole.
//!
//! A process adds its file before it writes a part, and then reads those of the others: of two different bakes that begin at
//! once, at least one finds the other and is refused.

mod head;
mod log;
mod sum;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::format::contents::Contents;
use crate::format::disk::atomic::{self, Partial};
use crate::format::file_type::FileType;
use crate::format::parts::Parts;
use crate::{Error, Result};
use head::Head;
use log::{Entry, Log, Own};

pub use head::MadeBy;
pub(super) use sum::{RunningSum, Sum, Summing};

/// The journal of a bake, and this process's file in it.
pub struct Journal {
    path: PathBuf,
    parts: Parts,
    folder: PathBuf,
    head: Head,
    log: Log,
    /// There once a part is to be written.
    own: Option<Own>,
    /// Held by the one process that writes parts of the only file of a bake.
    lock: Option<File>,
}

impl Journal {
    /// Reads the journal of the bake to `path`, which may have none yet. Nothing is made.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a type whose single file has no parts, and if the journal is that of another bake: of another
    /// recipe, size, backend or version; [`Error::Io`] if it cannot be read, or is damaged.
    pub fn open(path: &Path, contents: &Contents, made_by: MadeBy) -> Result<Journal> {
        let log = Log::read(&folder_of(path))?;
        Journal::of(path, contents, made_by, log)
    }

    fn of(path: &Path, contents: &Contents, made_by: MadeBy, log: Log) -> Result<Journal> {
        let file_type = FileType::from_path(path)?;
        let parts = Parts::new(Some(file_type), contents)?;
        if !parts.can_be_resumed() {
            let given = format!("a journal of one .{}", file_type.extension());
            let allowed = "a .zarr, an .npy, a .raw, or frames that are a file each";
            return Err(Error::invalid("output", given, allowed));
        }
        let journal = Journal {
            path: path.into(),
            parts,
            folder: folder_of(path),
            head: Head::new(file_type, contents, made_by),
            log,
            own: None,
            lock: None,
        };
        journal.check(&journal.log)?;
        Ok(journal)
    }

    /// Refuses what was noted for another bake.
    fn check(&self, log: &Log) -> Result<()> {
        let mut heads = log.heads.iter();
        heads.try_for_each(|found| self.head.check(found, &self.path, &self.folder))
    }

    /// Returns the number of parts of the bake.
    pub fn part_count(&self) -> u32 {
        self.parts.count() as u32
    }

    /// Returns whether the parts are ranges of one file, and not files.
    pub fn is_of_one_file(&self) -> bool {
        self.parts.are_ranges()
    }

    /// Returns whether the only file of the bake is still in the folder of the journal.
    pub fn is_unpublished(&self) -> bool {
        self.is_of_one_file() && kept(&self.path).exists()
    }

    /// Returns whether a part is there, and has the bytes that were written.
    ///
    /// # Errors
    /// [`Error::Io`] if it is there and cannot be read.
    pub fn is_whole(&self, part: u32) -> Result<bool> {
        if !self.log.knows(part) {
            return Ok(false);
        }
        let path = place(&self.path, &self.parts, part);
        match Sum::of(&path, self.parts.bytes(part)) {
            Ok(sum) => Ok(self.log.is_whole(part, sum)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(Error::io("read", path, error)),
        }
    }

    /// Opens the only file of the bake in the folder of the journal, with the parts that are whole.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub(super) fn open_kept(&self) -> Result<Partial> {
        let kept = kept(&self.path);
        if !self.log.is_empty() && !kept.exists() && self.path.exists() {
            self.copy_to(&kept)
                .map_err(|error| Error::io("copy", &self.path, error))?;
        }
        let file = Partial::kept(&self.path, kept)?;
        let sized = file.file().set_len(self.parts.length());
        sized.map_err(|error| Error::io("write", &self.path, error))?;
        Ok(file)
    }

    /// Copies the only file of the bake. The copy has its name once it is whole, since what has this name is what counts.
    fn copy_to(&self, kept: &Path) -> io::Result<()> {
        let mut builder = tempfile::Builder::new();
        let (mut copy, temporary) = atomic::begin(&mut builder, &self.folder)?;
        io::copy(&mut File::open(&self.path)?, &mut copy)?;
        fs::rename(temporary.path(), kept)?;
        temporary.keep();
        Ok(())
    }

    /// Refuses that two processes write the only file of a bake at once, from here to the end of this journal.
    ///
    /// # Errors
    /// [`Error::Io`] if another process does, and if the path is a link.
    pub(super) fn claim(&mut self) -> Result<()> {
        if !self.is_of_one_file() {
            return Ok(());
        }
        atomic::refuse_link(&self.path)?;
        let path = self.folder.join("lock");
        let failed = |error| Error::io("write", &path, error);
        fs::create_dir_all(&self.folder).map_err(failed)?;
        let lock = File::create(&path).map_err(failed)?;
        // Not every file system has locks.
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            let error = io::Error::other("another process bakes to this file");
            return Err(Error::io("write", &self.path, error));
        }
        self.lock = Some(lock);
        Ok(())
    }

    /// Notes which bake this is, before its first part is written.
    ///
    /// # Errors
    /// [`Error::Invalid`] if another bake was begun since the journal was opened, and [`Error::Io`].
    pub(super) fn begin(&mut self) -> Result<&mut Own> {
        let own = match self.own.take() {
            Some(own) => own,
            None => {
                let own = Own::begin(&self.folder, &self.head);
                let own = own.map_err(|error| self.not_written(error))?;
                self.check(&Log::read(&self.folder)?)?;
                own
            }
        };
        Ok(self.own.insert(own))
    }

    /// Notes that a part was written, with these bytes.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub(super) fn add(&mut self, part: u32, sum: Sum) -> Result<()> {
        self.append(part, sum, false)
    }

    /// Notes that a part is there and has the wrong bytes.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn add_bad(&mut self, part: u32) -> Result<()> {
        let path = place(&self.path, &self.parts, part);
        let sum = Sum::of(&path, self.parts.bytes(part));
        let sum = sum.map_err(|error| Error::io("read", path, error))?;
        self.append(part, sum, true)
    }

    fn append(&mut self, part: u32, sum: Sum, is_bad: bool) -> Result<()> {
        let entry = Entry {
            file: part,
            sum,
            is_bad,
        };
        let added = self.begin()?.add(&entry);
        added.map_err(|error| self.not_written(error))
    }

    fn not_written(&self, error: io::Error) -> Error {
        Error::io("write into", &self.folder, error)
    }
}

/// What the journal of a bake says of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Begun {
    /// The recipe as TOML.
    pub recipe: String,
    /// What the bake was begun with.
    pub made_by: MadeBy,
    /// Whether a description was asked for beside each file: [`Contents::sidecar`].
    pub sidecar: bool,
    path: PathBuf,
    log: Log,
}

impl Begun {
    /// Reads the journal of the bake to `path`.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there is none, [`Error::Io`] if it is damaged.
    pub fn read(path: &Path) -> Result<Begun> {
        let folder = folder_of(path);
        let log = Log::read(&folder)?;
        let mut heads = log.heads.iter();
        let begun = heads.find_map(|head| Some((head.recipe.clone()?, head.made_by.clone())));
        let Some((recipe, made_by)) = begun else {
            let given = match folder.is_dir() {
                true => format!("{}, in which nothing is recorded yet", folder.display()),
                false if !path.exists() => {
                    let (path, folder) = (path.display(), folder.display());
                    format!("{path}, which does not exist, without {folder}")
                }
                false => format!("{} without {}", path.display(), folder.display()),
            };
            let allowed = "what bake -o was given with --resume or --shard, which keep a journal";
            return Err(Error::invalid("FILE", given, allowed));
        };
        Ok(Begun {
            recipe,
            made_by,
            sidecar: log.heads.iter().any(|head| head.sidecar),
            path: path.into(),
            log,
        })
    }

    /// Returns the journal, with what was read. `contents` are those of the recipe.
    ///
    /// # Errors
    /// Those of [`Journal::open`].
    pub fn journal(self, contents: &Contents) -> Result<Journal> {
        Journal::of(&self.path, contents, self.made_by, self.log)
    }
}

/// Whether the journal of the bake to `path` says that it is a bake of these contents.
pub(super) fn is_begun(path: &Path, contents: &Contents) -> bool {
    Log::read(&folder_of(path)).is_ok_and(|log| log.heads.iter().any(|head| head.is_of(contents)))
}

/// Returns the path of the file that holds a part of the bake to `path`, also if it is not published.
pub(super) fn place(path: &Path, parts: &Parts, part: u32) -> PathBuf {
    let kept = kept(path);
    match parts.are_ranges() && kept.exists() {
        true => kept,
        false => parts.path(path, part),
    }
}

/// Returns where the only file of a bake with a journal lies until it is whole.
fn kept(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".partial");
    folder_of(path).join(name)
}

/// Returns the folder of the journal of the bake to `path`.
fn folder_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".journal");
    name.into()
}
