//! Displacement of samples along one axis of a source.
//!
//! The position before displacement has its exact cell and fraction. The displacement, an f32 of at most some thousand cells,
//! is added to the fraction, and the whole part of the sum moves the key. So a displaced sample far from the origin is as
//! precise as one near it.

use super::cells::{AxisInput, wrapped};
use super::sample_positions::{LatticePosition, SamplePositions};
use crate::cpu::simd::{Floats, Lanes, SimdKernel, Words};
use crate::grid::AxisTable;
use crate::grid::table::Columns;

/// Displaces rows of samples along one axis of a source. It is a kernel of its own, so that those of noises only load positions.
pub(in crate::cpu) struct Displace<'a> {
    /// Where the samples of the first row lie before displacement.
    pub from: AxisInput<'a>,
    /// How many entries of its table the position moves from a row to the next.
    pub step: usize,
    /// Where the samples lie afterwards.
    pub to: &'a mut SamplePositions,
    /// The displacement of each sample, in the units of `rate`; `None` along an axis that is not displaced.
    pub by: Option<&'a [f32]>,
    /// Cells per unit of displacement.
    pub rate: f32,
    pub rows: usize,
    /// Samples from the start of a row to that of the next: whole cache lines.
    pub stride: usize,
}

impl SimdKernel for Displace<'_> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(mut self, lanes: L) {
        match (self.by, self.from.columns) {
            (Some(by), Columns::Faded(_)) => self.displace_cells(lanes, by),
            // Whole parts stay in the fractions, because the cell follows from all axes together.
            (Some(by), Columns::Skewed(factor)) => {
                self.copy();
                add(lanes, &mut self.to.fraction, by, self.rate);
                add(lanes, &mut self.to.fade, by, self.rate * factor as f32);
            }
            (None, _) => self.copy(),
        }
    }
}

impl Displace<'_> {
    /// Displaces samples where fades blend corners.
    #[inline(always)]
    fn displace_cells<L: Lanes>(self, lanes: L, by: &[f32]) {
        self.to.is_complete = false;
        for row in 0..self.rows {
            let samples = row * self.stride..(row + 1) * self.stride;
            let cells = UnfadedCells {
                lanes,
                low: &mut self.to.low[samples.clone()],
                fraction: &mut self.to.fraction[samples.clone()],
                by: &by[samples],
                rate: self.rate,
                period: self.from.period,
            };
            match self.from.position {
                LatticePosition::Each(from) => cells.displace_each(from),
                LatticePosition::Entry(table, first) => {
                    cells.displace_entry(table, first + row * self.step);
                }
            }
        }
    }

    /// Takes the positions before displacement.
    #[inline(always)]
    fn copy(&mut self) {
        self.to.is_complete = true;
        for row in 0..self.rows {
            let samples = row * self.stride..(row + 1) * self.stride;
            match self.from.position {
                LatticePosition::Each(from) => self.to.copy(from, samples),
                LatticePosition::Entry(table, first) => {
                    self.to.fill(table, first + row * self.step, samples);
                }
            }
        }
    }
}

/// A row of samples where fades blend corners.
struct UnfadedCells<'a, L> {
    lanes: L,
    low: &'a mut [u32],
    fraction: &'a mut [f32],
    by: &'a [f32],
    rate: f32,
    period: u32,
}

impl<L: Lanes> UnfadedCells<'_, L> {
    /// Displaces samples from a place of their own each.
    #[inline(always)]
    fn displace_each(mut self, from: &SamplePositions) {
        for i in (0..self.by.len()).step_by(L::WIDTH) {
            let low = Words::load(self.lanes, &from.low[i..]);
            let fraction = Floats::load(self.lanes, &from.fraction[i..]);
            self.displace(i, low, fraction);
        }
    }

    /// Displaces samples from an entry of a table.
    #[inline(always)]
    fn displace_entry(mut self, table: &AxisTable, entry: usize) {
        let low = Words::splat(self.lanes, table.keys(entry)[0]);
        let fraction = Floats::splat(self.lanes, table.fraction[entry]);
        for i in (0..self.by.len()).step_by(L::WIDTH) {
            self.displace(i, low, fraction);
        }
    }

    /// Displaces a vector of samples from sample `i` on.
    #[inline(always)]
    fn displace(&mut self, i: usize, low: Words<L>, fraction: Floats<L>) {
        // The fraction may round up to 1, which is why it is 0..=1 and not 0..1.
        let u = Floats::load(self.lanes, &self.by[i..]).mul_add(self.rate, fraction);
        let (whole, fraction) = u.split();
        let mut low = low + whole;
        if self.period != 0 {
            low = wrapped(low, self.period);
        }
        low.store(&mut self.low[i..][..L::WIDTH]);
        fraction.store(&mut self.fraction[i..][..L::WIDTH]);
    }
}

/// Adds displacements to fractions.
#[inline(always)]
fn add<L: Lanes>(lanes: L, fractions: &mut [f32], by: &[f32], rate: f32) {
    let vectors = fractions.chunks_exact_mut(L::WIDTH);
    for (fraction, by) in vectors.zip(by.chunks_exact(L::WIDTH)) {
        let sum = Floats::load(lanes, by).mul_add(rate, Floats::load(lanes, fraction));
        sum.store(fraction);
    }
}
