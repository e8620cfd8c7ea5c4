//! The journal of a bake to several files: which of them are whole, and what wrote them.
//!
//! It is a folder beside the files, `clouds.zarr.journal` for `clouds.zarr`. Each process that writes files adds a file of its
//! own to it, so that any number of them may work at once: one object of JSON in a line, the first for the bake, then one for
//! each file that is published. Only its last line may be cut short, by a process that was killed.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::contents::{Contents, WRITER};
use super::file_type::FileType;
use super::parts::Parts;
use crate::{Error, Result};

/// The most bytes of a journal that are read.
const BYTES_MAX: u64 = 1 << 30;

/// What computes the samples of a bake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MadeBy {
    /// The kind of backend: `gpu`, `reference`, or `cpu` with the SIMD level, such as `cpu avx2`. Floats of two kinds may differ
    /// in their last bits.
    pub backend: String,
    /// The adapter of a GPU.
    pub adapter: Option<String>,
    /// Its driver.
    pub driver: Option<String>,
}

impl MadeBy {
    /// A backend without an adapter.
    pub fn new(backend: impl Into<String>) -> MadeBy {
        MadeBy {
            backend: backend.into(),
            adapter: None,
            driver: None,
        }
    }
}

/// The first line: the bake.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    writer: String,
    file_type: String,
    size: Vec<u32>,
    frames: Option<u32>,
    recipe: Option<String>,
    #[serde(flatten)]
    made_by: MadeBy,
}

/// Every other line: a file, whole or bad.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    file: u32,
    #[serde(flatten)]
    sum: Sum,
    /// Whether it was computed again, and was not the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_bad: bool,
}

/// What tells the bytes of a file from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Sum {
    bytes: u64,
    crc32: u32,
}

/// The journal of a bake, and this process's file in it.
pub struct Journal {
    path: PathBuf,
    parts: Parts,
    folder: PathBuf,
    head: Head,
    whole: HashMap<u32, Vec<Sum>>,
    bad: HashMap<u32, Vec<Sum>>,
    file: Option<File>,
}

impl Journal {
    /// Reads the journal of the bake to `path`, which may have none yet. Nothing is made.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a type that makes a single file, and if the journal is that of another bake: of another recipe,
    /// size, backend or version; [`Error::Io`] if it cannot be read, or is damaged.
    pub fn open(path: &Path, contents: &Contents, made_by: MadeBy) -> Result<Journal> {
        let file_type = FileType::from_path(path)?;
        let parts = Parts::new(Some(file_type), contents);
        if !parts.are_many() {
            let given = format!("a journal of one .{}", file_type.extension());
            let allowed = "a .zarr, or frames that are a file each";
            return Err(Error::invalid("output", given, allowed));
        }
        let mut journal = Journal {
            path: path.into(),
            parts,
            folder: folder_of(path),
            head: Head {
                writer: WRITER.into(),
                file_type: file_type.extension().into(),
                size: contents.size.clone(),
                frames: contents.frames,
                recipe: contents.recipe.clone(),
                made_by,
            },
            whole: HashMap::new(),
            bad: HashMap::new(),
            file: None,
        };
        for path in files_of(&journal.folder)? {
            journal.read(&path)?;
        }
        Ok(journal)
    }

    fn read(&mut self, path: &Path) -> Result<()> {
        let mut lines = Lines::open(path)?;
        if let Some(head) = lines.next::<Head>()? {
            self.head.check(&head, &self.path, &self.folder)?;
        }
        while let Some(entry) = lines.next::<Entry>()? {
            let sums = if entry.is_bad {
                &mut self.bad
            } else {
                &mut self.whole
            };
            sums.entry(entry.file).or_default().push(entry.sum);
        }
        Ok(())
    }

    /// Returns the number of files of the bake.
    pub fn count(&self) -> u32 {
        self.parts.count() as u32
    }

    /// Returns the path of a file of the bake.
    pub fn path(&self, file: u32) -> PathBuf {
        self.parts.path(&self.path, file)
    }

    /// Returns whether a file is there, and has the bytes that were written.
    ///
    /// # Errors
    /// [`Error::Io`] if it is there and cannot be read.
    pub fn is_whole(&self, file: u32) -> Result<bool> {
        let Some(known) = self.whole.get(&file) else {
            return Ok(false);
        };
        let path = self.path(file);
        let sum = match sum_of(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            sum => sum.map_err(|error| Error::io("read", path, error))?,
        };
        let is_bad = self.bad.get(&file).is_some_and(|bad| bad.contains(&sum));
        Ok(known.contains(&sum) && !is_bad)
    }

    /// Notes that a file was published.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub(super) fn add(&mut self, file: u32) -> Result<()> {
        self.append(file, false)
    }

    /// Notes that a file is there and has the wrong bytes.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn add_bad(&mut self, file: u32) -> Result<()> {
        self.append(file, true)
    }

    fn append(&mut self, file: u32, is_bad: bool) -> Result<()> {
        let path = self.path(file);
        let sum = sum_of(&path).map_err(|error| Error::io("read", path, error))?;
        let entry = Entry { file, sum, is_bad };
        self.write(&entry)
            .map_err(|error| Error::io("write into", &self.folder, error))
    }

    /// Writes a line of this process's file, which is begun with its first.
    fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let mut text = Vec::new();
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                fs::create_dir_all(&self.folder)?;
                let file = tempfile::Builder::new()
                    .suffix(".jsonl")
                    .prefix("")
                    .tempfile_in(&self.folder)?;
                text.append(&mut serde_json::to_vec(&self.head)?);
                text.push(b'\n');
                none.insert(file.keep()?.0)
            }
        };
        text.append(&mut serde_json::to_vec(entry)?);
        text.push(b'\n');
        // In one call, so that a line is cut short only by the end of the process.
        file.write_all(&text)?;
        file.sync_data()
    }
}

impl Head {
    /// Refuses the journal of another bake, and says what differs.
    fn check(&self, found: &Head, path: &Path, folder: &Path) -> Result<()> {
        let text = |value: &dyn std::fmt::Debug| format!("{value:?}");
        let differs = [
            ("version", text(&found.writer), text(&self.writer)),
            ("file type", text(&found.file_type), text(&self.file_type)),
            ("size", text(&found.size), text(&self.size)),
            ("number of frames", text(&found.frames), text(&self.frames)),
            ("recipe", text(&found.recipe), text(&self.recipe)),
            (
                "backend",
                text(&found.made_by.backend),
                text(&self.made_by.backend),
            ),
        ];
        let Some((what, there, here)) = differs.into_iter().find(|(_, there, here)| there != here)
        else {
            return Ok(());
        };
        let (path, folder) = (path.display(), folder.display());
        let given = match what {
            "recipe" => format!("{path}, begun with another recipe,"),
            _ => format!("{path}, begun with another {what} ({there}, now {here}),"),
        };
        let allowed = format!("the same bake; or remove {folder}, and all files are written again");
        Err(Error::invalid("output", given, allowed))
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
}

impl Begun {
    /// Reads the journal of the bake to `path`.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there is none, [`Error::Io`] if it is damaged.
    pub fn read(path: &Path) -> Result<Begun> {
        let folder = folder_of(path);
        for file in files_of(&folder)? {
            if let Some(Head {
                recipe: Some(recipe),
                made_by,
                ..
            }) = Lines::open(&file)?.next()?
            {
                return Ok(Begun { recipe, made_by });
            }
        }
        let given = format!("{} without {}", path.display(), folder.display());
        let allowed = "what was baked with --resume or --shard, which keep a journal";
        Err(Error::invalid("FILE", given, allowed))
    }
}

/// The complete lines of a file of a journal.
struct Lines {
    path: PathBuf,
    text: Vec<u8>,
    at: usize,
    number: usize,
}

impl Lines {
    fn open(path: &Path) -> Result<Lines> {
        let failed = |error| Error::io("read", path, error);
        let mut text = Vec::new();
        let file = File::open(path).map_err(failed)?;
        file.take(BYTES_MAX)
            .read_to_end(&mut text)
            .map_err(failed)?;
        Ok(Lines {
            path: path.into(),
            text,
            at: 0,
            number: 0,
        })
    }

    fn next<T: for<'a> Deserialize<'a>>(&mut self) -> Result<Option<T>> {
        let rest = &self.text[self.at..];
        let Some(length) = rest.iter().position(|&byte| byte == b'\n') else {
            return Ok(None);
        };
        self.at += length + 1;
        self.number += 1;
        let value = serde_json::from_slice(&rest[..length]);
        value.map(Some).map_err(|error| {
            let what = format!(
                "its line {} is damaged ({error}); remove the file, and what it names is written again",
                self.number
            );
            let error = io::Error::new(io::ErrorKind::InvalidData, what);
            Error::io("read", &self.path, error)
        })
    }
}

/// Returns the folder of the journal of the bake to `path`.
fn folder_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".journal");
    name.into()
}

/// Returns the files in a folder; none if it is not there.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let failed = |error| Error::io("read", folder, error);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<io::Result<_>>().map_err(failed)?;
    paths.sort();
    Ok(paths)
}

/// Returns the length and the CRC-32 of a file.
fn sum_of(path: &Path) -> io::Result<Sum> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut hash = crc32fast::Hasher::new();
    let mut bytes = 0;
    let mut piece = vec![0; 1 << 20];
    loop {
        let count = file.read(&mut piece)?;
        if count == 0 {
            break;
        }
        hash.update(&piece[..count]);
        bytes += count as u64;
    }
    Ok(Sum {
        bytes,
        crc32: hash.finalize(),
    })
}
