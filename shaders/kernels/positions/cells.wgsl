// Points of the caller in two parts, whole units and a fraction, in units of the domain. They keep their precision far from the
// origin.
//
// Needs: axis.wgsl and position_wide.wgsl.

// The position along an axis is whole + fraction.
struct Point {
    whole: vec4<i32>,
    fraction: vec4<f32>,
}

// The affine map from a position along an axis to cells: `exact` for a source, `scale` and `offset` for a coordinate.
struct Affine {
    exact: NoiseAffine,
    scale: f32,
    offset: f32,
}

@group(0) @binding(2) var<storage, read> affines: array<Affine>;
@group(0) @binding(5) var<storage, read> points: array<Point>;

// Returns the value of a coordinate.
fn along(whole: i32, fraction: f32, map: u32) -> f32 {
    return (f32(whole) + fraction) * affines[map].scale + affines[map].offset;
}

// Returns an axis of a source.
fn axis_along(whole: i32, fraction: f32, map: u32, period: u32) -> NoiseAxis {
    return noise_axis_wide(whole, fraction, affines[map].exact, period);
}

// Returns an axis of a source on a skewed lattice. The map after that of the position is that of its skew.
fn axis_skewed_along(whole: i32, fraction: f32, map: u32, factor: f32) -> NoiseAxis {
    return noise_axis_skewed_wide(whole, fraction, affines[map].exact, affines[map + 1u].exact);
}
