//! The rows of a sheet, made of the texels of its tiles.

use crate::Result;
use crate::format::sheet::Sheet;
use crate::memory::zeros;

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
    /// The number of tiles in a row, and of those in this row of tiles and below it. The others are blank.
    columns: u32,
    tiles: u32,
    /// The number of rows of this row of tiles above this band, and of bytes that are placed in this band.
    above: u32,
    placed: usize,
}

impl Band {
    /// Returns the first band of a sheet.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(sheet: &Sheet, texel_bytes: u32) -> Result<Band> {
        let texel = u64::from(texel_bytes);
        let image_row = sheet.width() * texel;
        Ok(Band {
            texels: zeros(image_row * u64::from(sheet.band))?,
            tile_row: (u64::from(sheet.tile[0]) * texel) as usize,
            image_row: image_row as usize,
            rows: sheet.band,
            most: sheet.band,
            of_tile: sheet.tile[1],
            columns: sheet.columns,
            tiles: sheet.tiles,
            above: 0,
            placed: 0,
        })
    }

    /// Places bytes, and hands on the rows of each band that is complete.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn each(
        &mut self,
        mut texels: &[u8],
        mut write: impl FnMut(&mut [u8]) -> Result<()>,
    ) -> Result<()> {
        while !texels.is_empty() {
            texels = self.place(texels);
            if let Some(rows) = self.take() {
                write(rows)?;
            }
        }
        Ok(())
    }

    /// Places bytes, up to the end of a row of a tile, and returns the others.
    fn place<'a>(&mut self, texels: &'a [u8]) -> &'a [u8] {
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
    fn take(&mut self) -> Option<&mut [u8]> {
        let rows = self.rows as usize;
        let present = self.columns.min(self.tiles);
        let tile_rows = self.tile_row * present as usize;
        if self.placed < tile_rows * rows {
            return None;
        }
        let image = &mut self.texels[..self.image_row * rows];
        if present < self.columns {
            for row in image.chunks_exact_mut(self.image_row) {
                row[tile_rows..].fill(0);
            }
        }
        self.above += self.rows;
        if self.above == self.of_tile {
            self.above = 0;
            self.tiles -= present;
        }
        self.rows = self.most.min(self.of_tile - self.above);
        self.placed = 0;
        Some(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five tiles of 3 × 5 texels in two columns; each texel says its tile, row and column in its two bytes.
    #[test]
    fn bands_of_any_height_make_the_image_and_leave_the_rest_blank() {
        let texel = |tile: u32, x: u32, y: u32| [(10 * tile + y) as u8, x as u8 + 1];
        for band in 1..=5 {
            let sheet = Sheet {
                columns: 2,
                rows: 3,
                blank: 1,
                band,
                ..Sheet::film([3, 5], 5)
            };
            let mut rows = Band::new(&sheet, 2).unwrap();
            let mut image = Vec::new();
            for first in [0, 2, 4] {
                for top in (0..5).step_by(band as usize) {
                    for tile in first..(first + 2).min(5) {
                        for y in top..(top + band).min(5) {
                            let texels = [0, 1, 2].map(|x| texel(tile, x, y));
                            assert!(rows.place(texels.as_flattened()).is_empty());
                            image.extend(rows.take().into_iter().flat_map(|rows| rows.to_vec()));
                        }
                    }
                }
            }
            let places = (0..15).flat_map(|y| (0..6).map(move |x| (x, y)));
            let expected = places.flat_map(|(x, y)| match y / 5 * 2 + x / 3 {
                5 => [0, 0],
                tile => texel(tile, x % 3, y % 5),
            });
            assert_eq!(image, expected.collect::<Vec<u8>>(), "{band}");
        }
    }
}
