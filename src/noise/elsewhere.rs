//! What other programs call nodes, and the functions of expressions.

/// Names in Blender, Godot, Houdini, Material Maker and shading languages, and the names here.
pub(crate) const NAMES: [(&str, &str); 19] = [
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
pub(crate) fn here(name: &str) -> Option<&'static str> {
    let entry = NAMES.iter().find(|(elsewhere, _)| *elsewhere == name);
    entry.map(|(_, here)| *here)
}
