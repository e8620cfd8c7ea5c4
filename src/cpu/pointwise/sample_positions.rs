//! Where samples lie along one axis of a source, before displacement: an array of each quantity.

use std::ops::Range;

use super::positions::AxisPositions;
use crate::cpu::simd::{Lanes, SimdKernel};
use crate::cpu::sizes::{GROUP_MAX, TILE};
use crate::grid::table::{Columns, key};
use crate::grid::{Affine, AxisTable};
use crate::{Result, memory};

/// The positions of a run of samples along one axis. The last sample is repeated up to the end of its group.
#[derive(Clone, Debug, Default)]
pub(in crate::cpu) struct SamplePositions {
    /// The keys of the low corner; the whole part of the position on a skewed lattice.
    pub low: Vec<u32>,
    /// The keys of the high corner; the whole part of what the axis adds to the skew on a skewed lattice.
    pub high: Vec<u32>,
    /// The fraction within the cell, 0..=1.
    pub fraction: Vec<f32>,
    /// The fade of the fraction, or nothing if it is not known yet; the fraction of what the axis adds to the skew on a skewed
    /// lattice.
    pub fade: Vec<f32>,
}

impl SamplePositions {
    /// Makes room for a tile of points.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn room_for_tile() -> Result<SamplePositions> {
        Ok(SamplePositions {
            low: memory::room(TILE)?,
            high: memory::room(TILE)?,
            fraction: memory::room(TILE)?,
            fade: memory::room(TILE)?,
        })
    }

    /// Takes entries of a table, at least one.
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
        let SamplePositions {
            low,
            high,
            fraction,
            fade,
        } = positions;
        let count = count.next_multiple_of(GROUP_MAX);
        low.resize(count, 0);
        high.resize(count, 0);
        fraction.resize(count, 0.0);
        let split = |first: usize, map, period| split(along, first, map, period);
        for first in (0..count).step_by(GROUP_MAX) {
            let at = first..first + GROUP_MAX;
            let (wholes, rests) = split(first, cells, period);
            low[at.clone()].copy_from_slice(&keys_of_wholes(&wholes, 0.0, period));
            fraction[at.clone()].copy_from_slice(&rests);
            if let Columns::Faded(_) = columns {
                high[at].copy_from_slice(&keys_of_wholes(&wholes, 1.0, period));
            }
        }
        fade.clear();
        let Columns::Skewed(factor) = columns else {
            return;
        };
        fade.resize(count, 0.0);
        for first in (0..count).step_by(GROUP_MAX) {
            let at = first..first + GROUP_MAX;
            let (wholes, rests) = split(first, cells.times(factor), 0);
            high[at.clone()].copy_from_slice(&keys_of_wholes(&wholes, 0.0, 0));
            fade[at].copy_from_slice(&rests);
        }
    }
}

/// Maps a group of positions to cells, rate·position + offset, and splits the results into whole parts and fractions. Under a
/// period the whole part of the offset is taken modulo the period, so wholes are right only up to multiples of it.
#[inline(always)]
fn split(
    along: AxisPositions,
    first: usize,
    map: Affine,
    period: u32,
) -> ([f64; GROUP_MAX], [f32; GROUP_MAX]) {
    // The sum of three parts, each split on its own so that no small number is added to a large one: the offset, the whole
    // part of the position, and its fraction.
    let rate = map.rate();
    let own = f64::from(key(map.offset.floor() as i64, period));
    let offset = map.offset - map.offset.floor();
    let (mut wholes, mut rests) = ([own; GROUP_MAX], [0.0; GROUP_MAX]);
    let fractions = &along.fractions[first..first + GROUP_MAX];
    for i in 0..GROUP_MAX {
        rests[i] = f64::from(fractions[i]) * rate + offset;
    }
    if !along.wholes.is_empty() {
        let units = &along.wholes[first..first + GROUP_MAX];
        for i in 0..GROUP_MAX {
            // The product of a whole part and the rate has up to 84 bits. `high` is the product rounded to an f64, and the
            // fused multiply-add gives the exact error of that rounding.
            let units = f64::from(units[i]);
            let high = units * rate;
            let whole = high.floor();
            wholes[i] += whole;
            rests[i] += (high - whole) + units.mul_add(rate, -high);
        }
    }
    // The fractions add up to more than a cell.
    let mut fractions = [0.0; GROUP_MAX];
    for i in 0..GROUP_MAX {
        let over = rests[i].floor();
        wholes[i] += over;
        fractions[i] = (rests[i] - over) as f32;
    }
    (wholes, fractions)
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

/// Returns the keys of whole numbers plus `side`, modulo the period.
#[inline(always)]
fn keys_of_wholes(wholes: &[f64; GROUP_MAX], side: f64, period: u32) -> [u32; GROUP_MAX] {
    let mut keys = [0; GROUP_MAX];
    if period == 0 {
        for (key, whole) in keys.iter_mut().zip(wholes) {
            *key = word(whole + side);
        }
        return keys;
    }
    let p = f64::from(period);
    for (key, whole) in keys.iter_mut().zip(wholes) {
        let n = whole + side;
        // The quotient is rounded, so its floor may be off by one, and the remainder off by one period.
        let rest = n - p * (n / p).floor();
        let lifted = if rest < 0.0 { rest + p } else { rest };
        *key = word(if lifted >= p { lifted - p } else { lifted });
    }
    keys
}
