// Periodic simplex noise whose gradients turn: the sum over the corners of a triangle or a tetrahedron of near^4 times the dot
// product of the corner's gradient with the vector from the corner, and its partial derivatives in space.
//
// Parameters: `hash`, the table hash or the integer hash; `period` along each axis in cells, or 0 for none, even along y in 2-D;
//   `turns`, by how much gradients are turned; `x`, `y` and `z`, the axes of the point, without fades.
// Range: -1..1, the supremum over all points and gradients; derivatives per cell +-5.272727 in 2-D and +-6.728343 in 3-D.
// Cost: n + 1 hashes in n dimensions, of four keys each in 3-D.
// Source: Gustavson and McEwan, Tiling simplex noise and flow noise in two and three dimensions, JCGT 2022.
// Needs: a table, axis.wgsl, hash.wgsl, polynomials.wgsl, classic.wgsl and simplex.wgsl.

// The factors that bring the noise to -1..1 in 2-D and 3-D.
const NOISE_PSRD_SCALE = vec2<f32>(10.928215, 107.653485);

// Returns the value and the derivatives along x and y, per cell.
fn noise_psrd_2d(
    hash: NoiseHash,
    period: vec4<u32>,
    turns: f32,
    x: NoiseAxis,
    y: NoiseAxis,
) -> vec3<f32> {
    // Corners lie in rows, in odd ones half a cell to the left. Along u, which leans to the right, they are whole in every row.
    let across = x.fraction + 0.5 * f32(y.low & 1u);
    let u = across + 0.5 * y.fraction;
    let first = floor(u);
    let aside = select(vec2<f32>(first, 1.0), vec2<f32>(first + 1.0, 0.0), u - first >= y.fraction);
    let turned = vec2<f32>(noise_cos(turns), noise_sin(turns));
    var sum = noise_psrd_corner_2d(hash, period, turned, x, y, vec2<f32>(first, 0.0));
    sum += noise_psrd_corner_2d(hash, period, turned, x, y, aside);
    sum += noise_psrd_corner_2d(hash, period, turned, x, y, vec2<f32>(first + 1.0, 1.0));
    return NOISE_PSRD_SCALE.x * sum;
}

// Returns what a corner contributes, by its place along u and its row.
fn noise_psrd_corner_2d(
    hash: NoiseHash,
    period: vec4<u32>,
    turned: vec2<f32>,
    x: NoiseAxis,
    y: NoiseAxis,
    corner: vec2<f32>,
) -> vec3<f32> {
    let odd = f32(y.low & 1u);
    let left = x.fraction + 0.5 * odd - (corner.x - 0.5 * corner.y);
    let delta = vec2<f32>(left, y.fraction - corner.y);
    // Above an odd row the columns of an even one begin where its own do, above an even one a cell to the right.
    let column = bitcast<u32>(i32(corner.x - corner.y * odd));
    let key = vec4<u32>(
        noise_wrapped(x.low + column, period.x),
        noise_wrapped(y.low + u32(corner.y), period.y),
        0u,
        0u,
    );
    let circle = noise_classic_circle(noise_hash_bits(hash, key, 2u, 8u));
    let gradient = turned.x * circle + turned.y * vec2<f32>(-circle.y, circle.x);
    let near = max(0.8 - (delta.x * delta.x + delta.y * delta.y), 0.0);
    let product = gradient.x * delta.x + gradient.y * delta.y;
    let slope = near * gradient - 8.0 * product * delta;
    return near * near * near * vec3<f32>(near * product, slope);
}

// Returns the value and the derivatives along x, y and z, per cell.
fn noise_psrd_3d(
    hash: NoiseHash,
    period: vec4<u32>,
    turns: f32,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
) -> vec4<f32> {
    // Corners are those of the unit cells and their centres. Skewed, they are whole.
    let at = vec3<f32>(x.fraction, y.fraction, z.fraction);
    let low = vec3<u32>(x.low, y.low, z.low);
    let skewed = at.yxx + at.zzy;
    let first = floor(skewed);
    let ranks = noise_simplex_ranks(vec4<f32>(skewed - first, 0.0), 3u).xyz;
    let turned = vec2<f32>(noise_cos(turns), noise_sin(turns));
    // One step along each skewed axis, in the order of the parts from the largest.
    let one = first + select(vec3<f32>(0.0), vec3<f32>(1.0), ranks < vec3<u32>(1u));
    let two = first + select(vec3<f32>(0.0), vec3<f32>(1.0), ranks < vec3<u32>(2u));
    var sum = noise_psrd_corner_3d(hash, period, turned, low, at, first);
    sum += noise_psrd_corner_3d(hash, period, turned, low, at, one);
    sum += noise_psrd_corner_3d(hash, period, turned, low, at, two);
    sum += noise_psrd_corner_3d(hash, period, turned, low, at, first + 1.0);
    return NOISE_PSRD_SCALE.y * sum;
}

// Returns what a corner contributes, by its skewed place.
fn noise_psrd_corner_3d(
    hash: NoiseHash,
    period: vec4<u32>,
    turned: vec2<f32>,
    low: vec3<u32>,
    at: vec3<f32>,
    corner: vec3<f32>,
) -> vec4<f32> {
    let place = 0.5 * (corner.yxx + corner.zzy - corner);
    let whole = floor(place);
    let moved = low + bitcast<vec3<u32>>(vec3<i32>(whole));
    let key = vec4<u32>(
        noise_wrapped(moved.x, period.x),
        noise_wrapped(moved.y, period.y),
        noise_wrapped(moved.z, period.z),
        u32(2.0 * (place.x - whole.x)),
    );
    let gradient = noise_psrd_sphere(noise_hash_bits(hash, key, 4u, 8u), turned);
    let delta = at - place;
    let squares = delta * delta;
    let near = max(0.5 - (squares.x + squares.y + squares.z), 0.0);
    let products = gradient * delta;
    let product = products.x + products.y + products.z;
    let slope = near * gradient - 8.0 * product * delta;
    return near * near * near * vec4<f32>(near * product, slope);
}

// Returns one of 256 unit vectors, turned in a plane of its own, which stands on the sphere at 3242174889/2^32 of a turn from
// the one before.
fn noise_psrd_sphere(direction: u32, turned: vec2<f32>) -> vec3<f32> {
    let start = noise_classic_sphere(direction);
    let radius = sqrt(1.0 - start.z * start.z);
    let east = vec3<f32>(-start.y, start.x, 0.0) / radius;
    let north = vec3<f32>(-start.z * start.x / radius, -start.z * start.y / radius, radius);
    let heading = f32(direction * 3242174889u) / 4294967296.0;
    let aside = noise_cos(heading) * east + noise_sin(heading) * north;
    return turned.x * start + turned.y * aside;
}
