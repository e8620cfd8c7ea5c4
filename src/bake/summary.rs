//! A plan as data for programs: what `--plan --json` prints. The text of `--plan` says the same in words.

use serde::Serialize;

use super::Plan;
use super::describe::LETTERS;
use crate::format::Atlas;
use crate::program::{Lattice, Layer};

/// What a bake will do, in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// Samples over all frames.
    pub samples: u64,
    /// Samples along x, y, z.
    pub size: Vec<u32>,
    /// How many times; none where time is no axis.
    pub frames: Option<u32>,
    /// Selects the tables.
    pub seed: u32,
    /// Whether the noise closes over the box, and over the duration where there are frames.
    pub seamless: bool,
    /// Each axis of the grid.
    pub axes: Vec<Axis>,
    /// Each fractal.
    pub fractals: Vec<Fractal>,
    /// Each lattice source.
    pub sources: Vec<Source>,
    /// The extension; none for bare samples.
    pub file_type: Option<&'static str>,
    /// The form of a texel.
    pub format: &'static str,
    /// Channels of the noise.
    pub channels: u32,
    /// Components of a texel.
    pub components: u32,
    /// What becomes 0 and 1; none for floats, and where it is still to be measured.
    pub range: Option<[f32; 2]>,
    /// Bytes of the texels of all frames.
    pub bytes: u64,
    /// Where the slices of a volume lie in an image; none where texels lie as they are.
    pub atlas: Option<Atlas>,
    /// How the work is cut.
    pub bricks: Bricks,
    /// [`Plan::notes`].
    pub notes: Vec<String>,
}

/// An axis of the grid.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Axis {
    /// Its letter.
    pub axis: &'static str,
    /// Its samples, or frames.
    pub samples: u32,
    /// Its low end, in units of domain.
    pub origin: f64,
    /// Its length, in units of domain.
    pub extent: f64,
}

/// A fractal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Fractal {
    /// The node's name.
    pub node: String,
    /// How many octaves it has.
    pub octaves: usize,
    /// Whether the grid and the output gave their number.
    pub auto: bool,
}

/// A lattice source.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Source {
    /// The node's name.
    pub node: String,
    /// Its octaves: each axis of each.
    pub octaves: Vec<Vec<Cells>>,
}

/// The cells of an octave along an axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Cells {
    /// The letter of the axis.
    pub axis: &'static str,
    /// Cells in the extent.
    pub cells: f64,
    /// Cells after which the lattice repeats; 0 is never.
    pub period: u32,
}

/// How the work is cut.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Bricks {
    /// How many there are.
    pub count: u64,
    /// Samples of the largest along x, y, z, and frames.
    pub size: [u32; 4],
    /// Bytes of its texels.
    pub bytes: u64,
}

impl Plan {
    /// The plan as data.
    pub fn summary(&self) -> Summary {
        let (job, packing) = (&self.job, &self.packing);
        let grid = &job.grid;
        let axes = grid.axes().indices().map(|axis| {
            let span = grid.span(axis);
            Axis {
                axis: LETTERS[axis],
                samples: span.count,
                origin: span.origin,
                extent: span.extent,
            }
        });
        let folds = job.program.folds.iter().zip(&job.octaves);
        let sources = job.program.sources.iter().zip(&job.layers);
        Summary {
            samples: self.samples,
            size: grid.size.clone(),
            frames: grid.frames,
            seed: job.params.seed,
            seamless: grid.seamless,
            axes: axes.collect(),
            fractals: folds
                .map(|(fold, octaves)| Fractal {
                    node: fold.node.clone(),
                    octaves: octaves.weights.len(),
                    auto: octaves.limit.is_some(),
                })
                .collect(),
            sources: sources
                .map(|(source, layers)| Source {
                    node: job.params.slots()[source.seed.index()].node().to_string(),
                    octaves: layers
                        .iter()
                        .map(|layer| self.cells_of(source, layer))
                        .collect(),
                })
                .collect(),
            file_type: self.file_type.map(|file_type| file_type.extension()),
            format: packing.format.name(),
            channels: packing.channels,
            components: packing.components,
            range: (packing.format.component().is_unorm() && !self.measure)
                .then_some(packing.range),
            bytes: self.bytes,
            bricks: Bricks {
                count: self.brick_count(),
                size: self.first_brick().size,
                bytes: self.brick_bytes(),
            },
            atlas: self.atlas,
            notes: self.notes(),
        }
    }

    fn cells_of(&self, source: &Lattice, layer: &Layer) -> Vec<Cells> {
        let axes = source.axes.iter().zip(&layer.cells).zip(&layer.periods);
        let cells = axes.map(|((&axis, map), &period)| Cells {
            axis: LETTERS[axis],
            cells: map.rate() * self.job.grid.span(axis).extent,
            period,
        });
        cells.collect()
    }
}
