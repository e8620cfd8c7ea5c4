//! A file that is being written, and the one beside it.

use std::path::{Path, PathBuf};

use super::atomic::{self, Partial};
use super::compare::{Comparison, Verdict};
use super::encoder::Encoder;
use super::encoding::Encoding;
use super::sidecar;
use crate::Result;
use crate::grid::Brick;

/// Where the texels of one file go.
pub struct Output {
    encoder: Box<dyn Encoder>,
    end: End,
}

/// What becomes of the encoded bytes.
enum End {
    /// They are these files: that of the texels, then the one beside it.
    Files(Vec<Partial>),
    /// They were compared with this file.
    Compared(PathBuf, Verdict),
    /// They went to a stream.
    Stream,
}

impl Output {
    /// Begins the file of a brick at `path`, and writes the description beside it, which is published with it.
    pub fn begin(
        encoding: &Encoding,
        path: &Path,
        brick: &Brick,
        description: Option<&[u8]>,
    ) -> Result<Output> {
        let texels = Partial::create(path)?;
        let encoder = encoding.begin(texels.file(), path, brick)?;
        let mut files = vec![texels];
        if let Some(description) = description {
            files.push(Partial::whole(&sidecar::path_of(path), description)?);
        }
        let end = End::Files(files);
        Ok(Output { encoder, end })
    }

    /// Compares the file of a brick with the one at `path`.
    pub fn compare(encoding: &Encoding, path: &Path, brick: &Brick) -> Result<Output> {
        let comparison = Comparison::with(path);
        let end = End::Compared(path.into(), comparison.verdict());
        let encoder = encoding.begin(comparison, path, brick)?;
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

    /// Completes the files and publishes them. Returns their paths, or that of the file that was the same.
    pub fn publish(self) -> Result<Vec<PathBuf>> {
        self.encoder.finish()?;
        match self.end {
            End::Files(files) => {
                let sealed: Result<Vec<_>> = files.into_iter().map(Partial::seal).collect();
                atomic::publish(sealed?)
            }
            End::Compared(path, verdict) => {
                Ok(verdict.is_same().then_some(path).into_iter().collect())
            }
            End::Stream => Ok(Vec::new()),
        }
    }
}
