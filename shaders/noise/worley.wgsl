// Cellular noise from one point in each cell: the distance to the nearest point, to the second, and the number of the
// nearest point's cell.
//
// Parameters: `hash`, by a table or the integer hash; `asked`, see there; the axes of the point, whose fades do not count.
// Range: the first distance 0..sqrt(n) (1 + jitter)/2 in n dimensions, euclidean; the number -1..1.
// Cost: (2 reach + 1)^n hashes, and with a table four reads more for each; with operations, see worley_at.wgsl.
// Source: Worley, A Cellular Texture Basis Function, SIGGRAPH 1996.
// Needs: a table, axis.wgsl, hash.wgsl and polynomials.wgsl.

const NOISE_METRIC_EUCLIDEAN = 0u;
const NOISE_METRIC_SQUARED = 1u;
const NOISE_METRIC_MANHATTAN = 2u;
const NOISE_METRIC_CHEBYSHEV = 3u;

struct NoiseWorley {
    metric: u32,
    // How many cells on each side are searched: 1, or 2 for the second point in two dimensions.
    reach: i32,
    // How far points stray from the middle of their cell, 0..1.
    jitter: f32,
    // Whether they swing about it, and at which part of a turn.
    swings: bool,
    turns: f32,
    // The period along each axis, in cells.
    period: vec4<u32>,
}

fn noise_worley_2d(hash: NoiseHash, asked: NoiseWorley, x: NoiseAxis, y: NoiseAxis) -> vec3<f32> {
    let low = vec4<u32>(x.low, y.low, 0u, 0u);
    let fraction = vec4<f32>(x.fraction, y.fraction, 0.5, 0.5);
    return noise_worley(hash, asked, low, fraction, 2u);
}

fn noise_worley_3d(
    hash: NoiseHash,
    asked: NoiseWorley,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
) -> vec3<f32> {
    let low = vec4<u32>(x.low, y.low, z.low, 0u);
    let fraction = vec4<f32>(x.fraction, y.fraction, z.fraction, 0.5);
    return noise_worley(hash, asked, low, fraction, 3u);
}

fn noise_worley_4d(
    hash: NoiseHash,
    asked: NoiseWorley,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
    w: NoiseAxis,
) -> vec3<f32> {
    let low = vec4<u32>(x.low, y.low, z.low, w.low);
    let fraction = vec4<f32>(x.fraction, y.fraction, z.fraction, w.fraction);
    return noise_worley(hash, asked, low, fraction, 4u);
}

// Axes beyond the dimension are to lie in the middle of their cell.
fn noise_worley(
    hash: NoiseHash,
    asked: NoiseWorley,
    low: vec4<u32>,
    fraction: vec4<f32>,
    dimension: u32,
) -> vec3<f32> {
    let rz = select(0, asked.reach, dimension > 2u);
    let rw = select(0, asked.reach, dimension > 3u);
    var found = vec3<f32>(1e30, 1e30, 0.0);
    for (var l = -rw; l <= rw; l += 1) {
        for (var k = -rz; k <= rz; k += 1) {
            for (var j = -asked.reach; j <= asked.reach; j += 1) {
                for (var i = -asked.reach; i <= asked.reach; i += 1) {
                    let offset = vec4<i32>(i, j, k, l);
                    found = noise_worley_cell(hash, asked, low, fraction, offset, dimension, found);
                }
            }
        }
    }
    if asked.metric == NOISE_METRIC_EUCLIDEAN {
        return vec3<f32>(sqrt(found.x), sqrt(found.y), found.z);
    }
    return found;
}

// What was found so far, and the point of one more cell.
fn noise_worley_cell(
    hash: NoiseHash,
    asked: NoiseWorley,
    low: vec4<u32>,
    fraction: vec4<f32>,
    offset: vec4<i32>,
    dimension: u32,
    found: vec3<f32>,
) -> vec3<f32> {
    let moved = low + bitcast<vec4<u32>>(offset);
    let cell = vec4<u32>(
        noise_wrapped(moved.x, asked.period.x),
        noise_wrapped(moved.y, asked.period.y),
        noise_wrapped(moved.z, asked.period.z),
        noise_wrapped(moved.w, asked.period.w),
    );
    var strays = vec4<f32>();
    var number = 0.0;
    if hash.kind == NOISE_HASH_TABLE {
        let own = noise_hash(hash, cell, dimension);
        let entries = vec4<u32>(
            noise_perm(hash.table, own + 1u),
            noise_perm(hash.table, own + 2u),
            noise_perm(hash.table, own + 3u),
            noise_perm(hash.table, own + 4u),
        );
        strays = (vec4<f32>(entries) + 0.5) / 256.0;
        number = (2.0 * f32(own) - 255.0) / 255.0;
    } else {
        let words = noise_hash_integers(hash, cell, dimension);
        strays = vec4<f32>(words >> vec4<u32>(8u)) / 16777216.0;
        number = f32((words.x ^ words.y ^ words.z ^ words.w) >> 8u) / 8388608.0 - 1.0;
    }
    if asked.swings {
        strays = 0.5 * vec4<f32>(
            noise_sin(strays.x + asked.turns),
            noise_sin(strays.y + asked.turns),
            noise_sin(strays.z + asked.turns),
            noise_sin(strays.w + asked.turns),
        );
    } else {
        strays = strays - 0.5;
    }
    let there = vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(dimension);
    let points = vec4<f32>(offset) + 0.5 + asked.jitter * strays;
    let way = select(vec4<f32>(0.0), points - fraction, there);
    let distance = noise_worley_distance(asked.metric, way);
    let second = min(found.y, max(distance, found.x));
    return select(
        vec3<f32>(found.x, second, found.z),
        vec3<f32>(distance, second, number),
        distance < found.x,
    );
}

// The euclidean distance is still squared.
fn noise_worley_distance(metric: u32, way: vec4<f32>) -> f32 {
    let far = abs(way);
    if metric == NOISE_METRIC_MANHATTAN {
        return far.x + far.y + far.z + far.w;
    }
    if metric == NOISE_METRIC_CHEBYSHEV {
        return max(max(far.x, far.y), max(far.z, far.w));
    }
    let squares = way * way;
    return squares.x + squares.y + squares.z + squares.w;
}

// How much further the second point is than the nearest.
fn noise_worley_difference(found: vec3<f32>) -> f32 {
    return found.y - found.x;
}
