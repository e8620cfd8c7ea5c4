//! Files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use wgpu_noise::format;
use wgpu_noise::recipe::Preset;

use crate::document::Document;

/// How often a file is looked at.
const EVERY: Duration = Duration::from_millis(400);

/// The file of the recipe that is open, which is read again when something else has written it.
pub struct File {
    path: PathBuf,
    written: Option<SystemTime>,
    looked: Instant,
}

/// Opens what the command line names: a preset, or the path of a recipe, which has a dot or a separator in it.
///
/// # Errors
/// Those of [`File::open`], or that there is no such preset.
pub fn open(recipe: &Path) -> Result<(Option<File>, Document), String> {
    let name = recipe.to_string_lossy();
    if name.contains(|c| c == '.' || std::path::is_separator(c)) {
        return File::open(recipe).map(|(file, document)| (Some(file), document));
    }
    let preset = Preset::find(&name).and_then(|preset| Document::preset(&preset));
    Ok((None, preset.map_err(|error| error.to_string())?))
}

impl File {
    /// Opens a recipe.
    ///
    /// # Errors
    /// What keeps it from being read, or the mistake in it, with its line.
    pub fn open(path: &Path) -> Result<(File, Document), String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let document = Document::new(&name, &text).map_err(|error| error.to_string())?;
        let file = File {
            path: path.to_path_buf(),
            written: written(path),
            looked: Instant::now(),
        };
        Ok((file, document))
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the text, if it was written since it was last read.
    pub fn changed(&mut self) -> Option<String> {
        if self.looked.elapsed() < EVERY {
            return None;
        }
        self.looked = Instant::now();
        let written = written(&self.path);
        if written.is_none() || written == self.written {
            return None;
        }
        self.written = written;
        fs::read_to_string(&self.path).ok()
    }

    /// Writes the text.
    ///
    /// # Errors
    /// What keeps it from being written.
    pub fn save(&mut self, text: &str) -> Result<String, String> {
        format::write(&self.path, text.as_bytes()).map_err(|error| error.to_string())?;
        self.written = written(&self.path);
        Ok(format!("wrote {}", self.path.display()))
    }
}

fn written(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// Writes a file into the working directory, and returns what was done, in words.
///
/// # Errors
/// What keeps it from being written.
pub fn deliver(name: &str, bytes: &[u8]) -> Result<String, String> {
    format::write(Path::new(name), bytes).map_err(|error| error.to_string())?;
    Ok(format!("wrote {name}"))
}
