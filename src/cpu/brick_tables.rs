//! The data that all rows of a brick share: its axis tables, and its lattices along x and y.

use std::ops::Range;

use crate::Result;
use crate::grid::table::Columns;
use crate::grid::{Affine, AxisTable, Brick, Span};
use crate::memory::try_collect;
use crate::program::{Job, Tables};

use super::cornerwise::{self, Levels};
use super::execution_plan::{ExecutionPlan, SourceMethod};
use super::rows::BrickLattice;
use super::simd::{Lanes, Simd, SimdKernel};
use super::sizes::TILE;

/// A brick with its tables, which all threads that compute its rows share.
#[derive(Debug)]
pub(super) struct BrickTables {
    pub brick: Brick,
    pub axes: Tables,
    /// The lattices, by source and layer; none for sources that are computed point by point.
    pub lattices: Vec<Vec<BrickLattice>>,
    /// The levels of corners, by source and layer, where a layer is computed corner by corner.
    pub levels: Vec<Vec<Option<Levels>>>,
}

impl BrickTables {
    /// Computes the tables of a brick, which is of one frame.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(job: &Job, plan: &ExecutionPlan, brick: Brick, simd: Simd) -> Result<BrickTables> {
        let axes = job.tables_by(&brick, |span, indices, cells, period, columns| {
            simd.dispatch(ComputeAxisTable(span, indices, cells, period, columns))
        })?;
        let [width, height, ..] = brick.size.map(|n| n as usize);
        let lanes = simd.width();
        let sources = job.program.sources.iter().zip(&plan.methods);
        let lattices = sources
            .zip(&axes.sources)
            .map(|((source, method), layers)| match method {
                SourceMethod::Points => Ok(Vec::new()),
                SourceMethod::Rows | SourceMethod::SummedRows(_) => {
                    try_collect((layers.iter()).map(|tables| {
                        BrickLattice::new(source, tables, tiles(width), height, lanes)
                    }))
                }
            });
        let lattices = try_collect(lattices)?;
        let levels = job.program.sources.iter().zip(&job.layers);
        let levels = levels.map(|(source, layers)| {
            try_collect(layers.iter().map(|layer| {
                (cornerwise::is_faster(job, source, layer, simd.level()))
                    .then(|| Levels::new(&job.grid, source, layer, &brick))
                    .transpose()
            }))
        });
        Ok(BrickTables {
            levels: try_collect(levels)?,
            brick,
            axes,
            lattices,
        })
    }

    /// Iterates over the tiles: ranges of samples of x, counted from the start of the brick.
    pub fn tiles(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        tiles(self.brick.size[0] as usize)
    }
}

fn tiles(width: usize) -> impl Iterator<Item = Range<usize>> {
    (0..width)
        .step_by(TILE)
        .map(move |start| start..width.min(start + TILE))
}

/// Computes an axis table. It is a kernel because exact positions take fused multiply-adds, which are an instruction only at
/// some SIMD levels. The result is the same at all of them.
struct ComputeAxisTable<'a>(&'a Span, Range<u32>, Affine, u32, Columns);

impl SimdKernel for ComputeAxisTable<'_> {
    type Output = Result<AxisTable>;

    #[inline(always)]
    fn execute<L: Lanes>(self, _: L) -> Result<AxisTable> {
        let ComputeAxisTable(span, indices, cells, period, columns) = self;
        AxisTable::new(span, indices, cells, period, columns)
    }
}
