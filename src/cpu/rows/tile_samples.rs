//! The positions of a tile's samples within their columns, laid out for vectors.

use std::ops::Range;

use super::axis_corners::AxisCorners;
use crate::cpu::aligned::Aligned;
use crate::grid::AxisTable;
use crate::noise::Fade;
use crate::{Result, memory};

/// The samples of a tile of x, padded to whole vectors.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct TileSamples {
    /// The position of each sample within its column, 0..1, which is f in the formula of a row.
    pub fraction: Aligned<f32>,
    /// The fade s of each fraction. A derivative along x has s + s′·f in place of f, and s′ in place of s.
    pub fade: Aligned<f32>,
    /// How the vectors of samples get their coefficients.
    pub loads: CoefficientLoads,
    /// The number of samples from one vector, or group of vectors, to the next in these arrays; 0 if all are equal. They are
    /// equal if, for example, a cell has 64 samples: every vector then reads the same few cache lines.
    pub step: usize,
}

/// How the vectors of a tile load the coefficients of their samples: the first of these ways that works for all vectors.
#[derive(Clone, Debug)]
pub(in crate::cpu) enum CoefficientLoads {
    /// All samples of a vector lie in one column, whose coefficients are broadcast.
    Broadcast(Broadcast),
    /// The samples of a vector lie in no more neighbouring columns than it has lanes: the coefficients of these are loaded
    /// as a vector and permuted.
    Permute(Permute),
    /// Samples lie in any columns, and each lane loads its own coefficient. Holds the column of each sample.
    Gather(Vec<u32>),
}

/// Vectors that lie in one column each, in groups that share it.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct Broadcast {
    /// The column of each group.
    pub column: Vec<u32>,
    /// Vectors in every group: 1, 2 or 4.
    pub vectors: usize,
}

/// Vectors whose samples lie in a few neighbouring columns.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct Permute {
    /// The first column of each vector.
    pub first: Vec<u32>,
    /// The column of each sample, counted from the first of its vector: the lane that it takes.
    pub lane: Vec<u32>,
}

impl TileSamples {
    /// Lays out the samples `run` of a table along x for vectors of `width` lanes. If the source does not depend on x,
    /// fractions and fades are 0, and the value of every sample is the coefficient A of the only column. `slope` is the fade of a
    /// derivative along x (see [`Coefficients::blend`](super::coefficients::Coefficients::blend)).
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(
        table: Option<&AxisTable>,
        run: Range<usize>,
        corners: &AxisCorners,
        width: usize,
        slope: Option<Fade>,
    ) -> Result<TileSamples> {
        let padded = run.len().next_multiple_of(width);
        let mut fraction = Aligned::zeros(padded)?;
        let mut fade = Aligned::zeros(padded)?;
        if let Some(table) = table {
            fraction[..run.len()].copy_from_slice(&table.fraction[run.clone()]);
            fade[..run.len()].copy_from_slice(&table.fade[run.clone()]);
        }
        if let Some(of) = slope {
            for (fraction, fade) in fraction.iter_mut().zip(&mut *fade).take(run.len()) {
                let slope = of.slope(f64::from(*fraction)) as f32;
                (*fraction, *fade) = (*fade + slope * *fraction, slope);
            }
        }
        let loads = CoefficientLoads::new(&corners.low, width)?;
        let step = match &loads {
            CoefficientLoads::Broadcast(groups) => groups.vectors * width,
            CoefficientLoads::Permute(_) | CoefficientLoads::Gather(_) => width,
        };
        // Positions and lanes must repeat. The columns need not: they are stored for each group.
        let repeat = repeats(&fraction[..padded], step)
            && repeats(&fade[..padded], step)
            && match &loads {
                CoefficientLoads::Broadcast(_) => true,
                CoefficientLoads::Permute(permute) => repeats(&permute.lane, step),
                CoefficientLoads::Gather(_) => false,
            };
        Ok(TileSamples {
            fraction,
            fade,
            loads,
            step: if repeat { 0 } else { step },
        })
    }
}

/// Returns whether every `step` elements equal those before them.
fn repeats<T: PartialEq>(of: &[T], step: usize) -> bool {
    of.len() <= step || of[step..] == of[..of.len() - step]
}

impl CoefficientLoads {
    /// Chooses the loads for vectors of `width` samples in the columns `low`.
    fn new(low: &[u32], width: usize) -> Result<CoefficientLoads> {
        let vectors = || low.chunks(width);
        let fits = |vector: &[u32]| {
            (vector.iter()).all(|&column| column >= vector[0] && column - vector[0] < width as u32)
        };
        let first = || memory::collect(vectors().map(|vector| vector[0]));
        let padded = || memory::zeros::<u32>(low.len().next_multiple_of(width) as u64);
        // The first case has many samples per cell, and cells that begin at whole vectors; the second has some samples per
        // cell; the third has less than one.
        if vectors().all(|vector| vector.iter().all(|&column| column == vector[0])) {
            Ok(CoefficientLoads::Broadcast(Broadcast::new(first()?)))
        } else if vectors().all(fits) {
            let mut lane = padded()?;
            for (lane, vector) in lane.chunks_mut(width).zip(vectors()) {
                for (lane, column) in lane.iter_mut().zip(vector) {
                    *lane = column - vector[0];
                }
            }
            let first = first()?;
            Ok(CoefficientLoads::Permute(Permute { first, lane }))
        } else {
            let mut columns = padded()?;
            columns[..low.len()].copy_from_slice(low);
            Ok(CoefficientLoads::Gather(columns))
        }
    }
}

impl Broadcast {
    /// Groups vectors, of which each lies in the given column: in fours if every four share a column, else in twos if every
    /// two do.
    fn new(columns: Vec<u32>) -> Broadcast {
        let alike = |group: &[u32]| group.iter().all(|&column| column == group[0]);
        let even = |vectors: &usize| {
            columns.len().is_multiple_of(*vectors) && columns.chunks(*vectors).all(alike)
        };
        let vectors = [4, 2].into_iter().find(even).unwrap_or(1);
        Broadcast {
            column: columns.into_iter().step_by(vectors).collect(),
            vectors,
        }
    }
}
