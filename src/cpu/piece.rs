//! What all rows of a brick share: its axis tables, and the lattices along x.

use crate::grid::{AxisTable, Brick};
use crate::program::{Job, Tables};

use super::plan::{Plan, Way};
use super::rows::Line;

/// A brick with its tables.
#[derive(Debug)]
pub(super) struct Piece {
    pub brick: Brick,
    pub tables: Tables,
    /// By source and layer; none for sources that go point by point.
    pub lines: Vec<Vec<Line>>,
}

impl Piece {
    pub fn new(job: &Job, plan: &Plan, brick: Brick) -> Piece {
        let tables = job.tables(&brick);
        let sources = job.program.sources.iter().zip(&plan.ways);
        let lines = (sources.zip(&tables.sources))
            .map(|((source, way), layers)| match way {
                Way::Points => Vec::new(),
                Way::Rows | Way::Summed(_) => (layers.iter())
                    .map(|axes| Line::new(along(&source.axes, axes, 0)))
                    .collect(),
            })
            .collect();
        Piece {
            brick,
            tables,
            lines,
        }
    }
}

/// A source's table along axis 0 (x) to 3 (w), where it depends on that axis.
pub(super) fn along<'a>(
    axes: &[usize],
    tables: &'a [AxisTable],
    axis: usize,
) -> Option<&'a AxisTable> {
    let i = axes.iter().position(|&own| own == axis)?;
    Some(&tables[i])
}
