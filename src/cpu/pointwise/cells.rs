//! The cells of a group of samples along one axis: the keys of the corners, the fraction and the fade.

use super::fades;
use super::hasher::Hasher;
use super::sample_positions::{LatticePosition, SamplePositions};
use crate::cpu::simd::{Floats, Group, Lanes, Words, load_group};
use crate::grid::AxisTable;
use crate::grid::table::Columns;

/// Where the samples of a run lie along one axis of a source.
#[derive(Clone, Copy, Debug)]
pub(in crate::cpu) struct AxisInput<'a> {
    pub position: LatticePosition<'a>,
    /// What the positions hold: for corners that a fade blends, or for a skewed lattice.
    pub columns: Columns,
    /// The period in cells; 0 is none.
    pub period: u32,
}

/// The cells of a group of samples along one axis.
#[derive(Clone, Copy)]
pub(super) struct Cells<L: Lanes> {
    /// The keys of the low corner. On a skewed lattice: the whole part of the position.
    pub low: Group<Words<L>>,
    /// The keys of the high corner. On a skewed lattice: the whole part of what the axis adds to the skew.
    pub high: Group<Words<L>>,
    /// The fraction within the cell, 0..=1.
    pub fraction: Group<Floats<L>>,
    /// The fade of the fraction. On a skewed lattice: the fraction of what the axis adds to the skew.
    pub fade: Group<Floats<L>>,
    /// The period in cells; 0 is none.
    period: u32,
}

/// The cell of one vector of samples along one axis.
#[derive(Clone, Copy)]
pub(super) struct Cell<L: Lanes> {
    /// The fraction within the cell, 0..=1.
    pub fraction: Floats<L>,
    /// The fade of the fraction.
    pub fade: Floats<L>,
}

impl<L: Lanes> Cells<L> {
    /// Samples that have no place yet.
    #[inline(always)]
    pub fn nowhere(lanes: L) -> Cells<L> {
        Cells {
            low: [Words::splat(lanes, 0); 4],
            high: [Words::splat(lanes, 0); 4],
            fraction: [Floats::splat(lanes, 0.0); 4],
            fade: [Floats::splat(lanes, 0.0); 4],
            period: 0,
        }
    }

    /// Takes the samples of a run from sample `first` on.
    #[inline(always)]
    pub fn new(lanes: L, axis: &AxisInput, first: usize) -> Cells<L> {
        let mut cells = Cells::nowhere(lanes);
        cells.period = axis.period;
        match axis.position {
            LatticePosition::Each(samples) => cells.set(lanes, samples, axis.columns, first),
            LatticePosition::Entry(table, entry) => cells.set_entry(lanes, table, entry),
        }
        cells
    }

    /// Puts all samples at one entry of a table.
    #[inline(always)]
    fn set_entry(&mut self, lanes: L, table: &AxisTable, entry: usize) {
        let [low, high] = table.keys(entry);
        self.low = [Words::splat(lanes, low); 4];
        self.high = [Words::splat(lanes, high); 4];
        self.fraction = [Floats::splat(lanes, table.fraction[entry]); 4];
        self.fade = [Floats::splat(lanes, table.fade[entry]); 4];
    }

    /// Puts each sample at its place.
    #[inline(always)]
    fn set(&mut self, lanes: L, samples: &SamplePositions, columns: Columns, first: usize) {
        self.low = load_words(lanes, &samples.low[first..]);
        self.fraction = load_group(lanes, &samples.fraction[first..]);
        match columns {
            Columns::Faded(fade) if !samples.is_complete => {
                self.high = self.keys_after_low();
                self.fade = fades::fade(fade, &self.fraction);
            }
            _ => {
                self.high = load_words(lanes, &samples.high[first..]);
                self.fade = load_group(lanes, &samples.fade[first..]);
            }
        }
    }

    /// Returns the SIMD level.
    #[inline(always)]
    pub fn lanes(&self) -> L {
        self.low[0].lanes
    }

    /// Returns the keys of the corners that are `offset` cells from the low ones.
    #[inline(always)]
    pub fn keys_at(&self, offset: i32) -> Group<Words<L>> {
        self.keys_by(&[Words::splat(self.lanes(), offset.cast_unsigned()); 4])
    }

    /// Returns the keys of the corners after the low ones, which are less than the period.
    #[inline(always)]
    fn keys_after_low(&self) -> Group<Words<L>> {
        let mut keys = self.low;
        for q in 0..4 {
            keys[q] = keys[q] + 1;
            if self.period != 0 {
                let is_less = (keys[q] + self.period.wrapping_neg()).to_floats().less(0.0);
                keys[q] = is_less.select_words(keys[q], Words::splat(self.lanes(), 0));
            }
        }
        keys
    }

    /// Returns the keys of the corners that are an offset of each sample's own from the low ones.
    #[inline(always)]
    pub fn keys_by(&self, offsets: &Group<Words<L>>) -> Group<Words<L>> {
        let mut keys = self.low;
        for q in 0..4 {
            keys[q] = keys[q] + offsets[q];
            if self.period != 0 {
                keys[q] = wrapped(keys[q], self.period);
            }
        }
        keys
    }
}

/// Returns the cells of vector `q` of the group, along each axis.
#[inline(always)]
pub(super) fn cell_of<L: Lanes, const D: usize>(cells: &[Cells<L>; D], q: usize) -> [Cell<L>; D] {
    let mut cell = [Cell {
        fraction: cells[0].fraction[q],
        fade: cells[0].fade[q],
    }; D];
    for axis in 1..D {
        cell[axis] = Cell {
            fraction: cells[axis].fraction[q],
            fade: cells[axis].fade[q],
        };
    }
    cell
}

/// Returns the keys of the low and of the high corner along each axis.
#[inline(always)]
pub(super) fn corner_keys<L: Lanes, H: Hasher<L>, const D: usize>(
    hasher: &H,
    cells: &[Cells<L>; D],
) -> [[H::Keys; 2]; D] {
    let mut keys = [[hasher.keys(0, &cells[0].low); 2]; D];
    for axis in 0..D {
        keys[axis] = [
            hasher.keys(axis, &cells[axis].low),
            hasher.keys(axis, &cells[axis].high),
        ];
    }
    keys
}

/// Loads a group of words.
#[inline(always)]
fn load_words<L: Lanes>(lanes: L, from: &[u32]) -> Group<Words<L>> {
    let from = &from[..L::BYTES];
    let mut group = [Words::load(lanes, from); 4];
    for q in 1..4 {
        group[q] = Words::load(lanes, &from[q * L::WIDTH..]);
    }
    group
}

/// Returns keys modulo the period. A key moves by few periods, so the quotient is small, and in f32 its floor is off by one at
/// most.
#[inline(always)]
pub(super) fn wrapped<L: Lanes>(keys: Words<L>, period: u32) -> Words<L> {
    let minus = period.wrapping_neg();
    let periods = (keys.to_floats() * (1.0 / period as f32)).floor();
    let rest = keys + periods.to_words() * minus;
    let lifted = rest.to_floats().less(0.0).select_words(rest + period, rest);
    let over = lifted + minus;
    over.to_floats().less(0.0).select_words(lifted, over)
}
