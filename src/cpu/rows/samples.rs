//! Where the samples of a run lie in their columns, laid out for vectors.

use std::ops::Range;

use super::Line;
use crate::cpu::aligned::Aligned;
use crate::grid::AxisTable;
use crate::{Result, memory};

/// The samples of a run, padded to whole vectors.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct Samples {
    /// The position within the column, 0..1.
    pub fraction: Aligned,
    /// Its fade.
    pub fade: Aligned,
    /// How vectors meet columns.
    pub columns: Columns,
    /// From one vector, or group of vectors, to the next in the tables: 0 where all are the same.
    /// A frequency that is a power of two then reads the same few lines over and over.
    pub step: usize,
}

/// How the vectors of a run find the coefficients of their samples.
#[derive(Clone, Debug)]
pub(in crate::cpu) enum Columns {
    /// Every vector lies in one column: its coefficients are broadcast.
    Wide(Wide),
    /// A vector crosses no more columns than it has lanes: its coefficients are permuted.
    Narrow(Narrow),
    /// Any column for any sample: coefficients are collected one by one.
    Scattered(Vec<u32>),
}

/// Vectors that lie in one column each, in groups that share it.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct Wide {
    /// The column of each group.
    pub column: Vec<u32>,
    /// Vectors in every group: 1, 2 or 4.
    pub vectors: usize,
}

/// Vectors that cross columns.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct Narrow {
    /// The first column of each vector.
    pub first: Vec<u32>,
    /// How many columns after it each sample's column comes.
    pub further: Vec<u32>,
}

impl Samples {
    /// The samples `run` of a table along x, on their line, in vectors of `width`. A source that
    /// does not depend on x has the same value everywhere.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(
        table: Option<&AxisTable>,
        run: Range<usize>,
        line: &Line,
        width: usize,
    ) -> Result<Samples> {
        let padded = run.len().next_multiple_of(width);
        let mut fraction = Aligned::zeros(padded)?;
        let mut fade = Aligned::zeros(padded)?;
        if let Some(table) = table {
            fraction[..run.len()].copy_from_slice(&table.fraction[run.clone()]);
            fade[..run.len()].copy_from_slice(&table.fade[run]);
        }
        let columns = Columns::new(&line.low, width)?;
        let step = match &columns {
            Columns::Wide(wide) => wide.vectors * width,
            Columns::Narrow(_) | Columns::Scattered(_) => width,
        };
        let repeat = repeats(&fraction[..padded], step)
            && repeats(&fade[..padded], step)
            && match &columns {
                Columns::Wide(_) => true,
                Columns::Narrow(narrow) => repeats(&narrow.further, step),
                Columns::Scattered(_) => false,
            };
        Ok(Samples {
            fraction,
            fade,
            columns,
            step: if repeat { 0 } else { step },
        })
    }
}

/// Whether every `step` elements are those before them.
fn repeats<T: PartialEq>(of: &[T], step: usize) -> bool {
    of.len() <= step || of[step..] == of[..of.len() - step]
}

impl Columns {
    fn new(low: &[u32], width: usize) -> Result<Columns> {
        let vectors = || low.chunks(width);
        let fits = |vector: &[u32]| {
            (vector.iter()).all(|&column| column >= vector[0] && column - vector[0] < width as u32)
        };
        let first = || memory::collect(vectors().map(|vector| vector[0]));
        let padded = || memory::zeros::<u32>(low.len().next_multiple_of(width) as u64);
        if vectors().all(|vector| vector.iter().all(|&column| column == vector[0])) {
            Ok(Columns::Wide(Wide::new(first()?)))
        } else if vectors().all(fits) {
            let mut further = padded()?;
            for (further, vector) in further.chunks_mut(width).zip(vectors()) {
                for (further, column) in further.iter_mut().zip(vector) {
                    *further = column - vector[0];
                }
            }
            let first = first()?;
            Ok(Columns::Narrow(Narrow { first, further }))
        } else {
            let mut all = padded()?;
            all[..low.len()].copy_from_slice(low);
            Ok(Columns::Scattered(all))
        }
    }
}

impl Wide {
    /// The groups of vectors, each in the column given.
    fn new(columns: Vec<u32>) -> Wide {
        let alike = |group: &[u32]| group.iter().all(|&column| column == group[0]);
        let even = |vectors: &usize| {
            columns.len().is_multiple_of(*vectors) && columns.chunks(*vectors).all(alike)
        };
        let vectors = [4, 2].into_iter().find(even).unwrap_or(1);
        Wide {
            column: columns.into_iter().step_by(vectors).collect(),
            vectors,
        }
    }
}
