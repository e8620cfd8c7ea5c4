// Cellular noise, with one feature point in each cell: returns the distance to the nearest feature point, the distance to the
// second nearest, and a random number of the nearest one's cell.
//
// Parameters: `hash`, the table hash or the integer hash; `asked`, the metric, the search and the feature points; `x`, `y`,
//   `z` and `w`, the axes of the point, without fades.
// Range: the first distance is 0..sqrt(n) (1 + jitter)/2 in n dimensions for the euclidean metric; the number is -1..1.
// Cost: one hash for each of (2 reach + 1)^n cells, and four table reads more for each with the table hash. worley_at.wgsl
//   has the counts of operations.
// Source: Worley, A Cellular Texture Basis Function, SIGGRAPH 1996.
// Needs: a table, axis.wgsl, hash.wgsl and polynomials.wgsl.

const NOISE_METRIC_EUCLIDEAN = 0u;
const NOISE_METRIC_SQUARED = 1u;
const NOISE_METRIC_MANHATTAN = 2u;
const NOISE_METRIC_CHEBYSHEV = 3u;

struct NoiseWorley {
    // A constant NOISE_METRIC.
    metric: u32,
    // The number of cells to search on each side: 1, or 2 for the second distance in two dimensions.
    reach: i32,
    // Whether the second distance is asked for. If not, it is of no use, and the search is shorter.
    second: bool,
    // The largest distance of a feature point from the middle of its cell along each axis, in half cells, 0..1.
    jitter: f32,
    // Whether the feature points swing around the middle of their cells, and the phase in turns.
    swings: bool,
    turns: f32,
    // The period along each axis in cells, or 0 for none.
    period: vec4<u32>,
}

// The feature point of a cell: the vector to it from the point, and the cell's number.
struct NoiseFeature {
    delta: vec4<f32>,
    number: f32,
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

// Searches the cells around the point, except rows of cells along x that are farther away than what was found, or than the
// feature point of the point's own cell. Along axes beyond the dimension the key must be 0 and the fraction 1/2.
fn noise_worley(
    hash: NoiseHash,
    asked: NoiseWorley,
    low: vec4<u32>,
    fraction: vec4<f32>,
    dimension: u32,
) -> vec3<f32> {
    let rz = select(0, asked.reach, dimension > 2u);
    let rw = select(0, asked.reach, dimension > 3u);
    let own = noise_worley_feature(hash, asked, low, fraction, vec4<i32>(), dimension);
    let most = noise_worley_distance(asked.metric, own.delta);
    var found = vec3<f32>(1e30, 1e30, 0.0);
    for (var l = -rw; l <= rw; l += 1) {
        for (var k = -rz; k <= rz; k += 1) {
            for (var j = -asked.reach; j <= asked.reach; j += 1) {
                let wanted = select(min(found.x, most), found.y, asked.second);
                if noise_worley_row(asked, fraction, vec3<i32>(j, k, l)) > wanted {
                    continue;
                }
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

// Returns a distance that no feature point of a row of cells along x falls below; the row lies at this offset along y, z and w.
fn noise_worley_row(asked: NoiseWorley, fraction: vec4<f32>, offset: vec3<i32>) -> f32 {
    let middles = abs(vec3<f32>(offset) + 0.5 - fraction.yzw);
    let least = max(middles - 0.5 * asked.jitter, vec3<f32>(0.0));
    return noise_worley_distance(asked.metric, vec4<f32>(0.0, least));
}

// Returns what was found so far, updated by the feature point of one more cell.
fn noise_worley_cell(
    hash: NoiseHash,
    asked: NoiseWorley,
    low: vec4<u32>,
    fraction: vec4<f32>,
    offset: vec4<i32>,
    dimension: u32,
    found: vec3<f32>,
) -> vec3<f32> {
    let feature = noise_worley_feature(hash, asked, low, fraction, offset, dimension);
    let distance = noise_worley_distance(asked.metric, feature.delta);
    let second = min(found.y, max(distance, found.x));
    return select(
        vec3<f32>(found.x, second, found.z),
        vec3<f32>(distance, second, feature.number),
        distance < found.x,
    );
}

// Finds the feature point of the cell at an offset from the point's own cell.
fn noise_worley_feature(
    hash: NoiseHash,
    asked: NoiseWorley,
    low: vec4<u32>,
    fraction: vec4<f32>,
    offset: vec4<i32>,
    dimension: u32,
) -> NoiseFeature {
    let cell = vec4<u32>(
        noise_beside(low.x, offset.x, asked.period.x),
        noise_beside(low.y, offset.y, asked.period.y),
        noise_beside(low.z, offset.z, asked.period.z),
        noise_beside(low.w, offset.w, asked.period.w),
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
    return NoiseFeature(select(vec4<f32>(0.0), points - fraction, there), number);
}

// Returns the length of a vector, or for the euclidean metric its square, since the root is needed only once.
fn noise_worley_distance(metric: u32, delta: vec4<f32>) -> f32 {
    let far = abs(delta);
    if metric == NOISE_METRIC_MANHATTAN {
        return far.x + far.y + far.z + far.w;
    }
    if metric == NOISE_METRIC_CHEBYSHEV {
        return max(max(far.x, far.y), max(far.z, far.w));
    }
    let squares = delta * delta;
    return squares.x + squares.y + squares.z + squares.w;
}

// Returns the second distance minus the first.
fn noise_worley_difference(found: vec3<f32>) -> f32 {
    return found.y - found.x;
}
