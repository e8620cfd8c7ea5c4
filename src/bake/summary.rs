//! A plan as data for programs: what `--plan --json` prints, as `docs/json.md` describes it.

use serde::{Serialize, Serializer};

use super::plan::Plan;
use crate::format::Sheet;
use crate::noise::Axis;
use crate::program::{Lattice, Layer};
use crate::recipe::Codec;

impl Serialize for Plan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.summary().serialize(serializer)
    }
}

/// A plan in numbers.
#[derive(Serialize)]
struct Summary {
    samples: u64,
    /// The number of sub-samples of a sample.
    sub_samples: u64,
    size: Vec<u32>,
    /// The box, in the samples of the grid.
    #[serde(rename = "box")]
    part: Option<Vec<[u32; 2]>>,
    frames: Option<u32>,
    seed: u32,
    seamless: bool,
    axes: Vec<AxisSummary>,
    fractals: Vec<FractalSummary>,
    sources: Vec<SourceSummary>,
    file_type: Option<&'static str>,
    format: &'static str,
    channels: u32,
    components: u32,
    /// `None` for float formats, and if it must be measured.
    range: Option<[f32; 2]>,
    bytes: u64,
    levels: usize,
    files: u64,
    /// `None` if the type of file has no codecs.
    codec: Option<&'static str>,
    memory: u64,
    sheet: Option<Sheet>,
    bricks: BrickSummary,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct AxisSummary {
    axis: &'static str,
    samples: u32,
    origin: f64,
    extent: f64,
}

#[derive(Serialize)]
struct FractalSummary {
    node: String,
    octaves: usize,
    auto: bool,
}

#[derive(Serialize)]
struct SourceSummary {
    node: String,
    /// The axes of each octave.
    octaves: Vec<Vec<CellSummary>>,
}

#[derive(Serialize)]
pub(super) struct CellSummary {
    pub axis: &'static str,
    /// Cells in the extent.
    pub cells: f64,
    /// The period in cells; 0 if there is none.
    pub period: u32,
}

#[derive(Serialize)]
struct BrickSummary {
    count: u64,
    /// The size of the largest brick.
    size: [u32; 4],
    bytes: u64,
}

impl Plan {
    fn summary(&self) -> Summary {
        let (job, packing) = (&self.job, &self.packing);
        let grid = &self.grid;
        let axes = grid.axes().indices().map(|axis| {
            let span = grid.span(axis);
            AxisSummary {
                axis: Axis::ALL[axis].name(),
                samples: span.count,
                origin: span.origin,
                extent: span.extent,
            }
        });
        let folds = job.program.folds.iter().zip(&job.octaves);
        let sources = job.program.sources.iter().zip(&job.layers);
        Summary {
            samples: self.samples(),
            sub_samples: self.sub_samples(),
            size: self.size().to_vec(),
            part: self.part(),
            frames: grid.frames,
            seed: job.params.seed,
            seamless: grid.seamless,
            axes: axes.collect(),
            fractals: folds
                .map(|(fold, octaves)| FractalSummary {
                    node: fold.node.clone(),
                    octaves: octaves.count(),
                    auto: octaves.limit.is_some(),
                })
                .collect(),
            sources: sources
                .map(|(source, layers)| SourceSummary {
                    node: job.params.node(source.seed).to_string(),
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
            range: (packing.format.component().is_unorm() && !self.must_measure)
                .then_some(packing.range),
            bytes: self.bytes,
            levels: self.level_count(),
            files: self.files(),
            codec: self.codec.map(Codec::name),
            memory: self.memory(),
            bricks: BrickSummary {
                count: self.brick_count(),
                size: self.first_brick().size,
                bytes: self.brick_bytes(),
            },
            sheet: self.sheet,
            notes: self.notes(),
        }
    }

    /// Returns the cells of an octave along each axis.
    pub(super) fn cells_of(&self, source: &Lattice, layer: &Layer) -> Vec<CellSummary> {
        let axes = source.axes.iter().zip(&layer.cells).zip(&layer.periods);
        let cells = axes.map(|((&axis, map), &period)| CellSummary {
            axis: Axis::ALL[axis].name(),
            cells: map.rate() * self.grid.span(axis).extent,
            period,
        });
        cells.collect()
    }
}
