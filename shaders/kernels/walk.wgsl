// What the kernels runs.wgsl and march.wgsl share. They compute a grid in *runs*: each invocation computes up to RUN samples along
// one axis, the walk axis, which is y or z, with x along the workgroup. In a grid with three axes an invocation of runs.wgsl may
// instead compute a *tile*: ROWS runs along z, side by side along y.
//
// A run shares the work that does not change along it. A corner of the lattice contributes G . (p - corner) + c to the noise,
// where G is its gradient and c its value. Fix all axes but the walk axis, and let f be the fraction of a sample along it. The
// corners at the low end of the cell, blended across all other axes, contribute a linear function of f, h0 + s0 f, and those at
// the high end h1 + s1 (f - 1). The fade blends the two, so that the noise in the cell is
//
//     A + B f + fade(f) (C + D f),    A = h0,    B = s0,    C = h1 - s1 - h0,    D = s1 - s0.
//
// Hashes, gradients and blends belong to the cell; a sample costs three products, three sums and a fade that a table holds.
//
// A *plane* holds all corners with the same key along the walk axis. Blended, it is a height h and a slope s, and serves the
// cells on both of its sides. Time, which is the same for all samples of a frame, is one more axis to blend.
//
// The last axis before the walk axis is blended last. Until then a plane consists of two *edges*, one at each end of the cell
// along that axis: a matrix whose columns are the heights of the two edges, their slopes along that axis and their slopes along
// the walk axis. In a tile that axis is y, so that all rows in one cell of y share the hashes and the blends of the edges, and
// only the last blend is per row.
//
// Needs: job.wgsl, axis.wgsl, one of runs.wgsl and march.wgsl, and `noise_run`, which is generated from the program. The host
// writes the constants RUN, WALK_Y (true if runs lie along y, else they lie along z) and ROWS (1 without tiles).

// The axis tables: for each layer and each axis across, an entry for every sample along that axis. For the walk axis the
// entries are instead the planes that the runs need.
@group(0) @binding(2) var<storage, read> axes: array<NoiseAxis>;

// Four corners of a plane, the first axis across fastest. A corner contributes G . (p - corner) + c. `g` has a vector for each
// axis of the source: the components of the four gradients along that axis.
struct WalkCorners {
    g: array<vec4<f32>, 4>,
    c: vec4<f32>,
}

// Computes the run or the tile of an invocation.
fn walk_run(id: vec3<u32>) {
    if id.x >= job.size.x {
        return;
    }
    // The indices are computed component by component: as a product of vectors, this takes a quarter longer on lavapipe.
    if WALK_Y {
        let y = id.y * RUN;
        let first = vec4<u32>(id.x, y, id.z % job.size.z, id.z / job.size.z);
        noise_run(first, 1u, min(RUN, job.size.y - y));
    } else {
        let runs = (job.size.z + RUN - 1u) / RUN;
        let y = id.y * ROWS;
        let z = id.z % runs * RUN;
        let first = vec4<u32>(id.x, y, z, id.z / runs);
        noise_run(first, min(ROWS, job.size.y - y), min(RUN, job.size.z - z));
    }
}

// Returns the coefficients (A, B, C, D) of a cell from the planes (height, slope) at its low and its high end.
fn walk_coefficients(low: vec2<f32>, high: vec2<f32>) -> vec4<f32> {
    return vec4<f32>(low.x, low.y, (high.x - high.y) - low.x, high.y - low.y);
}

// The functions below blend corners to a plane, (height, slope), or to two edges. Their suffixes name the axes of the source in
// order: `a` is an axis across, `k` the walk axis. walk_edges_aka, for example, serves a source with the axes x, y and z along y.

fn walk_plane_k(corners: WalkCorners) -> vec2<f32> {
    return vec2<f32>(corners.c.x, corners.g[0].x);
}

fn walk_plane_ka(corners: WalkCorners, a: NoiseAxis) -> vec2<f32> {
    let heights = corners.g[1] * walk_fast(a) + corners.c;
    let low = vec2<f32>(heights.x, corners.g[0].x);
    let high = vec2<f32>(heights.y, corners.g[0].y);
    return low + a.fade * (high - low);
}

fn walk_edges_ak(corners: WalkCorners) -> mat3x2<f32> {
    return mat3x2<f32>(corners.c.xy, corners.g[0].xy, corners.g[1].xy);
}

fn walk_edges_aak(corners: WalkCorners, a: NoiseAxis) -> mat3x2<f32> {
    let heights = corners.g[0] * walk_fast(a) + corners.c;
    return walk_face(heights, corners.g[1], corners.g[2], a);
}

fn walk_edges_aka(corners: WalkCorners, b: NoiseAxis) -> mat3x2<f32> {
    let heights = corners.g[2] * walk_slow(b) + corners.c;
    let low = mat3x2<f32>(heights.xy, corners.g[0].xy, corners.g[1].xy);
    let high = mat3x2<f32>(heights.zw, corners.g[0].zw, corners.g[1].zw);
    return low + b.fade * (high - low);
}

// `past` and `future` are the corners at the low and the high end of the cell along the last axis, w.
fn walk_edges_aaka(
    past: WalkCorners,
    future: WalkCorners,
    a: NoiseAxis,
    w: NoiseAxis,
) -> mat3x2<f32> {
    let before = past.g[0] * walk_fast(a) + past.g[3] * w.fraction + past.c;
    let after = future.g[0] * walk_fast(a) + future.g[3] * (w.fraction - 1.0) + future.c;
    return walk_face(
        before + w.fade * (after - before),
        past.g[1] + w.fade * (future.g[1] - past.g[1]),
        past.g[2] + w.fade * (future.g[2] - past.g[2]),
        a,
    );
}

// Blends two edges along the axis between them.
fn walk_plane(edges: mat3x2<f32>, b: NoiseAxis) -> vec2<f32> {
    let heights = edges[0] + edges[1] * vec2<f32>(b.fraction, b.fraction - 1.0);
    let low = vec2<f32>(heights.x, edges[2].x);
    let high = vec2<f32>(heights.y, edges[2].y);
    return low + b.fade * (high - low);
}

// Return the distance of the point from each of the four corners, along the fastest axis across and along the next one.
fn walk_fast(a: NoiseAxis) -> vec4<f32> {
    return vec4<f32>(a.fraction, a.fraction - 1.0, a.fraction, a.fraction - 1.0);
}

fn walk_slow(b: NoiseAxis) -> vec4<f32> {
    return vec4<f32>(b.fraction, b.fraction, b.fraction - 1.0, b.fraction - 1.0);
}

// Blends four corners to two edges along the fastest axis across. `heights`, `across` and `along` are the heights of the corners,
// their slopes along the axis between the edges and their slopes along the walk axis.
fn walk_face(
    heights: vec4<f32>,
    across: vec4<f32>,
    along: vec4<f32>,
    a: NoiseAxis,
) -> mat3x2<f32> {
    let low = mat3x2<f32>(heights.xz, across.xz, along.xz);
    let high = mat3x2<f32>(heights.yw, across.yw, along.yw);
    return low + a.fade * (high - low);
}
