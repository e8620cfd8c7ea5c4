//! The bricks of a bake: how its samples are cut, and in which order they are computed.

use super::plan::Plan;
use crate::format::Sheet;
use crate::grid::Brick;
use crate::recipe::Layout;

impl Plan {
    /// Returns the bricks in the order of the file.
    ///
    /// A brick is as many frames as fit, one frame if each is a file, or else a slab along the slowest axis; a slice that is
    /// too large is cut into runs of rows, and a row that is too large into runs of samples. A sheet with very large tiles is cut
    /// into bands of rows, each across all tiles that lie side by side.
    pub fn bricks(&self) -> Box<dyn Iterator<Item = Brick> + '_> {
        Box::new((0..self.parts.count() as u32).flat_map(|part| self.bricks_of(part)))
    }

    /// Returns the bricks of one part, in its order.
    pub(super) fn bricks_of(&self, part: u32) -> Box<dyn Iterator<Item = Brick>> {
        let (part, first) = (self.parts.brick(part), self.piece.start);
        match self.sheet.filter(Sheet::is_banded) {
            Some(sheet) => Box::new(banded(sheet, part).map(move |brick| brick.moved(first))),
            None => Box::new(part.moved(first).pieces(self.brick_samples)),
        }
    }

    /// Returns the first brick. No brick is larger.
    pub(super) fn first_brick(&self) -> Brick {
        (self.bricks().next()).unwrap_or_else(|| unreachable!("a grid has at least one sample"))
    }

    /// Returns the number of bricks.
    pub(crate) fn brick_count(&self) -> u64 {
        let of_part = |part| -> u64 {
            // None is larger than the first, and they lie side by side.
            let first = self.bricks_of(part).next().map(|brick| brick.size);
            let sides = self.parts.brick(part).size.into_iter();
            (sides.zip(first.unwrap_or([1; 4])))
                .map(|(side, brick)| u64::from(side.div_ceil(brick)))
                .product()
        };
        (0..self.parts.count() as u32).map(of_part).sum()
    }

    /// Returns the bytes of the texels that a bake has in memory at once: those of a brick that is computed and of one that is
    /// written.
    pub fn memory(&self) -> u64 {
        self.brick_bytes() * self.bricks().take(2).count() as u64
    }

    /// Returns the number of bytes of the texels of the largest brick: at most 32 MiB.
    pub(super) fn brick_bytes(&self) -> u64 {
        self.first_brick().samples() * u64::from(self.taken.bytes())
    }
}

/// Returns the bricks of a file in the order of its bands: row of tiles, band, tile.
fn banded(sheet: Sheet, part: Brick) -> impl Iterator<Item = Brick> {
    let [x, y] = sheet.tile;
    // Tiles are slices or frames.
    let axis = if sheet.layout == Some(Layout::Flipbook) {
        3
    } else {
        2
    };
    let bands = (0..sheet.rows).flat_map(move |row| {
        let tops = (0..y).step_by(sheet.band as usize);
        tops.map(move |top| (row * sheet.columns, top))
    });
    bands.flat_map(move |(first, top)| {
        (first..sheet.tiles.min(first + sheet.columns)).map(move |tile| {
            let mut start = part.start;
            start[1] = top;
            start[axis] += tile;
            let size = [x, sheet.band.min(y - top), 1, 1];
            Brick { start, size }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{BRICK_MAX, FileType};
    use crate::texel::Format;
    use crate::{Error, Grid, Noise, Program, Recipe, Result};

    fn plan(size: &[u32], frames: Option<u32>) -> Result<Plan> {
        let grid = Grid {
            frames,
            ..Grid::new(size)
        };
        let program = Program::check(&[Noise::perlin().frequency(1e-6)], grid.axes())?;
        let job = program.bind(program.params(), &grid)?;
        Plan::new(job, None, Some(Format::Rgba32Float), None)
    }

    #[test]
    fn bricks_are_bounded_and_follow_each_other_to_the_end() {
        for (size, frames) in [
            (&[1][..], None),
            (&[4_194_305], None),
            (&[100_000, 3], None),
            (&[3, 100_000], None),
            (&[512, 512, 512], Some(2)),
            (&[3, 5, 100_000], Some(3)),
            (&[3, 100_000, 5], Some(2)),
            (&[100_000, 3, 5], None),
            (&[2_000, 3_000, 7], None),
            (&[1], Some(100_000)),
            (&[64, 64], Some(2_000)),
            (&[50, 50, 50], Some(77)),
        ] {
            let plan = plan(size, frames).unwrap();
            let [nx, ny, nz] = plan.grid.size3().map(u64::from);
            let mut at = 0;
            for brick in plan.bricks() {
                let [x, y, z, w] = brick.start.map(u64::from);
                let first = ((w * nz + z) * ny + y) * nx + x;
                assert_eq!(first, at, "{size:?} {brick:?}");
                assert!(brick.samples() * 16 <= plan.brick_bytes());
                at += brick.samples();
            }
            assert_eq!(at, plan.samples(), "{size:?}");
            assert_eq!(plan.bricks().count() as u64, plan.brick_count(), "{size:?}");
            assert!(plan.brick_bytes() <= BRICK_MAX, "{size:?}");
            // Whatever the shape, few bricks are small.
            let fewest = plan.samples().div_ceil(plan.brick_samples);
            let rests = u64::from(plan.grid.frame_count()) * u64::from(plan.grid.size3()[2]);
            assert!(
                plan.bricks().count() as u64 <= 2 * fewest + rests,
                "{size:?}"
            );
        }
    }

    #[test]
    fn bricks_are_counted_part_by_part() {
        let whole = plan(&[500, 500, 200], None).unwrap();
        for file_type in [FileType::Npy, FileType::Zarr] {
            let plan = Plan::new(whole.job.clone(), Some(file_type), None, None).unwrap();
            assert!(plan.parts.count() > 1);
            assert_eq!(plan.bricks().count() as u64, plan.brick_count());
        }
    }

    #[test]
    fn bricks_of_large_tiles_make_their_atlas_band_by_band() {
        let grid = Grid::new([9000, 7001, 6]).frames(2);
        let program = Program::check(&[Noise::perlin().frequency(1e-6)], grid.axes()).unwrap();
        let job = program.bind(program.params(), &grid).unwrap();
        let plan = Plan::new(job, Some(FileType::Png), Some(Format::R16Unorm), None).unwrap();
        let sheet = plan.sheet.unwrap();
        assert_eq!([sheet.columns, sheet.rows], [2, 3]);
        let (mut rows, mut tiles) = (0, Vec::new());
        for brick in plan.bricks() {
            let [x, y, z, w] = brick.start;
            // Bytes of a row of the image up to here, and of those above.
            let place = (w, z / 2, y, z % 2);
            assert_eq!(
                (x, brick.size[0], brick.size[2], brick.size[3]),
                (0, 9000, 1, 1)
            );
            assert!(tiles.last().is_none_or(|last| *last < place));
            assert!(brick.samples() * 2 * 2 <= 64 << 20);
            tiles.push(place);
            rows += u64::from(brick.size[1]);
        }
        assert_eq!(rows, 7001 * 6 * 2);
        assert!(format!("{plan}").contains(&format!("bricks {} of", tiles.len())));
    }

    #[test]
    fn bricks_of_large_frames_make_their_flipbook_band_by_band() {
        let recipe = "size = [9000, 7001]\nframes = 5\nlayout = \"flipbook\"\ncolumns = 2\npad_sheet = true\n\
                      channels = [\"p\"]\nnodes.p = { kind = \"perlin\" }\nformat = \"r16unorm\"";
        let recipe = Recipe::parse(recipe, "r").unwrap();
        let plan = Plan::of_recipe(&recipe, Some(FileType::Png)).unwrap();
        let places = plan.bricks().map(|brick| {
            let [x, y, z, w] = brick.start;
            assert_eq!((x, z, brick.size[3]), (0, 0, 1));
            (w / 2, y, w % 2, brick.size[1])
        });
        let places: Vec<_> = places.collect();
        assert!(places.is_sorted());
        let rows = places.iter().map(|(.., rows)| rows).sum::<u32>();
        assert_eq!(rows, 7001 * 5);
        assert!(places.len() > 2 * 5, "{}", places.len());
        let last = places.iter().filter(|(row, ..)| *row == 2);
        assert!(last.clone().count() > 1 && last.clone().all(|(_, _, column, _)| *column == 0));
    }

    #[test]
    fn numbered_files_are_computed_one_by_one() {
        let whole = plan(&[64, 64], Some(2_000)).unwrap();
        assert_eq!(whole.bricks().count(), 16);
        let frames = Plan::new(whole.job, Some(FileType::Png), None, None).unwrap();
        assert_eq!(frames.bricks().count(), 2_000);
        assert!(frames.bricks().all(|brick| brick.size == [64, 64, 1, 1]));
    }

    #[test]
    fn sizes_over_the_limit_are_refused_whatever_overflows() {
        let sides = [1, 1 << 16, 100_000, 1 << 31];
        for x in sides {
            for y in sides {
                for frames in [None, Some(1), Some(1 << 31)] {
                    let bytes = 16 * u128::from(x) * u128::from(y) * 100_000;
                    let bytes = bytes * u128::from(frames.unwrap_or(1));
                    let fits = bytes < 1 << 63;
                    match plan(&[x, y, 100_000], frames) {
                        Ok(plan) => assert!(fits && u128::from(plan.bytes) == bytes),
                        Err(error) => {
                            assert!(!fits && matches!(error, Error::TooLarge { .. }), "{error}");
                        }
                    }
                }
            }
        }
    }
}
