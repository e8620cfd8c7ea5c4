//! Where the samples of a chunk lie along one axis: the keys of their cell's corners, the fraction and the fade.
//!
//! The position before displacement has its exact cell and fraction. The displacement, an f32 of at most some thousand cells,
//! is added to the fraction, and the whole part of the sum moves the key. So a displaced sample far from the origin is as
//! precise as one near it.

use super::chunk::{CHUNK, DoubleChunk, FloatChunk, WordChunk, mapped};
use super::fades;
use super::positions::AxisPositions;
use crate::grid::table::{Columns, key};
use crate::grid::{Affine, AxisTable};
use crate::noise::Fade;

/// Where the samples of a run lie along one axis of a source.
#[derive(Clone, Copy, Debug)]
pub(in crate::cpu) struct AxisInput<'a> {
    /// The positions before displacement.
    pub base: BasePosition<'a>,
    /// What `keys` and `fade` of the cell positions are: for corners that a fade blends, or for a skewed lattice.
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
    /// At successive entries of a table, from the given one on.
    TableEntries(&'a AxisTable, usize),
    /// All at one entry of a table.
    TableEntry(&'a AxisTable, usize),
    /// At points, under a map to cells.
    Points(AxisPositions<'a>, Affine),
}

/// The positions of the samples of a chunk along one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellPositions {
    /// The keys of the low and of the high corner. On a skewed lattice: the whole part of the position, and that of what the
    /// axis adds to the skew.
    pub keys: [WordChunk; 2],
    /// The fraction within the cell, 0..=1.
    pub fraction: FloatChunk,
    /// The fade of the fraction. On a skewed lattice: the fraction of what the axis adds to the skew.
    pub fade: FloatChunk,
    /// The period in cells; 0 is none.
    pub period: u32,
}

/// The position of one sample along one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellPosition {
    /// The fraction within the cell, 0..=1.
    pub fraction: f32,
    /// The fade of the fraction.
    pub fade: f32,
}

impl Default for CellPositions {
    #[inline(always)]
    fn default() -> CellPositions {
        CellPositions {
            keys: [[0; CHUNK]; 2],
            fraction: [0.0; CHUNK],
            fade: [0.0; CHUNK],
            period: 0,
        }
    }
}

impl CellPositions {
    /// Takes `count` samples of a run, from sample `first` on. The last of them is repeated to the end of the chunk.
    #[inline(always)]
    pub fn set(&mut self, axis: &AxisInput, first: usize, count: usize) {
        self.period = axis.period;
        match axis.base {
            BasePosition::TableEntry(table, entry) => self.set_entry(table, entry),
            BasePosition::TableEntries(table, run) => self.set_entries(table, run + first, count),
            BasePosition::Points(along, cells) => {
                self.set_points(along, first, cells, axis.columns);
            }
        }
        let Some(by) = axis.displacement else { return };
        // Beyond `count` the displacement is 0, so these samples stay in range.
        let mut cells = [0.0; CHUNK];
        for (cells, by) in cells.iter_mut().zip(&by[first..first + count]) {
            *cells = by * axis.rate;
        }
        match axis.columns {
            Columns::Faded(fade) => self.displace(&cells, fade),
            Columns::Skewed(factor) => self.displace_skewed(&cells, factor as f32),
        }
    }

    /// Puts all samples at one entry of a table.
    #[inline(always)]
    fn set_entry(&mut self, table: &AxisTable, entry: usize) {
        self.keys = table.keys(entry).map(|key| [key; CHUNK]);
        self.fraction = [table.fraction[entry]; CHUNK];
        self.fade = [table.fade[entry]; CHUNK];
    }

    /// Puts samples at `count` entries of a table, from `first` on.
    #[inline(always)]
    fn set_entries(&mut self, table: &AxisTable, first: usize, count: usize) {
        for i in 0..CHUNK {
            let entry = first + i.min(count - 1);
            let [low, high] = table.keys(entry);
            (self.keys[0][i], self.keys[1][i]) = (low, high);
            self.fraction[i] = table.fraction[entry];
            self.fade[i] = table.fade[entry];
        }
    }

    /// Puts samples at points, from point `first` on. The arithmetic is in f64, so that a fraction far from the origin is as
    /// precise as one near it.
    #[inline(always)]
    fn set_points(&mut self, along: AxisPositions, first: usize, cells: Affine, columns: Columns) {
        let (low, fraction) = split(along, first, cells, self.period);
        self.fraction = fraction;
        match columns {
            Columns::Faded(fade) => {
                self.keys[0] = keys_of_wholes(&low, 0.0, self.period);
                self.keys[1] = match self.period {
                    0 => mapped(&self.keys[0], |key| key.wrapping_add(1)),
                    period => keys_of_wholes(&low, 1.0, period),
                };
                self.fade = fades::fade(fade, &fraction);
            }
            Columns::Skewed(factor) => {
                let (skew, rest) = split(along, first, cells.times(factor), 0);
                self.keys[0] = mapped(&low, word);
                self.keys[1] = mapped(&skew, word);
                self.fade = rest;
            }
        }
    }

    /// Displaces the samples by some cells, where a fade blends corners.
    #[inline(always)]
    fn displace(&mut self, cells: &FloatChunk, fade: Fade) {
        let mut low = [0; CHUNK];
        for i in 0..CHUNK {
            // The fraction may round up to 1, which is why it is 0..=1 and not 0..1.
            let u = self.fraction[i] + cells[i];
            let whole = u.floor();
            low[i] = self.keys[0][i].wrapping_add_signed(whole as i32);
            self.fraction[i] = u - whole;
        }
        self.keys[0] = moved_keys(&low, 0, self.period);
        self.keys[1] = moved_keys(&low, 1, self.period);
        self.fade = fades::fade(fade, &self.fraction);
    }

    /// Displaces the samples by some cells on a skewed lattice. Whole parts stay in the fractions, because the cell follows
    /// from all axes together.
    #[inline(always)]
    fn displace_skewed(&mut self, cells: &FloatChunk, factor: f32) {
        for i in 0..CHUNK {
            self.fraction[i] += cells[i];
            self.fade[i] += cells[i] * factor;
        }
    }

    /// Returns the keys of the corners that are `offset` cells from the low ones.
    #[inline(always)]
    pub fn keys_at(&self, offset: i32) -> WordChunk {
        moved_keys(&self.keys[0], offset, self.period)
    }

    /// Returns the position of one sample.
    #[inline(always)]
    pub fn at(&self, sample: usize) -> CellPosition {
        CellPosition {
            fraction: self.fraction[sample],
            fade: self.fade[sample],
        }
    }
}

/// Maps a chunk of positions to cells, rate·position + offset, and splits the results into whole parts and fractions. Under a
/// period the whole part of the offset is taken modulo the period, so wholes are right only up to multiples of it.
#[inline(always)]
fn split(
    along: AxisPositions,
    first: usize,
    map: Affine,
    period: u32,
) -> (DoubleChunk, FloatChunk) {
    // The sum of three parts, each split on its own so that no small number is added to a large one: the offset, the whole
    // part of the position, and its fraction.
    let rate = map.rate();
    let own = f64::from(key(map.offset.floor() as i64, period));
    let offset = map.offset - map.offset.floor();
    let (mut wholes, mut rests) = ([own; CHUNK], [0.0; CHUNK]);
    let fractions = &along.fractions[first..first + CHUNK];
    for i in 0..CHUNK {
        rests[i] = f64::from(fractions[i]) * rate + offset;
    }
    if !along.wholes.is_empty() {
        let units = &along.wholes[first..first + CHUNK];
        for i in 0..CHUNK {
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
    for i in 0..CHUNK {
        let over = rests[i].floor();
        wholes[i] += over;
        rests[i] -= over;
    }
    (wholes, mapped(&rests, |rest| rest as f32))
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
fn keys_of_wholes(wholes: &DoubleChunk, side: f64, period: u32) -> WordChunk {
    if period == 0 {
        return mapped(wholes, |whole| word(whole + side));
    }
    let p = f64::from(period);
    mapped(wholes, |whole| {
        let n = whole + side;
        // The quotient is rounded, so its floor may be off by one, and the remainder off by one period.
        let rest = n - p * (n / p).floor();
        let lifted = if rest < 0.0 { rest + p } else { rest };
        word(if lifted >= p { lifted - p } else { lifted })
    })
}

/// Returns keys moved by `offset` cells, modulo the period.
#[inline(always)]
fn moved_keys(keys: &WordChunk, offset: i32, period: u32) -> WordChunk {
    let moved = mapped(keys, |key| key.wrapping_add_signed(offset));
    if period == 0 {
        return moved;
    }
    let p = period as i32;
    mapped(&moved, |key| {
        let n = key as i32;
        // A key moves by few periods, so the quotient is small, and in f32 its floor is off by one at most.
        let rest = n.wrapping_sub(((n as f32 / p as f32).floor() as i32).wrapping_mul(p));
        let lifted = if rest < 0 { rest + p } else { rest };
        (if lifted >= p { lifted - p } else { lifted }) as u32
    })
}
