//! Which parameters of a node take positional arguments.

use crate::noise::{Derivative, Domain, Kind, Param, Step};

/// The parameters that one positional argument gives: one, or several that are numbers along the axes.
pub type Place = &'static [Param];

/// Returns the places of the positional arguments of a node, in order.
///
/// Sources and fractals have one, which is their first parameter: `perlin(4)`, `fbm(n)`. All others have one for each parameter
/// in the order of help, with two exceptions: `x`, `y`, `z` and `w` of `warp`, `rotate` and `curl` are one vector, and
/// `smoothstep` and `step` take the value last, as shading languages do.
pub fn places(kind: Kind) -> Vec<Place> {
    let all = kind.params();
    let each = |params: &'static [Param]| params.chunks(1);
    match kind {
        Kind::Source(_) | Kind::Fractal(_) => each(&all[..1]).collect(),
        Kind::Step(Step::Step | Step::Smoothstep) => {
            each(&all[1..]).chain(each(&all[..1])).collect()
        }
        Kind::Domain(Domain::Warp | Domain::Rotate) | Kind::Derivative(Derivative::Curl) => {
            let is_component = |param: &Param| ["x", "y", "z", "w"].contains(&param.name);
            let first = all.iter().position(is_component).unwrap_or(0);
            let count = all.iter().filter(|param| is_component(param)).count();
            let (vector, rest) = all[first..].split_at(count);
            each(&all[..first])
                .chain([vector])
                .chain(each(rest))
                .collect()
        }
        _ => each(all).collect(),
    }
}
