//! The lattice along x: corners, columns between them, and the samples of each.

use crate::grid::AxisTable;

/// The corners that the samples of a row need, each once where neighbours share it.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct Line {
    /// The keys of the corners; a source that does not depend on x has one, of no meaning.
    pub corners: Vec<u32>,
    /// The low corner of each column; its high corner is the next. None without x.
    pub low: Vec<usize>,
    /// The sample after the last one of each column.
    pub ends: Vec<usize>,
}

impl Line {
    /// The line of a table of x; `None` where the source does not depend on x.
    pub fn new(table: Option<&AxisTable>) -> Line {
        let Some(table) = table else {
            return Line {
                corners: vec![0],
                low: Vec::new(),
                ends: Vec::new(),
            };
        };
        let mut line = Line {
            corners: Vec::with_capacity(table.columns.len() + 1),
            low: Vec::with_capacity(table.columns.len()),
            ends: vec![0; table.columns.len()],
        };
        for &[low, high] in &table.columns {
            if line.corners.last() != Some(&low) {
                line.corners.push(low);
            }
            line.low.push(line.corners.len() - 1);
            line.corners.push(high);
        }
        for (sample, &column) in table.column.iter().enumerate() {
            line.ends[column as usize] = sample + 1;
        }
        line
    }
}

impl Line {
    /// Whether every column begins at the corner at which the one before ends.
    pub fn is_dense(&self) -> bool {
        self.corners.len() == self.low.len() + 1
    }
}
