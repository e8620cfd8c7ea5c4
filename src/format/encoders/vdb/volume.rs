//! A file that is being written.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::SpooledTempFile;

use super::Settings;
use super::columns::Columns;
use super::leaf::Block;
use super::tree::Tree;
use crate::format::disk::atomic;
use crate::format::encoders::Encoder;
use crate::{Error, Result};

/// Collects the texels of a file, and writes the file when all are there. A float has `N` bytes.
pub struct Volume<W, const N: usize> {
    settings: Settings,
    columns: Columns<N>,
    block: Block<N>,
    /// An empty temporary file for each grid.
    scratch: Vec<SpooledTempFile>,
    sink: W,
    /// What errors call the sink.
    name: PathBuf,
}

impl<W: Write, const N: usize> Volume<W, N> {
    /// Begins a file. Temporary files lie beside it.
    pub fn new(settings: &Settings, sink: W, name: &Path) -> Result<Volume<W, N>> {
        let columns = Columns::new(settings, name)?;
        let scratch = settings.names.iter().map(|_| atomic::scratch(name));
        Ok(Volume {
            settings: settings.clone(),
            block: columns.block()?,
            columns,
            scratch: scratch.collect::<Result<_>>()?,
            sink,
            name: name.into(),
        })
    }

    fn put(mut self) -> io::Result<()> {
        let mut tag = self.columns.finish()?;
        tag.add(&self.settings.metadata);
        let head = self.settings.head(&tag.uuid());
        self.sink.write_all(&head)?;
        let mut position = head.len() as u64;
        let scratch = std::mem::take(&mut self.scratch);
        for (channel, scratch) in scratch.into_iter().enumerate() {
            position = self.put_grid(channel, scratch, position)?;
        }
        self.sink.flush()
    }

    /// Writes the grid of a channel at a position in the file. Returns the position of its end.
    fn put_grid(
        &mut self,
        channel: usize,
        scratch: SpooledTempFile,
        position: u64,
    ) -> io::Result<u64> {
        let (columns, block, sink) = (&mut self.columns, &mut self.block, &mut self.sink);
        let mut tree = Tree::new(columns, channel, block, scratch)?;
        let descriptor = self.settings.descriptor(channel);
        let head = self.settings.grid_head(channel, tree.active());

        let grid = position + descriptor.len() as u64 + 3 * 8;
        let values = grid + head.len() as u64 + tree.topology_bytes();
        let end = values + tree.value_bytes();
        sink.write_all(&descriptor)?;
        sink.write_all([grid, values, end].map(u64::to_le_bytes).as_flattened())?;
        sink.write_all(&head)?;
        tree.write_topology(sink)?;
        tree.write_values(columns, channel, block, sink)?;
        Ok(end)
    }
}

impl<W: Write + Send, const N: usize> Encoder for Volume<W, N> {
    fn write(&mut self, texels: &[u8]) -> Result<()> {
        let written = self.columns.write(texels);
        written.map_err(|e| Error::io("write", &self.name, e))
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let name = self.name.clone();
        self.put().map_err(|e| Error::io("write", name, e))
    }
}
