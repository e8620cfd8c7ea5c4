//! Files: what a bake writes, one file type to a module.
//!
//! [`create`] refuses what the file type cannot hold, and a path that cannot be written, before
//! anything is computed. The texels then come in pieces of any size, so memory does not grow with
//! the volume. Each file appears under its name when it is whole, the frames of a sequence one after
//! the other. Of a file that is not whole nothing remains after a failure.

mod atlas;
mod atomic;
mod encode;
mod ktx2;
mod npy;
mod png;
mod sidecar;
mod writer;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

pub use atlas::Atlas;
pub use atomic::{Quiet, remove_partial_files};
pub use writer::{Writer, Written, check, create, stream};

use crate::texel::{Packing, Transfer};
use crate::{Error, Recipe, Result};

/// What names this program in files that have a place for it.
const WRITER: &str = concat!("wgpu-noise ", env!("CARGO_PKG_VERSION"));

/// What the names of all its versions begin with.
const PROGRAM: &str = "wgpu-noise ";

/// The name of the recipe in files that hold pairs of keys and texts.
const RECIPE_KEY: &str = "wgpu-noise:recipe";

/// The most bytes of text that are read of a file in search of a recipe, far over what any needs.
const TEXT_MAX: usize = 16 * Recipe::BYTES_MAX;

/// Writes a file whole, or leaves what was there.
///
/// # Errors
/// [`Error::Io`] for a path that cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    atomic::prepare(&[path.to_path_buf()])?;
    let file = atomic::Partial::create(path)?;
    (file.file().as_ref())
        .write_all(bytes)
        .map_err(|source| Error::io("write", path, source))?;
    atomic::publish(vec![file.seal()?]).map(drop)
}

/// Every file that [`create`] makes at that path.
///
/// # Errors
/// Those of [`FileType::from_path`].
pub fn files(path: &Path, description: &Description) -> Result<Vec<PathBuf>> {
    let file_type = FileType::from_path(path)?;
    let mut files = paths(path, file_type, description);
    if sidecar::belongs(path, file_type, description) {
        files.push(sidecar::path_of(path));
    }
    Ok(files)
}

/// What a file, or a numbered sequence of files, holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// Samples per axis: one to three axes, x first, none 0.
    pub size: Vec<u32>,
    /// How many times, at least 1; `None` for a field without time.
    pub frames: Option<u32>,
    /// How samples became texels.
    pub packing: Packing,
    /// What the texels' numbers mean.
    pub transfer: Transfer,
    /// Whether an `.npy` gets a `.json` beside it, as a `.raw` always does. It gets one in any case where one of ours lies
    /// there already, which would otherwise describe the file that it no longer lies beside.
    pub sidecar: bool,
    /// The full recipe, seed included, as TOML; none for a file that no recipe gives.
    pub recipe: Option<String>,
}

impl Description {
    /// Bytes of the texels of one frame.
    ///
    /// # Errors
    /// [`Error::Invalid`] where there is not one axis to three, or an axis has no sample, or there
    /// are no frames; [`Error::TooLarge`] where all frames have over 2⁶³ bytes.
    pub fn frame_bytes(&self) -> Result<u64> {
        if !(1..=3).contains(&self.size.len()) || self.size.contains(&0) {
            let allowed = "one to three numbers, each at least 1";
            return Err(Error::invalid("size", format!("{:?}", self.size), allowed));
        }
        if self.frames == Some(0) {
            return Err(Error::invalid("frames", 0, "1 or more"));
        }
        let frame = self
            .size
            .iter()
            .try_fold(u64::from(self.packing.bytes()), |bytes, n| {
                bytes.checked_mul(u64::from(*n))
            });
        let all = frame.and_then(|bytes| bytes.checked_mul(u64::from(self.frames.unwrap_or(1))));
        match (frame, all) {
            (Some(frame), Some(all)) if i64::try_from(all).is_ok() => Ok(frame),
            _ => Err(Error::TooLarge {
                what: format!("size {:?}", self.size),
                needed: "2^63 bytes or more".into(),
                limit: "2^63 - 1 bytes".into(),
            }),
        }
    }
}

/// The types of file, told apart by the extension of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileType {
    /// NumPy's array: 32-bit floats, `(frame, z, y, x, channel)`, axes that are not there left
    /// out. Holds no recipe; a `.json` beside it may ([`Description::sidecar`]).
    Npy,
    /// An image; slices of a volume as an atlas, frames as numbered files.
    Png,
    /// A texture of one to three dimensions in any format; frames as numbered files.
    Ktx2,
    /// The bare texels of all frames, with a `.json` beside them that says what they are.
    Raw,
}

impl FileType {
    /// Every file type, in the order in which help and errors list them.
    pub const ALL: [FileType; 4] = [FileType::Npy, FileType::Png, FileType::Ktx2, FileType::Raw];

    /// The extension, without its dot.
    pub fn extension(self) -> &'static str {
        match self {
            FileType::Npy => "npy",
            FileType::Png => "png",
            FileType::Ktx2 => "ktx2",
            FileType::Raw => "raw",
        }
    }

    /// The type of a file of this name; the case of the extension does not matter.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a name without an extension, [`Error::Unknown`] for an extension that
    /// is none of these.
    pub fn from_path(path: &Path) -> Result<FileType> {
        let known = FileType::ALL.map(FileType::extension);
        // `x.npy/` is a folder.
        let is_file = (path.file_name()).is_some_and(|name| {
            let (path, name) = (path.as_os_str(), name.as_encoded_bytes());
            path.as_encoded_bytes().ends_with(name)
        });
        let Some(extension) = path.extension().filter(|_| is_file) else {
            return Err(Error::invalid(
                "output",
                path.display(),
                format!("a file name that ends in .{}", known.join(", .")),
            ));
        };
        let extension = extension.to_string_lossy().to_lowercase();
        FileType::ALL
            .into_iter()
            .find(|file_type| file_type.extension() == extension)
            .ok_or_else(|| Error::unknown("file extension", &extension, known))
    }

    /// Whether each frame is a file of its own.
    fn numbers_frames(self) -> bool {
        matches!(self, FileType::Png | FileType::Ktx2)
    }
}

/// The recipe inside a file that [`create`] made, as TOML.
///
/// # Errors
/// [`Error::Invalid`] for a file in which none was written, also for an `.npy` without a `.json` beside it;
/// [`Error::Io`] where it cannot be read or is damaged; those of [`FileType::from_path`].
pub fn read_recipe(path: &Path) -> Result<String> {
    if sidecar::is_sidecar(path) {
        return found(path, sidecar::read_recipe(path));
    }
    let beside = sidecar::path_of(path);
    let recipe = match FileType::from_path(path)? {
        FileType::Npy if !beside.exists() => {
            return Err(Error::invalid(
                path.display().to_string(),
                format!(
                    "an .npy, which has no place for a recipe, without {} beside it",
                    beside.display()
                ),
                "an .npy baked with a .json beside it, or a .png, .ktx2 or .raw",
            ));
        }
        FileType::Png => png::read_recipe(path),
        FileType::Ktx2 => ktx2::read_recipe(path),
        FileType::Npy | FileType::Raw => return read_recipe(&beside),
    };
    found(path, recipe)
}

fn found(path: &Path, recipe: io::Result<Option<String>>) -> Result<String> {
    // What the system did not report is in the bytes.
    let named = |e: io::Error| match e.raw_os_error() {
        Some(_) => e,
        None => io::Error::new(e.kind(), format!("it is damaged: {e}")),
    };
    recipe
        .map_err(|e| Error::io("read", path, named(e)))?
        .ok_or_else(|| {
            Error::invalid(
                path.display().to_string(),
                "a file without a recipe",
                "a file that wgpu-noise wrote",
            )
        })
}

/// The paths of the files that hold `description`: the path itself, or one for each frame.
fn paths(path: &Path, file_type: FileType, description: &Description) -> Vec<PathBuf> {
    let Some(frames) = description.frames.filter(|_| file_type.numbers_frames()) else {
        return vec![path.into()];
    };
    let digits = (frames - 1).to_string().len().max(4);
    (0..frames)
        .map(|frame| {
            let mut name = OsString::from(path.file_stem().unwrap_or_default());
            name.push(format!("_{frame:0digits$}."));
            name.push(path.extension().unwrap_or_default());
            path.with_file_name(name)
        })
        .collect()
}
