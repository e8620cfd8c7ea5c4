//! Value steps over runs of samples, and the sum of a fold.

use super::simd::{Lanes, SimdKernel};
use super::{polynomials, shaping};
use crate::limits::POINTS_MAX;
use crate::noise::Step;

/// The most arguments of a step: those of a curve.
pub(super) const ARGS_MAX: usize = 1 + 2 * POINTS_MAX;

/// Computes a value step for every sample of `out`.
pub(super) struct ApplyStep<'a> {
    pub step: Step,
    /// The arguments, in the order of the step's parameters; each at least as long as `out`.
    pub args: &'a [&'a [f32]],
    pub out: &'a mut [f32],
}

impl SimdKernel for ApplyStep<'_> {
    type Output = ();

    // Plain loops, which the compiler vectorises for each SIMD level. It fuses no multiplication with an addition.
    #[inline(always)]
    fn execute<L: Lanes>(self, _: L) {
        let ApplyStep { step, args, out } = self;
        let [a, b, c, d, e] = std::array::from_fn(|i| args.get(i).copied().unwrap_or_default());
        match step {
            Step::Add => two(out, a, b, |a, b| a + b),
            Step::Sub => two(out, a, b, |a, b| a - b),
            Step::Mul => two(out, a, b, |a, b| a * b),
            Step::Div => two(out, a, b, |a, b| a / b),
            Step::Min => two(out, a, b, f32::min),
            Step::Max => two(out, a, b, f32::max),
            Step::SmoothMin => three(out, a, b, c, shaping::smooth_min),
            Step::SmoothMax => three(out, a, b, c, shaping::smooth_max),
            Step::Mix => three(out, a, b, c, |a, b, t| a + t * (b - a)),
            Step::Select => four(
                out,
                [a, b, c, d],
                |a, b, by, edge| {
                    if by < edge { a } else { b }
                },
            ),
            Step::Piecewise => one(out, a, |of| of),
            Step::Abs => one(out, a, f32::abs),
            Step::Sign => one(out, a, |of| if of == 0.0 { 0.0 } else { of.signum() }),
            Step::Floor => one(out, a, f32::floor),
            Step::Fract => one(out, a, |of| of - of.floor()),
            Step::Sqrt => one(out, a, |of| of.max(0.0).sqrt()),
            Step::Pow => two(out, a, b, polynomials::pow),
            Step::Exp => one(out, a, polynomials::exp),
            Step::Log => one(out, a, polynomials::log),
            Step::Sin => one(out, a, polynomials::sin),
            Step::Cos => one(out, a, polynomials::cos),
            Step::Triangle => one(out, a, triangle),
            Step::Remap => {
                // Two passes, since the loops take at most four arguments.
                three(out, a, b, c, |of, low, high| (of - low) / (high - low));
                for ((t, low), high) in out.iter_mut().zip(d).zip(e) {
                    *t = low + *t * (high - low);
                }
            }
            Step::Clamp => three(out, a, b, c, |of, low, high| of.max(low).min(high)),
            Step::Smoothstep => three(out, a, b, c, shaping::smoothstep),
            Step::Step => two(out, a, b, |of, edge| if of < edge { 0.0 } else { 1.0 }),
            Step::Threshold => three(
                out,
                a,
                b,
                c,
                |of, level, below| {
                    if of < level { below } else { of }
                },
            ),
            Step::Bias => two(out, a, b, shaping::bias),
            Step::GainCurve => two(out, a, b, shaping::gain_curve),
            Step::Terrace => three(out, a, b, c, shaping::terrace),
            Step::Curve => curve(out, a, args.get(1..).unwrap_or_default()),
        }
    }
}

/// Computes a wave of straight lines over a value in turns: 1 at 0, −1 at ½.
#[inline(always)]
pub(super) fn triangle(turns: f32) -> f32 {
    1.0 - 4.0 * (turns - turns.round_ties_even()).abs()
}

/// Applies a function of one argument to each sample.
#[inline(always)]
fn one(out: &mut [f32], a: &[f32], f: impl Fn(f32) -> f32) {
    for (out, a) in out.iter_mut().zip(a) {
        *out = f(*a);
    }
}

/// Applies a function of two arguments to each sample.
#[inline(always)]
fn two(out: &mut [f32], a: &[f32], b: &[f32], f: impl Fn(f32, f32) -> f32) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = f(*a, *b);
    }
}

/// Applies a function of three arguments to each sample.
#[inline(always)]
fn three(out: &mut [f32], a: &[f32], b: &[f32], c: &[f32], f: impl Fn(f32, f32, f32) -> f32) {
    for (((out, a), b), c) in out.iter_mut().zip(a).zip(b).zip(c) {
        *out = f(*a, *b, *c);
    }
}

/// Applies a function of four arguments to each sample.
#[inline(always)]
fn four(out: &mut [f32], [a, b, c, d]: [&[f32]; 4], f: impl Fn(f32, f32, f32, f32) -> f32) {
    for ((((out, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *out = f(*a, *b, *c, *d);
    }
}

/// Computes a curve of straight lines through points. The last line is computed for all samples; then, backwards, each line
/// replaces the values of the samples before its end. So no sample searches for its line.
#[inline(always)]
fn curve(out: &mut [f32], of: &[f32], points: &[&[f32]]) {
    out.fill(0.0);
    for (i, ends) in points.windows(4).step_by(2).enumerate().rev() {
        let last = 2 * i + 4 == points.len();
        let &[from, low, to, high] = ends else {
            continue;
        };
        let values = out.iter_mut().zip(of);
        for (((((out, of), from), low), to), high) in values.zip(from).zip(low).zip(to).zip(high) {
            if last || of < to {
                *out = shaping::line(*of, *from, *low, *to, *high);
            }
        }
    }
}

/// Sets every sample to a number.
pub(super) struct Fill<'a> {
    pub value: f32,
    pub out: &'a mut [f32],
}

impl SimdKernel for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, _: L) {
        self.out.fill(self.value);
    }
}

/// Adds an octave to the sum of a fold.
pub(super) struct Accumulate<'a> {
    /// Whether this is the first octave, which begins the sum.
    pub first: bool,
    pub weight: f32,
    /// The values of the octave; at least as long as `sum`.
    pub values: &'a [f32],
    pub sum: &'a mut [f32],
}

impl SimdKernel for Accumulate<'_> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, _: L) {
        let pairs = self.sum.iter_mut().zip(self.values);
        if self.first {
            pairs.for_each(|(sum, value)| *sum = self.weight * value);
        } else {
            pairs.for_each(|(sum, value)| *sum += self.weight * value);
        }
    }
}
