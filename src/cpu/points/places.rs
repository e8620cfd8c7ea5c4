//! Where the samples of a chunk lie along one axis.
//!
//! The plain position keeps its exact cell and fraction from the axis tables; the displacement, an
//! f32, is added to the fraction, and what leaves the cell moves the key.

use super::{Along, Axis, CHUNK, Floats, Plain, Words, fades, mapped};
use crate::grid::table::{Columns, key};
use crate::grid::{AxisTable, Map};
use crate::noise::Fade;

/// A number for each sample of a chunk, fine enough for places in cells.
type Doubles = [f64; CHUNK];

/// The samples of a chunk along one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    /// The keys of the low and the high corner.
    pub keys: [Words; 2],
    /// The positions, 0..=1.
    pub fraction: Floats,
    /// Their fades.
    pub fade: Floats,
    /// In cells; 0 is none.
    pub period: u32,
}

/// One sample along one axis, once its corners are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The position, 0..=1.
    pub fraction: f32,
    /// Its fade.
    pub fade: f32,
}

impl Default for Places {
    #[inline(always)]
    fn default() -> Places {
        Places {
            keys: [[0; CHUNK]; 2],
            fraction: [0.0; CHUNK],
            fade: [0.0; CHUNK],
            period: 0,
        }
    }
}

impl Places {
    /// Those of `count` samples of a run, from sample `first` on; the rest of the chunk repeats the last.
    #[inline(always)]
    pub fn set(&mut self, axis: &Axis, first: usize, count: usize) {
        self.period = axis.period;
        match axis.plain {
            Plain::Entry(table, entry) => self.set_all(table, entry),
            Plain::Entries(table, run) => self.set_each(table, run + first, count),
            Plain::Points(along, cells) => self.set_points(along, first, cells, axis.columns),
        }
        let Some(by) = axis.displacement else { return };
        let mut cells = [0.0; CHUNK];
        for (cells, by) in cells.iter_mut().zip(&by[first..first + count]) {
            *cells = by * axis.rate;
        }
        match axis.columns {
            Columns::Faded(fade) => self.displace(&cells, fade),
            Columns::Skewed(factor) => self.displace_skewed(&cells, factor as f32),
        }
    }

    #[inline(always)]
    fn set_all(&mut self, table: &AxisTable, entry: usize) {
        self.keys = table.keys(entry).map(|key| [key; CHUNK]);
        self.fraction = [table.fraction[entry]; CHUNK];
        self.fade = [table.fade[entry]; CHUNK];
    }

    #[inline(always)]
    fn set_each(&mut self, table: &AxisTable, first: usize, count: usize) {
        for i in 0..CHUNK {
            let entry = first + i.min(count - 1);
            let [low, high] = table.keys(entry);
            (self.keys[0][i], self.keys[1][i]) = (low, high);
            self.fraction[i] = table.fraction[entry];
            self.fade[i] = table.fade[entry];
        }
    }

    /// In f64, so that a fraction is as fine far away as near.
    #[inline(always)]
    fn set_points(&mut self, along: Along, first: usize, cells: Map, columns: Columns) {
        let (low, fraction) = split(along, first, cells, self.period);
        self.fraction = fraction;
        match columns {
            Columns::Faded(fade) => {
                self.keys[0] = euclidean(&low, 0.0, self.period);
                self.keys[1] = match self.period {
                    0 => mapped(&self.keys[0], |key| key.wrapping_add(1)),
                    period => euclidean(&low, 1.0, period),
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

    #[inline(always)]
    fn displace(&mut self, cells: &Floats, fade: Fade) {
        let mut low = [0; CHUNK];
        for i in 0..CHUNK {
            let u = self.fraction[i] + cells[i];
            let whole = u.floor();
            low[i] = self.keys[0][i].wrapping_add_signed(whole as i32);
            self.fraction[i] = u - whole;
        }
        self.keys[0] = wrapped(&low, 0, self.period);
        self.keys[1] = wrapped(&low, 1, self.period);
        self.fade = fades::fade(fade, &self.fraction);
    }

    /// Whole parts stay where they are: the lattice is found from all axes together.
    #[inline(always)]
    fn displace_skewed(&mut self, cells: &Floats, factor: f32) {
        for i in 0..CHUNK {
            self.fraction[i] += cells[i];
            self.fade[i] += cells[i] * factor;
        }
    }

    /// The keys of the corners so many cells from the low ones.
    #[inline(always)]
    pub fn keys_at(&self, offset: i32) -> Words {
        wrapped(&self.keys[0], offset, self.period)
    }

    /// A sample.
    #[inline(always)]
    pub fn at(&self, sample: usize) -> Place {
        Place {
            fraction: self.fraction[sample],
            fade: self.fade[sample],
        }
    }
}

/// The whole numbers below a chunk of places under a map, but for what is left out under a period, and what is above them.
#[inline(always)]
fn split(along: Along, first: usize, map: Map, period: u32) -> (Doubles, Floats) {
    let rate = map.rate();
    let own = f64::from(key(map.offset.floor() as i64, period));
    let offset = map.offset - map.offset.floor();
    let (mut wholes, mut rests) = ([own; CHUNK], [0.0; CHUNK]);
    let fractions = &along.fractions[first..first + CHUNK];
    for i in 0..CHUNK {
        rests[i] = f64::from(fractions[i]) * rate + offset;
    }
    if !along.cells.is_empty() {
        let cells = &along.cells[first..first + CHUNK];
        for i in 0..CHUNK {
            let cell = f64::from(cells[i]);
            let high = cell * rate;
            let whole = high.floor();
            wholes[i] += whole;
            rests[i] += (high - whole) + cell.mul_add(rate, -high);
        }
    }
    for i in 0..CHUNK {
        let over = rests[i].floor();
        wholes[i] += over;
        rests[i] -= over;
    }
    (wholes, mapped(&rests, |rest| rest as f32))
}

/// A whole number below 2^51, wrapped to 32 bits: beside a number of 53 bits it stands in the last of them.
#[inline(always)]
fn word(whole: f64) -> u32 {
    const ONE_IN_THE_LAST_PLACE: f64 = (3_u64 << 51) as f64;
    (whole + ONE_IN_THE_LAST_PLACE).to_bits() as u32
}

/// The keys so many cells from whole numbers, under a period.
#[inline(always)]
fn euclidean(wholes: &Doubles, side: f64, period: u32) -> Words {
    if period == 0 {
        return mapped(wholes, |whole| word(whole + side));
    }
    let p = f64::from(period);
    mapped(wholes, |whole| {
        let n = whole + side;
        // The quotient may be off by one.
        let rest = n - p * (n / p).floor();
        let lifted = if rest < 0.0 { rest + p } else { rest };
        word(if lifted >= p { lifted - p } else { lifted })
    })
}

/// Keys so many cells further, under a period. The quotient is small, so in floats it is off by one at most.
#[inline(always)]
fn wrapped(keys: &Words, offset: i32, period: u32) -> Words {
    let moved = mapped(keys, |key| key.wrapping_add_signed(offset));
    if period == 0 {
        return moved;
    }
    let p = period as i32;
    mapped(&moved, |key| {
        let n = key as i32;
        let rest = n.wrapping_sub(((n as f32 / p as f32).floor() as i32).wrapping_mul(p));
        let lifted = if rest < 0 { rest + p } else { rest };
        (if lifted >= p { lifted - p } else { lifted }) as u32
    })
}
