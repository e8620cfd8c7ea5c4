//! The folder of a store, and its metadata.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::METADATA;
use crate::format::disk::atomic::{self, Partial};
use crate::format::disk::regular;
use crate::{Error, Result};

/// A store that is to be written.
pub struct Store {
    path: PathBuf,
    /// The metadata of the root, then that of the arrays.
    files: Vec<(PathBuf, Vec<u8>)>,
    coordinates: Vec<(PathBuf, Positions)>,
    /// Whether what is at the path is this store, damaged or not.
    is_begun: bool,
}

/// An array of a store.
pub struct Node {
    pub name: &'static str,
    pub metadata: Value,
    /// What its only chunk holds, if it is not written later.
    pub positions: Option<Positions>,
}

/// Positions along an axis. There may be more than memory can hold.
#[derive(Clone, Copy)]
pub struct Positions {
    pub count: u32,
    pub first: f64,
    pub step: f64,
}

impl Store {
    /// Describes a store. Nothing is made yet.
    pub fn new(path: &Path, attributes: &Value, arrays: &[Node]) -> Store {
        let all = arrays
            .iter()
            .map(|node| (node.name.to_string(), node.metadata.clone()));
        let group = json!({
            "zarr_format": 3,
            "node_type": "group",
            "attributes": attributes,
            "consolidated_metadata": {
                "kind": "inline",
                "must_understand": false,
                "metadata": all.collect::<Map<_, _>>(),
            },
        });
        let text = |value: &Value| format!("{value:#}\n").into_bytes();
        let mut files = vec![(path.join(METADATA), text(&group))];
        let mut coordinates = Vec::new();
        for node in arrays {
            let folder = path.join(node.name);
            files.push((folder.join(METADATA), text(&node.metadata)));
            let positions = node.positions.map(|all| (folder.join("c.0"), all));
            coordinates.extend(positions);
        }
        Store {
            path: path.into(),
            files,
            coordinates,
            is_begun: false,
        }
    }

    /// Checks that the store can be made. One that was begun is repaired, also if its root is damaged.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there is something else at the path than this store or an empty folder, [`Error::Io`] if the folder
    /// around it accepts no files.
    pub fn check(&mut self, is_begun: bool) -> Result<()> {
        self.is_begun = is_begun;
        let (root, group) = &self.files[0];
        let found = match fs::read_dir(&self.path) {
            // A process that was killed may have left a partial file, whose name begins with a dot.
            Ok(entries) => (entries.flatten())
                .any(|entry| !entry.file_name().as_encoded_bytes().starts_with(b".")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return atomic::prepare(std::slice::from_ref(&self.path));
            }
            Err(error) => return Err(Error::io("write into", &self.path, error)),
        };
        regular::check(root)?;
        if found && !is_begun && !holds(root, group) {
            return Err(self.something_else());
        }
        atomic::prepare(std::slice::from_ref(root))
    }

    fn something_else(&self) -> Error {
        let given = format!("{}, which holds something else", self.path.display());
        let allowed = "a new name, or the store of the same recipe, size and format";
        Error::invalid("output", given, allowed)
    }

    /// Returns the paths of the metadata and the coordinates that are not there, or not as they should be.
    pub fn missing(&self) -> Vec<PathBuf> {
        let files = self
            .files
            .iter()
            .filter(|(path, bytes)| !holds(path, bytes));
        let coordinates = (self.coordinates.iter()).filter(|(path, all)| !all.are_in(path));
        (files.map(|(path, _)| path.clone()))
            .chain(coordinates.map(|(path, _)| path.clone()))
            .collect()
    }

    /// Makes the folders, the metadata and the coordinates, unless they are there and whole, and removes what processes that were
    /// killed have left.
    ///
    /// # Errors
    /// [`Error::Invalid`] if another store was begun at the path since [`Store::check`], and [`Error::Io`].
    pub fn create(&self) -> Result<()> {
        for (path, bytes) in &self.files {
            let folder = path.parent().unwrap_or(&self.path);
            fs::create_dir_all(folder).map_err(|error| Error::io("create", folder, error))?;
            atomic::sweep(folder);
            let is_root = path == &self.files[0].0;
            if holds(path, bytes) {
                continue;
            }
            if self.is_begun || !is_root {
                atomic::write(path, bytes)?;
            } else if !atomic::write_new(path, bytes)? && !holds(path, bytes) {
                // Of two stores that are begun at once, the first root decides which it is.
                return Err(self.something_else());
            }
        }
        let mut missing = (self.coordinates.iter()).filter(|(path, all)| !all.are_in(path));
        missing.try_for_each(|(path, positions)| positions.write(path))
    }
}

/// Whether a file has these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    fs::read(path).is_ok_and(|there| there == bytes)
}

impl Positions {
    /// Returns the bytes of each position.
    fn each(self) -> impl Iterator<Item = [u8; 8]> {
        (0..self.count).map(move |i| (self.first + f64::from(i) * self.step).to_le_bytes())
    }

    /// Whether a file has these positions and nothing else.
    fn are_in(self, path: &Path) -> bool {
        let Ok(file) = File::open(path) else {
            return false;
        };
        let mut file = BufReader::new(file);
        let mut there = [0; 8];
        self.each()
            .all(|position| file.read_exact(&mut there).is_ok() && there == position)
            && file.fill_buf().is_ok_and(<[u8]>::is_empty)
    }

    /// Writes a file completely.
    fn write(self, path: &Path) -> Result<()> {
        atomic::prepare(&[path.to_path_buf()])?;
        let file = Partial::create(path)?;
        let mut sink = BufWriter::new(file.file());
        self.each()
            .try_for_each(|position| sink.write_all(&position))
            .and_then(|()| sink.flush())
            .map_err(|error| Error::io("write", path, error))?;
        atomic::publish(vec![file.seal()?]).map(drop)
    }
}
