//! Value steps as WGSL expressions.
//!
//! The expressions use only operations whose accuracy WGSL specifies, and none of `mix`, `fract`, `fma`, `smoothstep`, `sin` and
//! `pow`, which drivers evaluate differently. A step that is more than an expression calls its function in `polynomials.wgsl` or
//! `shaping.wgsl`.

use crate::noise::Step;

/// Returns the expression of a step. `args` stand in the order of the step's parameters, as many as the step has: a program
/// was checked for that.
pub(crate) fn expression(step: Step, args: &[String]) -> String {
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
        Step::Piecewise => a.to_string(),
        Step::Curve => curve(args),
        Step::Sin
        | Step::Cos
        | Step::Exp
        | Step::Log
        | Step::Pow
        | Step::Smoothstep
        | Step::SmoothMin
        | Step::SmoothMax
        | Step::Bias
        | Step::GainCurve
        | Step::Terrace => format!("noise_{}({})", step.info().name, args.join(", ")),
    }
}

/// Returns the straight lines through points as nested selections: the last line, and around it from the last to the first each
/// line for the values before its end.
fn curve(args: &[String]) -> String {
    let Some((value, points)) = args.split_first() else {
        unreachable!("a curve has an input");
    };
    let lines = points.windows(4).step_by(2).rev();
    lines.fold(String::new(), |after, ends| {
        let line = format!("noise_line({value}, {})", ends.join(", "));
        if after.is_empty() {
            line
        } else {
            format!("select({after}, {line}, {value} < {})", ends[2])
        }
    })
}
