// Simplex noise: the sum over the corners of a simplex of (1/2 - r^2)^4 times the dot product of the corner's gradient with
// the vector from the corner. A kernel ends where the simplices around its corner end, so that the sum is continuous.
//
// Parameters: `hash`, of any kind; `x`, `y`, `z` and `w`, the axes of the point. In such an axis `low` and `fraction` are the
//   whole part and the fraction of the position p; `high` and `fade` are those of p times (sqrt(n + 1) - 1)/n, which the axis
//   adds to the skew of all axes.
// Range: -1..1, the supremum over all points and gradients.
// Cost: n + 1 hashes in n dimensions; simplex_at.wgsl has the counts of operations.
// Source: Perlin, Noise hardware, SIGGRAPH course notes, 2001.
// Needs: a table, axis.wgsl, hash.wgsl and perlin.wgsl.

// The factors that bring the noise to -1..1 in 2-D, 3-D and 4-D.
const NOISE_SIMPLEX_SCALE = vec3<f32>(70.148057, 76.88075, 62.777707);

// A point on the skewed lattice: the keys of its cell, and its position in that cell.
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

// Skews a point: adds the sum of the axes' skews to each coordinate. Integers are added apart from fractions, so that the
// fractions keep their precision far from the origin.
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

// Sums the kernels of the simplex that holds the point, without the scale.
fn noise_simplex(hash: NoiseHash, at: NoiseSkewed, dimension: u32) -> f32 {
    // The factor that undoes the skew: (1 - 1/sqrt(n + 1))/n.
    let back = select(select(0.1381966, 0.16666667, dimension == 3u), 0.21132487, dimension == 2u);
    let there = vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(dimension);
    let backs = select(vec4<f32>(0.0), vec4<f32>(back), there);
    let sum = at.part.x + at.part.y + at.part.z + at.part.w;
    let ranks = noise_simplex_ranks(at.part);
    var corner = at.cell;
    var delta = at.part - backs * sum;
    var value = noise_simplex_kernel(hash, corner, delta, dimension);
    // From corner to corner of the simplex: one step along each axis, in the order of the parts from the largest.
    for (var step = 0u; step < dimension; step += 1u) {
        let here = ranks == vec4<u32>(step);
        corner += select(vec4<u32>(0u), vec4<u32>(1u), here);
        delta += backs - select(vec4<f32>(0.0), vec4<f32>(1.0), here);
        value += noise_simplex_kernel(hash, corner, delta, dimension);
    }
    return value;
}

// Returns for each part how many parts are larger. Of equal parts the first counts as larger.
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

// Returns the kernel of a corner, at the vector `delta` from it.
fn noise_simplex_kernel(hash: NoiseHash, corner: vec4<u32>, delta: vec4<f32>, dimension: u32) -> f32 {
    let squares = delta * delta;
    let near = max(0.5 - (squares.x + squares.y + squares.z + squares.w), 0.0);
    var product = 0.0;
    if dimension == 4u {
        let h = noise_hash_bits(hash, corner, dimension, 5u);
        product = noise_gradient_4d(h, delta.x, delta.y, delta.z, delta.w);
    } else {
        let h = noise_hash_bits(hash, corner, dimension, 4u);
        product = noise_gradient_3d(h, delta.x, delta.y, delta.z);
    }
    return near * near * (near * near) * product;
}
