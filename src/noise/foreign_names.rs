//! What other programs call nodes, and the functions of expressions.

/// Names in Blender, Godot, Houdini, Material Maker and shading languages, and the names here.
pub(crate) const NAMES: [(&str, &str); 26] = [
    ("atan", "direction"),
    ("atan2", "direction"),
    ("brick", "bricks"),
    ("cellular", "worley"),
    ("cnoise", "perlin"),
    ("color_ramp", "curve"),
    ("domain_warp", "warp"),
    ("fit", "remap"),
    ("gradient_noise", "perlin"),
    ("hash", "white"),
    ("lerp", "mix"),
    ("lookup", "at_cells"),
    ("map", "remap"),
    ("map_range", "remap"),
    ("multifractal", "hybrid"),
    ("musgrave", "fbm"),
    ("noise", "perlin"),
    ("opensimplex", "simplex"),
    ("quantize", "terrace"),
    ("ramp", "curve"),
    ("random", "white"),
    ("saturate", "clamp"),
    ("snoise", "simplex"),
    ("turbulence", "billow"),
    ("value_noise", "value"),
    ("voronoi", "worley"),
];

/// Returns the name here of what other programs call by a name.
pub(crate) fn here(name: &str) -> Option<&'static str> {
    let entry = NAMES.iter().find(|(elsewhere, _)| *elsewhere == name);
    entry.map(|(_, here)| *here)
}
