//! The definitions of value steps.

use super::dual::Dual;
use crate::noise::Step;

/// Returns the value of a step. Arguments are in the order of its parameters.
pub(super) fn step(step: Step, args: &[Dual]) -> Dual {
    match (step, args) {
        (Step::Add, &[a, b]) => a + b,
        (Step::Sub, &[a, b]) => a - b,
        (Step::Mul, &[a, b]) => a * b,
        (Step::Div, &[a, b]) => a / b,
        (Step::Min, &[a, b]) => a.min(b),
        (Step::Max, &[a, b]) => a.max(b),
        (Step::SmoothMin, &[a, b, radius]) => smooth_min(a, b, radius),
        (Step::SmoothMax, &[a, b, radius]) => -smooth_min(-a, -b, radius),
        (Step::Mix, &[a, b, t]) => a + t * (b - a),
        (Step::Select, &[a, b, by, edge]) => choose(by < edge, a, b),
        (Step::Piecewise, &[of]) => of,
        (Step::Abs, &[of]) => of.abs(),
        (Step::Sign, &[of]) => choose(of == 0.0, 0.0.into(), of.signum()),
        (Step::Floor, &[of]) => of.floor(),
        (Step::Fract, &[of]) => of.fract(),
        (Step::Sqrt, &[of]) => of.max(0.0).sqrt(),
        (Step::Pow, &[of, exponent]) => choose(of > 0.0, of.powf(exponent), 0.0.into()),
        (Step::Exp, &[of]) => of.exp(),
        (Step::Log, &[of]) => of.ln(),
        (Step::Sin, &[turns]) => turns.sin(),
        (Step::Cos, &[turns]) => turns.cos(),
        (Step::Triangle, &[turns]) => {
            // The greater of the two, and not the magnitude: its slope at 0 is that of `turn`, so that the wave falls from 0 on.
            let turn = turns.turn();
            1.0 - 4.0 * turn.max(-turn)
        }
        (Step::Remap, &[of, from_low, from_high, to_low, to_high]) => {
            to_low + (of - from_low) / (from_high - from_low) * (to_high - to_low)
        }
        (Step::Clamp, &[of, low, high]) => of.max(low).min(high),
        (Step::Smoothstep, &[of, low, high]) => {
            let t = ((of - low) / (high - low)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }
        (Step::Step, &[of, edge]) => choose(of < edge, 0.0, 1.0).into(),
        (Step::Threshold, &[of, level, below]) => choose(of < level, below, of),
        (Step::Bias, &[of, b]) => bias(of.clamp(0.0, 1.0), b),
        (Step::GainCurve, &[of, gain]) => match of.clamp(0.0, 1.0) {
            t if t < 0.5 => bias(2.0 * t, 1.0 - gain) / 2.0,
            t => 1.0 - bias(2.0 - 2.0 * t, 1.0 - gain) / 2.0,
        },
        (Step::Terrace, &[of, steps, ramp]) => {
            let v = of * steps;
            (v.floor() + risen(v - v.floor(), ramp)) / steps
        }
        (Step::Curve, [of, points @ ..]) => curve(*of, points.as_chunks().0),
        (step, args) => unreachable!("{step:?} of {} arguments", args.len()),
    }
}

fn choose<T>(condition: bool, yes: T, no: T) -> T {
    match condition {
        true => yes,
        false => no,
    }
}

/// Interpolates linearly between points (at, value); the result is constant beyond them.
fn curve(of: Dual, points: &[[Dual; 2]]) -> Dual {
    let after = points.partition_point(|[at, _]| *at <= of);
    match (after.checked_sub(1).map(|i| points[i]), points.get(after)) {
        (Some([at, value]), Some(&[next_at, next_value])) => {
            value + (of - at) / (next_at - at) * (next_value - value)
        }
        (Some([_, value]), None) | (None, Some(&[_, value])) => value,
        (None, None) => unreachable!("a curve without points"),
    }
}

/// Takes the difference in the order of the values, so that its slope is right for equal values, too.
fn smooth_min(a: Dual, b: Dual, radius: Dual) -> Dual {
    let (lower, higher) = choose(b < a, (b, a), (a, b));
    let h = (radius - (higher - lower)).max(0.0);
    lower - h * h / (4.0 * radius)
}

fn bias(t: Dual, b: Dual) -> Dual {
    t * b / ((1.0 - b) * (1.0 - t) + t * b)
}

/// Returns how far the ramp has risen to the next terrace, 0 to 1, at a fraction of the terrace.
fn risen(part: Dual, ramp: Dual) -> Dual {
    match ramp.value {
        0.0 => 0.0.into(),
        _ => ((part - (1.0 - ramp)) / ramp).clamp(0.0, 1.0),
    }
}
