//! Textures: a file of one or all mip levels, each of texels or of blocks.
//!
//! Texels come from the base level, slice after slice. Each row goes through the levels as far as it completes a row of the next
//! one:
//!
//! ```text
//! row of samples --pack--> texels --blocks--> store(level 0)
//!      | halving
//! row of level 1 --pack--> texels --blocks--> store(level 1) ...
//! ```
//!
//! Averages are those of what the texels of the base level stand for, before they are rounded: a value outside the range counts
//! as its nearest end, and colours are averaged as light. So nothing is rounded twice.
//!
//! * `rows`: the way of a row through the levels;
//! * `mips`: the texels of each level, with the filter in `halving`; `blocks`: the compression of 4×4 texels;
//! * `store`, `zstd`: how the bytes of the levels get into the file; `container`: which file.

mod blocks;
mod container;
mod halving;
mod mips;
mod rows;
mod store;
#[cfg(not(feature = "zstd"))]
#[path = "no_zstd.rs"]
mod zstd;
#[cfg(feature = "zstd")]
mod zstd;

use std::io::{Seek, Write};
use std::path::Path;

use super::Encoder;
use crate::format::contents::Contents;
use crate::format::file_type::FileType;
use crate::format::levels::{Level, levels};
use crate::{Error, Result};

use container::Container;
use rows::Rows;
use store::{InPlace, Store};
use zstd::Compressed;

/// The most bytes of rows and slices that are kept in memory, for levels and blocks.
const KEPT_MAX: u64 = 256 << 20;

/// What all files of a bake have in common.
pub struct Settings {
    container: Container,
    contents: Contents,
    levels: Vec<Level>,
}

impl Settings {
    /// # Errors
    /// [`Error::TooLarge`] for rows or slices that are too large to be averaged; [`Error::Invalid`] for blocks on a line in a
    /// `.ktx2`; those of [`Container::new`].
    pub fn new(file_type: FileType, contents: &Contents) -> Result<Settings> {
        let levels = levels(contents);
        check_line(file_type, contents)?;
        let kept = Rows::bytes(contents, &levels);
        if kept > KEPT_MAX {
            return Err(Error::too_large(
                format!("{} with mip levels or blocks", contents.describe_size()),
                format!("{kept} bytes of rows and slices in memory"),
                format!("{KEPT_MAX} bytes"),
            )
            .with_field("size"));
        }
        Ok(Settings {
            container: Container::new(file_type, contents, levels.len())?,
            contents: contents.clone(),
            levels,
        })
    }

    /// Begins one file. Errors call it `name`, and temporary files lie beside it.
    pub fn begin<W: Write + Seek + Send>(&self, sink: W, name: &Path) -> Result<Texture<W>> {
        let Settings {
            container,
            contents,
            levels,
        } = self;
        Ok(Texture {
            rows: Rows::new(contents, levels)?,
            store: match contents.supercompress {
                true => Store::Compressed(Compressed::new(sink, name, container, levels)?),
                false => Store::InPlace(InPlace::new(sink, name, container, levels)?),
            },
        })
    }
}

/// KTX 2.0 has no blocks on a line.
fn check_line(file_type: FileType, contents: &Contents) -> Result<()> {
    let format = contents.packing.format;
    if file_type == FileType::Ktx2 && format.block_side() > 1 && contents.size.len() == 1 {
        let given = format!("one axis for {format} in .ktx2");
        return Err(Error::invalid("size", given, "two or three axes"));
    }
    Ok(())
}

/// A texture that is being written.
pub struct Texture<W> {
    /// What makes levels and blocks; `None` if the texels are written as they come.
    rows: Option<Rows>,
    store: Store<W>,
}

impl<W: Write + Seek + Send> Encoder for Texture<W> {
    fn write(&mut self, texels: &[u8]) -> Result<()> {
        let store = &mut self.store;
        match &mut self.rows {
            Some(rows) => rows.add(texels, &mut |level, bytes| store.write(level, bytes)),
            None => store.write(0, texels),
        }
    }

    fn finish(self: Box<Self>) -> Result<()> {
        self.store.finish()
    }
}
