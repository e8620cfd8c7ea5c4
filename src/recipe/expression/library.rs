//! The functions that every expression may call, which are expressions themselves.

use std::sync::LazyLock;

use super::tree::{Binding, Body};
use super::{grammar, smooth_curve};

const TEXT: &str = include_str!("library.txt");

/// The bindings of `library.txt`, all of them functions.
pub fn bindings() -> &'static [Binding] {
    static LIBRARY: LazyLock<Body> = LazyLock::new(|| {
        grammar::parse(TEXT).unwrap_or_else(|refusal| unreachable!("a test parses it: {refusal:?}"))
    });
    &LIBRARY.bindings
}

/// A function of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Function {
    /// How it is called, with its defaults: `checker(count = 8)`.
    pub signature: &'static str,
    /// What it computes.
    pub help: String,
}

impl Function {
    fn of(binding: &Binding) -> Function {
        let (before, from_name) = TEXT.split_at(binding.at);
        let help = before
            .lines()
            .rev()
            .skip(1)
            .map_while(|line| line.strip_prefix("#: "));
        let mut help: Vec<&str> = help.collect();
        help.reverse();
        Function {
            signature: from_name.split_inclusive(')').next().unwrap_or_default(),
            help: help.join(" "),
        }
    }

    /// Returns the name.
    pub fn name(&self) -> &'static str {
        self.signature.split('(').next().unwrap_or_default()
    }
}

/// Iterates over the functions that every [expression](crate::Noise#impl-FromStr-for-Noise) may call besides nodes.
///
/// ```
/// let checker = wgpu_noise::recipe::functions().find(|one| one.name() == "checker").expect("it is there");
/// assert_eq!(checker.signature, "checker(count = 8)");
/// ```
pub fn functions() -> impl Iterator<Item = Function> {
    let smooth_curve = Function {
        signature: smooth_curve::SIGNATURE,
        help: smooth_curve::HELP.into(),
    };
    callable().map(Function::of).chain([smooth_curve])
}

/// The bindings without those that are parts of others.
fn callable() -> impl Iterator<Item = &'static Binding> {
    bindings().iter().filter(|one| !one.name.starts_with('_'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::Kind;
    use crate::noise::foreign_names::NAMES;
    use crate::{Grid, Job, Noise};

    #[test]
    fn functions_hide_no_node_and_docs_have_each() {
        let docs = include_str!("../../../docs/expressions.md");
        for function in bindings() {
            assert!(function.parameters.is_some(), "{}", function.name);
            assert!(
                Kind::from_name(&function.name).is_none(),
                "the function {} hides the node of that name",
                function.name
            );
        }
        for Function { signature, help } in functions() {
            let row = format!("| `{signature}` | {help} |\n");
            assert!(docs.contains(&row) && !help.is_empty(), "{row}");
        }
        assert!(!docs.contains("| `stripe("), "the control");
    }

    #[test]
    fn names_elsewhere_stand_for_names_here() {
        let is_known = |name: &str| {
            Kind::from_name(name).is_some() || bindings().iter().any(|one| one.name == name)
        };
        for (elsewhere, here) in NAMES {
            assert!(is_known(here) && !is_known(elsewhere), "{elsewhere} {here}");
        }
    }

    #[test]
    fn every_function_has_a_value_and_closes_over_a_unit() {
        // They are no patterns, and end.
        let alone = [
            "spiral",
            "direction",
            "rotated_octaves",
            "sphere_distance",
            "box_distance",
            "torus_distance",
        ];
        for function in callable() {
            let of_node = [
                "at_cells",
                "ceil",
                "curvature",
                "gullies",
                "occlusion",
                "rotated_octaves",
                "round",
            ]
            .contains(&function.name.as_str());
            let argument = match function.name.as_str() {
                "mod" => "perlin(4), 0.2",
                _ if of_node => "perlin(4)",
                _ => "",
            };
            let noise: Noise = format!("{}({argument})", function.name).parse().unwrap();
            let grid = Grid::new([16, 16]);
            Job::of([noise.clone()], &Grid::new([4, 4, 4])).unwrap();
            Job::of([noise.clone()], &grid).unwrap();
            let closes = Job::of([noise], &grid.seamless()).is_ok();
            assert_eq!(
                closes,
                !alone.contains(&function.name.as_str()),
                "{}",
                function.name
            );
        }
    }
}
