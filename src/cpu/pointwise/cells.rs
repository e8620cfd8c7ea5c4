//! The cells of a group of samples along one axis: the keys of the corners, the fraction and the fade.
//!
//! The position before displacement has its exact cell and fraction. The displacement, an f32 of at most some thousand cells,
//! is added to the fraction, and the whole part of the sum moves the key. So a displaced sample far from the origin is as
//! precise as one near it.

use super::fades;
use super::sample_positions::SamplePositions;
use crate::cpu::simd::{Floats, Group, Lanes, Words, load_group};
use crate::cpu::sizes::GROUP_MAX;
use crate::grid::AxisTable;
use crate::grid::table::Columns;

/// Where the samples of a run lie along one axis of a source.
#[derive(Clone, Copy, Debug)]
pub(in crate::cpu) struct AxisInput<'a> {
    /// The positions before displacement.
    pub base: BasePosition<'a>,
    /// What the positions hold: for corners that a fade blends, or for a skewed lattice.
    pub columns: Columns,
    /// The displacement of each sample, in units of the source's frame.
    pub displacement: Option<&'a [f32]>,
    /// Cells per unit of displacement.
    pub rate: f32,
    /// The period in cells; 0 is none.
    pub period: u32,
}

/// Where the samples of a run lie along one axis, before displacement.
#[derive(Clone, Copy, Debug)]
pub(in crate::cpu) enum BasePosition<'a> {
    /// Each at a place of its own.
    Samples(&'a SamplePositions),
    /// All at one entry of a table.
    Entry(&'a AxisTable, usize),
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
        let mut is_faded = true;
        match axis.base {
            BasePosition::Entry(table, entry) => cells.set_entry(lanes, table, entry),
            BasePosition::Samples(samples) => is_faded = cells.set_samples(lanes, samples, first),
        }
        if let Some(by) = axis.displacement {
            let by = displacement(lanes, &by[first..]);
            match axis.columns {
                Columns::Faded(_) => {
                    cells.displace(&by, axis.rate);
                    is_faded = false;
                }
                Columns::Skewed(factor) => {
                    cells.displace_skewed(&by, axis.rate, axis.rate * factor as f32);
                }
            }
        }
        // In one place, since every kernel has the code of all fades.
        if let Columns::Faded(fade) = axis.columns
            && !is_faded
        {
            cells.high = cells.keys_after_low();
            cells.fade = fades::fade(fade, &cells.fraction);
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

    /// Puts each sample at its place; returns whether the samples have their high corners and fades.
    #[inline(always)]
    fn set_samples(&mut self, lanes: L, samples: &SamplePositions, first: usize) -> bool {
        self.low = load_words(lanes, &samples.low[first..]);
        self.fraction = load_group(lanes, &samples.fraction[first..]);
        let is_faded = !samples.fade.is_empty();
        if is_faded {
            self.high = load_words(lanes, &samples.high[first..]);
            self.fade = load_group(lanes, &samples.fade[first..]);
        }
        is_faded
    }

    /// Displaces the samples where a fade blends corners, but for their high corners and fades.
    #[inline(always)]
    fn displace(&mut self, by: &Group<Floats<L>>, rate: f32) {
        for q in 0..4 {
            // The fraction may round up to 1, which is why it is 0..=1 and not 0..1.
            let u = by[q].mul_add(rate, self.fraction[q]);
            let whole = u.floor();
            self.low[q] = self.low[q] + whole.to_words();
            self.fraction[q] = u - whole;
        }
        self.low = self.keys_at(0);
    }

    /// Displaces the samples on a skewed lattice. Whole parts stay in the fractions, because the cell follows from all axes
    /// together.
    #[inline(always)]
    fn displace_skewed(&mut self, by: &Group<Floats<L>>, rate: f32, skew_rate: f32) {
        for q in 0..4 {
            self.fraction[q] = by[q].mul_add(rate, self.fraction[q]);
            self.fade[q] = by[q].mul_add(skew_rate, self.fade[q]);
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

    /// Does the same with an offset of each sample.
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

/// Loads the displacements of a group. Those past the end of a run are 0.
#[inline(always)]
fn displacement<L: Lanes>(lanes: L, by: &[f32]) -> Group<Floats<L>> {
    if by.len() >= L::BYTES {
        return load_group(lanes, by);
    }
    let mut all = [0.0; GROUP_MAX];
    all[..by.len()].copy_from_slice(by);
    load_group(lanes, &all)
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
fn wrapped<L: Lanes>(keys: Words<L>, period: u32) -> Words<L> {
    let minus = period.wrapping_neg();
    let periods = (keys.to_floats() * (1.0 / period as f32)).floor();
    let rest = keys + periods.to_words() * minus;
    let lifted = rest.to_floats().less(0.0).select_words(rest + period, rest);
    let over = lifted + minus;
    over.to_floats().less(0.0).select_words(lifted, over)
}
