//! The layout of the slices of a volume in one image.

use std::cmp::Reverse;
use std::fmt;

use serde::Serialize;

use super::file_type::FileType;
use crate::memory::zeros;
use crate::{Error, Result};

/// The longest side of textures on common GPUs, and of images in engines.
const TEXTURE_SIDE: u32 = 1 << 14;

/// The most bytes of an image that are kept until their rows are complete.
const BAND_BYTES: u64 = 64 << 20;

/// The layout of the slices of a volume in an image: slice 0 is at the top left, the next to its right, then down.
///
/// Every tile is a slice. Importers take each tile for a slice, so that a blank tile at the end would be an empty slice and a
/// seamless volume would no longer close along z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Atlas {
    /// Width and height of a tile, in texels.
    pub tile: [u32; 2],
    /// The number of tiles in a row.
    pub columns: u32,
    /// The number of rows of tiles.
    pub rows: u32,
    /// The number of tiles.
    pub slices: u32,
    /// The number of rows of texels that are written together, tile after tile: the height of a tile, unless these are more
    /// than 64 MiB; 1 if there is a single column.
    #[serde(skip)]
    pub band: u32,
}

impl Atlas {
    /// Returns the atlas of a grid of that size, with `texel_bytes` bytes to a texel. The number of columns divides the number
    /// of slices, and makes the longer side of the image as short as possible. A plane is an atlas of one tile.
    ///
    /// # Errors
    /// [`Error::Invalid`] if every such image is too long for a texture, and another number of slices would fit. A large prime
    /// number of slices is such a case.
    pub fn new(size: &[u32], texel_bytes: u32) -> Result<Atlas> {
        let [x, y, slices] = [0, 1, 2].map(|axis| size.get(axis).copied().unwrap_or(1));
        let tile = [x, y];
        let columns = columns(tile, slices);
        if !fits(tile, slices) && u64::from(slices) <= room(tile) {
            return Err(refusal(tile, slices));
        }
        let row_bytes = u64::from(x) * u64::from(columns) * u64::from(texel_bytes);
        let band = match columns {
            1 => 1,
            _ => (BAND_BYTES / row_bytes).clamp(1, y.into()) as u32,
        };
        Ok(Atlas {
            tile,
            columns,
            rows: slices / columns,
            slices,
            band,
        })
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
    pub fn is_banded(&self) -> bool {
        self.columns > 1 && self.band < self.tile[1]
    }
}

/// Returns the divisor of the number of slices that makes the longer side of the image shortest; of two such, the greater.
fn columns(tile: [u32; 2], slices: u32) -> u32 {
    let longer = |columns: &u32| {
        let sides = [*columns, slices / columns];
        sides
            .iter()
            .zip(tile)
            .map(|(&n, side)| u64::from(n) * u64::from(side))
            .max()
    };
    (1..=slices.isqrt())
        .filter(|divisor| slices.is_multiple_of(*divisor))
        .flat_map(|divisor| [divisor, slices / divisor])
        .min_by_key(|columns| (longer(columns), Reverse(*columns)))
        .unwrap_or(1)
}

/// Returns how many tiles fit into a texture.
fn room(tile: [u32; 2]) -> u64 {
    tile.map(|side| u64::from(TEXTURE_SIDE / side))
        .iter()
        .product()
}

/// Returns whether that many slices fill an image that fits into a texture.
fn fits(tile: [u32; 2], slices: u32) -> bool {
    let columns = columns(tile, slices);
    let [across, down] = tile.map(|side| TEXTURE_SIDE / side);
    columns <= across && slices / columns <= down
}

fn refusal(tile: [u32; 2], slices: u32) -> Error {
    let [x, y] = tile;
    let fewer = (1..slices).rev().find(|&n| fits(tile, n));
    let more = (slices + 1..=2 * slices).find(|&n| fits(tile, n));
    let near: Vec<String> = fewer.iter().chain(&more).map(u32::to_string).collect();
    Error::invalid(
        "size",
        format!(
            "{slices} slices of {x}x{y} as a .png, which fill no image within {TEXTURE_SIDE} texels,"
        ),
        format!(
            "another number along z, such as {}; {} hold any",
            near.join(" or "),
            FileType::listed("and", FileType::has_any_volume)
        ),
    )
}

impl fmt::Display for Atlas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Atlas {
            tile: [x, y],
            columns,
            rows,
            slices,
            ..
        } = self;
        write!(
            f,
            "atlas of {columns} x {rows} tiles of {x} x {y}, {slices} slices from the top left, \
             to the right, then down"
        )
    }
}

/// The rows of the image that are being collected: one band of all tiles in a row.
pub struct Band {
    texels: Vec<u8>,
    /// The number of bytes of a row of a tile, and of a row of the image.
    tile_row: usize,
    image_row: usize,
    /// The number of rows of this band, of the largest band, and of a tile.
    rows: u32,
    most: u32,
    of_tile: u32,
    /// The number of rows of this row of tiles above this band, and of bytes that are placed in this band.
    above: u32,
    placed: usize,
}

impl Band {
    /// Returns the first band of an atlas.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`].
    pub fn new(atlas: &Atlas, texel_bytes: u32) -> Result<Band> {
        let texel = u64::from(texel_bytes);
        let image_row = atlas.width() * texel;
        Ok(Band {
            // At most `BAND_BYTES`, or a single row, which has at most 16 MiB.
            texels: zeros(image_row * u64::from(atlas.band))?,
            tile_row: (u64::from(atlas.tile[0]) * texel) as usize,
            image_row: image_row as usize,
            rows: atlas.band,
            most: atlas.band,
            of_tile: atlas.tile[1],
            above: 0,
            placed: 0,
        })
    }

    /// Places bytes, up to the end of a row of a tile, and returns the others.
    pub fn place<'a>(&mut self, texels: &'a [u8]) -> &'a [u8] {
        let tile = self.tile_row * self.rows as usize;
        let (column, within) = (self.placed / tile, self.placed % tile);
        let (row, at) = (within / self.tile_row, within % self.tile_row);
        let take = texels.len().min(self.tile_row - at);
        let (piece, rest) = texels.split_at(take);
        let start = row * self.image_row + column * self.tile_row + at;
        self.texels[start..start + take].copy_from_slice(piece);
        self.placed += take;
        rest
    }

    /// Returns the rows if all of them are complete. The next band then begins.
    pub fn take(&mut self) -> Option<&mut [u8]> {
        let bytes = self.image_row * self.rows as usize;
        if self.placed < bytes {
            return None;
        }
        self.above = (self.above + self.rows) % self.of_tile;
        self.rows = self.most.min(self.of_tile - self.above);
        self.placed = 0;
        Some(&mut self.texels[..bytes])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(size: [u32; 3]) -> [u32; 2] {
        let atlas = Atlas::new(&size, 1).unwrap();
        [atlas.columns, atlas.rows]
    }

    #[test]
    fn columns_divide_the_slices_and_the_image_is_near_a_square() {
        for slices in 1..=600 {
            let [columns, rows] = sides([16, 16, slices]);
            assert_eq!(columns * rows, slices);
            assert!(columns >= rows, "{slices}");
        }
        assert_eq!(sides([128, 128, 128]), [16, 8]);
        assert_eq!(sides([64, 64, 64]), [8, 8]);
        assert_eq!(sides([32, 32, 33]), [11, 3]);
        assert_eq!(sides([8, 8, 127]), [127, 1]);
        // Wide slices lie one below the other.
        assert_eq!(sides([1000, 10, 64]), [1, 64]);
        assert_eq!(sides([10, 1000, 64]), [64, 1]);
    }

    #[test]
    fn slices_that_fill_no_texture_are_refused_where_others_would() {
        let message = |size: [u32; 3]| Atlas::new(&size, 1).unwrap_err().to_string();
        assert_eq!(
            message([128, 128, 131]),
            "size: 131 slices of 128x128 as a .png, which fill no image within 16384 texels, is not allowed; \
             allowed: another number along z, such as 130 or 132; .npy, .tif, .ktx2, .dds, .vdb, .raw and .zarr hold any"
        );
        assert!(message([1, 1, 16411]).contains("such as 16410 or 16412"));
        // No number of slices would do here: such images are not for textures.
        assert_eq!(sides([10_000, 10_000, 7]), [7, 1]);
        assert_eq!(sides([20_000, 5, 3]), [1, 3]);
        assert_eq!(sides([1, 1, 1 << 31]), [1 << 16, 1 << 15]);
    }

    #[test]
    fn a_band_stays_within_its_bytes_however_large_the_tiles() {
        for (size, texel) in [
            ([128, 128, 128], 1),
            ([2048, 2048, 64], 4),
            ([30_000, 30_000, 4], 1),
            ([30_000, 30_000, 4], 4),
            ([1 << 20, 1 << 10, 6], 2),
        ] {
            let atlas = Atlas::new(&size, texel).unwrap();
            let bytes = atlas.width() * u64::from(texel) * u64::from(atlas.band);
            assert!(bytes <= BAND_BYTES, "{size:?}");
            assert!(1 <= atlas.band && atlas.band <= size[1]);
            assert_eq!(atlas.is_banded(), bytes > BAND_BYTES / 2, "{size:?}");
        }
    }

    #[test]
    fn bands_of_any_height_make_the_image() {
        let atlas = |band| Atlas {
            band,
            ..Atlas::new(&[3, 5, 4], 2).unwrap()
        };
        let [width, height] = [6, 10];
        for band in 1..=5 {
            let (atlas, mut image) = (atlas(band), Vec::new());
            let mut rows = Band::new(&atlas, 2).unwrap();
            for (top, first) in [(0, 0), (1, 2)] {
                for y in (0..5).step_by(band as usize) {
                    for slice in [first, first + 1] {
                        for row in y..(y + band).min(5) {
                            let texels =
                                [0, 1, 2].map(|x| [(10 * slice + row) as u8, 10 * top + x]);
                            assert!(rows.place(texels.as_flattened()).is_empty());
                            image.extend(
                                rows.take().map(|rows| rows.to_vec()).into_iter().flatten(),
                            );
                        }
                    }
                }
            }
            let expected: Vec<u8> = (0..height)
                .flat_map(|y| (0..width).map(move |x| (x, y)))
                .flat_map(|(x, y)| [10 * (y / 5 * 2 + x / 3) + y % 5, 10 * (y / 5) + x % 3])
                .collect();
            assert_eq!(image, expected, "{band}");
        }
    }
}
