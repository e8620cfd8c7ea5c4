// What the kernels runs.wgsl, march.wgsl and sweep.wgsl share. They compute a grid in *runs*: each invocation computes up to `job.run`
// samples along one axis, the walk axis, which is y or z, with x along the workgroup. In a grid with three axes an invocation may
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
// A march or a sweep takes four products with h0, s0, h1 and s1 instead, whose factors the host computes.
//
// A *plane* holds all corners with the same key along the walk axis. Blended, it is a height h and a slope s, and serves the
// cells on both of its sides. Time, which is the same for all samples of a frame, is one more axis to blend.
//
// The last axis before the walk axis is blended last. Until then a plane consists of two *edges*, one at each end of the cell
// along that axis: a matrix whose columns are the heights of the two edges, their slopes along that axis and their slopes along
// the walk axis. With g and fade(g) along that axis, the height and the slope of the plane have the form above,
//
//     h = A + B g + fade(g) (C + D g),    s = S + fade(g) E.
//
// These six coefficients are the *face* between the edges: a matrix with the columns (A, B), (C, D) and (S, E). In a tile that
// axis is y, so that all rows in one cell of y share the face, and only the last blend is per row.
//
// Needs: job.wgsl, axis_tables.wgsl, axis.wgsl, one of runs.wgsl, march.wgsl and sweep.wgsl, and `noise_run`, which is
// generated from the program. The host writes the constants RUN (the greatest `job.run`), WALK_Y (true if runs lie along y,
// else they lie along z) and ROWS (1 without tiles).

// Four corners of a plane, the first axis across fastest. A corner contributes G . (p - corner) + c. `g` has a vector for each
// axis of the source: the components of the four gradients along that axis.
struct WalkCorners {
    g: array<vec4<f32>, 4>,
    c: vec4<f32>,
}

// Computes the run or the tile of an invocation.
fn walk_run(id: vec3<u32>) {
    if id.x < job.size.x {
        noise_run(walk_first(id));
    }
}

// Returns the first sample of the run or the tile of an invocation. The indices are computed component by component: as a product
// of vectors, this takes a quarter longer on lavapipe.
fn walk_first(id: vec3<u32>) -> vec4<u32> {
    if WALK_Y {
        return vec4<u32>(id.x, id.y * job.run, id.z % job.size.z, id.z / job.size.z);
    }
    let runs = (job.size.z + job.run - 1u) / job.run;
    return vec4<u32>(id.x, id.y * ROWS, id.z % runs * job.run, id.z / runs);
}

// Adds the value of a sample to a sum: the height and the slope of the two planes around it, times these factors. Term by term:
// each is one instruction.
fn walk_add(sum: f32, one: vec2<f32>, other: vec2<f32>, factors: vec4<f32>) -> f32 {
    return (((sum + one.x * factors.x) + one.y * factors.y) + other.x * factors.z) + other.y * factors.w;
}

// Returns the coefficients (A, B, C, D) of a cell from the planes (height, slope) at its low and its high end.
fn walk_coefficients(low: vec2<f32>, high: vec2<f32>) -> vec4<f32> {
    return vec4<f32>(low.x, low.y, (high.x - high.y) - low.x, high.y - low.y);
}

// Returns the coefficients of the derivative along the walk axis, B + D (fade(f) + f fade'(f)) + fade'(f) C, for samples whose
// `fraction` is the factor of D and whose `fade` is fade'(f).
fn walk_slope_coefficients(low: vec2<f32>, high: vec2<f32>) -> vec4<f32> {
    let value = walk_coefficients(low, high);
    return vec4<f32>(value.y, value.w, value.z, 0.0);
}

// The functions below blend corners to a plane, (height, slope), or to a face. Their suffixes name the axes of the source in
// order: `a` is an axis across, `k` the walk axis. walk_face_aka, for example, serves a source with the axes x, y and z along y.

fn walk_plane_k(corners: WalkCorners) -> vec2<f32> {
    return vec2<f32>(corners.c.x, corners.g[0].x);
}

fn walk_plane_ka(corners: WalkCorners, ends: vec4<f32>) -> vec2<f32> {
    let slopes = corners.g[1].x * ends.y + corners.g[1].y * ends.w;
    return vec2<f32>(
        (corners.c.x * ends.x + corners.c.y * ends.z) + slopes,
        corners.g[0].x * ends.x + corners.g[0].y * ends.z,
    );
}

fn walk_face_ak(corners: WalkCorners) -> mat3x2<f32> {
    return walk_face(mat3x2<f32>(corners.c.xy, corners.g[0].xy, corners.g[1].xy));
}

fn walk_face_aak(corners: WalkCorners, ends: vec4<f32>) -> mat3x2<f32> {
    return walk_face(walk_edges(corners, ends));
}

fn walk_face_aka(corners: WalkCorners, ends: vec4<f32>) -> mat3x2<f32> {
    let slopes = corners.g[2].xy * ends.y + corners.g[2].zw * ends.w;
    return walk_face(mat3x2<f32>(
        (corners.c.xy * ends.x + corners.c.zw * ends.z) + slopes,
        corners.g[0].xy * ends.x + corners.g[0].zw * ends.z,
        corners.g[1].xy * ends.x + corners.g[1].zw * ends.z,
    ));
}

// `past` and `future` are the corners at the low and the high end of the cell along the last axis, w, whose ends are `late`.
fn walk_face_aaka(
    past: WalkCorners,
    future: WalkCorners,
    ends: vec4<f32>,
    late: vec4<f32>,
) -> mat3x2<f32> {
    let before = walk_edges(past, ends);
    let after = walk_edges(future, ends);
    var edges = before * late.x + after * late.z;
    edges[0] += walk_between(past.g[3], ends) * late.y + walk_between(future.g[3], ends) * late.w;
    return walk_face(edges);
}

// Returns the face between two edges.
fn walk_face(edges: mat3x2<f32>) -> mat3x2<f32> {
    let height = edges[0];
    let across = edges[1];
    let along = edges[2];
    return mat3x2<f32>(
        vec2<f32>(height.x, across.x),
        vec2<f32>((height.y - across.y) - height.x, across.y - across.x),
        vec2<f32>(along.x, along.y - along.x),
    );
}

// Blends a face along the axis between its edges.
fn walk_plane(face: mat3x2<f32>, b: NoiseAxis) -> vec2<f32> {
    let height = (face[0].x + face[0].y * b.fraction) + b.fade * (face[1].x + face[1].y * b.fraction);
    return vec2<f32>(height, face[2].x + b.fade * face[2].y);
}

// Returns the derivatives of the height and the slope along that axis. `rise` is the derivative of its fade.
fn walk_plane_slope(face: mat3x2<f32>, b: NoiseAxis, rise: f32) -> vec2<f32> {
    let height = (face[0].y + b.fade * face[1].y) + rise * (face[1].x + face[1].y * b.fraction);
    return vec2<f32>(height, rise * face[2].y);
}

// Returns what a point takes of the two *ends* of its cell along an axis: of the height and the slope at the low end, and of
// those at the high end.
fn walk_ends(a: NoiseAxis) -> vec4<f32> {
    let low = 1.0 - a.fade;
    return vec4<f32>(low, low * a.fraction, a.fade, a.fade * (a.fraction - 1.0));
}

// Returns what the derivative along that axis takes of them. `rise` is the derivative of its fade.
fn walk_slope_ends(a: NoiseAxis, rise: f32) -> vec4<f32> {
    let low = 1.0 - a.fade;
    return vec4<f32>(-rise, low - rise * a.fraction, rise, a.fade + rise * (a.fraction - 1.0));
}

// Blends four corners to two edges along the fastest axis across, whose ends these are. The edges' slopes are those along the
// next two axes.
fn walk_edges(corners: WalkCorners, ends: vec4<f32>) -> mat3x2<f32> {
    let slopes = corners.g[0].xz * ends.y + corners.g[0].yw * ends.w;
    return mat3x2<f32>(
        walk_between(corners.c, ends) + slopes,
        walk_between(corners.g[1], ends),
        walk_between(corners.g[2], ends),
    );
}

// Blends a number of each corner along the fastest axis across.
fn walk_between(corners: vec4<f32>, ends: vec4<f32>) -> vec2<f32> {
    return corners.xz * ends.x + corners.yw * ends.z;
}
