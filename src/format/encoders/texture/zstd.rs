//! Levels that are compressed with Zstandard.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::SpooledTempFile;
use zstd::Encoder;

use super::container::Container;
use crate::format::disk::atomic::scratch;
use crate::format::levels::Level;
use crate::{Error, Result};

/// The level of compression, from 1 to 22. Noise hardly shrinks more at higher ones.
const STRENGTH: i32 = 1;

/// A file whose levels are complete in temporary files before they are copied.
pub struct Compressed<W> {
    sink: W,
    container: Container,
    levels: Vec<Level>,
    encoders: Vec<Encoder<'static, SpooledTempFile>>,
    name: PathBuf,
}

impl<W: Write> Compressed<W> {
    /// # Errors
    /// [`Error::Io`] if no temporary file can be made.
    pub fn new(sink: W, name: &Path, container: &Container, levels: &[Level]) -> Result<Self> {
        let encoder = |level: &Level| {
            let encoder = encoder(scratch(name)?, level.bytes);
            encoder.map_err(|error| Error::io("write", name, error))
        };
        Ok(Compressed {
            sink,
            container: container.clone(),
            levels: levels.into(),
            encoders: levels.iter().map(encoder).collect::<Result<_>>()?,
            name: name.into(),
        })
    }

    pub fn write(&mut self, level: usize, bytes: &[u8]) -> Result<()> {
        let written = self.encoders[level].write_all(bytes);
        written.map_err(|error| Error::io("write", &self.name, error))
    }

    pub fn finish(self) -> Result<()> {
        let Compressed {
            mut sink,
            container,
            levels,
            encoders,
            name,
        } = self;
        let copy = || -> io::Result<()> {
            let files: io::Result<Vec<_>> = encoders.into_iter().map(Encoder::finish).collect();
            let mut files = files?;
            let lengths: io::Result<Vec<u64>> =
                files.iter_mut().map(Seek::stream_position).collect();
            let places = container.places(&lengths?);
            sink.write_all(&container.header(&levels, &places))?;
            // The smallest level lies first, and none is padded.
            for file in files.iter_mut().rev() {
                file.seek(SeekFrom::Start(0))?;
                io::copy(file, &mut sink)?;
            }
            sink.flush()
        };
        copy().map_err(|error| Error::io("write", &name, error))
    }
}

/// Begins a frame of Zstandard that states its length and has a checksum.
fn encoder(file: SpooledTempFile, bytes: u64) -> io::Result<Encoder<'static, SpooledTempFile>> {
    let mut encoder = Encoder::new(file, STRENGTH)?;
    encoder.include_checksum(true)?;
    encoder.set_pledged_src_size(Some(bytes))?;
    Ok(encoder)
}
