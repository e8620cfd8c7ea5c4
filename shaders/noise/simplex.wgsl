// Simplex noise: the sum over the corners of a simplex of (1/2 - r^2)^4 times the dot product of the corner's gradient with
// the vector from the corner. A kernel ends where the simplices around its corner end, so that the sum is continuous.
//
// Parameters: `hash`, the table hash or the integer hash; `x`, `y`, `z` and `w`, the axes of the point. In such an axis `low`
//   and `fraction` are the whole part and the fraction of the position p; `high` and `fade` are those of p times
//   (sqrt(n + 1) - 1)/n, which the axis adds to the skew of all axes.
// Range: -1..1, the supremum over all points and gradients.
// Cost: n + 1 hashes in n dimensions; simplex_at.wgsl has the counts of operations.
// Source: Perlin, Noise hardware, SIGGRAPH course notes, 2001.
// Needs: a table, axis.wgsl, hash.wgsl and perlin.wgsl.

// The factors that bring the noise to -1..1 in 2-D, 3-D and 4-D.
const NOISE_SIMPLEX_SCALE = vec3<f32>(70.148057, 76.88075, 62.777707);

// A point on the skewed lattice: the keys of its cell, and its position in that cell; or a corner's keys, and the vector from
// it.
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
    let skew = x.fade + y.fade + z.fade + w.fade;
    let carried = floor(skew);
    let whole = x.high + y.high + z.high + w.high + bitcast<u32>(i32(carried));
    let moved = vec4<f32>(x.fraction, y.fraction, z.fraction, w.fraction) + (skew - carried);
    let cell = vec4<u32>(x.low, y.low, z.low, w.low) + whole;
    let there = vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(dimension);
    return NoiseSkewed(
        (cell + bitcast<vec4<u32>>(vec4<i32>(floor(moved)))) * vec4<u32>(there),
        select(vec4<f32>(0.0), moved - floor(moved), there),
    );
}

// The simplex that holds a point: the keys of its first corner, the vector from there to the point, and for each axis how many
// are stepped along before it. `back` undoes the skew along each axis.
struct NoiseSimplex {
    cell: vec4<u32>,
    delta: vec4<f32>,
    ranks: vec4<u32>,
    back: vec4<f32>,
}

fn noise_simplex_around(at: NoiseSkewed, dimension: u32) -> NoiseSimplex {
    // The factor that undoes the skew: (1 - 1/sqrt(n + 1))/n.
    let back = select(select(0.1381966, 0.16666667, dimension == 3u), 0.21132487, dimension == 2u);
    let there = vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(dimension);
    let backs = select(vec4<f32>(0.0), vec4<f32>(back), there);
    let sum = at.part.x + at.part.y + at.part.z + at.part.w;
    let delta = at.part - backs * sum;
    return NoiseSimplex(at.cell, delta, noise_simplex_ranks(at.part, dimension), backs);
}

// Returns a corner's keys and the vector from it to the point. Corners follow each other by a step along each axis, in the
// order of the parts from the largest.
fn noise_simplex_corner(simplex: NoiseSimplex, steps: u32) -> NoiseSkewed {
    let stepped = simplex.ranks < vec4<u32>(steps);
    return NoiseSkewed(
        simplex.cell + vec4<u32>(stepped),
        simplex.delta - select(vec4<f32>(0.0), vec4<f32>(1.0), stepped) + f32(steps) * simplex.back,
    );
}

// Returns for each part how many parts are larger. Of equal parts the first counts as larger, and all count as larger than those
// beyond the dimension.
fn noise_simplex_ranks(part: vec4<f32>, dimension: u32) -> vec4<u32> {
    let y_above = u32(part.y > part.x);
    var ranks = vec4<u32>(y_above, 1u - y_above, 2u, 3u);
    if dimension > 2u {
        let above = vec2<u32>(part.zz > part.xy);
        ranks += vec4<u32>(above, 0u, 0u);
        ranks.z -= above.x + above.y;
    }
    if dimension > 3u {
        let above = vec3<u32>(part.www > part.xyz);
        ranks += vec4<u32>(above, 0u);
        ranks.w -= above.x + above.y + above.z;
    }
    return ranks;
}

// Sums the kernels of the simplex that holds the point, without the scale. There is no loop over the corners, so that a compiler
// leaves out the axes beyond the dimension.
fn noise_simplex(hash: NoiseHash, at: NoiseSkewed, dimension: u32) -> f32 {
    let simplex = noise_simplex_around(at, dimension);
    var value = noise_simplex_kernel(hash, noise_simplex_corner(simplex, 0u), dimension);
    value += noise_simplex_kernel(hash, noise_simplex_corner(simplex, 1u), dimension);
    value += noise_simplex_kernel(hash, noise_simplex_corner(simplex, 2u), dimension);
    if dimension > 2u {
        value += noise_simplex_kernel(hash, noise_simplex_corner(simplex, 3u), dimension);
    }
    if dimension > 3u {
        value += noise_simplex_kernel(hash, noise_simplex_corner(simplex, 4u), dimension);
    }
    return value;
}

// Returns the kernel of a corner, at the vector from it.
fn noise_simplex_kernel(hash: NoiseHash, corner: NoiseSkewed, dimension: u32) -> f32 {
    let delta = corner.part;
    let squares = delta * delta;
    let near = max(0.5 - (squares.x + squares.y + squares.z + squares.w), 0.0);
    var product = 0.0;
    if dimension == 4u {
        let h = noise_hash_bits(hash, corner.cell, dimension, 5u);
        product = noise_gradient_4d(h, delta.x, delta.y, delta.z, delta.w);
    } else {
        let h = noise_hash_bits(hash, corner.cell, dimension, 4u);
        product = noise_gradient_3d(h, delta.x, delta.y, delta.z);
    }
    return near * near * (near * near) * product;
}
