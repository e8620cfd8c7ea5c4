//! Cases of the functions of expressions, as the nodes that they become.

use super::Case;
use super::case::row;
use super::grids::{plane, plane_in_time, seamless, solid};
use crate::{Grid, Noise};

/// Each function with other numbers than its defaults.
const IN_THE_PLANE: [&str; 27] = [
    "ceil(3.1 * perlin(4))",
    "round(3.1 * perlin(4))",
    "mod(perlin(4), 0.23)",
    "stripes(5, width = 30%)",
    "checker(6)",
    "tiles(6, joint = 20%)",
    "bricks(6, joint = 20%)",
    "hexagons(14, 8, joint = 20%)",
    "brick_numbers(6, seed = 3)",
    "planks(3, 7, joint = 20%, seed = 3)",
    "plank_numbers(3, 7, seed = 3)",
    "hexagon_numbers(14, 8, seed = 3)",
    "truchet(5, width = 30%, seed = 3)",
    "weave(6, width = 70%)",
    "dots(5, radius = 40%, soft = 10%)",
    "spiral(6, at_x = 0.4, at_y = 0.2)",
    "direction(0.4, at_y = 0.2)",
    "crackle(7, width = 20%, seed = 3)",
    "at_cells(perlin(3), 5, jitter = 0.8, seed = 3)",
    "gabor(5, waves = 1.5, angle = 30deg, seed = 3)",
    "gabor(4, angle = 0.1 * perlin(2))",
    "gabor_spread(4, waves = 1.5, angle = 30deg, spread = 0.4, seed = 3)",
    "gullies(0.1 * perlin(3), frequency = 5, waves = 1.2, flat = 1, seed = 3)",
    "rotated_octaves(value(3), gain = 60%, angle = 20deg)",
    "smooth_curve(perlin(4), [(-0.5, 0), (-0.1, 0.7), (0.2, 0.8), (0.5, 0.1)])",
    "curvature(perlin(4), distance = 0.03)",
    "occlusion(perlin(4), distance = 0.07, strength = 0.5)",
];

const IN_SPACE: [&str; 3] = [
    "sphere_distance(0.2, at_z = 0.2)",
    "box_distance(0.2, 0.4, 0.3)",
    "torus_distance(0.25, thickness = 0.05)",
];

/// Derivatives of the functions that have them. Of patterns the cells are not in step with the samples, so that no more than
/// a few lie where the derivative jumps.
const SLOPES_IN_THE_PLANE: [&str; 15] = [
    "tiles(5.37, joint = 60%).dx",
    "translate(bricks(5.37, joint = 60%), (0.013, 0.027, 0)).dx",
    "translate(planks(2.9, 7.1, joint = 60%, seed = 3), (0.013, 0.027, 0)).dx",
    "hexagons(13.1, 7.7, joint = 60%).dy",
    "truchet(5.13, width = 30%, seed = 3).dx",
    "weave(6, width = 70%).dy",
    "dots(5, radius = 30%, soft = 20%).dx",
    "direction(0.4, at_y = 1.2).dy",
    "gabor(5, waves = 1.5, angle = 0.1 * perlin(2), seed = 3).dx",
    "gabor_spread(4, waves = 1.5, angle = 30deg, spread = 0.4, seed = 3).dy",
    "spiral(6, at_x = 0.4, at_y = 0.2).dx",
    "smooth_curve(perlin(4), [(-0.5, 0), (-0.1, 0.7), (0.2, 0.8), (0.5, 0.1)]).dy",
    "rotated_octaves(perlin(3)).dx",
    "curvature(perlin(4), distance = 0.03).dx",
    "occlusion(0.1 * perlin(4), distance = 0.1, strength = 0.5).dy",
];

/// Outside of the bodies: near a middle, where a length is nearly 0, bounds are wide.
const SLOPES_IN_SPACE: [&str; 3] = [
    "sphere_distance(0.2, at_z = 0.8).dz",
    "box_distance(0.2, 0.4, 0.3, at_z = 0.9).dx",
    "torus_distance(0.25, thickness = 0.05, at_y = 1.2).dy",
];

/// What has no period.
const ENDLESS: [&str; 3] = ["direction", "rotated_octaves", "spiral"];

pub(super) fn cases() -> Vec<Case> {
    let plane_and_time = |text| row(text, [plane(), plane_in_time()], noise(text));
    let space = |text| row(text, [solid()], noise(text));
    let unit = || seamless([Grid::new([67, 19]).extent([1.0, 1.0])]);
    let closed = |text| row(&format!("{text}, seamless"), unit(), noise(text));
    let tiles = IN_THE_PLANE
        .iter()
        .filter(|text| !ENDLESS.iter().any(|name| text.starts_with(name)));
    [
        IN_THE_PLANE.map(plane_and_time).concat(),
        IN_SPACE.map(space).concat(),
        SLOPES_IN_THE_PLANE.map(plane_and_time).concat(),
        SLOPES_IN_SPACE.map(space).concat(),
        tiles.flat_map(|text| closed(text)).collect(),
    ]
    .concat()
}

fn noise(text: &str) -> Noise {
    text.parse()
        .unwrap_or_else(|error| unreachable!("a row is right: {error}"))
}
