// The partial derivatives of simplex noise.
//
// Parameters: `hash`, the table hash or the integer hash; `x`, `y`, `z` and `w`, the axes of the point, as in simplex.wgsl.
// Range: each derivative, per cell, is at most 6.464102 in 2-D, 6.832145 in 3-D and 5.928363 in 4-D, either way.
// Cost:
//   noise_simplex_gradient_2d: 6 table reads, 499 operations
//   noise_simplex_gradient_3d: 12 table reads, 653 operations
//   noise_simplex_gradient_4d: 20 table reads, 812 operations
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
    let simplex = noise_simplex_around(at, dimension);
    var gradient = noise_simplex_kernel_gradient(hash, noise_simplex_corner(simplex, 0u), dimension);
    gradient += noise_simplex_kernel_gradient(hash, noise_simplex_corner(simplex, 1u), dimension);
    gradient += noise_simplex_kernel_gradient(hash, noise_simplex_corner(simplex, 2u), dimension);
    if dimension > 2u {
        gradient += noise_simplex_kernel_gradient(hash, noise_simplex_corner(simplex, 3u), dimension);
    }
    if dimension > 3u {
        gradient += noise_simplex_kernel_gradient(hash, noise_simplex_corner(simplex, 4u), dimension);
    }
    return gradient;
}

// Returns the derivatives of near^4 (g . delta), with near = 1/2 - |delta|^2 and the corner's gradient g:
// near^4 g - 8 near^3 (g . delta) delta.
fn noise_simplex_kernel_gradient(
    hash: NoiseHash,
    corner: NoiseSkewed,
    dimension: u32,
) -> vec4<f32> {
    let delta = corner.part;
    let squares = delta * delta;
    let near = max(0.5 - (squares.x + squares.y + squares.z + squares.w), 0.0);
    let four = dimension == 4u;
    let h = noise_hash_bits(hash, corner.cell, dimension, select(4u, 5u, four));
    let own = select(noise_perlin_vector_3d(h), noise_perlin_vector_4d(h), four);
    let products = own * delta;
    let product = products.x + products.y + products.z + products.w;
    return near * near * near * (near * own - 8.0 * product * delta);
}
