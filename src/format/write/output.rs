//! A part of a bake that is being written: a file and the one beside it, or a range of a file.

use std::io::{Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::compare::{Comparison, Verdict};
use super::journal::{RunningSum, Sum, Summing};
use super::sidecar;
use crate::format::disk::atomic::{self, Partial};
use crate::format::encoders::Encoder;
use crate::format::encoders::encoding::Encoding;
use crate::format::parts::Parts;
use crate::{Error, Result};

/// Where the texels of one part go.
pub struct Output {
    encoder: Box<dyn Encoder>,
    end: End,
}

/// What becomes of the encoded bytes.
enum End {
    /// They are these files: that of the texels, then the one beside it.
    Files(Vec<Partial>, RunningSum),
    /// They are these bytes of a file that has others.
    Range(PathBuf, Range<u64>, RunningSum),
    /// They were compared.
    Compared(Verdict),
    /// They went to a stream.
    Stream,
}

/// What became of a part.
pub enum Written {
    /// It is in these files, which were published, or in a range of one that is not; with the sum of its bytes for a journal.
    Whole(Vec<PathBuf>, Option<Sum>),
    /// Whether it is the same as what is there.
    Compared(bool),
    /// It went to a stream.
    Sent,
}

impl Output {
    /// Begins the file of a part at `path`, and writes the description beside it, which is published with it.
    pub fn begin(
        encoding: &Encoding,
        path: &Path,
        parts: &Parts,
        part: u32,
        description: Option<&[u8]>,
    ) -> Result<Output> {
        let texels = Partial::create(path)?;
        let sink = Summing::new(texels.file());
        let sum = sink.sum();
        let encoder = encoding.begin(sink, path, &parts.brick(part), 0)?;
        let mut files = vec![texels];
        if let Some(description) = description {
            files.push(Partial::whole(&sidecar::path_of(path), description)?);
        }
        let end = End::Files(files, sum);
        Ok(Output { encoder, end })
    }

    /// Begins the range of a part in a file.
    pub fn range(encoding: &Encoding, file: &Partial, parts: &Parts, part: u32) -> Result<Output> {
        let (path, bytes) = (file.path(), parts.bytes(part));
        let at = bytes.start;
        (file.file().as_ref())
            .seek(SeekFrom::Start(at))
            .map_err(|error| Error::io("write", path, error))?;
        let sink = Summing::new(file.file());
        let end = End::Range(path.into(), bytes, sink.sum());
        let encoder = encoding.begin(sink, path, &parts.brick(part), at)?;
        Ok(Output { encoder, end })
    }

    /// Compares a part with what is there.
    pub fn compare(encoding: &Encoding, path: &Path, parts: &Parts, part: u32) -> Result<Output> {
        let bytes = parts.bytes(part);
        let comparison = Comparison::with(path, bytes.clone());
        let end = End::Compared(comparison.verdict());
        let encoder = encoding.begin(comparison, path, &parts.brick(part), bytes.start)?;
        Ok(Output { encoder, end })
    }

    /// Sends the texels to a stream.
    pub fn stream(encoder: impl Encoder + 'static) -> Output {
        Output {
            encoder: Box::new(encoder),
            end: End::Stream,
        }
    }

    /// Takes the next bytes, which are whole texels.
    pub fn write(&mut self, texels: &[u8]) -> Result<()> {
        self.encoder.write(texels)
    }

    /// Completes the part, and publishes its files if it has any. Only a journal needs the sum of its bytes.
    pub fn finish(self, has_journal: bool) -> Result<Written> {
        self.encoder.finish()?;
        Ok(match self.end {
            End::Files(files, sum) => {
                let sealed: Result<Vec<_>> = files.into_iter().map(Partial::seal).collect();
                let paths = atomic::publish(sealed?)?;
                let sum = has_journal.then(|| sum_of(&paths[0], 0..u64::MAX, &sum));
                Written::Whole(paths, sum.transpose()?)
            }
            End::Range(path, bytes, sum) => {
                let sum = has_journal.then(|| sum_of(&path, bytes, &sum));
                Written::Whole(Vec::new(), sum.transpose()?)
            }
            End::Compared(verdict) => Written::Compared(verdict.is_same()),
            End::Stream => Written::Sent,
        })
    }
}

/// Returns the sum of these bytes of a file. They are read again if they were not written in their order, as the levels of a
/// texture are.
fn sum_of(path: &Path, bytes: Range<u64>, running: &RunningSum) -> Result<Sum> {
    let read = || Sum::of(path, bytes).map_err(|error| Error::io("read", path, error));
    running.get().map_or_else(read, Ok)
}
