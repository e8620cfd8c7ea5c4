// The partial derivatives of simplex noise.
//
// Parameters: `hash`, of any kind; `x`, `y`, `z` and `w`, the axes of the point, as in simplex.wgsl.
// Range: each derivative, per cell, is at most 6.464102 in 2-D, 6.832145 in 3-D and 5.928363 in 4-D, either way.
// Cost:
//   noise_simplex_gradient_2d: 6 table reads, 490 operations
//   noise_simplex_gradient_3d: 12 table reads, 639 operations
//   noise_simplex_gradient_4d: 20 table reads, 790 operations
// Source: the product rule, applied to Perlin, Noise hardware, SIGGRAPH course notes, 2001.
// Needs: a table, axis.wgsl, hash.wgsl, simplex.wgsl and perlin_gradient.wgsl.

fn noise_simplex_gradient_2d(hash: NoiseHash, x: NoiseAxis, y: NoiseAxis) -> vec2<f32> {
    let none = NoiseAxis(0u, 0u, 0.0, 0.0);
    let at = noise_skewed(x, y, none, none, 2u);
    return NOISE_SIMPLEX_SCALE.x * noise_simplex_gradient(hash, at, 2u).xy;
}

fn noise_simplex_gradient_3d(
    hash: NoiseHash,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
) -> vec3<f32> {
    let none = NoiseAxis(0u, 0u, 0.0, 0.0);
    let at = noise_skewed(x, y, z, none, 3u);
    return NOISE_SIMPLEX_SCALE.y * noise_simplex_gradient(hash, at, 3u).xyz;
}

fn noise_simplex_gradient_4d(
    hash: NoiseHash,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
    w: NoiseAxis,
) -> vec4<f32> {
    let at = noise_skewed(x, y, z, w, 4u);
    return NOISE_SIMPLEX_SCALE.z * noise_simplex_gradient(hash, at, 4u);
}

// Sums the derivatives of the kernels of the simplex that holds the point, without the scale.
fn noise_simplex_gradient(hash: NoiseHash, at: NoiseSkewed, dimension: u32) -> vec4<f32> {
    // The factor that undoes the skew: (1 - 1/sqrt(n + 1))/n.
    let back = select(select(0.1381966, 0.16666667, dimension == 3u), 0.21132487, dimension == 2u);
    let there = vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(dimension);
    let backs = select(vec4<f32>(0.0), vec4<f32>(back), there);
    let sum = at.part.x + at.part.y + at.part.z + at.part.w;
    let ranks = noise_simplex_ranks(at.part);
    var corner = at.cell;
    var delta = at.part - backs * sum;
    var gradient = noise_simplex_kernel_gradient(hash, corner, delta, dimension);
    // From corner to corner of the simplex: one step along each axis, in the order of the parts from the largest.
    for (var step = 0u; step < dimension; step += 1u) {
        let here = ranks == vec4<u32>(step);
        corner += select(vec4<u32>(0u), vec4<u32>(1u), here);
        delta += backs - select(vec4<f32>(0.0), vec4<f32>(1.0), here);
        gradient += noise_simplex_kernel_gradient(hash, corner, delta, dimension);
    }
    return gradient;
}

// Returns the derivatives of near^4 (g . delta), with near = 1/2 - |delta|^2 and the corner's gradient g:
// near^4 g - 8 near^3 (g . delta) delta.
fn noise_simplex_kernel_gradient(
    hash: NoiseHash,
    corner: vec4<u32>,
    delta: vec4<f32>,
    dimension: u32,
) -> vec4<f32> {
    let squares = delta * delta;
    let near = max(0.5 - (squares.x + squares.y + squares.z + squares.w), 0.0);
    let four = dimension == 4u;
    let h = noise_hash_bits(hash, corner, dimension, select(4u, 5u, four));
    let own = select(noise_perlin_vector_3d(h), noise_perlin_vector_4d(h), four);
    let products = own * delta;
    let product = products.x + products.y + products.z + products.w;
    return near * near * near * (near * own - 8.0 * product * delta);
}
