//! From a stream of texels to files: it counts bytes, splits them into frames and publishes files.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::atomic;
use super::contents::Contents;
use super::encode::{Encoder, Plain, Stream};
use super::file_type::FileType;
use super::{ktx2, npy, png, sidecar};
use crate::{Error, Recipe, Result};

/// Takes the texels of a bake, in order, and writes its files.
///
/// A file is begun with its first texel, and is published under its name with its last. A writer that is dropped early removes
/// the file that it has begun, and keeps those that it has published.
pub struct Writer {
    name: PathBuf,
    texel_bytes: usize,
    /// One encoder for each file to come. Taking it begins the file.
    files: Box<dyn Iterator<Item = Result<Box<dyn Encoder>>> + Send>,
    current: Option<Box<dyn Encoder>>,
    file_bytes: u64,
    /// The number of bytes that the current file still needs.
    missing: u64,
    files_to_come: u32,
    /// The published files.
    paths: Vec<PathBuf>,
    layout: Option<String>,
}

/// What a [`Writer`] wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenFiles {
    /// The files, in the order in which they were published; none for a [`stream`].
    pub paths: Vec<PathBuf>,
    /// How the slices of a volume lie in an image, in words; `None` for all other files.
    pub layout: Option<String>,
}

/// Returns the writer of the file at `path`, whose extension decides its type. No file is made yet.
///
/// # Errors
/// Everything that can be known before the texels are: those of [`FileType::from_path`] and [`check`], [`Error::Io`] if the
/// path cannot be written, and [`Error::Invalid`] if a `.json` would replace a file that this program did not write.
pub fn create(path: &Path, contents: &Contents) -> Result<Writer> {
    let file_type = FileType::from_path(path)?;
    let frame_bytes = contents.frame_bytes()?;
    let frames = contents.frames.unwrap_or(1);
    let paths = paths(path, file_type, contents);
    let files = paths.len() as u32;
    let file_bytes = if file_type.numbers_frames() {
        frame_bytes
    } else {
        frame_bytes * u64::from(frames)
    };

    let (open, layout) = opener(file_type, contents)?;
    atomic::prepare(&paths)?;
    if sidecar::belongs(path, file_type, contents) {
        atomic::prepare(&[sidecar::path_of(path)])?;
        sidecar::check_replaced(path)?;
    }
    let encoders = paths.into_iter().map(move |path| open(&path));
    let encoders = Box::new(encoders);
    Ok(Writer::new(
        path, contents, file_bytes, files, encoders, layout,
    ))
}

/// Returns a writer that sends the texels of all frames, without a header, to a stream such as standard output.
///
/// Errors call the stream `name`. If its reader has gone away, writing fails with an [`Error::Io`] whose source has the kind
/// [`io::ErrorKind::BrokenPipe`].
///
/// # Errors
/// Those of [`Contents::frame_bytes`].
pub fn stream(
    sink: impl Write + Send + 'static,
    name: &Path,
    contents: &Contents,
) -> Result<Writer> {
    let bytes = contents.frame_bytes()? * u64::from(contents.frames.unwrap_or(1));
    let encoder: Box<dyn Encoder> = Box::new(Stream {
        sink,
        name: name.into(),
    });
    let encoders = Box::new(std::iter::once(Ok(encoder)));
    Ok(Writer::new(name, contents, bytes, 1, encoders, None))
}

/// Checks whether a file of this type can hold the contents.
///
/// # Errors
/// [`Error::Invalid`] and [`Error::TooLarge`] if it cannot.
pub fn check(file_type: FileType, contents: &Contents) -> Result<()> {
    contents.frame_bytes()?;
    opener(file_type, contents).map(drop)
}

/// Returns the paths of all files that [`create`] makes for `path`: the file itself or one for each frame, and a sidecar.
///
/// # Errors
/// Those of [`FileType::from_path`].
pub fn files(path: &Path, contents: &Contents) -> Result<Vec<PathBuf>> {
    let file_type = FileType::from_path(path)?;
    let mut files = paths(path, file_type, contents);
    if sidecar::belongs(path, file_type, contents) {
        files.push(sidecar::path_of(path));
    }
    Ok(files)
}

/// Returns the paths of the files that hold texels: the path itself, or one for each frame.
fn paths(path: &Path, file_type: FileType, contents: &Contents) -> Vec<PathBuf> {
    let Some(frames) = contents.frames.filter(|_| file_type.numbers_frames()) else {
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

type Opener = Box<dyn Fn(&Path) -> Result<Box<dyn Encoder>> + Send>;

/// Returns a function that begins one file, and the layout in words. Refuses what this type of file cannot hold.
fn opener(file_type: FileType, contents: &Contents) -> Result<(Opener, Option<String>)> {
    check_recipe(file_type, contents)?;
    let header = match file_type {
        FileType::Npy => npy::header(contents)?,
        FileType::Ktx2 => ktx2::header(contents)?,
        FileType::Raw => Vec::new(),
        FileType::Png => {
            let settings = png::Settings::new(contents)?;
            let layout = settings.layout();
            let opener: Opener = Box::new(move |path| Ok(Box::new(settings.create(path)?)));
            return Ok((opener, layout));
        }
    };
    let (beside, contents) = (sidecar::bytes(contents)?, contents.clone());
    let opener: Opener = Box::new(move |path| {
        let texels = Plain::create(path, &header)?;
        Ok(Box::new(if sidecar::belongs(path, file_type, &contents) {
            texels.beside(&sidecar::path_of(path), &beside)?
        } else {
            texels
        }))
    });
    Ok((opener, None))
}

/// Refuses a recipe that is kept in the file and too long to be read again.
fn check_recipe(file_type: FileType, contents: &Contents) -> Result<()> {
    let is_kept = file_type != FileType::Npy || contents.sidecar;
    let kept = contents.recipe.as_ref().filter(|_| is_kept);
    let bytes = kept.map_or(0, String::len);
    if bytes <= Recipe::BYTES_MAX {
        return Ok(());
    }
    Err(Error::TooLarge {
        what: "the recipe, with its title, kept in the file".into(),
        needed: format!("{bytes} bytes"),
        limit: format!("{} bytes", Recipe::BYTES_MAX),
    })
}

impl Writer {
    fn new(
        name: &Path,
        contents: &Contents,
        file_bytes: u64,
        files: u32,
        encoders: Box<dyn Iterator<Item = Result<Box<dyn Encoder>>> + Send>,
        layout: Option<String>,
    ) -> Writer {
        Writer {
            name: name.into(),
            texel_bytes: contents.packing.bytes() as usize,
            files: encoders,
            current: None,
            file_bytes,
            missing: 0,
            files_to_come: files,
            paths: Vec::new(),
            layout,
        }
    }

    /// Returns the files that were published so far, in order; none for a [`stream`].
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Writes the next texels, any number of them.
    ///
    /// x varies fastest, then y, z and the frame. An image of very large slices, which form an atlas, takes the first rows of
    /// each slice in a row of tiles, then their next rows. [`Plan::bricks`](crate::bake::Plan::bricks) have the right order in
    /// every case.
    ///
    /// # Errors
    /// [`Error::Io`] if a file cannot be written or renamed, if a texel is incomplete, and if there are more texels than
    /// [`Contents`] says.
    pub fn write(&mut self, mut texels: &[u8]) -> Result<()> {
        if !texels.len().is_multiple_of(self.texel_bytes) {
            return Err(self.misused(io::ErrorKind::InvalidInput, "the last texel is incomplete"));
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

    /// Ends the writing. All files are published.
    ///
    /// # Errors
    /// [`Error::Io`] if there were fewer texels than [`Contents`] says.
    pub fn finish(self) -> Result<WrittenFiles> {
        if self.missing > 0 || self.files_to_come > 0 {
            let what = format!(
                "{} bytes of a file and {} more files are missing",
                self.missing, self.files_to_come
            );
            return Err(self.misused(io::ErrorKind::UnexpectedEof, &what));
        }
        Ok(WrittenFiles {
            paths: self.paths,
            layout: self.layout,
        })
    }

    fn begin_file(&mut self) -> Result<()> {
        let Some(encoder) = self.files.next() else {
            return Err(self.misused(
                io::ErrorKind::InvalidInput,
                "there are more texels than it holds",
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
