// Points in two parts, cell + fraction, in units of the domain.
//
// Needs: axis.wgsl and position_wide.wgsl.

struct Point {
    cell: vec4<i32>,
    fraction: vec4<f32>,
}

// From a position along an axis to cells; for a coordinate, in floats.
struct Line {
    exact: NoiseLine,
    scale: f32,
    offset: f32,
}

@group(0) @binding(2) var<storage, read> lines: array<Line>;
@group(0) @binding(5) var<storage, read> points: array<Point>;

fn along(cell: i32, fraction: f32, line: u32) -> f32 {
    return (f32(cell) + fraction) * lines[line].scale + lines[line].offset;
}

fn axis_along(cell: i32, fraction: f32, line: u32, period: u32) -> NoiseAxis {
    return noise_axis_wide(cell, fraction, lines[line].exact, period);
}

// The line after it is the skew's.
fn axis_skewed_along(cell: i32, fraction: f32, line: u32, factor: f32) -> NoiseAxis {
    return noise_axis_skewed_wide(cell, fraction, lines[line].exact, lines[line + 1u].exact);
}
