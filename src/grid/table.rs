//! Axis tables: cell, fraction and fade of every sample of one axis, made once on the host.

use std::ops::Range;

use super::position::{Map, Span, position};
use crate::noise::Fade;
use crate::{Result, memory};

/// The lattice along one axis, for a run of samples.
///
/// A *column* is a cell that the samples cross; its two keys are those of its low and high corner,
/// period and wrap applied. No evaluator takes a modulus.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisTable {
    /// The keys of the low and the high corner of each column, in the order in which samples meet them.
    pub columns: Vec<[u32; 2]>,
    /// The column of each sample.
    pub column: Vec<u32>,
    /// The position within the cell, 0..1.
    pub fraction: Vec<f32>,
    /// The fade of the fraction.
    pub fade: Vec<f32>,
}

/// What an axis table is made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Columns {
    /// Corners that a fade blends.
    Faded(Fade),
    /// A skewed lattice. What an axis adds to the skew of all is its position times this factor: the whole part of that
    /// stands in place of the high corner's key, the rest in place of the fade.
    Skewed(f64),
}

impl AxisTable {
    /// The table of the samples `indices` of a span, under a map to cells.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    #[inline(always)]
    pub fn new(
        span: &Span,
        indices: Range<u32>,
        cells: Map,
        period: u32,
        columns: Columns,
    ) -> Result<AxisTable> {
        let mut table = AxisTable {
            columns: Vec::new(),
            column: memory::room(indices.len())?,
            fraction: memory::room(indices.len())?,
            fade: memory::room(indices.len())?,
        };
        let mut last = None;
        for index in indices {
            let at = span.at(index);
            let (cell, fraction) = position(at, cells);
            let (beside, fade) = match columns {
                Columns::Faded(fade) => (0, fade.at(fraction)),
                Columns::Skewed(factor) => position(at, cells.times(factor)),
            };
            if last != Some((cell, beside)) {
                last = Some((cell, beside));
                let second = match columns {
                    Columns::Faded(_) => key(cell + 1, period),
                    Columns::Skewed(_) => beside as u32,
                };
                memory::push(&mut table.columns, [key(cell, period), second])?;
            }
            table.column.push(table.columns.len() as u32 - 1);
            table.fraction.push(fraction as f32);
            table.fade.push(fade as f32);
        }
        Ok(table)
    }

    /// The keys of a sample's low and high corner.
    pub fn keys(&self, sample: usize) -> [u32; 2] {
        self.columns[self.column[sample] as usize]
    }
}

/// The key of a corner: its cell modulo the period, then wrapped to 32 bits; period 0 is none.
#[inline(always)]
pub fn key(cell: i64, period: u32) -> u32 {
    match period {
        0 => cell as u32,
        _ => cell.rem_euclid(i64::from(period)) as u32,
    }
}
