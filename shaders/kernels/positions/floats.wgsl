// Points of the caller as four f32, x, y, z and w, in units of the domain.
//
// Needs: axis.wgsl and position.wgsl.

alias Point = vec4<f32>;

// The affine map from a position along an axis to cells.
struct Affine {
    scale: f32,
    offset: f32,
}

@group(0) @binding(2) var<storage, read> affines: array<Affine>;
@group(0) @binding(5) var<storage, read> points: array<Point>;

// Returns the value of a coordinate, or a position in cells.
fn along(at: f32, map: u32) -> f32 {
    return at * affines[map].scale + affines[map].offset;
}

// Returns an axis of a source.
fn axis_along(at: f32, map: u32, period: u32) -> NoiseAxis {
    return noise_axis(along(at, map), period);
}

// Returns an axis of a source on a skewed lattice.
fn axis_skewed_along(at: f32, map: u32, factor: f32) -> NoiseAxis {
    return noise_axis_skewed(along(at, map), factor);
}
