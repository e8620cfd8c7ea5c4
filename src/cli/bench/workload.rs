//! The workloads that are measured here and in `benches/peers`, which includes this file.

use wgpu_noise::grid::Brick;
use wgpu_noise::recipe::Preset;
use wgpu_noise::texel::Packing;
use wgpu_noise::{Backend, Grid, Job, Noise, Result};

/// Noise in octaves on a grid of 16.8 million samples.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// The name, of dimensions and octaves.
    pub name: &'static str,
    size: &'static [u32],
    frames: Option<u32>,
    /// The number of samples in a cell of the first octave, along each axis and in time.
    pub cell: u32,
    pub octaves: u32,
    source: Source,
}

/// The source of a workload.
#[derive(Clone, Copy, Debug)]
enum Source {
    Perlin,
    Value,
    Classic,
    Simplex,
    Worley,
    /// Perlin noise whose positions perlin noise displaces.
    Warped,
    /// Another fractal of perlin noise than fbm.
    Billow,
    Ridged,
    PingPong,
    Hybrid,
    /// The preset of the workload's name, with more samples in its box.
    Preset,
}

/// Perlin noise, the measure of all others.
pub const WORKLOADS: [Workload; 6] = [
    plane("2d-1", Source::Perlin, 1),
    plane("2d-6", Source::Perlin, 6),
    space("3d-1", Source::Perlin, 1),
    space("3d-5", Source::Perlin, 5),
    animation("4d-1", Source::Perlin, 1),
    animation("4d-4", Source::Perlin, 4),
];

/// The other sources and fractals, displaced positions, and presets.
pub const OTHERS: [Workload; 26] = [
    space("value-3d-5", Source::Value, 5),
    space("classic-3d-5", Source::Classic, 5),
    plane("simplex-2d-1", Source::Simplex, 1),
    plane("simplex-2d-5", Source::Simplex, 5),
    space("simplex-3d-1", Source::Simplex, 1),
    space("simplex-3d-5", Source::Simplex, 5),
    animation("simplex-4d-1", Source::Simplex, 1),
    animation("simplex-4d-5", Source::Simplex, 5),
    plane("worley-2d-1", Source::Worley, 1),
    plane("worley-2d-3", Source::Worley, 3),
    space("worley-3d-1", Source::Worley, 1),
    space("worley-3d-3", Source::Worley, 3),
    animation("worley-4d-1", Source::Worley, 1),
    animation("worley-4d-3", Source::Worley, 3),
    plane("warped-2d-5", Source::Warped, 5),
    space("warped-3d-5", Source::Warped, 5),
    animation("warped-4d-5", Source::Warped, 5),
    space("billow-3d-5", Source::Billow, 5),
    space("ridged-3d-5", Source::Ridged, 5),
    space("ping-pong-3d-5", Source::PingPong, 5),
    space("hybrid-3d-5", Source::Hybrid, 5),
    space("clouds", Source::Preset, 0),
    space("caves", Source::Preset, 0),
    plane("marble", Source::Preset, 0),
    plane("mountains", Source::Preset, 0),
    plane("warped", Source::Preset, 0),
];

const fn plane(name: &'static str, source: Source, octaves: u32) -> Workload {
    Workload {
        name,
        size: &[4096, 4096],
        frames: None,
        cell: 64,
        octaves,
        source,
    }
}

const fn space(name: &'static str, source: Source, octaves: u32) -> Workload {
    Workload {
        size: &[256, 256, 256],
        cell: 32,
        ..plane(name, source, octaves)
    }
}

const fn animation(name: &'static str, source: Source, octaves: u32) -> Workload {
    Workload {
        size: &[128, 128, 128],
        frames: Some(8),
        ..space(name, source, octaves)
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
        let frequency = cells(grid.size[0]);
        let time = cells(grid.frame_count());
        macro_rules! octaves {
            ($source:ident.$fractal:ident) => {{
                let source = Noise::$source().frequency(frequency).time_frequency(time);
                source.$fractal().octaves(self.octaves)
            }};
        }
        let noise: Noise = match self.source {
            Source::Perlin => octaves!(perlin.fbm).into(),
            Source::Value => octaves!(value.fbm).into(),
            Source::Classic => octaves!(classic.fbm).into(),
            Source::Simplex => octaves!(simplex.fbm).into(),
            Source::Worley => octaves!(worley.fbm).into(),
            Source::Warped => {
                let by = |seed| {
                    let by = Noise::perlin().frequency(frequency).seed(seed);
                    by.time_frequency(time)
                };
                let by = (1..).map(by).take(grid.size.len());
                octaves!(perlin.fbm).warp(by, 0.3 / frequency).into()
            }
            Source::Billow => octaves!(perlin.billow).into(),
            Source::Ridged => octaves!(perlin.ridged).into(),
            Source::PingPong => octaves!(perlin.ping_pong).into(),
            Source::Hybrid => octaves!(perlin.hybrid).into(),
            Source::Preset => {
                let mut recipe = Preset::find(self.name)?.recipe()?;
                recipe.size.clone_from(&grid.size);
                return recipe.job();
            }
        };
        Job::of(&[noise], grid)
    }
}

/// Fills all frames with all channels, those of a sample side by side.
pub fn fill(backend: &mut dyn Backend, out: &mut [f32]) -> Result<()> {
    let brick = Brick::all(backend.grid());
    let channels = (out.len() as u64 / brick.samples()) as u32;
    backend.fill(
        &brick,
        &Packing::samples(channels)?,
        bytemuck::cast_slice_mut(out),
    )?;
    Ok(())
}
