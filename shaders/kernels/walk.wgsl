// One invocation a run: up to RUN samples along the walk axis, in one lane of x.
//
// In a cell, with all other axes fixed, a noise is A + B*u + fade(u)*(E + F*u), u the fraction along the walk
// axis. A *plane* of the lattice, all of its corners across the walk axis blended, is a height and a slope:
// it gives height + slope*(u - its own place). So two planes make a cell's coefficients, and each plane
// serves the cells on both of its sides. Time, which is fixed, is one more axis across.
//
// Needs: job.wgsl, axis.wgsl, and `noise_run`, which is made from the program; from the host RUN, WALK_Y
// (whether runs lie along y: they lie along z otherwise) and WALKED.

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
    if WALK_Y {
        let y = id.y * RUN;
        let first = vec4<u32>(id.x, y, id.z % job.size.z, id.z / job.size.z);
        noise_run(first, min(RUN, job.size.y - y));
    } else {
        let runs = (job.size.z + RUN - 1u) / RUN;
        let z = id.z % runs * RUN;
        noise_run(vec4<u32>(id.xy, z, id.z / runs), min(RUN, job.size.z - z));
    }
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

// Planes, named by the source's axes in their order: `a` is an axis across, `k` the walk axis.
// A plane is (height, slope); corners lie with the first axis across fastest.

fn walk_plane_k(corners: WalkCorners) -> vec2<f32> {
    return vec2<f32>(corners.c.x, corners.g[0].x);
}

fn walk_plane_ak(corners: WalkCorners, a: NoiseAxis) -> vec2<f32> {
    return walk_edge(corners.g[0] * walk_fast(a) + corners.c, corners.g[1], a);
}

fn walk_plane_ka(corners: WalkCorners, a: NoiseAxis) -> vec2<f32> {
    return walk_edge(corners.g[1] * walk_fast(a) + corners.c, corners.g[0], a);
}

fn walk_plane_aak(corners: WalkCorners, a: NoiseAxis, b: NoiseAxis) -> vec2<f32> {
    let heights = corners.g[0] * walk_fast(a) + corners.g[1] * walk_slow(b) + corners.c;
    return walk_face(heights, corners.g[2], a, b);
}

fn walk_plane_aka(corners: WalkCorners, a: NoiseAxis, b: NoiseAxis) -> vec2<f32> {
    let heights = corners.g[0] * walk_fast(a) + corners.g[2] * walk_slow(b) + corners.c;
    return walk_face(heights, corners.g[1], a, b);
}

fn walk_plane_aaka(
    past: WalkCorners,
    future: WalkCorners,
    a: NoiseAxis,
    b: NoiseAxis,
    w: NoiseAxis,
) -> vec2<f32> {
    let before = past.g[0] * walk_fast(a) + past.g[1] * walk_slow(b)
        + past.g[3] * w.fraction + past.c;
    let after = future.g[0] * walk_fast(a) + future.g[1] * walk_slow(b)
        + future.g[3] * (w.fraction - 1.0) + future.c;
    return walk_face(
        before + w.fade * (after - before),
        past.g[2] + w.fade * (future.g[2] - past.g[2]),
        a,
        b,
    );
}

// The distance from each corner along the axis across that is fastest, and along the next.
fn walk_fast(a: NoiseAxis) -> vec4<f32> {
    return vec4<f32>(a.fraction, a.fraction - 1.0, a.fraction, a.fraction - 1.0);
}

fn walk_slow(b: NoiseAxis) -> vec4<f32> {
    return vec4<f32>(b.fraction, b.fraction, b.fraction - 1.0, b.fraction - 1.0);
}

// Heights and slopes of the first two corners, blended.
fn walk_edge(heights: vec4<f32>, slopes: vec4<f32>, a: NoiseAxis) -> vec2<f32> {
    let low = vec2<f32>(heights.x, slopes.x);
    let high = vec2<f32>(heights.y, slopes.y);
    return low + a.fade * (high - low);
}

// Heights and slopes of four corners, blended.
fn walk_face(heights: vec4<f32>, slopes: vec4<f32>, a: NoiseAxis, b: NoiseAxis) -> vec2<f32> {
    let low = vec4<f32>(heights.xz, slopes.xz);
    let high = vec4<f32>(heights.yw, slopes.yw);
    let edges = low + a.fade * (high - low);
    return edges.xz + b.fade * (edges.yw - edges.xz);
}
