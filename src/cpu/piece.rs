//! What all rows of a brick share: its axis tables, and the lattices along x and y.

use std::ops::Range;

use crate::Result;
use crate::grid::table::Columns;
use crate::grid::{AxisTable, Brick, Map, Span};
use crate::memory::try_collect;
use crate::program::{Job, Tables};

use super::TILE;
use super::plan::{Plan, Way};
use super::rows::Lattice;
use super::simd::{Kernel, Lanes, Simd};

/// A brick with its tables.
#[derive(Debug)]
pub(super) struct Piece {
    pub brick: Brick,
    pub tables: Tables,
    /// By source and layer; none for sources that go point by point.
    pub lattices: Vec<Vec<Lattice>>,
}

impl Piece {
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(job: &Job, plan: &Plan, brick: Brick, simd: Simd) -> Result<Piece> {
        let tables = job.tables_by(&brick, |span, indices, cells, period, columns| {
            simd.run(MakeTable(span, indices, cells, period, columns))
        })?;
        let [width, height, ..] = brick.size.map(|n| n as usize);
        let lanes = simd.width();
        let sources = job.program.sources.iter().zip(&plan.ways);
        let lattices = (sources.zip(&tables.sources)).map(|((source, way), layers)| match way {
            Way::Points => Ok(Vec::new()),
            Way::Rows | Way::Summed(_) => try_collect(
                (layers.iter())
                    .map(|axes| Lattice::new(&source.axes, axes, tiles(width), height, lanes)),
            ),
        });
        let lattices = try_collect(lattices)?;
        Ok(Piece {
            brick,
            tables,
            lattices,
        })
    }

    /// The tiles of x.
    pub fn tiles(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        tiles(self.brick.size[0] as usize)
    }
}

fn tiles(width: usize) -> impl Iterator<Item = Range<usize>> {
    (0..width)
        .step_by(TILE)
        .map(move |start| start..width.min(start + TILE))
}

/// A source's table along axis 0 (x) to 3 (w), where it depends on that axis.
#[inline(always)]
pub(super) fn along<'a>(
    axes: &[usize],
    tables: &'a [AxisTable],
    axis: usize,
) -> Option<&'a AxisTable> {
    for (own, table) in axes.iter().zip(tables) {
        if *own == axis {
            return Some(table);
        }
    }
    None
}

/// Exact positions take fused multiplications, which only some forms have as an instruction.
struct MakeTable<'a>(&'a Span, Range<u32>, Map, u32, Columns);

impl Kernel for MakeTable<'_> {
    type Output = Result<AxisTable>;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Result<AxisTable> {
        let MakeTable(span, indices, cells, period, columns) = self;
        AxisTable::new(span, indices, cells, period, columns)
    }
}
