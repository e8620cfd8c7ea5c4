//! Value steps over runs of samples: one arm each.

use crate::noise::Step;

/// The most arguments of a step.
pub(super) const ARGS_MAX: usize = 5;

/// Computes a step for every sample of `out`. Arguments are as long as `out`, those that the step
/// has not are ignored.
pub(super) fn apply(step: Step, [a, b, c, d, e]: [&[f32]; ARGS_MAX], out: &mut [f32]) {
    match step {
        Step::Add => two(out, a, b, |a, b| a + b),
        Step::Mul => two(out, a, b, |a, b| a * b),
        Step::Min => two(out, a, b, f32::min),
        Step::Max => two(out, a, b, f32::max),
        Step::Mix => three(out, a, b, c, |a, b, t| a + t * (b - a)),
        Step::Abs => one(out, a, f32::abs),
        Step::Remap => {
            three(out, a, b, c, |of, low, high| (of - low) / (high - low));
            for ((t, low), high) in out.iter_mut().zip(d).zip(e) {
                *t = low + *t * (high - low);
            }
        }
        Step::Clamp => three(out, a, b, c, |of, low, high| of.max(low).min(high)),
    }
}

fn one(out: &mut [f32], a: &[f32], f: impl Fn(f32) -> f32) {
    for (out, a) in out.iter_mut().zip(a) {
        *out = f(*a);
    }
}

fn two(out: &mut [f32], a: &[f32], b: &[f32], f: impl Fn(f32, f32) -> f32) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = f(*a, *b);
    }
}

fn three(out: &mut [f32], a: &[f32], b: &[f32], c: &[f32], f: impl Fn(f32, f32, f32) -> f32) {
    for (((out, a), b), c) in out.iter_mut().zip(a).zip(b).zip(c) {
        *out = f(*a, *b, *c);
    }
}
