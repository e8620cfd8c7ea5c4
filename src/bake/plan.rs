//! What a bake will do, as plain data.

use super::cut;
use crate::format::{Description, FileType};
use crate::grid::Brick;
use crate::program::Job;
use crate::texel::Packing;
use crate::{Error, Recipe, Result};

/// The most bytes of texels of one bake: 1 TiB.
pub const BYTES_MAX: u64 = 1 << 40;

/// The most files of one bake, where each frame is a file.
pub const FILES_MAX: u32 = 100_000;

/// What a bake will do: which samples, in which pieces, into what. Its text is that of `--plan`.
///
/// ```
/// use wgpu_noise::{Grid, Noise, Program, bake};
///
/// let grid = Grid::new([512, 512, 512]);
/// let program = Program::check(&[Noise::perlin()], grid.axes())?;
/// let job = program.bind(program.params(), &grid)?;
/// let packing = bake::packing(&job, None, None, None)?;
/// let plan = bake::Plan::new(job, None, packing)?;
/// assert_eq!(plan.bytes, 512 * 512 * 512 * 4);
/// assert_eq!(plan.bricks().count(), 32);
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    /// The noise on its grid.
    pub job: Job,
    /// The type of file; `None`: a stream.
    pub file_type: Option<FileType>,
    /// How samples become texels.
    pub packing: Packing,
    /// Samples over all frames.
    pub samples: u64,
    /// Bytes of the texels over all frames.
    pub bytes: u64,
    /// Samples of a brick along x, y and z; the last on an axis may be shorter.
    pub brick: [u32; 3],
}

impl Plan {
    /// The plan of a job; allocates nothing that grows with the grid.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more than [`BYTES_MAX`] bytes or [`FILES_MAX`] files.
    pub fn new(job: Job, file_type: Option<FileType>, packing: Packing) -> Result<Plan> {
        let samples = job.grid.samples()?;
        let bytes = u128::from(samples) * u128::from(packing.bytes());
        let fits = u64::try_from(bytes).ok().filter(|&n| n <= BYTES_MAX);
        let Some(bytes) = fits else {
            let times = match job.grid.frames {
                Some(frames) => format!(" in {frames} frames"),
                None => String::new(),
            };
            return Err(Error::TooLarge {
                what: format!("size {}{times}", job.grid.describe_size()),
                needed: format!("{bytes} bytes"),
                limit: format!("{BYTES_MAX} bytes (1 TiB)"),
            });
        };
        let numbered = file_type.filter(|t| matches!(t, FileType::Png | FileType::Ktx2));
        let frames = job.grid.frame_count();
        if let Some(file_type) = numbered
            && frames > FILES_MAX
        {
            return Err(Error::TooLarge {
                what: format!("frames {frames} as .{}", file_type.extension()),
                needed: format!("{frames} files"),
                limit: format!("{FILES_MAX} files; .npy and .raw hold all frames in one"),
            });
        }
        Ok(Plan {
            brick: cut::brick_size(job.grid.size3()),
            job,
            file_type,
            packing,
            samples,
            bytes,
        })
    }

    /// What the file holds. `recipe` is kept inside where the type of file has a place for it.
    pub fn description(&self, recipe: &Recipe) -> Description {
        Description {
            size: self.job.grid.size.clone(),
            frames: self.job.grid.frames,
            packing: self.packing,
            recipe: recipe.to_toml(),
        }
    }

    /// The pieces, in the order of the file: frames, then slabs along the slowest axis.
    pub fn bricks(&self) -> impl Iterator<Item = Brick> + '_ {
        let (size, step) = (self.job.grid.size3(), self.brick);
        (0..self.job.grid.frame_count()).flat_map(move |frame| cut::bricks(size, step, frame))
    }

    /// Bytes of the texels of the largest brick: at most 64 MiB.
    pub fn brick_bytes(&self) -> u64 {
        let samples: u64 = self.brick.iter().map(|&n| u64::from(n)).product();
        samples * u64::from(self.packing.bytes())
    }
}
