//! Where samples lie along one axis of a source: an array of each quantity.

use std::ops::Range;

use super::positions::AxisPositions;
use crate::cpu::simd::{Lanes, SimdKernel};
use crate::cpu::sizes::GROUP_MAX;
use crate::grid::table::{Columns, key};
use crate::grid::{Affine, AxisTable};
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

/// Sets the positions of a run of points under a map to cells. The arithmetic is in f64, so that a fraction far from the origin
/// is as precise as one near it.
pub(in crate::cpu) struct SetPoints<'a> {
    pub positions: &'a mut SamplePositions,
    pub along: AxisPositions<'a>,
    /// How many points there are.
    pub count: usize,
    pub cells: Affine,
    pub period: u32,
    pub columns: Columns,
}

impl SimdKernel for SetPoints<'_> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, _: L) {
        let SetPoints {
            positions,
            along,
            count,
            cells,
            period,
            columns,
        } = self;
        let groups = ..count.next_multiple_of(GROUP_MAX);
        match columns {
            Columns::Faded(_) => positions.make_unfaded(count),
            Columns::Skewed(_) => positions.make_room(count),
        }
        let to = (&mut positions.low[groups], &mut positions.fraction[groups]);
        ToCells::new(cells, period).split(along, to);
        if let Columns::Skewed(factor) = columns {
            let to = (&mut positions.high[groups], &mut positions.fade[groups]);
            ToCells::new(cells.times(factor), 0).split(along, to);
        }
    }
}

/// A map of positions to cells, rate·position + offset.
struct ToCells {
    rate: f64,
    /// The whole part of the offset, modulo the period.
    whole: f64,
    /// The fraction of the offset.
    rest: f64,
    /// The period in cells; 0 is none.
    period: u32,
}

impl ToCells {
    #[inline(always)]
    fn new(map: Affine, period: u32) -> ToCells {
        let whole = map.offset.floor();
        ToCells {
            rate: map.rate(),
            whole: f64::from(key(whole as i64, period)),
            rest: map.offset - whole,
            period,
        }
    }

    /// Maps positions, and splits the results into keys and fractions.
    #[inline(always)]
    fn split(&self, along: AxisPositions, (keys, fractions): (&mut [u32], &mut [f32])) {
        let cells = keys.iter_mut().zip(fractions);
        if along.wholes.is_empty() {
            for (to, &fraction) in cells.zip(along.fractions) {
                self.set(to, self.of_fraction(fraction));
            }
        } else {
            for ((to, &fraction), &whole) in cells.zip(along.fractions).zip(along.wholes) {
                self.set(to, self.of_parts(whole, fraction));
            }
        }
    }

    /// Sets the key and the fraction of a position, which is the sum of a whole number and the rest.
    #[inline(always)]
    fn set(&self, (to_key, to_fraction): (&mut u32, &mut f32), [whole, rest]: [f64; 2]) {
        let over = rest.floor();
        *to_key = word(self.remainder(whole + over));
        *to_fraction = (rest - over) as f32;
    }

    /// Maps a fraction of a unit.
    #[inline(always)]
    fn of_fraction(&self, fraction: f32) -> [f64; 2] {
        [self.whole, f64::from(fraction) * self.rate + self.rest]
    }

    /// Maps whole units and a fraction. Each part is split on its own, so that no small number is added to a large one.
    #[inline(always)]
    fn of_parts(&self, units: i32, fraction: f32) -> [f64; 2] {
        // The product of a whole part and the rate has up to 84 bits. `high` is the product rounded to an f64, and the fused
        // multiply-add gives the exact error of that rounding.
        let units = f64::from(units);
        let high = units * self.rate;
        let floor = high.floor();
        let [whole, rest] = self.of_fraction(fraction);
        let error = units.mul_add(self.rate, -high);
        [whole + floor, rest + ((high - floor) + error)]
    }

    /// Returns a whole number modulo the period.
    #[inline(always)]
    fn remainder(&self, whole: f64) -> f64 {
        if self.period == 0 {
            return whole;
        }
        // The quotient is rounded, so its floor may be off by one, and the remainder off by one period.
        let p = f64::from(self.period);
        let rest = whole - p * (whole / p).floor();
        let lifted = if rest < 0.0 { rest + p } else { rest };
        if lifted >= p { lifted - p } else { lifted }
    }
}

/// Returns a whole number of magnitude less than 2⁵¹ as an integer, modulo 2³².
///
/// The sum with 3·2⁵¹ lies between 2⁵² and 2⁵³, where the last bit of an f64 counts 1. So the lowest bits of the sum are those
/// of the number in two's complement. This vectorises everywhere; a conversion of f64 to i64 needs AVX-512.
#[inline(always)]
fn word(whole: f64) -> u32 {
    const ONE_IN_THE_LAST_PLACE: f64 = (3_u64 << 51) as f64;
    (whole + ONE_IN_THE_LAST_PLACE).to_bits() as u32
}
