//! The texels of a volume in a temporary file, from which boxes are read.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use tempfile::SpooledTempFile;

use super::Settings;
use super::leaf::Block;
use super::tag::Tag;
use crate::Result;
use crate::format::disk::atomic;
use crate::format::encoders::stored_floats::{number, store};
use crate::memory::room;
use crate::texel::srgb;

/// The width of a column: that of a lower node.
const SIDE: u32 = 128;

/// The number of bytes of texels that are cut into columns at a time, if a row has no more.
const GROUP: u64 = 4 << 20;

/// Texels in a temporary file: one channel after the other, each cut along x into columns of 128 voxels. Within a column x
/// varies fastest, then y, then z, so that a slice of a lower node lies in one piece.
pub struct Columns<const N: usize> {
    file: SpooledTempFile,
    size: [u32; 3],
    channels: usize,
    components: usize,
    /// Whether the first three channels are encoded as sRGB.
    is_srgb: bool,
    /// The texels of whole rows that are not in the file yet, and how many bytes they have at most.
    rows: Vec<u8>,
    most: usize,
    /// The number of rows in the file.
    written: u64,
    /// The part of the rows that lies in a column.
    piece: Vec<[u8; N]>,
    tag: Tag,
}

impl<const N: usize> Columns<N> {
    /// Makes the temporary file beside the file that will be `path`.
    pub fn new(settings: &Settings, path: &Path) -> Result<Columns<N>> {
        let (size, packing) = (settings.size, &settings.packing);
        let [x, y, z] = size.map(u64::from);
        let row = x * u64::from(packing.bytes());
        // A row has at most 1 MiB.
        let most = (row * (GROUP / row).clamp(1, y * z)) as usize;
        let column = most / packing.bytes() as usize;
        Ok(Columns {
            file: atomic::scratch(path)?,
            size,
            channels: packing.channels as usize,
            components: packing.components as usize,
            is_srgb: settings.is_srgb,
            rows: room(most)?,
            most,
            written: 0,
            piece: room(column)?,
            tag: Tag::default(),
        })
    }

    /// Takes the next bytes of texels.
    pub fn write(&mut self, mut texels: &[u8]) -> io::Result<()> {
        while !texels.is_empty() {
            let free = self.most - self.rows.len();
            let (piece, rest) = texels.split_at(texels.len().min(free));
            self.rows.extend_from_slice(piece);
            if self.rows.len() == self.most {
                self.flush()?;
            }
            texels = rest;
        }
        Ok(())
    }

    /// Writes the rows that are left, and returns a tag of all texels.
    pub fn finish(&mut self) -> io::Result<Tag> {
        self.flush()?;
        Ok(self.tag)
    }

    /// Cuts the collected rows into columns.
    fn flush(&mut self) -> io::Result<()> {
        self.tag.add(&self.rows);
        let (values, components) = (self.rows.as_chunks().0, self.components);
        let row = self.size[0] as usize * components;
        for channel in 0..self.channels {
            for column in 0..self.size[0].div_ceil(SIDE) {
                let start = (column * SIDE) as usize * components;
                let end = row.min(start + SIDE as usize * components);
                self.piece.clear();
                for row in values.chunks_exact(row) {
                    let texels = &row[start..end];
                    match components {
                        1 => self.piece.extend_from_slice(texels),
                        _ => (self.piece)
                            .extend(texels.chunks_exact(components).map(|texel| texel[channel])),
                    }
                }
                if self.is_srgb && channel < 3 {
                    for colour in &mut self.piece {
                        store(srgb::decoded(number(colour)), colour);
                    }
                }
                let position = self.position(channel, column, self.written);
                self.file.seek(SeekFrom::Start(position))?;
                self.file.write_all(self.piece.as_flattened())?;
            }
        }
        self.written += (values.len() / row) as u64;
        self.rows.clear();
        Ok(())
    }

    /// Returns the size of the volume in lower nodes.
    pub fn nodes(&self) -> [usize; 3] {
        self.size.map(|n| n.div_ceil(SIDE) as usize)
    }

    /// Returns an empty block with room for a lower node.
    pub fn block(&self) -> Result<Block<N>> {
        let sides = self.size.map(|n| n.min(SIDE) as usize);
        Ok(Block {
            start: [0; 3],
            size: [0; 3],
            voxels: room(sides.iter().product())?,
        })
    }

    /// Reads the voxels of the lower node at a position in lower nodes.
    pub fn read(
        &mut self,
        channel: usize,
        node: [usize; 3],
        block: &mut Block<N>,
    ) -> io::Result<()> {
        block.start = node.map(|n| n as u32 * SIDE);
        let rest = |axis: usize| self.size[axis] - block.start[axis];
        block.size = [0, 1, 2].map(|axis| rest(axis).min(SIDE) as usize);
        let slice = block.size[0] * block.size[1];
        block.voxels.resize(slice * block.size[2], [0; N]);
        let [_, y, z] = block.start.map(u64::from);
        for (slice, z) in block.voxels.chunks_exact_mut(slice).zip(z..) {
            let row = z * u64::from(self.size[1]) + y;
            let position = self.position(channel, node[0] as u32, row);
            self.file.seek(SeekFrom::Start(position))?;
            self.file.read_exact(slice.as_flattened_mut())?;
        }
        Ok(())
    }

    /// Returns where a row of a column lies in the file.
    fn position(&self, channel: usize, column: u32, row: u64) -> u64 {
        let [x, y, z] = self.size.map(u64::from);
        let left = u64::from(column * SIDE);
        let width = (x - left).min(SIDE.into());
        ((channel as u64 * x + left) * y * z + row * width) * N as u64
    }
}
