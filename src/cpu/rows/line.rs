//! The lattice along one axis: corners, and the columns between them.

use std::ops::Range;

use crate::grid::AxisTable;
use crate::{Result, memory};

/// Corners are padded to a multiple of this many: the most that any form hashes at a time.
pub(super) const CORNERS: usize = 64;

/// The corners that a run of samples needs, each once where neighbouring columns share it.
///
/// Every corner but the last begins a column that ends at the next one. Where samples skip cells,
/// every second of these columns is of no meaning, and no sample lies in it.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct Line {
    /// The keys of the corners; a source that does not depend on the axis has one, of no meaning.
    pub corners: Vec<u32>,
    /// The low bytes of the keys, padded: what a permutation table hashes.
    pub bytes: Vec<u8>,
    /// The low corner of each sample's column.
    pub low: Vec<u32>,
}

impl Line {
    /// The line of the samples `run` of a table; `None` where the source does not depend on it.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(table: Option<&AxisTable>, run: Range<usize>) -> Result<Line> {
        let (corners, low) = match table {
            Some(table) => corners(table, run)?,
            None => (vec![0], memory::zeros(run.len() as u64)?),
        };
        let mut bytes = memory::zeros(corners.len().next_multiple_of(CORNERS) as u64)?;
        for (byte, &key) in bytes.iter_mut().zip(&corners) {
            *byte = key as u8;
        }
        Ok(Line {
            corners,
            bytes,
            low,
        })
    }
}

/// The corners of a run, and the low one of each of its samples.
fn corners(table: &AxisTable, run: Range<usize>) -> Result<(Vec<u32>, Vec<u32>)> {
    let (mut corners, mut lows) = (Vec::new(), memory::room(run.len())?);
    let mut last = None;
    for &column in &table.column[run] {
        if last != Some(column) {
            last = Some(column);
            let [low, high] = table.columns[column as usize];
            if corners.last() != Some(&low) {
                memory::push(&mut corners, low)?;
            }
            memory::push(&mut corners, high)?;
        }
        lows.push(corners.len() as u32 - 2);
    }
    Ok((corners, lows))
}
