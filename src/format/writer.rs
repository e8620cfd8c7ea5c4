//! From a stream of texels to files: it counts bytes, splits them into frames and publishes files.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ::png::Compression;

use super::atomic;
use super::contents::Contents;
use super::encoder::Plain;
use super::encoding::Encoding;
use super::file_type::FileType;
use super::output::Output;
use super::sidecar;
use crate::{Error, Result};

/// Takes the texels of a bake, in order, and writes its files.
///
/// A file is begun with its first texel, and is published under its name with its last. A writer that is dropped early removes
/// the file that it has begun, and keeps those that it has published.
pub struct Writer {
    name: PathBuf,
    texel_bytes: usize,
    /// The files to come. Taking one begins it.
    files: Outputs,
    current: Option<Output>,
    file_bytes: u64,
    /// The number of bytes that the current file still needs.
    missing: u64,
    files_to_come: u32,
    /// The published files.
    paths: Vec<PathBuf>,
    layout: Option<String>,
}

type Outputs = Box<dyn Iterator<Item = Result<Output>> + Send>;

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
    let encoding = Encoding::new(file_type, contents, Compression::Balanced)?;
    let layout = encoding.layout();
    let file_bytes = if file_type.numbers_frames() {
        contents.frame_bytes()?
    } else {
        contents.bytes()?
    };

    let paths = paths(path, file_type, contents);
    let count = paths.len() as u32;
    atomic::prepare(&paths)?;
    let described = described(&paths, file_type, contents);
    let sidecars: Vec<PathBuf> = described
        .iter()
        .map(|path| sidecar::path_of(path))
        .collect();
    atomic::prepare(&sidecars)?;
    described
        .iter()
        .try_for_each(|path| sidecar::check_replaced(path))?;
    let description = sidecar::bytes(file_type, contents)?;
    let files = paths.into_iter().map(move |path| {
        let description = described.contains(&path).then_some(&description[..]);
        Output::begin(&encoding, &path, description)
    });
    let files = Box::new(files);
    Ok(Writer::new(
        path, contents, file_bytes, count, files, layout,
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
    let output = Output::stream(Plain {
        sink,
        name: name.into(),
    });
    let files = Box::new(std::iter::once(Ok(output)));
    Ok(Writer::new(
        name,
        contents,
        contents.bytes()?,
        1,
        files,
        None,
    ))
}

/// Checks whether a file of this type can hold the contents.
///
/// # Errors
/// [`Error::Invalid`] and [`Error::TooLarge`] if it cannot.
pub fn check(file_type: FileType, contents: &Contents) -> Result<()> {
    Encoding::new(file_type, contents, Compression::Balanced).map(drop)
}

/// Returns the paths of all files that [`create`] makes for `path`: the file itself or one for each frame, and those beside
/// them.
///
/// # Errors
/// Those of [`FileType::from_path`].
pub fn files(path: &Path, contents: &Contents) -> Result<Vec<PathBuf>> {
    let file_type = FileType::from_path(path)?;
    let mut files = paths(path, file_type, contents);
    let described = described(&files, file_type, contents);
    files.extend(described.iter().map(|path| sidecar::path_of(path)));
    Ok(files)
}

/// Returns those of the files that get a sidecar.
fn described(files: &[PathBuf], file_type: FileType, contents: &Contents) -> BTreeSet<PathBuf> {
    let files = files
        .iter()
        .filter(|file| sidecar::belongs(file, file_type, contents));
    files.cloned().collect()
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

impl Writer {
    fn new(
        name: &Path,
        contents: &Contents,
        file_bytes: u64,
        count: u32,
        files: Outputs,
        layout: Option<String>,
    ) -> Writer {
        Writer {
            name: name.into(),
            texel_bytes: contents.packing.bytes() as usize,
            files,
            current: None,
            file_bytes,
            missing: 0,
            files_to_come: count,
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
            if let Some(output) = &mut self.current {
                output.write(piece)?;
            }
            self.missing -= take as u64;
            texels = rest;
            if self.missing == 0
                && let Some(output) = self.current.take()
            {
                self.paths.extend(output.publish()?);
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
        let Some(output) = self.files.next() else {
            return Err(self.misused(
                io::ErrorKind::InvalidInput,
                "there are more texels than it holds",
            ));
        };
        self.current = Some(output?);
        self.files_to_come -= 1;
        self.missing = self.file_bytes;
        Ok(())
    }

    fn misused(&self, kind: io::ErrorKind, what: &str) -> Error {
        Error::io("write", &self.name, io::Error::new(kind, what))
    }
}
