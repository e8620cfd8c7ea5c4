// Simplex noise with kernels (1/2 - r^2)^4 that end where the next simplex begins.
//
// Parameters: `hash`, of any kind; the axes of the point: each holds its cell, `low`; what it adds to the skew of all axes,
//   its position times (sqrt(n + 1) - 1)/n, as a whole number, `high`, and what is above that, `fade`; and the position
//   within the cell, `fraction`.
// Range: -1..1, its supremum over points and gradients.
// Cost: n + 1 hashes in n dimensions; with operations, see simplex_at.wgsl.
// Source: Perlin, Noise hardware, SIGGRAPH course notes, 2001.
// Needs: a table, axis.wgsl, hash.wgsl and perlin.wgsl.

const NOISE_SIMPLEX_SCALE = vec3<f32>(70.148057, 76.88075, 62.777707);

// The point among simplices: its cell on the skewed lattice, and where it lies in that.
struct NoiseSkewed {
    cell: vec4<u32>,
    part: vec4<f32>,
}

fn noise_simplex_2d(hash: NoiseHash, x: NoiseAxis, y: NoiseAxis) -> f32 {
    let none = NoiseAxis(0u, 0u, 0.0, 0.0);
    return NOISE_SIMPLEX_SCALE.x * noise_simplex(hash, noise_skewed(x, y, none, none, 2u), 2u);
}

fn noise_simplex_3d(hash: NoiseHash, x: NoiseAxis, y: NoiseAxis, z: NoiseAxis) -> f32 {
    let none = NoiseAxis(0u, 0u, 0.0, 0.0);
    return NOISE_SIMPLEX_SCALE.y * noise_simplex(hash, noise_skewed(x, y, z, none, 3u), 3u);
}

fn noise_simplex_4d(hash: NoiseHash, x: NoiseAxis, y: NoiseAxis, z: NoiseAxis, w: NoiseAxis) -> f32 {
    return NOISE_SIMPLEX_SCALE.z * noise_simplex(hash, noise_skewed(x, y, z, w, 4u), 4u);
}

// Whole parts are taken off as soon as they come, which keeps what is left small.
fn noise_skewed(
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
    w: NoiseAxis,
    dimension: u32,
) -> NoiseSkewed {
    var rests = vec4<f32>(x.fade, y.fade, z.fade, w.fade);
    var whole = x.high + y.high + z.high + w.high;
    var rest = 0.0;
    for (var axis = 0u; axis < dimension; axis += 1u) {
        rest += rests[axis];
        whole += bitcast<u32>(i32(floor(rest)));
        rest -= floor(rest);
    }
    let moved = vec4<f32>(x.fraction, y.fraction, z.fraction, w.fraction) + vec4<f32>(rest);
    let cell = vec4<u32>(x.low, y.low, z.low, w.low) + vec4<u32>(whole);
    let there = vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(dimension);
    return NoiseSkewed(
        select(vec4<u32>(0u), cell + bitcast<vec4<u32>>(vec4<i32>(floor(moved))), there),
        select(vec4<f32>(0.0), moved - floor(moved), there),
    );
}

fn noise_simplex(hash: NoiseHash, at: NoiseSkewed, dimension: u32) -> f32 {
    // (1 - 1/sqrt(n + 1))/n.
    let back = select(select(0.1381966, 0.16666667, dimension == 3u), 0.21132487, dimension == 2u);
    let there = vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(dimension);
    let backs = select(vec4<f32>(0.0), vec4<f32>(back), there);
    let sum = at.part.x + at.part.y + at.part.z + at.part.w;
    let ranks = noise_simplex_ranks(at.part);
    var corner = at.cell;
    var way = at.part - backs * sum;
    var value = noise_simplex_kernel(hash, corner, way, dimension);
    // From corner to corner, a step along each axis, the largest part first.
    for (var step = 0u; step < dimension; step += 1u) {
        let here = ranks == vec4<u32>(step);
        corner += select(vec4<u32>(0u), vec4<u32>(1u), here);
        way += backs - select(vec4<f32>(0.0), vec4<f32>(1.0), here);
        value += noise_simplex_kernel(hash, corner, way, dimension);
    }
    return value;
}

// How many parts are larger; of equal ones the first counts as larger.
fn noise_simplex_ranks(part: vec4<f32>) -> vec4<u32> {
    let xy = u32(part.y > part.x);
    let xz = u32(part.z > part.x);
    let xw = u32(part.w > part.x);
    let yz = u32(part.z > part.y);
    let yw = u32(part.w > part.y);
    let zw = u32(part.w > part.z);
    return vec4<u32>(
        xy + xz + xw,
        (1u - xy) + yz + yw,
        (1u - xz) + (1u - yz) + zw,
        (1u - xw) + (1u - yw) + (1u - zw),
    );
}

fn noise_simplex_kernel(hash: NoiseHash, corner: vec4<u32>, way: vec4<f32>, dimension: u32) -> f32 {
    let squares = way * way;
    let near = max(0.5 - (squares.x + squares.y + squares.z + squares.w), 0.0);
    var product = 0.0;
    if dimension == 4u {
        let h = noise_hash_bits(hash, corner, dimension, 5u);
        product = noise_gradient_4d(h, way.x, way.y, way.z, way.w);
    } else {
        let h = noise_hash_bits(hash, corner, dimension, 4u);
        product = noise_gradient_3d(h, way.x, way.y, way.z);
    }
    return near * near * (near * near) * product;
}
