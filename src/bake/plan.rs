//! What a bake will do, as plain data.

use super::texels::{packing, resolution};
use crate::format::{BRICK_MAX, Contents, FileType, Parts, Sheet, stored_bytes};
use crate::grid::Brick;
use crate::program::Job;
use crate::recipe::{Bounds, Layout, Range, Tiling};
use crate::texel::{Format, Packing};
use crate::{Error, Recipe, Result};

/// What a bake will do: which samples it computes, in which bricks, and as which texels.
///
/// ```
/// use wgpu_noise::{Grid, Job, Noise, bake::Plan};
///
/// let job = Job::of(&[Noise::perlin()], &Grid::new([512, 512, 512]))?;
/// let plan = Plan::new(job, None, None, None)?;
/// assert_eq!(plan.bytes(), 512 * 512 * 512 * 4);
/// assert_eq!(plan.bricks().count(), 16);
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) job: Job,
    /// The samples that it computes.
    pub(super) piece: Brick,
    pub(super) file_type: Option<FileType>,
    pub(super) packing: Packing,
    /// Whether the file holds all mip levels.
    pub(super) mips: bool,
    /// What a backend computes, and a writer takes.
    pub(super) taken: Packing,
    pub(super) samples: u64,
    pub(super) bytes: u64,
    pub(super) tiling: Tiling,
    /// The tiles of each image; `None` for other files and for images of one picture.
    pub(super) sheet: Option<Sheet>,
    pub(super) must_measure: bool,
    /// Which file, or which range of the only file, holds which samples. A part is complete before the next one begins.
    pub(super) parts: Parts,
    /// The most samples of a brick.
    pub(super) brick_samples: u64,
}

impl Plan {
    /// The most files of one bake, as parts of a `.zarr` or as frames.
    pub const FILES_MAX: u32 = 1_000_000;

    /// Plans the bake of a recipe into a type of file, with its format, range, sheet and levels: of the samples in its box, if it
    /// has one.
    ///
    /// # Errors
    /// Those of [`Recipe::job`] and [`Plan::new`]; [`Error::Invalid`] for a sheet that the file cannot have, and for a range that
    /// is measured in a box, since pieces of a whole would have ranges of their own.
    pub fn of_recipe(recipe: &Recipe, file_type: Option<FileType>) -> Result<Plan> {
        let (job, range) = (recipe.job()?, recipe.unorm_range());
        let (piece, tiling) = (recipe.brick(), recipe.tiling());
        let plan = Plan::piece(job, piece, file_type, recipe.format, range, tiling)?;
        if plan.must_measure && plan.piece != Brick::all(&plan.job.grid) {
            let allowed = "two numbers, or auto; each piece would have a range of its own";
            return Err(Error::invalid("range", "measured, in a box", allowed));
        }
        Ok(plan.with_mips(recipe.mips))
    }

    /// Plans a bake of a job into a type of file; `None` is a stream of samples. Allocates nothing that grows with the grid.
    ///
    /// Without a format, streams store the samples unchanged, as 32-bit floats, and files take one of
    /// [`FileType::defaults`]. Unorm formats store the two values of [`range`](fn@super::range) as 0 and 1.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for 2⁶³ bytes or more, and for more than [`Plan::FILES_MAX`] files. [`Error::Invalid`] for a
    /// format with fewer components than there are channels, for values that 16-bit floats cannot hold, and for a number of
    /// slices that fills no image. Those of [`range`](fn@super::range) and [`Job::with_resolution`].
    pub fn new(
        job: Job,
        file_type: Option<FileType>,
        format: Option<Format>,
        range: Option<Range>,
    ) -> Result<Plan> {
        let all = Brick::all(&job.grid);
        Plan::piece(job, all, file_type, format, range, Tiling::default())
    }

    fn piece(
        job: Job,
        piece: Brick,
        file_type: Option<FileType>,
        format: Option<Format>,
        range: Option<Range>,
        tiling: Tiling,
    ) -> Result<Plan> {
        let packing = packing(&job, file_type, format, range)?;
        let mut plan = Plan::packed(job, piece, file_type, packing, tiling)?;
        let is_unorm = packing.format.component().is_unorm();
        plan.must_measure = is_unorm && range == Some(Range::Bounds(Bounds::Measured));
        Ok(plan)
    }

    /// Plans a bake with a given packing.
    pub(super) fn packed(
        job: Job,
        piece: Brick,
        file_type: Option<FileType>,
        packing: Packing,
        tiling: Tiling,
    ) -> Result<Plan> {
        let contents = Contents {
            tiling,
            ..Contents::of(&job.grid, &piece, packing)
        };
        contents.bytes()?;
        let sheet = Sheet::new(file_type, &contents)?;
        let parts = Parts::new(file_type, &contents);
        check_files(&contents, file_type, parts.files())?;
        Ok(Plan {
            brick_samples: BRICK_MAX / u64::from(packing.bytes()),
            mips: false,
            taken: packing,
            bytes: stored_bytes(&contents),
            parts,
            tiling,
            sheet: sheet.laid_out(),
            must_measure: false,
            job: job.with_resolution(resolution(&packing))?,
            piece,
            file_type,
            packing,
            samples: piece.samples(),
        })
    }

    /// Returns the plan with all mip levels, if the type of file holds them.
    ///
    /// The levels are averages of the samples, so the bake then computes 32-bit floats, and the writer makes texels of them.
    #[must_use]
    pub fn with_mips(mut self, mips: bool) -> Plan {
        self.mips = mips && self.file_type.is_some_and(FileType::is_texture);
        let contents = Contents {
            mips: self.mips,
            ..Contents::of(&self.job.grid, &self.piece, self.packing)
        };
        self.taken = contents.taken();
        self.brick_samples = BRICK_MAX / u64::from(self.taken.bytes());
        self.bytes = stored_bytes(&contents);
        self
    }

    /// Returns the noise on its grid, for which a backend is made. Fractals of `octaves = "auto"` have as many octaves as the
    /// texels show.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Returns how samples become texels.
    pub fn packing(&self) -> &Packing {
        &self.packing
    }

    /// Returns the type of the file; `None` for a stream of samples.
    pub fn file_type(&self) -> Option<FileType> {
        self.file_type
    }

    /// Returns the number of samples along x, y and z, as far as the grid has these axes.
    pub fn size(&self) -> &[u32] {
        &self.piece.size[..self.job.grid.size.len()]
    }

    /// Returns the box that it computes, as [`Recipe::part`] gives it; `None` for all samples.
    pub fn part(&self) -> Option<Vec<[u32; 2]>> {
        let is_part = self.piece != Brick::all(&self.job.grid);
        let axes = (0..self.job.grid.size.len()).map(|axis| self.piece.range(axis));
        is_part.then(|| axes.map(|range| [range.start, range.end]).collect())
    }

    /// Returns the number of samples, over all frames.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Returns the number of bytes of the texels or blocks of all levels, over all frames.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns whether the range of the packing must still be found by [`Plan::measure`].
    pub fn must_measure(&self) -> bool {
        self.must_measure
    }

    /// Returns what the file holds. `recipe` is kept in it if the type of file has a place for it.
    pub fn contents(&self, recipe: &Recipe) -> Contents {
        let has_supercompression = FileType::has_supercompression;
        Contents {
            mips: self.mips,
            supercompress: recipe.supercompress && self.file_type.is_some_and(has_supercompression),
            transfer: recipe.transfer(),
            names: recipe.channel_names(),
            recipe: Some(recipe.to_toml()),
            tiling: self.tiling,
            fps: recipe.fps.unwrap_or(Recipe::FPS_DEFAULT),
            ..Contents::of(&self.job.grid, &self.piece, self.packing)
        }
    }

    /// Returns the recipe that files keep: with the format and the range that the plan found, so that it gives the same texels in
    /// every type of file that can hold them.
    pub fn resolved(&self, recipe: &Recipe) -> Recipe {
        let (format, range) = (self.packing.format, self.packing.range);
        let unorm = format.component().is_unorm();
        Recipe {
            format: recipe.format.or(unorm.then_some(format)),
            range: if unorm {
                Some(Range::Of(range))
            } else {
                recipe.range
            },
            ..recipe.clone()
        }
    }

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

    /// Returns the number of files that hold the texels; 1 for a stream.
    pub fn files(&self) -> u64 {
        self.parts.files()
    }

    /// Returns the bytes of the texels that a bake has in memory at once: those of a brick that is computed and of one that is
    /// written.
    pub fn memory(&self) -> u64 {
        self.brick_bytes() * self.brick_count().min(2)
    }

    /// Returns the number of bytes of the texels of the largest brick: at most 32 MiB.
    pub(super) fn brick_bytes(&self) -> u64 {
        self.first_brick().samples() * u64::from(self.taken.bytes())
    }
}

fn check_files(contents: &Contents, file_type: Option<FileType>, files: u64) -> Result<()> {
    let limit = u64::from(Plan::FILES_MAX);
    if files <= limit {
        return Ok(());
    }
    let extension = file_type.map_or("", FileType::extension);
    let what = match contents.frames {
        Some(frames) => format!("frames {frames} as .{extension}"),
        None => format!("size {:?} as .{extension}", contents.size),
    };
    Err(Error::TooLarge {
        what,
        needed: format!("{files} files"),
        limit: format!(
            "{limit} files; {} hold all frames in one",
            FileType::listed("and", |file_type| !file_type.numbers_frames())
        ),
    })
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
    use crate::texel::Format;
    use crate::{Grid, Noise, Program};

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
            let [nx, ny, nz] = plan.job.grid.size3().map(u64::from);
            let mut at = 0;
            for brick in plan.bricks() {
                let [x, y, z, w] = brick.start.map(u64::from);
                let first = ((w * nz + z) * ny + y) * nx + x;
                assert_eq!(first, at, "{size:?} {brick:?}");
                assert!(brick.samples() * 16 <= plan.brick_bytes());
                at += brick.samples();
            }
            assert_eq!(at, plan.samples, "{size:?}");
            assert!(plan.brick_bytes() <= BRICK_MAX, "{size:?}");
            // Whatever the shape, few bricks are small.
            let fewest = (16 * plan.samples).div_ceil(BRICK_MAX);
            let rests =
                u64::from(plan.job.grid.frame_count()) * u64::from(plan.job.grid.size3()[2]);
            assert!(
                plan.bricks().count() as u64 <= 2 * fewest + rests,
                "{size:?}"
            );
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
        assert_eq!(whole.bricks().count(), 4);
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
