//! Axis tables: the cell, fraction and fade of every sample along one axis, computed once on the host.

use std::ops::Range;

use super::position::{Affine, Span, position};
use crate::noise::Fade;
use crate::{Result, memory};

/// A source's lattice along one axis, for a range of samples.
///
/// A *column* is a cell of the axis that holds at least one of the samples. It has a key for its low and one for its high
/// corner: the corner's index modulo the period, wrapped to 32 bits. Evaluators hash the keys and need no modulus.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisTable {
    /// The keys of the low and the high corner of each column, in the order of the samples.
    pub columns: Vec<[u32; 2]>,
    /// The number of the first column's cell: without a period, its low key.
    pub first_cell: i64,
    /// The index among `columns` of each sample's column.
    pub column: Vec<u32>,
    /// Each sample's position within its cell, 0 to 1.
    pub fraction: Vec<f32>,
    /// The fade of each fraction: the weight of the high corner.
    pub fade: Vec<f32>,
}

/// The data that an axis table holds besides cell and fraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Columns {
    /// The high corner's key and the fade of the fraction.
    Faded(Fade),
    /// The axis's part of the skew of a simplex lattice: its position times this factor. The whole part takes the place of
    /// the high corner's key, the fraction that of the fade.
    Skewed(f64),
}

impl AxisTable {
    /// Makes the table of the samples `indices` of a span; `cells` maps positions to cells.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    #[inline(always)]
    pub fn new(
        span: &Span,
        indices: Range<u32>,
        cells: Affine,
        period: u32,
        columns: Columns,
    ) -> Result<AxisTable> {
        let mut table = AxisTable {
            columns: Vec::new(),
            first_cell: 0,
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
            if last.is_none() {
                table.first_cell = cell;
            }
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

    /// Returns the keys of a sample's low and high corner.
    pub fn keys(&self, sample: usize) -> [u32; 2] {
        self.columns[self.column[sample] as usize]
    }
}

/// Returns the key of a corner: its index modulo the period, then wrapped to 32 bits. Period 0 means none.
#[inline(always)]
pub fn key(cell: i64, period: u32) -> u32 {
    match period {
        0 => cell as u32,
        _ => cell.rem_euclid(i64::from(period)) as u32,
    }
}
