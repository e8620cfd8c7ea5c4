//! The functions that every expression may call, which are expressions themselves.

use std::sync::LazyLock;

use super::grammar;
use super::tree::{Binding, Body};

/// The bindings of `library.txt`, all of them functions.
pub fn functions() -> &'static [Binding] {
    static LIBRARY: LazyLock<Body> = LazyLock::new(|| {
        grammar::parse(include_str!("library.txt"))
            .unwrap_or_else(|refusal| unreachable!("a test parses it: {refusal:?}"))
    });
    &LIBRARY.bindings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::Kind;
    use crate::{Grid, Job, Noise};

    /// The functions without their parts.
    fn callable() -> impl Iterator<Item = &'static Binding> {
        functions().iter().filter(|one| !one.name.starts_with('_'))
    }

    #[test]
    fn functions_hide_no_node_and_docs_have_each() {
        let docs = include_str!("../../../docs/expressions.md");
        for function in functions() {
            assert!(function.parameters.is_some(), "{}", function.name);
            assert!(
                Kind::from_name(&function.name).is_none(),
                "{}",
                function.name
            );
        }
        for function in callable() {
            assert!(
                docs.contains(&format!("| `{}(", function.name)),
                "{}",
                function.name
            );
        }
        assert!(!docs.contains("| `stripe("), "the control");
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
