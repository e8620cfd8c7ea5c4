//! From a stream of texels to files: counting, splitting into frames, publishing.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::atomic;
use super::encode::{Encoder, Plain, Stream};
use super::{Description, FileType, ktx2, npy, png, sidecar};
use crate::{Error, Recipe, Result};

/// Takes the texels of a bake, in order, and makes its files of them.
///
/// A file is begun when its first texel comes, and appears under its name with its last. A writer that is dropped early
/// removes the file that it has begun, and leaves those that have appeared.
pub struct Writer {
    name: PathBuf,
    texel_bytes: usize,
    /// One encoder for each file to come, begun when it is taken.
    files: Box<dyn Iterator<Item = Result<Box<dyn Encoder>>> + Send>,
    current: Option<Box<dyn Encoder>>,
    file_bytes: u64,
    /// Bytes that the current file still needs.
    missing: u64,
    files_to_come: u32,
    /// The files that have appeared.
    paths: Vec<PathBuf>,
    layout: Option<String>,
}

/// What [`Writer::finish`] made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The files, in the order in which they appeared; none for [`stream`].
    pub paths: Vec<PathBuf>,
    /// How a volume lies in an image, in words for the user; `None` where texels lie as they are.
    pub layout: Option<String>,
}

/// The writer of the file at `path`, of the type that its extension says; it makes no file yet.
///
/// # Errors
/// Everything that can be known before the texels are: [`Error::Unknown`] and [`Error::Invalid`] from
/// [`FileType::from_path`], [`Error::Invalid`] and [`Error::TooLarge`] for a description that no file
/// or none of this type can hold, [`Error::Io`] for a path that cannot be written.
pub fn create(path: &Path, description: &Description) -> Result<Writer> {
    let file_type = FileType::from_path(path)?;
    let frame_bytes = description.frame_bytes()?;
    let frames = description.frames.unwrap_or(1);
    let paths = super::paths(path, file_type, description);
    let files = paths.len() as u32;
    let file_bytes = match file_type.numbers_frames() {
        true => frame_bytes,
        false => frame_bytes * u64::from(frames),
    };

    let (open, layout) = opener(file_type, description)?;
    atomic::prepare(&paths)?;
    if sidecar::belongs(path, file_type, description) {
        atomic::prepare(&[sidecar::path_of(path)])?;
    }
    let encoders = paths.into_iter().map(move |path| open(&path));
    let encoders = Box::new(encoders);
    Ok(Writer::new(
        path,
        description,
        file_bytes,
        files,
        encoders,
        layout,
    ))
}

/// Sends the texels as they are, of all frames, to something that is no file: standard output.
///
/// `name` stands in errors. A reader that has gone away is an [`Error::Io`] whose source has
/// the kind [`io::ErrorKind::BrokenPipe`].
///
/// # Errors
/// Those of [`Description::frame_bytes`].
pub fn stream(
    sink: impl Write + Send + 'static,
    name: &Path,
    description: &Description,
) -> Result<Writer> {
    let bytes = description.frame_bytes()? * u64::from(description.frames.unwrap_or(1));
    let encoder: Box<dyn Encoder> = Box::new(Stream {
        sink,
        name: name.into(),
    });
    let encoders = Box::new(std::iter::once(Ok(encoder)));
    Ok(Writer::new(name, description, bytes, 1, encoders, None))
}

/// Refuses a description that no file of this type can hold, as [`create`] does; makes nothing.
///
/// # Errors
/// [`Error::Invalid`] and [`Error::TooLarge`].
pub fn check(file_type: FileType, description: &Description) -> Result<()> {
    description.frame_bytes()?;
    opener(file_type, description).map(drop)
}

type Opener = Box<dyn Fn(&Path) -> Result<Box<dyn Encoder>> + Send>;

/// What makes the encoder of one file, and the layout in words; refuses what this type of file
/// cannot hold.
fn opener(file_type: FileType, description: &Description) -> Result<(Opener, Option<String>)> {
    check_recipe(file_type, description)?;
    let head = match file_type {
        FileType::Npy => npy::header(description)?,
        FileType::Ktx2 => ktx2::header(description)?,
        FileType::Raw => Vec::new(),
        FileType::Png => {
            let plan = png::Plan::new(description)?;
            let layout = plan.layout();
            let opener: Opener = Box::new(move |path| Ok(Box::new(plan.create(path)?)));
            return Ok((opener, layout));
        }
    };
    let (beside, description) = (sidecar::bytes(description)?, description.clone());
    let opener: Opener = Box::new(move |path| {
        let texels = Plain::create(path, &head)?;
        Ok(Box::new(
            match sidecar::belongs(path, file_type, &description) {
                true => texels.beside(&sidecar::path_of(path), &beside)?,
                false => texels,
            },
        ))
    });
    Ok((opener, None))
}

/// Refuses a recipe that would be too long to be baked again from the file.
fn check_recipe(file_type: FileType, description: &Description) -> Result<()> {
    let is_kept = file_type != FileType::Npy || description.sidecar;
    let kept = description.recipe.as_ref().filter(|_| is_kept);
    let bytes = kept.map_or(0, String::len);
    match bytes <= Recipe::BYTES_MAX {
        true => Ok(()),
        false => Err(Error::TooLarge {
            what: "the recipe, with its title, kept in the file".into(),
            needed: format!("{bytes} bytes"),
            limit: format!("{} bytes", Recipe::BYTES_MAX),
        }),
    }
}

impl Writer {
    fn new(
        name: &Path,
        description: &Description,
        file_bytes: u64,
        files: u32,
        encoders: Box<dyn Iterator<Item = Result<Box<dyn Encoder>>> + Send>,
        layout: Option<String>,
    ) -> Writer {
        Writer {
            name: name.into(),
            texel_bytes: description.packing.bytes() as usize,
            files: encoders,
            current: None,
            file_bytes,
            missing: 0,
            files_to_come: files,
            paths: Vec::new(),
            layout,
        }
    }

    /// The files that have appeared so far, in order; none for [`stream`].
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The next bytes, in order: x fastest, then y, z, frame; of an [`Atlas`](super::Atlas) that is banded, those of a
    /// band of each tile of a row, then the next band. [`Plan::bricks`](crate::bake::Plan::bricks) come in this order.
    /// Whole texels, any number of them.
    ///
    /// # Errors
    /// [`Error::Io`] where a file cannot be written or renamed, for a part of a texel and for more bytes
    /// than were described.
    pub fn write(&mut self, mut texels: &[u8]) -> Result<()> {
        if !texels.len().is_multiple_of(self.texel_bytes) {
            return Err(self.misused(io::ErrorKind::InvalidInput, "a part of a texel came"));
        }
        while !texels.is_empty() {
            if self.missing == 0 {
                self.begin_file()?;
            }
            let take = usize::try_from(self.missing).map_or(texels.len(), |n| n.min(texels.len()));
            let (piece, rest) = texels.split_at(take);
            if let Some(encoder) = &mut self.current {
                encoder.write(piece)?;
            }
            self.missing -= take as u64;
            texels = rest;
            if self.missing == 0
                && let Some(encoder) = self.current.take()
            {
                self.paths.extend(atomic::publish(encoder.seal()?)?);
            }
        }
        Ok(())
    }

    /// Ends the writing, all files having appeared.
    ///
    /// # Errors
    /// [`Error::Io`] where fewer bytes came than were described.
    pub fn finish(self) -> Result<Written> {
        if self.missing > 0 || self.files_to_come > 0 {
            let what = format!(
                "{} bytes of a file and {} further files never came",
                self.missing, self.files_to_come
            );
            return Err(self.misused(io::ErrorKind::UnexpectedEof, &what));
        }
        Ok(Written {
            paths: self.paths,
            layout: self.layout,
        })
    }

    fn begin_file(&mut self) -> Result<()> {
        let Some(encoder) = self.files.next() else {
            return Err(self.misused(
                io::ErrorKind::InvalidInput,
                "more texels came than it holds",
            ));
        };
        self.current = Some(encoder?);
        self.files_to_come -= 1;
        self.missing = self.file_bytes;
        Ok(())
    }

    fn misused(&self, kind: io::ErrorKind, what: &str) -> Error {
        Error::io("write", &self.name, io::Error::new(kind, what))
    }
}
