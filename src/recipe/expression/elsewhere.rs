//! What other programs call the nodes and functions of expressions.

/// Names in Blender, Godot, Houdini, Material Maker and shading languages, and the names here.
const NAMES: [(&str, &str); 19] = [
    ("atan", "direction"),
    ("atan2", "direction"),
    ("cellular", "worley"),
    ("domain_warp", "warp"),
    ("hash", "white"),
    ("herringbone", "bricks"),
    ("length", "sphere_distance"),
    ("lerp", "mix"),
    ("lookup", "at_cells"),
    ("multifractal", "hybrid"),
    ("musgrave", "fbm"),
    ("noise", "perlin"),
    ("opensimplex", "simplex"),
    ("quantize", "terrace"),
    ("random", "white"),
    ("saturate", "clamp"),
    ("trunc", "floor"),
    ("turbulence", "billow"),
    ("voronoi", "worley"),
];

/// Returns the name here of what other programs call by a name.
pub fn here(name: &str) -> Option<&'static str> {
    let entry = NAMES.iter().find(|(elsewhere, _)| *elsewhere == name);
    entry.map(|(_, here)| *here)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::Kind;
    use crate::recipe::expression::library::functions;

    #[test]
    fn names_here_are_known_and_those_elsewhere_are_not() {
        let is_known = |name: &str| {
            Kind::from_name(name).is_some() || functions().iter().any(|one| one.name == name)
        };
        for (elsewhere, here) in NAMES {
            assert!(is_known(here) && !is_known(elsewhere), "{elsewhere} {here}");
        }
    }
}
