//! The folder of a store, and its metadata.

use std::fs;
use std::io::{self, BufWriter, Write as _};
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
    ///
    /// # Errors
    /// [`Error::Invalid`] if there is something else at the path, [`Error::Io`] if the folder around it accepts no files.
    pub fn new(path: &Path, attributes: &Value, arrays: &[Node]) -> Result<Store> {
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
        let store = Store {
            path: path.into(),
            files,
            coordinates,
        };
        store.check()?;
        Ok(store)
    }

    /// Refuses a path at which there is something else than this store, or an empty folder.
    fn check(&self) -> Result<()> {
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
        let is_this = fs::read(root).is_ok_and(|there| there == *group);
        if found && !is_this {
            let given = format!("{}, which holds something else", self.path.display());
            let allowed = "a new name, or the store of the same recipe, size and format";
            return Err(Error::invalid("output", given, allowed));
        }
        atomic::prepare(std::slice::from_ref(root))
    }

    /// Makes the folders, the metadata and the coordinates, unless they are there and whole.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn create(&self) -> Result<()> {
        let is_there = |path: &Path, bytes: &[u8]| fs::read(path).is_ok_and(|there| there == bytes);
        for (path, bytes) in self
            .files
            .iter()
            .filter(|(path, bytes)| !is_there(path, bytes))
        {
            let folder = path.parent().unwrap_or(&self.path);
            fs::create_dir_all(folder).map_err(|error| Error::io("create", folder, error))?;
            atomic::write(path, bytes)?;
        }
        let is_whole = |path: &Path, positions: &Positions| {
            fs::metadata(path).is_ok_and(|file| file.len() == positions.bytes())
        };
        let mut missing =
            (self.coordinates.iter()).filter(|(path, positions)| !is_whole(path, positions));
        missing.try_for_each(|(path, positions)| positions.write(path))
    }
}

impl Positions {
    fn bytes(&self) -> u64 {
        8 * u64::from(self.count)
    }

    /// Writes a file completely.
    fn write(self, path: &Path) -> Result<()> {
        atomic::prepare(&[path.to_path_buf()])?;
        let file = Partial::create(path)?;
        let mut sink = BufWriter::new(file.file());
        let mut each = (0..self.count).map(|i| self.first + f64::from(i) * self.step);
        each.try_for_each(|position| sink.write_all(&position.to_le_bytes()))
            .and_then(|()| sink.flush())
            .map_err(|error| Error::io("write", path, error))?;
        atomic::publish(vec![file.seal()?]).map(drop)
    }
}
