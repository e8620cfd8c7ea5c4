//! A file that is being written, and the one beside it.

use std::path::{Path, PathBuf};

use super::atomic::{self, Partial};
use super::encoder::Encoder;
use super::encoding::Encoding;
use super::sidecar;
use crate::Result;

/// Where the texels of one file go.
pub struct Output {
    encoder: Box<dyn Encoder>,
    /// The file of texels, then the one beside it; none for a stream.
    files: Vec<Partial>,
}

impl Output {
    /// Begins the file at `path`, and writes the description beside it, which is published with it.
    pub fn begin(encoding: &Encoding, path: &Path, description: Option<&[u8]>) -> Result<Output> {
        let texels = Partial::create(path)?;
        let encoder = encoding.begin(texels.file(), path)?;
        let mut files = vec![texels];
        if let Some(description) = description {
            files.push(Partial::whole(&sidecar::path_of(path), description)?);
        }
        Ok(Output { encoder, files })
    }

    /// Sends the texels to a stream.
    pub fn stream(encoder: impl Encoder + 'static) -> Output {
        Output {
            encoder: Box::new(encoder),
            files: Vec::new(),
        }
    }

    /// Takes the next bytes, which are whole texels.
    pub fn write(&mut self, texels: &[u8]) -> Result<()> {
        self.encoder.write(texels)
    }

    /// Completes the files and publishes them. Returns their paths.
    pub fn publish(self) -> Result<Vec<PathBuf>> {
        self.encoder.finish()?;
        let files = self.files.into_iter();
        let sealed: Result<Vec<_>> = files.map(Partial::seal).collect();
        atomic::publish(sealed?)
    }
}
