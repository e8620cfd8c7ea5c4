//! Value steps as WGSL.
//!
//! Only operations whose rounding WGSL bounds: no `mix`, `fract`, `fma` or `smoothstep`.

use crate::noise::Step;

/// The expression of a step; arguments in the order of its parameters.
pub(super) fn expression(step: Step, args: &[String]) -> String {
    let arg = |i: usize| args.get(i).map_or("", String::as_str);
    let [a, b, c, d, e] = std::array::from_fn(arg);
    match step {
        Step::Add => format!("{a} + {b}"),
        Step::Mul => format!("{a} * {b}"),
        Step::Min => format!("min({a}, {b})"),
        Step::Max => format!("max({a}, {b})"),
        Step::Mix => format!("{a} + {c} * ({b} - {a})"),
        Step::Abs => format!("abs({a})"),
        Step::Remap => format!("{d} + ({a} - {b}) / ({c} - {b}) * ({e} - {d})"),
        Step::Clamp => format!("min(max({a}, {b}), {c})"),
    }
}
