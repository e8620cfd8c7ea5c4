//! How many tiles lie in a row of a sheet.

use std::cmp::Reverse;

use crate::format::file_type::FileType;
use crate::recipe::{Layout, Tiling};
use crate::{Error, Result};

/// The longest side of textures on common GPUs, and of images in engines.
const TEXTURE_SIDE: u32 = 1 << 14;

/// The most numbers of columns that an error names.
const NAMED: usize = 8;

/// Returns the number of columns of a sheet: that which is asked for, or one that is filled.
///
/// # Errors
/// [`Error::Invalid`], as [`Sheet::new`](crate::format::Sheet) says.
pub fn choose(tiling: &Tiling, layout: Option<Layout>, tile: [u32; 2], tiles: u32) -> Result<u32> {
    match tiling.columns {
        Some(columns) => check(columns, tiles, tiling.pad),
        None if fits(tile, tiles) => Ok(filled(tile, tiles)),
        None if tiling.pad => Ok(padded(tile, tiles)),
        // No number of tiles would fit: such an image is not for textures.
        None if u64::from(tiles) > room(tile) => Ok(filled(tile, tiles)),
        None => Err(refusal(layout, tile, tiles)),
    }
}

/// Refuses columns that the tiles do not fill, unless they are padded.
fn check(columns: u32, tiles: u32, pad: bool) -> Result<u32> {
    let is_filled = columns > 0 && tiles.is_multiple_of(columns);
    if is_filled || (pad && (1..=tiles).contains(&columns)) {
        return Ok(columns);
    }
    let refused = |allowed| {
        let given = format!("{columns} for {tiles} tiles");
        Err(Error::invalid("columns", given, allowed))
    };
    if pad {
        return refused(format!("1 to {tiles}"));
    }
    let mut near: Vec<u32> = divisors(tiles).collect();
    near.sort_unstable_by_key(|divisor| divisor.abs_diff(columns));
    near.dedup();
    near.truncate(NAMED);
    near.sort_unstable();
    let near: Vec<String> = near.iter().map(u32::to_string).collect();
    let padded = if (1..=tiles).contains(&columns) {
        let blank = tiles.next_multiple_of(columns) - tiles;
        format!("; or padding (--pad-sheet), which leaves {blank} blank")
    } else {
        String::new()
    };
    let near = near.join(", ");
    refused(format!("a divisor of {tiles}, such as {near}{padded}"))
}

/// Returns the divisors of a number of tiles, in no order.
fn divisors(tiles: u32) -> impl Iterator<Item = u32> {
    (1..=tiles.isqrt())
        .filter(move |divisor| tiles.is_multiple_of(*divisor))
        .flat_map(move |divisor| [divisor, tiles / divisor])
}

/// Returns the longer side of an image of that many columns.
fn longer_side(tile: [u32; 2], tiles: u32, columns: u32) -> Option<u64> {
    let counts = [columns, tiles.div_ceil(columns)].into_iter();
    counts
        .zip(tile)
        .map(|(count, side)| u64::from(count) * u64::from(side))
        .max()
}

/// Returns the number of columns that is filled and makes the longer side of the image shortest; of two such, the greater.
fn filled(tile: [u32; 2], tiles: u32) -> u32 {
    divisors(tiles)
        .min_by_key(|&columns| (longer_side(tile, tiles, columns), Reverse(columns)))
        .unwrap_or(1)
}

/// Returns the number of columns that makes the longer side shortest where the last row need not be full; of several such, the
/// one with the fewest blank tiles, then the greatest.
fn padded(tile: [u32; 2], tiles: u32) -> u32 {
    let [x, y] = tile.map(f64::from);
    let square = (f64::from(tiles) * y / x).sqrt().ceil() as u32;
    let near = square.saturating_sub(1)..=square.saturating_add(1);
    near.map(|columns| columns.clamp(1, tiles))
        .min_by_key(|&columns| {
            let blank = tiles.next_multiple_of(columns) - tiles;
            (longer_side(tile, tiles, columns), blank, Reverse(columns))
        })
        .unwrap_or(1)
}

/// Returns how many tiles fit into a texture.
fn room(tile: [u32; 2]) -> u64 {
    tile.map(|side| u64::from(TEXTURE_SIDE / side))
        .iter()
        .product()
}

/// Returns whether that many tiles fill an image that fits into a texture.
fn fits(tile: [u32; 2], tiles: u32) -> bool {
    let columns = filled(tile, tiles);
    let [across, down] = tile.map(|side| TEXTURE_SIDE / side);
    columns <= across && tiles / columns <= down
}

fn refusal(layout: Option<Layout>, tile: [u32; 2], tiles: u32) -> Error {
    let [x, y] = tile;
    let fewer = (1..tiles).rev().find(|&n| fits(tile, n));
    let more = (tiles + 1..=2 * tiles).find(|&n| fits(tile, n));
    let near: Vec<String> = fewer.iter().chain(&more).map(u32::to_string).collect();
    let (field, what, others) = match layout {
        Some(Layout::Flipbook) => {
            let others = FileType::listed("and", |file_type| !file_type.numbers_frames());
            ("frames", "frames", others)
        }
        _ => {
            let others = FileType::listed("and", FileType::has_any_volume);
            ("size", "slices", others)
        }
    };
    Error::invalid(
        field,
        format!("{tiles} {what} of {x}x{y}, which fill no image within {TEXTURE_SIDE} texels"),
        format!(
            "another number of {what}, such as {}; or padding (--pad-sheet); or another type of file: \
             {others} hold any number",
            near.join(" or ")
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(tiling: &Tiling, tile: [u32; 2], tiles: u32) -> Result<[u32; 2]> {
        let columns = choose(tiling, Some(Layout::Atlas), tile, tiles)?;
        Ok([columns, tiles.div_ceil(columns)])
    }

    fn sides([x, y, tiles]: [u32; 3]) -> [u32; 2] {
        columns(&Tiling::default(), [x, y], tiles).unwrap()
    }

    const PADDED: Tiling = Tiling {
        layout: None,
        columns: None,
        pad: true,
    };

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
        let message = |size: [u32; 3]| {
            let [x, y, slices] = size;
            let refused = columns(&Tiling::default(), [x, y], slices);
            refused.unwrap_err().to_string()
        };
        assert_eq!(
            message([128, 128, 131]),
            "size: got 131 slices of 128x128, which fill no image within 16384 texels; allowed: another number of \
             slices, such as 130 or 132; or padding (--pad-sheet); or another type of file: .npy, .tif, .ktx2, .dds, .vdb, .raw and \
             .zarr hold any number"
        );
        assert!(message([1, 1, 16411]).contains("such as 16410 or 16412"));
        // No number of slices would do here: such images are not for textures.
        assert_eq!(sides([10_000, 10_000, 7]), [7, 1]);
        assert_eq!(sides([20_000, 5, 3]), [1, 3]);
        assert_eq!(sides([1, 1, 1 << 31]), [1 << 16, 1 << 15]);
    }

    #[test]
    fn columns_that_are_asked_for_are_filled_or_refused() {
        let of = |asked, pad| {
            let tiling = Tiling {
                columns: Some(asked),
                pad,
                ..Tiling::default()
            };
            columns(&tiling, [8, 4], 12)
        };
        for asked in 0..=14 {
            let padded = of(asked, true).ok();
            let fits = (1..=12).contains(&asked);
            assert_eq!(padded, fits.then(|| [asked, 12_u32.div_ceil(asked)]));
            if [1, 2, 3, 4, 6, 12].contains(&asked) {
                assert_eq!(of(asked, false).ok(), padded);
                continue;
            }
            let text = of(asked, false).unwrap_err().to_string();
            let divisors = "a divisor of 12, such as 1, 2, 3, 4, 6, 12";
            assert!(text.contains(divisors), "{text}");
            assert_eq!(text.contains("--pad-sheet"), fits, "{text}");
        }
        let text = of(13, true).unwrap_err().to_string();
        assert!(text.ends_with("allowed: 1 to 12"), "{text}");
        let text = of(5, false).unwrap_err().to_string();
        assert!(
            text.ends_with("or padding (--pad-sheet), which leaves 3 blank"),
            "{text}"
        );
    }

    #[test]
    fn a_sheet_is_padded_only_where_no_columns_fill_a_texture() {
        let padded = |tiles| columns(&PADDED, [128, 128], tiles).unwrap();
        assert_eq!(padded(128), [16, 8]);
        assert_eq!(padded(127), [127, 1]);
        assert_eq!(padded(131), [12, 11]);
        for tiles in [131, 137, 1009, 4099, 16_381] {
            let [columns, rows] = padded(tiles);
            assert!(columns * rows >= tiles && columns * rows - tiles < columns);
            assert!(columns.abs_diff(rows) <= 2, "{tiles}");
        }
    }
}
