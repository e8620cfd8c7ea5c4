// The corners of value noise, from the numbers at them.
//
// Needs: walk.wgsl.

fn walk_value_corners(values: vec4<f32>) -> WalkCorners {
    var corners: WalkCorners;
    corners.c = values;
    return corners;
}
