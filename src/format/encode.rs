//! What every encoder of a file does, and the one that serves all types but `.png`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::atomic::{Partial, Sealed};
use crate::{Error, Result};

/// Makes one file of its texels.
pub trait Encoder: Send {
    /// The next bytes, whole texels.
    fn write(&mut self, texels: &[u8]) -> Result<()>;
    /// Completes the file, and what lies beside it; both in the order in which they appear.
    fn seal(self: Box<Self>) -> Result<Vec<Sealed>>;
}

/// A head, then the texels as they are.
pub struct Plain {
    out: BufWriter<Arc<File>>,
    partial: Partial,
    beside: Option<Partial>,
}

impl Plain {
    /// Begins `path` with `head`.
    pub fn create(path: &Path, head: &[u8]) -> Result<Plain> {
        let partial = Partial::create(path)?;
        let mut plain = Plain {
            out: BufWriter::with_capacity(1 << 16, partial.file()),
            partial,
            beside: None,
        };
        plain.write(head)?;
        Ok(plain)
    }

    /// Another file, that appears after this one.
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

/// The texels as they are, to something that is no file.
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
