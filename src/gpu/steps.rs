//! Value steps as WGSL.
//!
//! Only operations whose rounding WGSL bounds: no `mix`, `fract`, `fma`, `smoothstep`, `sin` or `pow`. What is more than an
//! expression is a function of [`Part::Polynomials`] or [`Part::Shaping`].

use crate::noise::Step;

/// A file under `shaders/noise` with functions of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part {
    /// `polynomials.wgsl`.
    Polynomials,
    /// `shaping.wgsl`.
    Shaping,
}

/// The file that a step's expression needs.
pub(super) fn part(step: Step) -> Option<Part> {
    match step {
        Step::Pow | Step::Exp | Step::Log | Step::Sin | Step::Cos => Some(Part::Polynomials),
        Step::SmoothMin
        | Step::SmoothMax
        | Step::Smoothstep
        | Step::Bias
        | Step::GainCurve
        | Step::Terrace
        | Step::Curve => Some(Part::Shaping),
        _ => None,
    }
}

/// The expression of a step; arguments in the order of its parameters.
pub(super) fn expression(step: Step, args: &[String]) -> String {
    let arg = |i: usize| args.get(i).map_or("", String::as_str);
    let [a, b, c, d, e] = std::array::from_fn(arg);
    match step {
        Step::Add => format!("{a} + {b}"),
        Step::Sub => format!("{a} - {b}"),
        Step::Mul => format!("{a} * {b}"),
        Step::Div => format!("{a} / {b}"),
        Step::Min => format!("min({a}, {b})"),
        Step::Max => format!("max({a}, {b})"),
        Step::Mix => format!("{a} + {c} * ({b} - {a})"),
        Step::Select => format!("select({b}, {a}, {c} < {d})"),
        Step::Abs => format!("abs({a})"),
        Step::Sign => format!("sign({a})"),
        Step::Floor => format!("floor({a})"),
        Step::Fract => format!("{a} - floor({a})"),
        Step::Sqrt => format!("sqrt(max({a}, 0.0))"),
        Step::Triangle => format!("1.0 - 4.0 * abs({a} - round({a}))"),
        Step::Remap => format!("{d} + ({a} - {b}) / ({c} - {b}) * ({e} - {d})"),
        Step::Clamp => format!("min(max({a}, {b}), {c})"),
        Step::Step => format!("select(1.0, 0.0, {a} < {b})"),
        Step::Threshold => format!("select({a}, {c}, {a} < {b})"),
        Step::Curve => curve(args),
        // A function of the step's part.
        step => format!("noise_{}({})", step.info().name, args.join(", ")),
    }
}

/// Straight lines through points: the last line, and around it backwards each line for what lies before its end.
fn curve(args: &[String]) -> String {
    let Some((of, points)) = args.split_first() else {
        unreachable!("a curve of nothing");
    };
    let lines = points.windows(4).step_by(2).rev();
    lines.fold(String::new(), |after, ends| {
        let line = format!("noise_line({of}, {})", ends.join(", "));
        match after.is_empty() {
            true => line,
            false => format!("select({after}, {line}, {of} < {})", ends[2]),
        }
    })
}
