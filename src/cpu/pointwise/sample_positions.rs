//! Where samples lie along one axis of a source: an array of each quantity.

use std::ops::Range;

use crate::Result;
use crate::cpu::aligned::Aligned;
use crate::cpu::sizes::GROUP_MAX;
use crate::grid::AxisTable;

/// The positions of a run of samples along one axis, with room up to the end of the last group.
#[derive(Clone, Debug, Default)]
pub(in crate::cpu) struct SamplePositions {
    /// The keys of the low corner; the whole part of the position on a skewed lattice.
    pub low: Aligned<u32>,
    /// The fraction within the cell, 0..=1.
    pub fraction: Aligned<f32>,
    /// Whether what follows is known.
    pub is_complete: bool,
    /// The keys of the high corner; the whole part of what the axis adds to the skew on a skewed lattice.
    pub high: Aligned<u32>,
    /// The fade of the fraction; the fraction of what the axis adds to the skew on a skewed lattice.
    pub fade: Aligned<f32>,
}

/// Where the samples of a run lie on a lattice, along one axis.
#[derive(Clone, Copy, Debug)]
pub(in crate::cpu) enum LatticePosition<'a> {
    /// Each at a place of its own.
    Each(&'a SamplePositions),
    /// All at one entry of a table.
    Entry(&'a AxisTable, usize),
}

impl SamplePositions {
    /// Makes room for the low corners and the fractions of a number of samples, with a group from any of them on.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn unfaded(count: usize) -> Result<SamplePositions> {
        Ok(SamplePositions {
            low: Aligned::zeros(count + GROUP_MAX)?,
            fraction: Aligned::zeros(count + GROUP_MAX)?,
            ..SamplePositions::default()
        })
    }

    /// Makes room for all quantities of a number of samples, with a group from any of them on.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn complete(count: usize) -> Result<SamplePositions> {
        Ok(SamplePositions {
            is_complete: true,
            high: Aligned::zeros(count + GROUP_MAX)?,
            fade: Aligned::zeros(count + GROUP_MAX)?,
            ..SamplePositions::unfaded(count)?
        })
    }

    /// Takes entries of a table, at least one. The last is repeated up to the end of its group.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn of_entries(table: &AxisTable, entries: Range<usize>) -> Result<SamplePositions> {
        let mut positions = SamplePositions::complete(entries.len())?;
        let last = entries.end - 1;
        for i in 0..entries.len().next_multiple_of(GROUP_MAX) {
            positions.fill(table, last.min(entries.start + i), i..i + 1);
        }
        Ok(positions)
    }

    /// Puts some samples where others are.
    #[inline(always)]
    pub fn copy(&mut self, from: &SamplePositions, samples: Range<usize>) {
        let count = samples.len();
        self.low[samples.clone()].copy_from_slice(&from.low[..count]);
        self.high[samples.clone()].copy_from_slice(&from.high[..count]);
        self.fraction[samples.clone()].copy_from_slice(&from.fraction[..count]);
        self.fade[samples].copy_from_slice(&from.fade[..count]);
    }

    /// Puts some samples at an entry of a table.
    #[inline(always)]
    pub fn fill(&mut self, table: &AxisTable, entry: usize, samples: Range<usize>) {
        let [low, high] = table.keys(entry);
        self.low[samples.clone()].fill(low);
        self.high[samples.clone()].fill(high);
        self.fraction[samples.clone()].fill(table.fraction[entry]);
        self.fade[samples].fill(table.fade[entry]);
    }
}
