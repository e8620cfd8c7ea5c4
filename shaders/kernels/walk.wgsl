// One invocation a run: up to RUN samples along the walk axis, in one lane of x. Or one invocation a tile: runs
// along z, side by side along y.
//
// In a cell, with all other axes fixed, a noise is A + B*u + fade(u)*(E + F*u), u the fraction along the walk
// axis. A *plane* of the lattice, all of its corners across the walk axis blended, is a height and a slope:
// it gives height + slope*(u - its own place). So two planes make a cell's coefficients, and each plane
// serves the cells on both of its sides. Time, which is fixed, is one more axis across.
//
// The last axis across before the walk axis is blended last: until then a plane is two *edges*, a matrix
// whose columns are their heights, their slopes along that axis and their slopes along the walk axis. On a grid of
// three axes it is y, so all rows of a tile that lie in one cell of y share the hashes and the blends of their edges.
//
// Needs: job.wgsl, axis.wgsl, and `noise_run`, which is made from the program; from the host RUN, WALK_Y
// (whether runs lie along y: they lie along z otherwise), ROWS (the runs of a tile; 1 otherwise) and WALKED.

@group(0) @binding(2) var<storage, read> axes: array<NoiseAxis>;
// Fraction and fade of the samples along the walk axis, layer after layer, two samples a vector.
@group(0) @binding(5) var<uniform> walked: array<vec4<f32>, WALKED>;

// Four corners as pairs (G, c): one adds dot(G, position - corner) + c. G by axis of the source.
struct WalkCorners {
    g: array<vec4<f32>, 4>,
    c: vec4<f32>,
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= job.size.x {
        return;
    }
    // Component by component: as a product of vectors it is a quarter slower on lavapipe.
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

// How many of the `most` entries of an axis table that begin at `first` lie in its cell: they have its key.
fn walk_rows(first: u32, most: u32) -> u32 {
    var rows = 1u;
    while rows < most && axes[first + rows].low == axes[first].low {
        rows += 1u;
    }
    return rows;
}

// A cell's coefficients (A, B, E, F) from the planes at its low and its high end.
fn walk_coefficients(low: vec2<f32>, high: vec2<f32>) -> vec4<f32> {
    return vec4<f32>(low.x, low.y, (high.x - high.y) - low.x, high.y - low.y);
}

// The value at a sample of `walked`.
fn walk_value(c: vec4<f32>, sample: u32) -> f32 {
    let u = walked[sample >> 1u][(sample & 1u) * 2u];
    let fade = walked[sample >> 1u][(sample & 1u) * 2u + 1u];
    return (c.x + c.y * u) + fade * (c.z + c.w * u);
}

// Planes and edges, named by the source's axes in their order: `a` is an axis across, `k` the walk axis.
// A plane is (height, slope); corners lie with the first axis across fastest.

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

// The plane between two edges.
fn walk_plane(edges: mat3x2<f32>, b: NoiseAxis) -> vec2<f32> {
    let heights = edges[0] + edges[1] * vec2<f32>(b.fraction, b.fraction - 1.0);
    let low = vec2<f32>(heights.x, edges[2].x);
    let high = vec2<f32>(heights.y, edges[2].y);
    return low + b.fade * (high - low);
}

// The distance from each corner along the axis across that is fastest, and along the next.
fn walk_fast(a: NoiseAxis) -> vec4<f32> {
    return vec4<f32>(a.fraction, a.fraction - 1.0, a.fraction, a.fraction - 1.0);
}

fn walk_slow(b: NoiseAxis) -> vec4<f32> {
    return vec4<f32>(b.fraction, b.fraction, b.fraction - 1.0, b.fraction - 1.0);
}

// Four corners' heights, slopes across and slopes along, blended to two edges.
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
