//! Where samples lie along one axis of a source: an array of each quantity.

use std::ops::Range;

use crate::cpu::sizes::GROUP_MAX;
use crate::grid::AxisTable;
use crate::{Result, memory};

/// The positions of a run of samples along one axis, with room up to the end of the last group.
#[derive(Clone, Debug, Default)]
pub(in crate::cpu) struct SamplePositions {
    /// The keys of the low corner; the whole part of the position on a skewed lattice.
    pub low: Vec<u32>,
    /// The keys of the high corner, or nothing if they are not known yet; the whole part of what the axis adds to the skew
    /// on a skewed lattice.
    pub high: Vec<u32>,
    /// The fraction within the cell, 0..=1.
    pub fraction: Vec<f32>,
    /// The fade of the fraction, or nothing if it is not known yet; the fraction of what the axis adds to the skew on a skewed
    /// lattice.
    pub fade: Vec<f32>,
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
    /// Allocates memory for a number of samples.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn with_capacity(count: usize) -> Result<SamplePositions> {
        let count = count + GROUP_MAX;
        Ok(SamplePositions {
            low: memory::room(count)?,
            high: memory::room(count)?,
            fraction: memory::room(count)?,
            fade: memory::room(count)?,
        })
    }

    /// Takes entries of a table, at least one. The last is repeated up to the end of its group.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn of_entries(table: &AxisTable, entries: Range<usize>) -> Result<SamplePositions> {
        let last = entries.end - 1;
        let end = entries.start + entries.len().next_multiple_of(GROUP_MAX);
        let entries = || (entries.start..end).map(|entry| entry.min(last));
        Ok(SamplePositions {
            low: memory::collect(entries().map(|entry| table.keys(entry)[0]))?,
            high: memory::collect(entries().map(|entry| table.keys(entry)[1]))?,
            fraction: memory::collect(entries().map(|entry| table.fraction[entry]))?,
            fade: memory::collect(entries().map(|entry| table.fade[entry]))?,
        })
    }

    /// Makes room for the low corners and fractions of samples, with a group from any of them on. The rest is not known yet.
    #[inline(always)]
    pub fn make_unfaded(&mut self, count: usize) {
        self.low.resize(count + GROUP_MAX, 0);
        self.fraction.resize(count + GROUP_MAX, 0.0);
        self.high.clear();
        self.fade.clear();
    }

    /// Makes room for all quantities of samples, with a group from any of them on.
    #[inline(always)]
    pub fn make_room(&mut self, count: usize) {
        self.low.resize(count + GROUP_MAX, 0);
        self.high.resize(count + GROUP_MAX, 0);
        self.fraction.resize(count + GROUP_MAX, 0.0);
        self.fade.resize(count + GROUP_MAX, 0.0);
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
