// The distance to the nearest border between the cells of a Voronoi diagram: those of the feature points of cellular noise.
//
// Parameters: `hash`, the table hash or the integer hash; `asked`, as in worley.wgsl, with reach 2 and the euclidean metric; `x`,
//   `y` and `z`, the axes of the point, without fades.
// Range: 0..0.5 + 0.3 jitter in 2-D and 0..0.5 + 0.4 jitter in 3-D, in cells.
// Cost: two searches of 5^n cells.
// Source: this library: the perpendicular bisector of the nearest feature point and each other one.
// Needs: a table, axis.wgsl, hash.wgsl, worley.wgsl and worley_owner.wgsl.

fn noise_worley_edge_2d(hash: NoiseHash, asked: NoiseWorley, x: NoiseAxis, y: NoiseAxis) -> f32 {
    let low = vec4<u32>(x.low, y.low, 0u, 0u);
    return noise_worley_edge(hash, asked, low, vec4<f32>(x.fraction, y.fraction, 0.5, 0.5), 2u);
}

fn noise_worley_edge_3d(
    hash: NoiseHash,
    asked: NoiseWorley,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
) -> f32 {
    let low = vec4<u32>(x.low, y.low, z.low, 0u);
    let fraction = vec4<f32>(x.fraction, y.fraction, z.fraction, 0.5);
    return noise_worley_edge(hash, asked, low, fraction, 3u);
}

// Measures the distance to the bisectors of the nearest point and the others: (|b|^2 - |a|^2)/(2 |b - a|), for the vectors a
// and b to the two.
fn noise_worley_edge(
    hash: NoiseHash,
    asked: NoiseWorley,
    low: vec4<u32>,
    fraction: vec4<f32>,
    dimension: u32,
) -> f32 {
    let owner = noise_worley_owner(hash, asked, low, fraction, dimension);
    let rz = select(0, asked.reach, dimension > 2u);
    // The numerator and the square of |b - a| of the nearest bisector so far.
    var rise = 1e15;
    var run = 1.0;
    for (var k = -rz; k <= rz; k += 1) {
        for (var j = -asked.reach; j <= asked.reach; j += 1) {
            for (var i = -asked.reach; i <= asked.reach; i += 1) {
                let cell = vec4<i32>(i, j, k, 0);
                let feature = noise_worley_feature(hash, asked, low, fraction, cell, dimension);
                let across = feature.delta - owner.delta;
                let rises = across * (feature.delta + owner.delta);
                let runs = across * across;
                let own_rise = rises.x + rises.y + rises.z;
                let own_run = runs.x + runs.y + runs.z;
                // Fractions are compared without a division.
                let nearer = own_rise * own_rise * run < rise * rise * own_run;
                let taken = nearer & any(cell.xyz != owner.cell);
                rise = select(rise, own_rise, taken);
                run = select(run, own_run, taken);
            }
        }
    }
    return max(0.5 * rise, 0.0) / sqrt(run);
}
