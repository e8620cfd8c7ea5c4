//! Where the samples of a chunk lie along one axis.
//!
//! The plain position keeps its exact cell and fraction from the axis tables; the displacement, an
//! f32, is added to the fraction, and what leaves the cell moves the key.

use super::{Axis, CHUNK, Floats, Words, fades, mapped};
use crate::grid::table::Columns;
use crate::grid::{AxisTable, Fade};

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
        match axis.stride {
            0 => self.set_all(axis.table, axis.first),
            _ => self.set_each(axis.table, axis.first + first, count),
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
