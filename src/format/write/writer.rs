//! From a stream of texels to files: it counts bytes, splits them into parts, and publishes files.

use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::path::{Path, PathBuf};

use super::ending::Ending;
use super::files::Files;
use super::journal::{self, Journal};
use super::output::{Output, Written};
use crate::format::contents::Contents;
use crate::format::encoders::encoding::Encoding;
use crate::format::parts::Parts;
use crate::format::sheet::Sheet;
use crate::{Error, Result};

/// Takes the texels of a bake, in order, and writes its files.
///
/// A file is begun with its first texel, and is published under its name with its last. A writer that is dropped early removes
/// the file that it has begun, and keeps those that it has published. The texels come part by part: a part is a file, or a range
/// of the file that holds all, `.npy` and `.raw`.
pub struct Writer {
    name: PathBuf,
    parts: Parts,
    texel_bytes: u64,
    target: Target,
    /// The parts to come.
    to_come: VecDeque<u32>,
    /// Whether parts are left out: a file of all of them is then not whole.
    lacks_parts: bool,
    /// Whether a part could not be written.
    has_failed: bool,
    current: Option<(u32, Output)>,
    /// The part before it, which is being published.
    ending: Option<(u32, Ending)>,
    /// Where parts that are written are noted.
    journal: Option<Journal>,
    /// The number of bytes that the current part still needs.
    missing: u64,
    /// The published files.
    paths: Vec<PathBuf>,
    /// The parts that are the same.
    same: Vec<u32>,
    sheet: Option<Sheet>,
}

/// Where parts go.
pub(super) enum Target {
    Files(Box<Files>),
    /// They are compared with those that are there.
    Compared(Encoding),
    /// The stream, until it is begun.
    Stream(Option<Output>),
}

/// What a [`Writer`] wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenFiles {
    /// The files, in the order in which they were published; none for a [`stream`](crate::format::stream).
    pub paths: Vec<PathBuf>,
    /// The tiles of each image, if they are several pictures; `None` for all other files.
    pub sheet: Option<Sheet>,
}

impl Writer {
    pub(super) fn new(
        name: &Path,
        contents: &Contents,
        parts: Parts,
        target: Target,
        sheet: Option<Sheet>,
    ) -> Writer {
        Writer {
            name: name.into(),
            to_come: (0..parts.count() as u32).collect(),
            lacks_parts: false,
            has_failed: false,
            parts,
            texel_bytes: contents.taken().bytes().into(),
            target,
            current: None,
            ending: None,
            journal: None,
            missing: 0,
            paths: Vec::new(),
            same: Vec::new(),
            sheet,
        }
    }

    /// Returns the number of parts of the bake.
    pub fn part_count(&self) -> u32 {
        self.parts.count() as u32
    }

    /// Returns whether the parts are ranges of one file, and not files.
    pub fn is_of_one_file(&self) -> bool {
        self.parts.are_ranges()
    }

    /// Returns the numbered file that would follow the last frame, if it is there: programs that open the frames as an animation
    /// take it for one more.
    pub fn frame_too_many(&self) -> Option<PathBuf> {
        let next = self.parts.path(&self.name, self.part_count());
        (self.parts.are_frames() && next.exists()).then_some(next)
    }

    /// Returns the writer of these parts alone. They are numbered from 0, in order.
    pub fn only(mut self, parts: impl IntoIterator<Item = u32>) -> Writer {
        let count = self.part_count();
        let parts: BTreeSet<u32> = parts.into_iter().filter(|&part| part < count).collect();
        self.to_come = parts.into_iter().collect();
        self.lacks_parts = (self.to_come.len() as u32) < count;
        self
    }

    /// Returns the writer of the parts that are not whole, with a journal in which each is noted when it is written. What belongs
    /// to parts that are whole is written again if it is gone: a sidecar, the metadata of a `.zarr`.
    ///
    /// # Errors
    /// [`Error::Io`] if a file cannot be read; of a bake to one file also if its path is a link, and if another process writes
    /// to it.
    pub fn resumed(mut self, mut journal: Journal) -> Result<Writer> {
        journal.claim()?;
        let mut to_come = VecDeque::new();
        let mut whole = BTreeSet::new();
        for part in self.to_come {
            if journal.is_whole(part)? {
                whole.insert(self.parts.path(&self.name, part));
            } else {
                to_come.push_back(part);
            }
        }
        if self.parts.are_ranges() && (!to_come.is_empty() || journal.is_unpublished()) {
            whole.clear();
        }
        if let Target::Files(files) = &mut self.target {
            files.go_on(&journal)?;
            files.complete(&whole)?;
        }
        self.to_come = to_come;
        self.journal = Some(journal);
        Ok(self)
    }

    /// Returns the numbers of the parts that are not begun.
    pub fn parts_to_come(&self) -> Vec<u32> {
        self.to_come.iter().copied().collect()
    }

    /// Returns the number of samples of the parts that are not begun.
    pub fn samples(&self) -> u64 {
        let bricks = self.to_come.iter().map(|&part| self.parts.brick(part));
        bricks.map(|brick| brick.samples()).sum()
    }

    /// Returns which part holds which samples.
    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Returns the files that were published so far, in order; none for a [`stream`](crate::format::stream).
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Returns the parts that are the same as what is there, for a writer that compares.
    pub fn same(&self) -> &[u32] {
        &self.same
    }

    /// Makes what surrounds the files, without any of them: the folders and the metadata of a `.zarr`, and nothing else.
    ///
    /// # Errors
    /// [`Error::Io`] if they cannot be made.
    pub fn init(&self) -> Result<()> {
        match &self.target {
            Target::Files(files) => files.surround(),
            _ => Ok(()),
        }
    }

    /// Writes the next texels, any number of them. A file with mip levels takes samples, as [`Contents::taken`] says.
    ///
    /// x varies fastest, then y, z and the frame. A sheet of very large tiles takes the first rows of each picture
    /// in a row of tiles, then their next rows. [`Plan::bricks`](crate::bake::Plan::bricks) have the right order in
    /// every case.
    ///
    /// # Errors
    /// [`Error::Io`] if a file cannot be written or renamed, if a texel is incomplete, if there are more texels than
    /// [`Contents`] says, and for some ranges of a file without the others; [`Error::Invalid`] if it is
    /// [`resumed`](Writer::resumed) and another bake to the same path was begun since its journal was opened.
    pub fn write(&mut self, texels: &[u8]) -> Result<()> {
        self.write_ahead(texels)?;
        self.settle()
    }

    /// Writes as [`Writer::write`] does, but publishes the last part later: with the next one, or when the writer is finished or
    /// dropped. So nothing waits for the disk but what is written to it.
    ///
    /// # Errors
    /// Those of [`Writer::write`], also of the part before.
    pub(crate) fn write_ahead(&mut self, mut texels: &[u8]) -> Result<()> {
        if !(texels.len() as u64).is_multiple_of(self.texel_bytes) {
            return Err(self.misused(io::ErrorKind::InvalidInput, "the last texel is incomplete"));
        }
        while !texels.is_empty() {
            if self.missing == 0 {
                self.begin_part()?;
            }
            let take = usize::try_from(self.missing).map_or(texels.len(), |n| n.min(texels.len()));
            let (piece, rest) = texels.split_at(take);
            if let Some((_, output)) = &mut self.current {
                output.write(piece)?;
            }
            self.missing -= take as u64;
            texels = rest;
            if self.missing == 0
                && let Some((part, output)) = self.current.take()
            {
                self.settle()?;
                self.ending = Some((part, Ending::begin(output, self.journal.is_some())));
            }
        }
        Ok(())
    }

    /// Ends the writing. All files are published.
    ///
    /// # Errors
    /// [`Error::Io`] if there were fewer texels than [`Contents`] says.
    pub fn finish(mut self) -> Result<WrittenFiles> {
        self.settle()?;
        if self.missing > 0 || !self.to_come.is_empty() {
            let what = format!(
                "{} bytes of a part and {} more parts are missing",
                self.missing,
                self.to_come.len()
            );
            return Err(self.misused(io::ErrorKind::UnexpectedEof, &what));
        }
        if self.has_failed {
            return Err(self.misused(io::ErrorKind::Other, "a part of it could not be written"));
        }
        self.publish_only()?;
        Ok(WrittenFiles {
            paths: self.paths,
            sheet: self.sheet,
        })
    }

    fn begin_part(&mut self) -> Result<()> {
        if self.parts.are_ranges() {
            // The parts share a place in the file.
            self.settle()?;
        }
        let Some(part) = self.to_come.pop_front() else {
            return Err(self.misused(
                io::ErrorKind::InvalidInput,
                "there are more texels than it holds",
            ));
        };
        let (name, parts) = (&self.name, &self.parts);
        let output = match &mut self.target {
            Target::Files(_) if self.lacks_parts && parts.are_ranges() => {
                let what = "it has other parts, which this writer does not write";
                return Err(self.misused(io::ErrorKind::InvalidInput, what));
            }
            Target::Files(files) => {
                if let Some(journal) = &mut self.journal {
                    journal.begin()?;
                }
                Some(files.begin(name, parts, part, self.journal.as_ref())?)
            }
            Target::Compared(encoding) => {
                let path = journal::place(name, parts, part);
                Some(Output::compare(encoding, &path, parts, part)?)
            }
            Target::Stream(output) => output.take(),
        };
        self.missing = parts.brick(part).samples() * self.texel_bytes;
        self.current = output.map(|output| (part, output));
        Ok(())
    }

    /// Waits until the last complete part is published, and notes it.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written or renamed.
    pub(crate) fn settle(&mut self) -> Result<()> {
        let Some((part, ending)) = self.ending.take() else {
            return Ok(());
        };
        let ended = ending.wait();
        self.has_failed |= ended.is_err();
        match ended? {
            Written::Whole(paths, sum) => {
                self.paths.extend(paths);
                if let (Some(journal), Some(sum)) = (&mut self.journal, sum) {
                    journal.add(part, sum)?;
                }
            }
            Written::Compared(is_same) => self.same.extend(is_same.then_some(part)),
            Written::Sent => {}
        }
        if self.to_come.is_empty() {
            self.publish_only()?;
        }
        Ok(())
    }

    /// Publishes the file whose ranges are the parts, when all are whole.
    fn publish_only(&mut self) -> Result<()> {
        if let Target::Files(files) = &mut self.target
            && !(self.lacks_parts || self.has_failed)
        {
            self.paths.extend(files.publish_only()?);
        }
        Ok(())
    }

    fn misused(&self, kind: io::ErrorKind, what: &str) -> Error {
        Error::io("write", &self.name, io::Error::new(kind, what))
    }
}
