//! The innermost loop: three multiply-adds for each sample of one or two rows.
//!
//! Two rows of a slice have the same fractions, fades and columns, so these are loaded once for both.
#![allow(
    clippy::needless_range_loop,
    reason = "counted loops of a constant length are unrolled, and arrays stay in registers"
)]

use super::coefficients::Coefficients;
use super::destination::{AddToSums, BeginSums, Destination, EndSums, SetOutput, WriteVector};
use super::tile_samples::{Broadcast, CoefficientLoads, Permute, TileSamples};
use crate::cpu::simd::{Lanes, SimdKernel};

/// Evaluates one layer at all samples of a tile, in `N` rows with their coefficients.
#[inline(always)]
pub(super) fn evaluate_tile<L: Lanes, const N: usize>(
    lanes: L,
    samples: &TileSamples,
    coefficients: [&Coefficients; N],
    destination: Destination<N>,
) {
    let Destination {
        sums,
        out,
        first,
        non_temporal,
    } = destination;
    match (out, first, non_temporal) {
        (None, true, _) => {
            lanes.execute_outlined(EvaluateTile(samples, coefficients, BeginSums(sums)));
        }
        (None, false, _) => {
            lanes.execute_outlined(EvaluateTile(samples, coefficients, AddToSums(sums)));
        }
        (Some(out), true, false) => {
            lanes.execute_outlined(EvaluateTile(
                samples,
                coefficients,
                SetOutput::<N, false>(out),
            ));
        }
        (Some(out), true, true) => {
            lanes.execute_outlined(EvaluateTile(
                samples,
                coefficients,
                SetOutput::<N, true>(out),
            ));
        }
        (Some(out), false, false) => {
            lanes.execute_outlined(EvaluateTile(
                samples,
                coefficients,
                EndSums::<N, false>(sums, out),
            ));
        }
        (Some(out), false, true) => {
            lanes.execute_outlined(EvaluateTile(
                samples,
                coefficients,
                EndSums::<N, true>(sums, out),
            ));
        }
    }
}

/// Evaluates rows of samples with the coefficients of each, and passes every vector of values to `W`.
struct EvaluateTile<'a, W, const N: usize>(&'a TileSamples, [&'a Coefficients; N], W);

impl<W: WriteVector, const N: usize> SimdKernel for EvaluateTile<'_, W, N> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, lanes: L) {
        let EvaluateTile(samples, coefficients, write) = self;
        evaluate_rows(lanes, samples, coefficients, write);
    }
}

/// Evaluates rows with the loop that fits how coefficients are loaded.
#[inline(always)]
fn evaluate_rows<L: Lanes, const N: usize>(
    lanes: L,
    samples: &TileSamples,
    coefficients: [&Coefficients; N],
    write: impl WriteVector,
) {
    // If all vectors, or groups of vectors, have the same fractions and fades, these are loaded once and kept in registers,
    // provided that there are enough registers: a group of four vectors takes eight.
    let held = samples.step == 0;
    match &samples.loads {
        CoefficientLoads::Broadcast(Broadcast { column, vectors }) => {
            match (vectors, held && L::MANY_REGISTERS) {
                (4, true) => {
                    broadcast::<L, N, 4, true>(lanes, samples, column, coefficients, write);
                }
                (4, false) => {
                    broadcast::<L, N, 4, false>(lanes, samples, column, coefficients, write);
                }
                (2, true) => {
                    broadcast::<L, N, 2, true>(lanes, samples, column, coefficients, write);
                }
                (2, false) => {
                    broadcast::<L, N, 2, false>(lanes, samples, column, coefficients, write);
                }
                (_, true) => {
                    broadcast::<L, N, 1, true>(lanes, samples, column, coefficients, write);
                }
                (_, false) => {
                    broadcast::<L, N, 1, false>(lanes, samples, column, coefficients, write);
                }
            }
        }
        CoefficientLoads::Permute(columns) => {
            if held {
                permute::<L, N, true>(lanes, samples, columns, coefficients, write);
            } else {
                permute::<L, N, false>(lanes, samples, columns, coefficients, write);
            }
        }
        CoefficientLoads::Gather(columns) => gather(lanes, samples, columns, coefficients, write),
    }
}

/// The coefficients of a vector of samples, each in its lane.
#[derive(Clone, Copy)]
struct VectorCoefficients<F> {
    a: F,
    b: F,
    c: F,
    d: F,
}

impl<F: Copy> VectorCoefficients<F> {
    /// Loads the coefficients of one column for every lane.
    #[inline(always)]
    fn broadcast<L: Lanes<Floats = F>>(
        lanes: L,
        of: &Coefficients,
        column: usize,
    ) -> VectorCoefficients<F> {
        VectorCoefficients {
            a: lanes.splat(of.a.0[column]),
            b: lanes.splat(of.b.0[column]),
            c: lanes.splat(of.c.0[column]),
            d: lanes.splat(of.d.0[column]),
        }
    }

    /// Computes a + b·f + fade·(c + d·f).
    ///
    /// a + b·f and c + d·f do not depend on each other, so the CPU overlaps them, and the latency is that of two
    /// multiply-adds. The order of operations is the same in every lane, so the bits of a sample do not depend on how a grid
    /// is cut.
    #[inline(always)]
    fn evaluate<L: Lanes<Floats = F>>(&self, lanes: L, fraction: F, fade: F) -> F {
        let low = lanes.mul_add(self.b, fraction, self.a);
        let rise = lanes.mul_add(self.d, fraction, self.c);
        lanes.mul_add(fade, rise, low)
    }
}

// The loops below use indices and not iterators: a zip of chunks is not always inlined, and a call within them costs more
// than the few bounds checks that are left.

/// Evaluates groups of `VECTORS` vectors, each group in one column. If `HELD`, all groups have the same fractions and fades.
#[inline(always)]
fn broadcast<L: Lanes, const N: usize, const VECTORS: usize, const HELD: bool>(
    lanes: L,
    samples: &TileSamples,
    columns: &[u32],
    coefficients: [&Coefficients; N],
    mut write: impl WriteVector,
) {
    let group = VECTORS * L::WIDTH;
    let (fractions, fades) = (&samples.fraction[..], &samples.fade[..]);
    let mut held = [(lanes.load(fractions), lanes.load(fades)); VECTORS];
    for i in 1..VECTORS {
        let from = i * L::WIDTH;
        held[i] = (lanes.load(&fractions[from..]), lanes.load(&fades[from..]));
    }
    // `at` is the first sample of the group. `from` is where its fractions and fades begin: `at`, or 0 if all groups have the
    // same.
    let (mut at, mut from) = (0, 0);
    for &column in columns {
        let (own_fractions, own_fades) = (&fractions[from..][..group], &fades[from..][..group]);
        for row in 0..N {
            let own = VectorCoefficients::broadcast(lanes, coefficients[row], column as usize);
            for i in 0..VECTORS {
                let from = i * L::WIDTH;
                let (fraction, fade) = if HELD {
                    held[i]
                } else {
                    (
                        lanes.load(&own_fractions[from..]),
                        lanes.load(&own_fades[from..]),
                    )
                };
                write.write(lanes, row, at + from, own.evaluate(lanes, fraction, fade));
            }
        }
        at += group;
        from += samples.step;
    }
}

/// Evaluates vectors whose samples lie in a few neighbouring columns: loads as many columns as a vector has lanes, and
/// permutes each coefficient into the lanes of its samples. If `HELD`, all vectors have the same fractions, fades and lanes.
#[inline(always)]
fn permute<L: Lanes, const N: usize, const HELD: bool>(
    lanes: L,
    samples: &TileSamples,
    columns: &Permute,
    coefficients: [&Coefficients; N],
    mut write: impl WriteVector,
) {
    let (fractions, fades) = (&samples.fraction[..], &samples.fade[..]);
    let all_lanes = &columns.lane[..];
    let (mut fraction, mut fade) = (lanes.load(fractions), lanes.load(fades));
    let mut lane = lanes.load_indices(all_lanes);
    let (mut at, mut from) = (0, 0);
    for &first in &columns.first {
        if !HELD {
            (fraction, fade) = (lanes.load(&fractions[from..]), lanes.load(&fades[from..]));
            lane = lanes.load_indices(&all_lanes[from..]);
        }
        let column = first as usize;
        for row in 0..N {
            let of = coefficients[row];
            let own = VectorCoefficients {
                a: lanes.permute(lanes.load(&of.a.0[column..]), lane),
                b: lanes.permute(lanes.load(&of.b.0[column..]), lane),
                c: lanes.permute(lanes.load(&of.c.0[column..]), lane),
                d: lanes.permute(lanes.load(&of.d.0[column..]), lane),
            };
            write.write(lanes, row, at, own.evaluate(lanes, fraction, fade));
        }
        at += L::WIDTH;
        from += samples.step;
    }
}

/// Evaluates vectors of samples in any columns.
#[inline(always)]
fn gather<L: Lanes, const N: usize>(
    lanes: L,
    samples: &TileSamples,
    columns: &[u32],
    coefficients: [&Coefficients; N],
    mut write: impl WriteVector,
) {
    let (fractions, fades) = (&samples.fraction[..], &samples.fade[..]);
    let mut at = 0;
    while at < columns.len() {
        let (fraction, fade) = (lanes.load(&fractions[at..]), lanes.load(&fades[at..]));
        for row in 0..N {
            let of = coefficients[row];
            let own = VectorCoefficients {
                a: lanes.gather(&of.a.0, &columns[at..]),
                b: lanes.gather(&of.b.0, &columns[at..]),
                c: lanes.gather(&of.c.0, &columns[at..]),
                d: lanes.gather(&of.d.0, &columns[at..]),
            };
            write.write(lanes, row, at, own.evaluate(lanes, fraction, fade));
        }
        at += L::WIDTH;
    }
}
