//! The files of a journal: what each process noted, one object of JSON in a line.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::head::Head;
use super::sum::Sum;
use crate::format::disk::atomic::{self, Temporary};
use crate::format::texts::damaged;
use crate::{Error, Result};

/// The most bytes of a file that are read.
const BYTES_MAX: u64 = 1 << 30;

/// How the names of the files end.
const SUFFIX: &str = ".jsonl";

/// What all files of a journal say.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The bake, as each process knew it.
    pub heads: Vec<Head>,
    whole: HashMap<u32, Vec<Sum>>,
    bad: HashMap<u32, Vec<Sum>>,
}

/// Every line but the first: a part of the bake, whole or bad.
#[derive(Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The number of the part.
    pub file: u32,
    #[serde(flatten)]
    pub sum: Sum,
    /// Whether it was computed again, and was not the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_bad: bool,
}

impl Log {
    /// Reads the journal in a folder; one that is not there is empty.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, or is damaged.
    pub fn read(folder: &Path) -> Result<Log> {
        let mut log = Log::default();
        for path in files_of(folder)? {
            let Some(mut lines) = Lines::open(&path)? else {
                continue;
            };
            log.heads.extend(lines.next()?);
            while let Some(entry) = lines.next::<Entry>()? {
                let sums = match entry.is_bad {
                    true => &mut log.bad,
                    false => &mut log.whole,
                };
                sums.entry(entry.file).or_default().push(entry.sum);
            }
        }
        Ok(log)
    }

    /// Returns whether no part was noted as whole.
    pub fn is_empty(&self) -> bool {
        self.whole.is_empty()
    }

    /// Returns whether a part was noted as whole.
    pub fn knows(&self, part: u32) -> bool {
        self.whole.contains_key(&part)
    }

    /// Returns whether a part is whole if it has this sum: if it was noted more often as written than as bad.
    pub fn is_whole(&self, part: u32, sum: Sum) -> bool {
        let count = |sums: &HashMap<u32, Vec<Sum>>| {
            let of_part = sums.get(&part).into_iter().flatten();
            of_part.filter(|noted| **noted == sum).count()
        };
        count(&self.whole) > count(&self.bad)
    }
}

/// This process's file of a journal. It is removed with this, unless it has an entry.
pub struct Own {
    file: File,
    path: Temporary,
}

impl Own {
    /// Begins the file with its first line.
    pub fn begin(folder: &Path, head: &Head) -> io::Result<Own> {
        fs::create_dir_all(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.suffix(SUFFIX).prefix("");
        let (file, path) = atomic::begin(&mut builder, folder)?;
        let mut own = Own { file, path };
        own.write(head)?;
        Ok(own)
    }

    /// Adds an entry.
    pub fn add(&mut self, entry: &Entry) -> io::Result<()> {
        self.write(entry)?;
        self.path.keep();
        Ok(())
    }

    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        // In one call, so that a line is cut short only by the end of the process.
        self.file.write_all(&text)?;
        self.file.sync_data()
    }
}

/// The complete lines of a file.
struct Lines {
    path: PathBuf,
    text: Vec<u8>,
    at: usize,
    number: usize,
}

impl Lines {
    /// Returns `None` for a file that is gone: a process that has noted no part removes its own.
    fn open(path: &Path) -> Result<Option<Lines>> {
        let failed = |error| Error::io("read", path, error);
        let mut text = Vec::new();
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        file.take(BYTES_MAX)
            .read_to_end(&mut text)
            .map_err(failed)?;
        Ok(Some(Lines {
            path: path.into(),
            text,
            at: 0,
            number: 0,
        }))
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
            Error::io("read", &self.path, damaged(&what))
        })
    }
}

/// Returns the files of the journal in a folder, which may hold others; none if it is not there.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let failed = |error| Error::io("read", folder, error);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        if path
            .as_os_str()
            .as_encoded_bytes()
            .ends_with(SUFFIX.as_bytes())
        {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
