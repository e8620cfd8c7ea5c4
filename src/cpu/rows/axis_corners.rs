//! The corners along one axis that a run of samples needs.

use std::ops::Range;

use crate::cpu::sizes::GROUP_MAX;
use crate::grid::AxisTable;
use crate::{Result, memory};

/// The corners along one axis, in the order of the samples. A corner that two neighbouring columns share is there once.
///
/// Every corner but the last begins a column, which ends at the next corner. If samples skip cells, two successive corners may
/// belong to different cells; no sample lies in the column between them.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct AxisCorners {
    /// The keys of the corners. A source that does not depend on the axis has one corner, whose key is meaningless.
    pub keys: Vec<u32>,
    /// The low bytes of the keys, which a permutation table hashes, padded to whole vectors of bytes at any SIMD level.
    pub bytes: Vec<u8>,
    /// For each sample the index of the low corner of its column.
    pub low: Vec<u32>,
}

impl AxisCorners {
    /// Collects the corners of the samples `run` of a table; `None` if the source does not depend on the axis.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(table: Option<&AxisTable>, run: Range<usize>) -> Result<AxisCorners> {
        let (keys, low) = match table {
            Some(table) => corners(table, run)?,
            None => (vec![0], memory::zeros(run.len() as u64)?),
        };
        // The padding is hashed with the rest, and its hashes are not used.
        let mut bytes = memory::zeros(keys.len().next_multiple_of(GROUP_MAX) as u64)?;
        for (byte, &key) in bytes.iter_mut().zip(&keys) {
            *byte = key as u8;
        }
        Ok(AxisCorners { keys, bytes, low })
    }
}

/// Returns the keys of the corners of a run, and the index of the low one of each sample.
fn corners(table: &AxisTable, run: Range<usize>) -> Result<(Vec<u32>, Vec<u32>)> {
    let (mut keys, mut lows) = (Vec::new(), memory::room(run.len())?);
    let mut last = None;
    for &column in &table.column[run] {
        if last != Some(column) {
            last = Some(column);
            let [low, high] = table.columns[column as usize];
            // The high corner of the column before is this low one, unless cells were skipped.
            if keys.last() != Some(&low) {
                memory::push(&mut keys, low)?;
            }
            memory::push(&mut keys, high)?;
        }
        lows.push(keys.len() as u32 - 2);
    }
    Ok((keys, lows))
}

/// Finds a source's table along axis 0 (x) to 3 (w); `None` if the source does not depend on that axis.
#[inline(always)]
pub(super) fn table_along<'a>(
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
