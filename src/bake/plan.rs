//! What a bake will do, as plain data.

use super::grid_steps::GridSteps;
use super::supersample::Supersample;
use super::texels::{packing, resolution};
use crate::format::{BRICK_MAX, Contents, FILES_MAX, FileType, Parts, Sheet, stored_bytes};
use crate::grid::Brick;
use crate::program::Job;
use crate::recipe::{Bounds, Codec, Range, Tiling};
use crate::texel::{Format, Packing};
use crate::{Error, Grid, Recipe, Result};

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
    /// The noise on the grid of the sub-samples: that of the samples, if each has one.
    pub(super) job: Job,
    /// The samples of the whole.
    pub(super) grid: Grid,
    /// How samples are made of sub-samples, if they are.
    pub(super) supersample: Option<Supersample>,
    /// What becomes of the samples of the whole grid before they are packed.
    pub(super) grid_steps: Option<GridSteps>,
    /// The samples that it computes.
    pub(super) piece: Brick,
    pub(super) file_type: Option<FileType>,
    pub(super) packing: Packing,
    /// Whether the file holds all mip levels.
    pub(super) mips: bool,
    /// How the file is compressed, if its type has codecs.
    pub(super) codec: Option<Codec>,
    /// What a backend computes, and a writer takes.
    pub(super) taken: Packing,
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
    pub const FILES_MAX: u32 = FILES_MAX;

    /// Plans the bake of a recipe into a type of file, with its format, range, sheet and levels: of the samples in its box, if it
    /// has one.
    ///
    /// # Errors
    /// Those of [`Recipe::job`] and [`Plan::new`]; [`Error::Invalid`] for a sheet that the file cannot have, for a range that
    /// is measured in a box, since pieces of a whole would have ranges of their own, and for too wide a blur; [`Error::TooLarge`]
    /// for an erosion or a blur of more than 2²⁶ samples.
    pub fn of_recipe(recipe: &Recipe, file_type: Option<FileType>) -> Result<Plan> {
        let (job, range) = (recipe.job()?, recipe.unorm_range());
        let piece = recipe.brick();
        // One recipe is for files with tiles and without.
        let tiling = match file_type.is_some_and(FileType::is_image) {
            true => recipe.tiling(),
            false => Tiling::default(),
        };
        let plan = Plan::piece(job, piece, file_type, recipe.format, range, tiling)?;
        if plan.must_measure && plan.piece != Brick::all(&plan.grid) {
            let allowed = "two numbers, or auto; each piece would have a range of its own";
            return Err(Error::invalid("range", "measured, in a box", allowed));
        }
        let plan = Plan {
            grid_steps: GridSteps::of(recipe)?,
            codec: plan.codec.map(|_| recipe.codec),
            mips: recipe.mips && file_type.is_some_and(FileType::is_texture),
            ..plan
        };
        let plan = plan.with_taken();
        match Supersample::of(recipe) {
            Some(supersample) => plan.with_sub_samples(supersample),
            None => Ok(plan),
        }
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
    fn packed(
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
        let parts = Parts::new(file_type, &contents)?;
        Ok(Plan {
            brick_samples: brick_samples(&piece, &packing),
            mips: false,
            codec: file_type
                .filter(|of| of.has_codec())
                .map(|_| Codec::default()),
            taken: packing,
            bytes: stored_bytes(&contents),
            parts,
            tiling,
            sheet: sheet.laid_out(),
            must_measure: false,
            grid: job.grid.clone(),
            supersample: None,
            grid_steps: None,
            job: job.with_resolution(resolution(&packing))?,
            piece,
            file_type,
            packing,
        })
    }

    /// Returns the plan with another range of its packing.
    pub(super) fn repacked(self, packing: Packing) -> Result<Plan> {
        let plan = Plan {
            job: self.job.with_resolution(resolution(&packing))?,
            packing,
            must_measure: false,
            ..self
        };
        Ok(plan.with_taken())
    }

    /// Returns the plan with what a backend computes for its packing, and how much that is.
    ///
    /// Mip levels are averages of the samples, so with them the bake computes 32-bit floats, and the writer makes texels of them.
    fn with_taken(mut self) -> Plan {
        let contents = self.bare_contents();
        self.taken = contents.taken();
        self.brick_samples = brick_samples(&self.piece, &self.taken);
        self.bytes = stored_bytes(&contents);
        self
    }

    fn with_sub_samples(mut self, supersample: Supersample) -> Result<Plan> {
        self.job = supersample.refine(&self.job)?;
        self.supersample = Some(supersample);
        Ok(self)
    }

    /// Returns the noise on the grid of its sub-samples, for which a backend is made. Without sub-samples this is
    /// [`Plan::grid`]. Fractals of `octaves = "auto"` have as many octaves as the sub-samples show.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Returns the grid of the samples, of which [`Plan::bricks`] are parts.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    #[cfg(all(feature = "service", not(target_arch = "wasm32")))]
    pub(crate) fn supersample(&self) -> Option<Supersample> {
        self.supersample
    }

    /// Returns the number of sub-samples of a sample; 1 if samples are computed as they are.
    pub fn sub_samples(&self) -> u64 {
        self.supersample
            .map_or(1, |supersample| supersample.count())
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
        &self.piece.size[..self.grid.size.len()]
    }

    /// Returns the box that it computes, as [`Recipe::part`] gives it; `None` for all samples.
    pub fn part(&self) -> Option<Vec<[u32; 2]>> {
        let is_part = self.piece != Brick::all(&self.grid);
        let axes = (0..self.grid.size.len()).map(|axis| self.piece.range(axis));
        is_part.then(|| axes.map(|range| [range.start, range.end]).collect())
    }

    /// Returns the number of samples, over all frames.
    pub fn samples(&self) -> u64 {
        self.piece.samples()
    }

    /// Returns the number of bytes of the texels or blocks of all levels, over all frames.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns whether the range of the packing must still be found by [`Plan::measure`].
    pub fn must_measure(&self) -> bool {
        self.must_measure
    }

    /// Returns what the file holds. The recipe is kept in it, as [`Plan::resolved`] returns it, if the type of file has a place
    /// for it.
    pub fn contents(&self, recipe: &Recipe) -> Contents {
        let recipe = &self.resolved(recipe);
        let has_supercompression = FileType::has_supercompression;
        Contents {
            supercompress: recipe.supercompress && self.file_type.is_some_and(has_supercompression),
            codec: self.codec.unwrap_or_default(),
            transfer: recipe.transfer(),
            is_normal: recipe.is_normal(),
            names: recipe.channel_names(),
            recipe: Some(recipe.to_toml()),
            fps: recipe.fps.unwrap_or(Recipe::FPS_DEFAULT),
            ..self.bare_contents()
        }
    }

    /// Returns what the file holds, without what only a recipe says.
    pub(super) fn bare_contents(&self) -> Contents {
        Contents {
            mips: self.mips,
            tiling: self.tiling,
            ..Contents::of(&self.grid, &self.piece, self.packing)
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

    /// Returns the number of files that hold the texels; 1 for a stream.
    pub fn files(&self) -> u64 {
        self.parts.files()
    }
}

/// Returns the most samples of a brick: a sixteenth of the bake, within bounds. Nothing is written while the first brick is
/// computed, and nothing is computed while the last one is written, so these two should be a small part of the whole.
fn brick_samples(piece: &Brick, taken: &Packing) -> u64 {
    let texel = u64::from(taken.bytes());
    let part = piece.samples().saturating_mul(texel) / 16;
    part.clamp(BRICK_MAX / 4, BRICK_MAX) / texel
}
