// The way to the nearest feature point of cellular noise.
//
// Parameters: `hash`, the table hash or the integer hash; `asked`, as in worley.wgsl; `x`, `y` and `z`, the axes of the point,
//   without fades.
// Range: no longer than the distance, in cells.
// Cost: one hash for each of (2 reach + 1)^n cells, and four table reads more for each with the table hash.
// Source: Worley, A Cellular Texture Basis Function, SIGGRAPH 1996.
// Needs: a table, axis.wgsl, hash.wgsl and worley.wgsl.

// The nearest feature point: the vector to it, and the cell that it lies in.
struct NoiseOwner {
    delta: vec4<f32>,
    cell: vec3<i32>,
}

fn noise_worley_way_2d(hash: NoiseHash, asked: NoiseWorley, x: NoiseAxis, y: NoiseAxis) -> vec2<f32> {
    let low = vec4<u32>(x.low, y.low, 0u, 0u);
    let fraction = vec4<f32>(x.fraction, y.fraction, 0.5, 0.5);
    return noise_worley_owner(hash, asked, low, fraction, 2u).delta.xy;
}

fn noise_worley_way_3d(
    hash: NoiseHash,
    asked: NoiseWorley,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
) -> vec3<f32> {
    let low = vec4<u32>(x.low, y.low, z.low, 0u);
    let fraction = vec4<f32>(x.fraction, y.fraction, z.fraction, 0.5);
    return noise_worley_owner(hash, asked, low, fraction, 3u).delta.xyz;
}

// Finds the nearest feature point in two or three dimensions.
fn noise_worley_owner(
    hash: NoiseHash,
    asked: NoiseWorley,
    low: vec4<u32>,
    fraction: vec4<f32>,
    dimension: u32,
) -> NoiseOwner {
    let rz = select(0, asked.reach, dimension > 2u);
    var owner = NoiseOwner(vec4<f32>(), vec3<i32>());
    let own = noise_worley_feature(hash, asked, low, fraction, vec4<i32>(), dimension);
    let most = noise_worley_distance(asked.metric, own.delta);
    var nearest = 1e30;
    for (var k = -rz; k <= rz; k += 1) {
        for (var j = -asked.reach; j <= asked.reach; j += 1) {
            if noise_worley_row(asked, fraction, vec3<i32>(j, k, 0)) > min(nearest, most) {
                continue;
            }
            for (var i = -asked.reach; i <= asked.reach; i += 1) {
                let cell = vec4<i32>(i, j, k, 0);
                let feature = noise_worley_feature(hash, asked, low, fraction, cell, dimension);
                let distance = noise_worley_distance(asked.metric, feature.delta);
                let nearer = distance < nearest;
                owner.delta = select(owner.delta, feature.delta, nearer);
                owner.cell = select(owner.cell, cell.xyz, nearer);
                nearest = min(nearest, distance);
            }
        }
    }
    return owner;
}
