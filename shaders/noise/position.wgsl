// The axes of a point of one's own, in place of axis tables: from a position in cells to keys and fraction.
//
// Parameters: `cells`, the position in cells: exact up to 2^24, past which its fraction is gone, so keep it below a few
//   thousand; `period` in cells, up to 2^30, 0 for none; `factor`, of a skewed lattice, (sqrt(n + 1) - 1)/n: see
//   simplex.wgsl.
// Range: keys below the period, or all words; fractions and fades 0..1.
// Cost:
//   noise_axis: 0 table reads, 34 operations
//   noise_axis_skewed: 0 table reads, 7 operations
//   noise_axis_cubic: 0 table reads, 43 operations
//   noise_axis_quintic: 0 table reads, 46 operations
// Source: ours.
// Needs: axis.wgsl and fades.wgsl.

// What a source is in one octave.
struct NoiseLayer {
    // Its key, where it hashes without a table.
    key: vec4<u32>,
    // Along each of its axes: the period in cells, 0 for none; and from a position to cells, but for the frequency.
    period: vec4<u32>,
    scale: vec4<f32>,
    offset: vec4<f32>,
    // Its table.
    table: u32,
}

// The axis of a position in cells. Its fade is its fraction: see fades.wgsl.
fn noise_axis(cells: f32, period: u32) -> NoiseAxis {
    return noise_displaced(NoiseAxis(0u, 1u, 0.0, 0.0), cells, period);
}

// The same on a skewed lattice, `factor` (sqrt(n + 1) - 1)/n: see simplex.wgsl.
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

// The same with the cubic and the quintic fade.

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
