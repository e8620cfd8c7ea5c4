//! From a stream of texels to files: it counts bytes, splits them into frames and publishes files.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ::png::Compression;

use super::atomic;
use super::contents::Contents;
use super::encoder::Plain;
use super::encoding::Encoding;
use super::file_type::FileType;
use super::journal::Journal;
use super::output::Output;
use super::parts::Parts;
use super::{sidecar, zarr};
use crate::grid::Brick;
use crate::{Error, Result};

/// Takes the texels of a bake, in order, and writes its files.
///
/// A file is begun with its first texel, and is published under its name with its last. A writer that is dropped early removes
/// the file that it has begun, and keeps those that it has published.
pub struct Writer {
    name: PathBuf,
    parts: Parts,
    texel_bytes: u64,
    target: Target,
    /// The files to come.
    files: VecDeque<u32>,
    current: Option<(u32, Output)>,
    /// Where published files are noted.
    journal: Option<Journal>,
    /// The number of bytes that the current file still needs.
    missing: u64,
    /// The published files, or those that are the same.
    paths: Vec<PathBuf>,
    layout: Option<String>,
}

/// Where files go.
enum Target {
    Files(Files),
    /// They are compared with those that are there.
    Compared(Encoding),
    /// The stream, until it is begun.
    Stream(Option<Output>),
}

/// What the files of a bake have in common.
struct Files {
    encoding: Encoding,
    /// The bytes of a sidecar, and the files that get one.
    description: Vec<u8>,
    described: BTreeSet<PathBuf>,
    /// What must be there before them.
    store: Option<zarr::Store>,
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
    let encoding = Encoding::new(file_type, contents, Compression::Balanced)?;
    let layout = encoding.layout();
    let parts = Parts::new(Some(file_type), contents);
    let store = encoding.store(path, contents)?;
    if store.is_none() {
        let paths: Vec<PathBuf> = parts.paths(path).collect();
        atomic::prepare(&paths)?;
    }
    let described = described(parts.paths(path), file_type, contents);
    let sidecars: Vec<PathBuf> = described
        .iter()
        .map(|path| sidecar::path_of(path))
        .collect();
    atomic::prepare(&sidecars)?;
    (described.iter()).try_for_each(|path| sidecar::check_replaced(path))?;
    let files = Files {
        encoding,
        description: sidecar::bytes(file_type, contents)?,
        described,
        store,
    };
    let target = Target::Files(files);
    Ok(Writer::new(path, contents, parts, target, layout))
}

/// Returns a writer that writes nothing, and compares each file with the one that is there. Those that are the same are its
/// [`paths`](Writer::paths).
///
/// # Errors
/// Those of [`FileType::from_path`] and [`check`].
pub fn compare(path: &Path, contents: &Contents) -> Result<Writer> {
    let file_type = FileType::from_path(path)?;
    let encoding = Encoding::new(file_type, contents, Compression::Balanced)?;
    let parts = Parts::new(Some(file_type), contents);
    let target = Target::Compared(encoding);
    Ok(Writer::new(path, contents, parts, target, None))
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
    contents.frame_bytes()?;
    let output = Output::stream(Plain {
        sink,
        name: name.into(),
    });
    let parts = Parts::new(None, contents);
    let target = Target::Stream(Some(output));
    Ok(Writer::new(name, contents, parts, target, None))
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
    let parts = Parts::new(Some(file_type), contents);
    let mut files: Vec<PathBuf> = parts.paths(path).collect();
    let described = described(parts.paths(path), file_type, contents);
    files.extend(described.iter().map(|path| sidecar::path_of(path)));
    Ok(files)
}

/// Returns those of the files that get a sidecar.
fn described(
    files: impl Iterator<Item = PathBuf>,
    file_type: FileType,
    contents: &Contents,
) -> BTreeSet<PathBuf> {
    files
        .filter(|file| sidecar::belongs(file, file_type, contents))
        .collect()
}

impl Writer {
    fn new(
        name: &Path,
        contents: &Contents,
        parts: Parts,
        target: Target,
        layout: Option<String>,
    ) -> Writer {
        Writer {
            name: name.into(),
            files: (0..parts.count() as u32).collect(),
            parts,
            texel_bytes: contents.packing.bytes().into(),
            target,
            current: None,
            journal: None,
            missing: 0,
            paths: Vec::new(),
            layout,
        }
    }

    /// Returns the number of files that hold texels.
    pub fn file_count(&self) -> u32 {
        self.parts.count() as u32
    }

    /// Returns the path of one of them.
    pub fn path(&self, file: u32) -> PathBuf {
        self.parts.path(&self.name, file)
    }

    /// Returns the writer of these files alone. They are numbered from 0, in order.
    pub fn only(mut self, files: impl IntoIterator<Item = u32>) -> Writer {
        let count = self.parts.count() as u32;
        self.files = files.into_iter().filter(|&file| file < count).collect();
        self
    }

    /// Returns the writer with a journal, in which each file is noted as it is published.
    pub fn noted(mut self, journal: Journal) -> Writer {
        self.journal = Some(journal);
        self
    }

    /// Returns the number of samples of the files that are not begun.
    pub fn samples(&self) -> u64 {
        let bricks = self.files.iter().map(|&file| self.parts.brick(file));
        bricks.map(|brick| brick.samples()).sum()
    }

    /// Returns the numbers of the files that are not begun.
    pub(crate) fn files_to_come(&self) -> Vec<u32> {
        self.files.iter().copied().collect()
    }

    /// Returns which file holds which samples.
    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Returns the files that were published so far, in order; none for a [`stream`].
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Makes what surrounds the files, without any of them: the folders and the metadata of a `.zarr`, and nothing else.
    ///
    /// # Errors
    /// [`Error::Io`] if they cannot be made.
    pub fn init(&self) -> Result<()> {
        match &self.target {
            Target::Files(Files {
                store: Some(store), ..
            }) => store.create(),
            _ => Ok(()),
        }
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
        if !(texels.len() as u64).is_multiple_of(self.texel_bytes) {
            return Err(self.misused(io::ErrorKind::InvalidInput, "the last texel is incomplete"));
        }
        while !texels.is_empty() {
            if self.missing == 0 {
                self.begin_file()?;
            }
            let take = usize::try_from(self.missing).map_or(texels.len(), |n| n.min(texels.len()));
            let (piece, rest) = texels.split_at(take);
            if let Some((_, output)) = &mut self.current {
                output.write(piece)?;
            }
            self.missing -= take as u64;
            texels = rest;
            if self.missing == 0
                && let Some((file, output)) = self.current.take()
            {
                self.paths.extend(output.publish()?);
                if let Some(journal) = &mut self.journal {
                    journal.add(file)?;
                }
            }
        }
        Ok(())
    }

    /// Ends the writing. All files are published.
    ///
    /// # Errors
    /// [`Error::Io`] if there were fewer texels than [`Contents`] says.
    pub fn finish(self) -> Result<WrittenFiles> {
        if self.missing > 0 || !self.files.is_empty() {
            let what = format!(
                "{} bytes of a file and {} more files are missing",
                self.missing,
                self.files.len()
            );
            return Err(self.misused(io::ErrorKind::UnexpectedEof, &what));
        }
        Ok(WrittenFiles {
            paths: self.paths,
            layout: self.layout,
        })
    }

    fn begin_file(&mut self) -> Result<()> {
        let Some(file) = self.files.pop_front() else {
            return Err(self.misused(
                io::ErrorKind::InvalidInput,
                "there are more texels than it holds",
            ));
        };
        let brick = self.parts.brick(file);
        let output = match &mut self.target {
            Target::Files(files) => Some(files.begin(&self.parts.path(&self.name, file), &brick)?),
            Target::Compared(encoding) => {
                let path = self.parts.path(&self.name, file);
                Some(Output::compare(encoding, &path, &brick)?)
            }
            Target::Stream(output) => output.take(),
        };
        self.current = output.map(|output| (file, output));
        self.missing = brick.samples() * self.texel_bytes;
        Ok(())
    }

    fn misused(&self, kind: io::ErrorKind, what: &str) -> Error {
        Error::io("write", &self.name, io::Error::new(kind, what))
    }
}

impl Files {
    fn begin(&self, path: &Path, brick: &Brick) -> Result<Output> {
        if let Some(store) = &self.store {
            store.create()?;
        }
        let is_described = self.described.contains(path);
        let description = is_described.then_some(&self.description[..]);
        Output::begin(&self.encoding, path, brick, description)
    }
}
