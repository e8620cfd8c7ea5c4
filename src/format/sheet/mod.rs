//! Several pictures in one image: the slices of a volume, or the frames of an animation.

mod columns;

use std::fmt;

use serde::{Deserialize, Serialize};

use super::contents::Contents;
use super::file_type::FileType;
use crate::recipe::Layout;
use crate::{Error, Result};

/// The most bytes of an image that are kept until their rows are complete.
const BAND_BYTES: u64 = 64 << 20;

/// The tiles of an image: the first is at the top left, the next to its right, then down.
///
/// Every tile is a picture, unless padding was asked for. Importers take each tile for a picture, so that a blank one would be an
/// empty slice or frame, and a seamless volume or loop would no longer close.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Sheet {
    /// What the tiles are; `None` for an image of one picture that is neither.
    pub layout: Option<Layout>,
    /// Width and height of a tile, in texels.
    pub tile: [u32; 2],
    /// The number of tiles in a row.
    pub columns: u32,
    /// The number of rows of tiles.
    pub rows: u32,
    /// The number of pictures.
    pub tiles: u32,
    /// The number of blank tiles after them, in the last row.
    pub blank: u32,
    /// The number of rows of texels that are written together, tile after tile: the height of a tile, unless these are more
    /// than 64 MiB; 1 if there is a single column.
    #[serde(skip)]
    pub(crate) band: u32,
}

impl Sheet {
    /// Returns the sheet of a file; an image of one picture is a sheet of one tile without a layout. Without columns, their
    /// number divides that of the tiles, and makes the longer side of the image as short as possible.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a layout that the file or the contents do not have; for tiles that do not fill the columns and may
    /// not be padded; and without columns, if every such image is too long for a texture and another number of tiles would fit,
    /// as for a large prime number.
    pub(crate) fn new(file_type: Option<FileType>, contents: &Contents) -> Result<Sheet> {
        let layout = layout(file_type, contents)?;
        let [x, y, z] = contents.size3();
        let tile = [x, y];
        let tiles = match layout {
            Some(Layout::Atlas) => z,
            Some(Layout::Flipbook) => contents.frame_count(),
            None => 1,
        };
        let columns = columns::choose(&contents.tiling, layout, tile, tiles)?;
        let row_bytes = u64::from(x) * u64::from(columns) * u64::from(contents.packing.bytes());
        let band = match columns {
            1 => 1,
            _ => (BAND_BYTES / row_bytes).clamp(1, y.into()) as u32,
        };
        let rows = tiles.div_ceil(columns);
        Ok(Sheet {
            layout,
            tile,
            columns,
            rows,
            tiles,
            blank: rows * columns - tiles,
            band,
        })
    }

    /// Returns frames one below the other, each of which is a band.
    pub(crate) fn film(tile: [u32; 2], frames: u32) -> Sheet {
        Sheet {
            layout: None,
            tile,
            columns: 1,
            rows: frames,
            tiles: frames,
            blank: 0,
            band: tile[1],
        }
    }

    /// Returns the sheet if it has a layout.
    pub(crate) fn laid_out(self) -> Option<Sheet> {
        self.layout.map(|_| self)
    }

    /// Returns its numbers as JSON, as files keep them.
    pub(crate) fn to_json(self) -> String {
        serde_json::to_string(&self)
            .unwrap_or_else(|error| unreachable!("a sheet is numbers: {error}"))
    }

    /// Returns the width of the image, in texels.
    pub fn width(&self) -> u64 {
        u64::from(self.tile[0]) * u64::from(self.columns)
    }

    /// Returns the height of the image, in texels.
    pub fn height(&self) -> u64 {
        u64::from(self.tile[1]) * u64::from(self.rows)
    }

    /// Returns whether a row of tiles is written in several bands.
    pub(crate) fn is_banded(&self) -> bool {
        self.columns > 1 && self.band < self.tile[1]
    }
}

/// Returns the layout of a file, and refuses one that it does not have.
fn layout(file_type: Option<FileType>, contents: &Contents) -> Result<Option<Layout>> {
    let Contents {
        tiling,
        size,
        frames,
        ..
    } = contents;
    let is_image = file_type.is_some_and(FileType::is_image);
    let is_volume = size.len() == 3;
    let refused = |layout: Layout, given: String, allowed: &str| {
        let given = format!("{} of {given}", layout.name());
        Err(Error::invalid("layout", given, allowed))
    };
    let images = FileType::listed("or", FileType::is_image);
    match tiling.layout {
        Some(layout) if !is_image => {
            let other = file_type.map_or("bare samples".to_string(), |file_type| {
                format!("a .{}", file_type.extension())
            });
            refused(layout, other, &format!("that of {images}"))
        }
        Some(layout @ Layout::Atlas) if !is_volume => {
            let given = format!("{} axes", size.len());
            refused(
                layout,
                given,
                "that of a size of three axes, whose slices become tiles",
            )
        }
        Some(layout @ Layout::Flipbook) if is_volume || frames.is_none() => {
            let given = if is_volume { "volumes" } else { "one picture" };
            refused(layout, given.into(), "that of frames with one or two axes")
        }
        None if is_image && is_volume => Ok(Some(Layout::Atlas)),
        None if tiling.columns.is_some() || tiling.pad => {
            let allowed = format!("only for a volume or a flipbook, as {images}");
            Err(match tiling.columns {
                Some(columns) => {
                    let given = format!("{columns} for a file without tiles");
                    Error::invalid("columns", given, allowed)
                }
                None => Error::invalid("pad_sheet", "true for a file without tiles", allowed),
            })
        }
        layout => Ok(layout),
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sheet {
            tile: [x, y],
            columns,
            rows,
            tiles,
            blank,
            ..
        } = self;
        let (layout, what) = match self.layout {
            Some(Layout::Atlas) => ("atlas", "slices"),
            Some(Layout::Flipbook) => ("flipbook", "frames"),
            None => ("image", "pictures"),
        };
        write!(
            f,
            "{layout} of {columns} x {rows} tiles of {x} x {y}, {tiles} {what} from the top left, to the right, then down"
        )?;
        match blank {
            0 => Ok(()),
            _ => write!(f, ", {blank} blank"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Tiling;
    use crate::texel::{Format, Packing};

    /// The sheet of a volume, or of frames where a size of two axes has them.
    fn sheet(size: &[u32], frames: Option<u32>, tiling: Tiling) -> Result<Sheet> {
        let packing = Packing::new(Format::R8Unorm, 1, [0.0, 1.0])?;
        let contents = Contents {
            frames,
            tiling,
            ..Contents::new(size, packing)
        };
        Sheet::new(Some(FileType::Png), &contents)
    }

    const FLIPBOOK: Tiling = Tiling {
        layout: Some(Layout::Flipbook),
        columns: None,
        pad: false,
    };

    #[test]
    fn a_sheet_says_what_it_is() {
        let tiling = Tiling {
            columns: Some(5),
            pad: true,
            ..FLIPBOOK
        };
        let padded = sheet(&[8, 4], Some(12), tiling).unwrap();
        assert_eq!(
            padded.to_string(),
            "flipbook of 5 x 3 tiles of 8 x 4, 12 frames from the top left, to the right, then down, 3 blank"
        );
        assert_eq!([padded.width(), padded.height()], [40, 12]);
        let json =
            r#"{"layout":"flipbook","tile":[8,4],"columns":5,"rows":3,"tiles":12,"blank":3}"#;
        assert_eq!(padded.to_json(), json);
    }

    #[test]
    fn a_layout_needs_what_becomes_its_tiles() {
        let refusal = |size: &[u32], frames, tiling| {
            let refused = sheet(size, frames, tiling);
            refused.unwrap_err().to_string()
        };
        let atlas = Tiling {
            layout: Some(Layout::Atlas),
            ..Tiling::default()
        };
        let columns = Tiling {
            columns: Some(1),
            ..Tiling::default()
        };
        assert!(refusal(&[4, 4], Some(4), atlas).starts_with("layout: got atlas of 2 axes"));
        assert!(
            refusal(&[4, 4], None, FLIPBOOK).starts_with("layout: got flipbook of one picture")
        );
        assert!(
            refusal(&[4, 4, 4], Some(4), FLIPBOOK).starts_with("layout: got flipbook of volumes")
        );
        assert!(
            refusal(&[4, 4], Some(4), columns)
                .starts_with("columns: got 1 for a file without tiles")
        );
        assert_eq!(
            sheet(&[4, 4, 4], None, atlas).unwrap(),
            sheet(&[4, 4, 4], None, Tiling::default()).unwrap()
        );
        assert_eq!(sheet(&[4], Some(2), FLIPBOOK).unwrap().tile, [4, 1]);
        assert_eq!(
            sheet(&[4, 4], None, Tiling::default()).unwrap().laid_out(),
            None
        );
    }

    #[test]
    fn a_band_stays_within_its_bytes_however_large_the_tiles() {
        for (size, format) in [
            ([128, 128, 128], Format::R8Unorm),
            ([2048, 2048, 64], Format::Rgba8Unorm),
            ([30_000, 30_000, 4], Format::R8Unorm),
            ([30_000, 30_000, 4], Format::Rgba8Unorm),
            ([1 << 20, 1 << 10, 6], Format::R16Unorm),
        ] {
            let packing = Packing::new(format, 1, [0.0, 1.0]).unwrap();
            let contents = Contents::new(size, packing);
            let sheet = Sheet::new(Some(FileType::Png), &contents).unwrap();
            let bytes = sheet.width() * u64::from(packing.bytes()) * u64::from(sheet.band);
            assert!(bytes <= BAND_BYTES, "{size:?}");
            assert!(1 <= sheet.band && sheet.band <= size[1]);
            assert_eq!(sheet.is_banded(), bytes > BAND_BYTES / 2, "{size:?}");
        }
    }
}
