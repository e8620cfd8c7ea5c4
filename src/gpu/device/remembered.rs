//! Tunings that were measured on this machine, in a file of the user's cache folder.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use serde::{Deserialize, Serialize};

use super::tuning::Tuning;
use crate::{Error, Result};

/// The variable that names another folder; if it is empty, nothing is remembered.
const VARIABLE: &str = "WGPU_NOISE_CACHE";
const FILE: &str = "tuning.toml";
const HEAD: &str = "# The fastest kernels on the adapters of this machine. `wgpu-noise bench --tune` writes this file.\n\n";

/// The contents of the file.
#[derive(Default, Serialize, Deserialize)]
struct Remembered {
    #[serde(default, rename = "adapter")]
    adapters: Vec<Entry>,
}

/// A tuning, and what it was measured with.
#[derive(Serialize, Deserialize)]
struct Entry {
    name: String,
    api: String,
    driver: String,
    /// The version of this crate.
    version: String,
    #[serde(flatten)]
    tuning: Tuning,
}

impl Entry {
    fn new(adapter: &wgpu::AdapterInfo, tuning: Tuning) -> Entry {
        Entry {
            name: adapter.name.clone(),
            api: adapter.backend.to_string(),
            driver: format!("{} {}", adapter.driver, adapter.driver_info),
            version: env!("CARGO_PKG_VERSION").to_string(),
            tuning,
        }
    }

    /// Whether both are of the same adapter, perhaps with other drivers.
    fn is_of_same_adapter(&self, other: &Entry) -> bool {
        (&self.name, &self.api) == (&other.name, &other.api)
    }

    /// Whether both are of the same adapter, driver and version.
    fn holds_for(&self, other: &Entry) -> bool {
        self.is_of_same_adapter(other)
            && (&self.driver, &self.version) == (&other.driver, &other.version)
    }
}

/// Returns the tuning that was measured for an adapter with its present driver and this version of the crate, if there is
/// one. A file that cannot be read is none: it can be made anew at any time.
pub fn recall(adapter: &wgpu::AdapterInfo) -> Option<Tuning> {
    let present = Entry::new(adapter, Tuning::rule(adapter));
    let mut known = read(&file()?).adapters.into_iter();
    known
        .find(|entry| entry.holds_for(&present))
        .map(|entry| entry.tuning)
}

/// Remembers the tuning of an adapter in place of an earlier one. Returns the path of the file, or `None` if this machine has
/// no folder for it.
///
/// # Errors
/// [`Error::Io`] if the file cannot be written.
pub fn remember(adapter: &wgpu::AdapterInfo, tuning: Tuning) -> Result<Option<PathBuf>> {
    let Some(path) = file() else {
        return Ok(None);
    };
    let entry = Entry::new(adapter, tuning);
    let mut remembered = read(&path);
    (remembered.adapters).retain(|known| !known.is_of_same_adapter(&entry));
    remembered.adapters.push(entry);
    write(&path, &remembered).map_err(|error| Error::io("write", &path, error))?;
    Ok(Some(path))
}

/// The path of the file, if this machine has a folder for it.
fn file() -> Option<PathBuf> {
    Some(folder()?.join(FILE))
}

/// The folder of what is remembered, if this machine has one and the user allows it.
pub(super) fn folder() -> Option<PathBuf> {
    match std::env::var_os(VARIABLE) {
        Some(folder) if folder.is_empty() => None,
        Some(folder) => Some(PathBuf::from(folder)),
        None => {
            let folders = etcetera::base_strategy::choose_native_strategy().ok()?;
            Some(folders.cache_dir().join("wgpu-noise"))
        }
    }
}

fn read(path: &Path) -> Remembered {
    let text = fs::read_to_string(path).unwrap_or_default();
    toml::from_str(&text).unwrap_or_default()
}

fn write(path: &Path, remembered: &Remembered) -> io::Result<()> {
    let text = toml::to_string(remembered).map_err(io::Error::other)?;
    replace(path, &[HEAD.as_bytes(), text.as_bytes()])
}

/// Writes a file of these parts under another name and renames it, so that no reader meets half of it.
pub(super) fn replace(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    parts.iter().try_for_each(|part| file.write_all(part))?;
    file.persist(path)?;
    Ok(())
}
