//! Cases of the functions of expressions, as the nodes that they become.

use super::Case;
use super::case::row;
use super::grids::{plane, plane_in_time, solid};
use crate::Noise;

/// Each function with other numbers than its defaults.
const IN_THE_PLANE: [&str; 14] = [
    "stripes(5, width = 30%)",
    "checker(6)",
    "tiles(6, joint = 20%)",
    "bricks(6, joint = 20%)",
    "hexagons(14, 8, joint = 20%)",
    "dots(5, radius = 40%, soft = 10%)",
    "spiral(6, at_x = 0.4, at_y = 0.2)",
    "crackle(7, width = 20%, seed = 3)",
    "gabor(5, waves = 1.5, angle = 30deg, seed = 3)",
    "gabor(4, angle = 0.1 * perlin(2))",
    "eroded(3, damping = 0.5, seed = 5)",
    "smooth_curve(perlin(4), [(-0.5, 0), (-0.1, 0.7), (0.2, 0.8), (0.5, 0.1)])",
    "curvature(perlin(4), distance = 0.03)",
    "occlusion(perlin(4), distance = 0.04, strength = 0.5)",
];

const IN_SPACE: [&str; 3] = [
    "sphere_distance(0.2, at_z = 0.2)",
    "box_distance(0.2, 0.4, 0.3)",
    "torus_distance(0.25, thickness = 0.05)",
];

pub(super) fn cases() -> Vec<Case> {
    let plane = IN_THE_PLANE.map(|text| row(text, [plane(), plane_in_time()], noise(text)));
    let space = IN_SPACE.map(|text| row(text, [solid()], noise(text)));
    [plane.concat(), space.concat()].concat()
}

fn noise(text: &str) -> Noise {
    text.parse()
        .unwrap_or_else(|error| unreachable!("a row is right: {error}"))
}
