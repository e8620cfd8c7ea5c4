//! The interface of encoders, and the one for all file types but `.png`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::atomic::{Partial, Sealed};
use crate::{Error, Result};

/// Encodes the texels of one file.
pub trait Encoder: Send {
    /// Takes the next bytes, which are whole texels.
    fn write(&mut self, texels: &[u8]) -> Result<()>;
    /// Completes the file and the one beside it, and returns them in the order in which they are published.
    fn seal(self: Box<Self>) -> Result<Vec<Sealed>>;
}

/// A header, then the texels unchanged.
pub struct Plain {
    out: BufWriter<Arc<File>>,
    partial: Partial,
    beside: Option<Partial>,
}

impl Plain {
    /// Begins the file at `path` with `header`.
    pub fn create(path: &Path, header: &[u8]) -> Result<Plain> {
        let partial = Partial::create(path)?;
        let mut plain = Plain {
            out: BufWriter::with_capacity(1 << 16, partial.file()),
            partial,
            beside: None,
        };
        plain.write(header)?;
        Ok(plain)
    }

    /// Adds another file, which is published after this one.
    pub fn beside(mut self, path: &Path, content: &[u8]) -> Result<Plain> {
        let partial = Partial::create(path)?;
        partial
            .file()
            .write_all(content)
            .map_err(|e| Error::io("write", path, e))?;
        self.beside = Some(partial);
        Ok(self)
    }
}

impl Encoder for Plain {
    fn write(&mut self, texels: &[u8]) -> Result<()> {
        self.out
            .write_all(texels)
            .map_err(|e| Error::io("write", self.partial.path(), e))
    }

    fn seal(self: Box<Self>) -> Result<Vec<Sealed>> {
        let Plain {
            out,
            partial,
            beside,
        } = *self;
        out.into_inner()
            .map_err(|e| Error::io("write", partial.path(), e.into_error()))?;
        let mut sealed = vec![partial.seal()?];
        if let Some(beside) = beside {
            sealed.push(beside.seal()?);
        }
        Ok(sealed)
    }
}

/// The texels unchanged, written to a stream.
pub struct Stream<W> {
    pub sink: W,
    pub name: PathBuf,
}

impl<W: Write> Stream<W> {
    fn named(&self, result: io::Result<()>) -> Result<()> {
        result.map_err(|e| Error::io("write", &self.name, e))
    }
}

impl<W: Write + Send> Encoder for Stream<W> {
    fn write(&mut self, texels: &[u8]) -> Result<()> {
        let written = self.sink.write_all(texels);
        self.named(written)
    }

    fn seal(mut self: Box<Self>) -> Result<Vec<Sealed>> {
        let flushed = self.sink.flush();
        self.named(flushed)?;
        Ok(Vec::new())
    }
}
