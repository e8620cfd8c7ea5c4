//! The six workloads that are measured here and in `benches`, which includes this file.

use wgpu_noise::grid::Brick;
use wgpu_noise::texel::Packing;
use wgpu_noise::{Backend, Grid, Job, Noise, Result};

/// Perlin noise in octaves on a grid of 16.8 million samples.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// The name, of dimensions and octaves.
    pub name: &'static str,
    size: &'static [u32],
    frames: Option<u32>,
    /// The number of samples in a cell of the first octave, along each axis and in time.
    pub cell: u32,
    pub octaves: u32,
}

pub const WORKLOADS: [Workload; 6] = [
    workload("2d-1", &[4096, 4096], None, 64, 1),
    workload("2d-6", &[4096, 4096], None, 64, 6),
    workload("3d-1", &[256, 256, 256], None, 32, 1),
    workload("3d-5", &[256, 256, 256], None, 32, 5),
    workload("4d-1", &[128, 128, 128], Some(8), 32, 1),
    workload("4d-4", &[128, 128, 128], Some(8), 32, 4),
];

const fn workload(
    name: &'static str,
    size: &'static [u32],
    frames: Option<u32>,
    cell: u32,
    octaves: u32,
) -> Workload {
    Workload {
        name,
        size,
        frames,
        cell,
        octaves,
    }
}

impl Workload {
    /// Returns the grid, with `1 / shrink` of the samples along each axis of space.
    pub fn grid(&self, shrink: u32) -> Grid {
        let size: Vec<u32> = self.size.iter().map(|size| size / shrink).collect();
        Grid {
            frames: self.frames,
            ..Grid::new(size)
        }
    }

    /// Returns the noise on a grid.
    pub fn job(&self, grid: &Grid) -> Result<Job> {
        // The box is a unit along x, and all frames are a unit of time.
        let cells = |samples| f64::from(samples) / f64::from(self.cell);
        let perlin = Noise::perlin()
            .frequency(cells(grid.size[0]))
            .time_frequency(cells(grid.frame_count()));
        Job::of(&[perlin.fbm().octaves(self.octaves)], grid)
    }
}

/// Fills all frames.
pub fn fill(backend: &mut dyn Backend, out: &mut [f32]) -> Result<()> {
    let brick = Brick::all(backend.grid());
    backend.fill(&brick, &Packing::samples(1)?, bytemuck::cast_slice_mut(out))?;
    Ok(())
}
