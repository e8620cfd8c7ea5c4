// The axis of a point from its position in cells, with or without the fade.
//
// Parameters: `cells`, the position in cells, within a few thousand of the origin: an f32 loses its fraction as it grows, all
//   of it at 2^24; `period` in cells, at most 2^30, or 0 for none; `factor`, that of the skewed lattice in n dimensions,
//   (sqrt(n + 1) - 1)/n.
// Range: keys are below the period, or any u32 without a period; fractions and fades are 0..1.
// Cost:
//   noise_axis: 0 table reads, 22 operations
//   noise_axis_skewed: 0 table reads, 7 operations
//   noise_axis_cubic: 0 table reads, 29 operations
//   noise_axis_quintic: 0 table reads, 31 operations
// Source: this library.
// Needs: axis.wgsl and fades.wgsl.

// The constants of a source in one octave.
struct NoiseLayer {
    // The key of a hash without a table.
    key: vec4<u32>,
    // For each axis: the period in cells, or 0 for none.
    period: vec4<u32>,
    // For each axis: a position is at (position * scale + offset) * frequency + shift, in cells.
    scale: vec4<f32>,
    offset: vec4<f32>,
    shift: vec4<f32>,
    // The index of the permutation table.
    table: u32,
}

// Returns the axis of a position. The fade is the fraction: apply one of noise_fade_*.
fn noise_axis(cells: f32, period: u32) -> NoiseAxis {
    return noise_displaced(NoiseAxis(0u, 1u, 0.0, 0.0), cells, period);
}

// Returns the axis of a position on a skewed lattice: `high` and `fade` are the whole part and the fraction of the position
// times `factor`, which the axis adds to the skew of all axes.
fn noise_axis_skewed(cells: f32, factor: f32) -> NoiseAxis {
    let cell = floor(cells);
    let skew = cells * factor;
    let whole = floor(skew);
    return NoiseAxis(
        bitcast<u32>(i32(cell)),
        bitcast<u32>(i32(whole)),
        cells - cell,
        skew - whole,
    );
}

// The axis of a position with the cubic or the quintic fade.

fn noise_axis_cubic(cells: f32, period: u32) -> NoiseAxis {
    var axis = noise_axis(cells, period);
    axis.fade = noise_fade_cubic(axis.fraction);
    return axis;
}

fn noise_axis_quintic(cells: f32, period: u32) -> NoiseAxis {
    var axis = noise_axis(cells, period);
    axis.fade = noise_fade_quintic(axis.fraction);
    return axis;
}
