//! The interface of encoders, and the one for files that hold the texels unchanged.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::{Error, Result};

/// Encodes the texels of one file into a sink.
pub trait Encoder: Send {
    /// Takes the next bytes, which are whole texels.
    fn write(&mut self, texels: &[u8]) -> Result<()>;
    /// Writes what is left and drops the sink.
    fn finish(self: Box<Self>) -> Result<()>;
}

/// The bytes unchanged.
pub struct Plain<W> {
    pub sink: W,
    /// What errors call the sink.
    pub name: PathBuf,
}

impl<W: Write> Plain<W> {
    fn named(&self, result: io::Result<()>) -> Result<()> {
        result.map_err(|e| Error::io("write", &self.name, e))
    }
}

impl<W: Write + Send> Encoder for Plain<W> {
    fn write(&mut self, texels: &[u8]) -> Result<()> {
        let written = self.sink.write_all(texels);
        self.named(written)
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        let flushed = self.sink.flush();
        self.named(flushed)
    }
}
