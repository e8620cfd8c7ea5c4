// The corners of value noise from their values: c is the value, and G is 0.
//
// Needs: walk.wgsl.

fn walk_value_corners(values: vec4<f32>) -> WalkCorners {
    var corners: WalkCorners;
    corners.c = values;
    return corners;
}
