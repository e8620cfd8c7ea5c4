//! The folder of a store, and its metadata.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::super::atomic;
use super::METADATA;
use crate::{Error, Result};

/// A store that is to be written.
pub struct Store {
    path: PathBuf,
    /// The metadata of the root, then all that belongs to the arrays but the samples.
    files: Vec<(PathBuf, Vec<u8>)>,
}

/// An array of a store.
pub struct Node {
    pub name: &'static str,
    pub metadata: Value,
    /// Its only chunk, if it is not written later.
    pub chunk: Option<Vec<u8>>,
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
        for node in arrays {
            let folder = path.join(node.name);
            files.push((folder.join(METADATA), text(&node.metadata)));
            let chunk = node.chunk.clone();
            files.extend(chunk.map(|bytes| (folder.join("c.0"), bytes)));
        }
        let store = Store {
            path: path.into(),
            files,
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
        let is_this = fs::read(root).is_ok_and(|there| there == *group);
        if found && !is_this {
            let given = format!("{}, which holds something else", self.path.display());
            let allowed = "a new name, or the store of the same recipe, size and format";
            return Err(Error::invalid("output", given, allowed));
        }
        atomic::prepare(std::slice::from_ref(root))
    }

    /// Makes the folders and the metadata, unless they are there.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn create(&self) -> Result<()> {
        for (path, bytes) in self.files.iter().filter(|(path, _)| !path.exists()) {
            let folder = path.parent().unwrap_or(&self.path);
            fs::create_dir_all(folder).map_err(|error| Error::io("create", folder, error))?;
            atomic::write(path, bytes)?;
        }
        Ok(())
    }
}
