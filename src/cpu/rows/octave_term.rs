//! What the octaves of a fractal add to its sum, from rows of their values.

use crate::cpu::simd::{Lanes, SimdKernel};
use crate::cpu::steps::triangle;

/// What an octave adds to the sum, before its weight, as a function of its value n. `N` is a number, or the operation that
/// is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cpu) enum OctaveTerm<N> {
    /// |n|.
    Magnitude,
    /// offset − |n|.
    Ridge { offset: N },
    /// s = (offset − |n|)²·w, where w is 1 in the first octave, and clamp(s·gain, 0, 1) in the next one.
    WeightedRidge { offset: N, gain: N },
    /// −triangle((n + 1)·strength/2).
    PingPong { strength: N },
    /// s = min(w, 1)·(n + offset), where w is 1 in the first octave, and s·amplitude in the next one.
    Hybrid { offset: N },
}

impl<N> OctaveTerm<N> {
    /// Returns whether an octave hands w on to the next one.
    fn hands_on(&self) -> bool {
        matches!(
            self,
            OctaveTerm::WeightedRidge { .. } | OctaveTerm::Hybrid { .. }
        )
    }

    /// Returns the same term of other numbers.
    pub fn map<M>(self, number: impl Fn(N) -> M) -> OctaveTerm<M> {
        match self {
            OctaveTerm::Magnitude => OctaveTerm::Magnitude,
            OctaveTerm::Ridge { offset } => OctaveTerm::Ridge {
                offset: number(offset),
            },
            OctaveTerm::WeightedRidge { offset, gain } => OctaveTerm::WeightedRidge {
                offset: number(offset),
                gain: number(gain),
            },
            OctaveTerm::PingPong { strength } => OctaveTerm::PingPong {
                strength: number(strength),
            },
            OctaveTerm::Hybrid { offset } => OctaveTerm::Hybrid {
                offset: number(offset),
            },
        }
    }
}

/// Adds the term of an octave to a row of sums.
pub(super) struct AddTerm<'a> {
    pub term: OctaveTerm<f32>,
    /// Whether this is the first octave, which begins the sums.
    pub first: bool,
    pub weight: f32,
    pub amplitude: f32,
    /// The values of the octave.
    pub values: &'a [f32],
    /// w, which the octave before has handed on.
    pub carried: &'a mut [f32],
    pub sums: &'a mut [f32],
}

impl SimdKernel for AddTerm<'_> {
    type Output = ();

    // The operations, their order and their roundings are those of `steps`, where a fold of any other body goes.
    #[inline(always)]
    fn execute<L: Lanes>(self, _: L) {
        let amplitude = self.amplitude;
        if self.first && self.term.hands_on() {
            self.carried.fill(1.0);
        }
        match self.term {
            OctaveTerm::Magnitude => self.add(|n, _| n.abs()),
            OctaveTerm::Ridge { offset } => self.add(|n, _| offset - n.abs()),
            OctaveTerm::WeightedRidge { offset, gain } => self.add(|n, w| {
                let ridge = offset - n.abs();
                let signal = ridge * ridge * *w;
                *w = (signal * gain).clamp(0.0, 1.0);
                signal
            }),
            OctaveTerm::PingPong { strength } => {
                self.add(|n, _| -triangle((n + 1.0) * strength * 0.5));
            }
            OctaveTerm::Hybrid { offset } => self.add(|n, w| {
                let signal = w.min(1.0) * (n + offset);
                *w = signal * amplitude;
                signal
            }),
        }
    }
}

impl AddTerm<'_> {
    /// Adds a function of n and w to each sum.
    #[inline(always)]
    fn add(self, term: impl Fn(f32, &mut f32) -> f32) {
        let samples = self.sums.iter_mut().zip(self.values).zip(self.carried);
        if self.first {
            for ((sum, n), w) in samples {
                *sum = self.weight * term(*n, w);
            }
        } else {
            for ((sum, n), w) in samples {
                *sum += self.weight * term(*n, w);
            }
        }
    }
}
