//! How the levels of a texture get into its file, though their texels come from the base level down.
//!
//! Without supercompression the length of each level is known before the first texel, so the bytes of each go to their place at
//! once. With it the length of a level is known when the level is complete, and a KTX 2.0 file holds the smallest level first:
//! no place is known before the last texel. So the compressed levels go to temporary files beside the file, and are copied from
//! there in order.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::container::Container;
use super::zstd::Compressed;
use crate::format::levels::{Level, Place};
use crate::{Error, Result};

/// The number of bytes that a level collects before they are written.
const BUFFER: usize = 1 << 16;

/// A file that takes the bytes of each level, in order within the level.
pub enum Store<W> {
    /// Each level is written to its place.
    InPlace(InPlace<W>),
    /// The levels are compressed first.
    Compressed(Compressed<W>),
}

impl<W: Write + Seek> Store<W> {
    pub fn write(&mut self, level: usize, bytes: &[u8]) -> Result<()> {
        match self {
            Store::InPlace(store) => store.write(level, bytes),
            Store::Compressed(store) => store.write(level, bytes),
        }
    }

    pub fn finish(self) -> Result<()> {
        match self {
            Store::InPlace(store) => store.finish(),
            Store::Compressed(store) => store.finish(),
        }
    }
}

/// A file whose levels have known places.
pub struct InPlace<W> {
    sink: W,
    /// Where the sink is.
    at: u64,
    levels: Vec<Pending>,
    name: PathBuf,
}

/// The bytes of a level that are not written yet, and where they belong.
#[derive(Default)]
struct Pending {
    at: u64,
    bytes: Vec<u8>,
}

impl<W: Write + Seek> InPlace<W> {
    /// Writes everything before the levels.
    pub fn new(sink: W, name: &Path, container: &Container, levels: &[Level]) -> Result<Self> {
        let lengths: Vec<u64> = levels.iter().map(|level| level.bytes).collect();
        let places = container.places(&lengths);
        let header = container.header(levels, &places);
        let mut store = InPlace {
            sink,
            at: 0,
            levels: pending(&places, header.len() as u64),
            name: name.into(),
        };
        store.put(0, &header)?;
        Ok(store)
    }

    fn write(&mut self, level: usize, bytes: &[u8]) -> Result<()> {
        let pending = &mut self.levels[level];
        if pending.bytes.len() + bytes.len() < BUFFER {
            pending.bytes.extend_from_slice(bytes);
            return Ok(());
        }
        self.flush(level)?;
        let at = self.levels[level].at;
        self.levels[level].at += bytes.len() as u64;
        self.put(at, bytes)
    }

    fn flush(&mut self, level: usize) -> Result<()> {
        let pending = &mut self.levels[level];
        let (at, mut bytes) = (pending.at, std::mem::take(&mut pending.bytes));
        pending.at += bytes.len() as u64;
        self.put(at, &bytes)?;
        bytes.clear();
        self.levels[level].bytes = bytes;
        Ok(())
    }

    /// Writes what is left.
    fn finish(mut self) -> Result<()> {
        for level in 0..self.levels.len() {
            self.flush(level)?;
        }
        self.named(|sink| sink.flush())
    }

    fn put(&mut self, at: u64, bytes: &[u8]) -> Result<()> {
        let is_there = self.at == at;
        self.at = at + bytes.len() as u64;
        self.named(|sink| {
            if !is_there {
                sink.seek(SeekFrom::Start(at))?;
            }
            sink.write_all(bytes)
        })
    }

    fn named(&mut self, work: impl FnOnce(&mut W) -> io::Result<()>) -> Result<()> {
        work(&mut self.sink).map_err(|error| Error::io("write", &self.name, error))
    }
}

/// Returns the levels before their first bytes. Each begins with the zeros between it and what comes before it in the file.
fn pending(places: &[Place], header: u64) -> Vec<Pending> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&level| places[level].at);
    let mut pending: Vec<Pending> = places.iter().map(|_| Pending::default()).collect();
    let mut end = header;
    for level in order {
        let Place { at, bytes } = places[level];
        pending[level] = Pending {
            at: end,
            bytes: vec![0; (at - end) as usize],
        };
        end = at + bytes;
    }
    pending
}
