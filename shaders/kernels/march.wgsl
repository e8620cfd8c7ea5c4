// Computes a grid in runs, sample by sample with all octaves in registers: see walk.wgsl, and `march.rs` for the order of loops.
//
// A *strand* is the lattice of a walked source in one octave. Its look-ups go to a copy of its table in workgroup memory, if that has room for it, whose entries are
// *corner words*: the hash in the lowest byte, and above it the gradient that belongs to the hash. So the last look-up of a chain
// finds the gradient itself, and the others go on with the lowest byte.
//
// Needs: walk.wgsl, and `march_stage`, which copies the tables and is generated from the program. The host writes the constants
// WALKED, the length of `walked`, and TABLES, that of `march_words`.

// What the samples along the walk axis take of the two planes around them, as `walk_ends` or `walk_slope_ends` says it, times the
// weight of an octave whose values are added up: sample after sample, the sources of all strands side by side.
@group(0) @binding(5) var<uniform> walked: array<vec4<f32>, WALKED>;

// The tables of corner words of the first strands.
var<workgroup> march_words: array<array<u32, 256>, TABLES>;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    march_stage(lane);
    walk_run(id);
}

// Copies the 256 corner words that begin at `first` in the buffer of tables: four for each of the 64 invocations.
fn march_copy(table: u32, first: u32, lane: u32) {
    march_words[table][lane] = noise_tables[first + lane];
    march_words[table][lane + 64u] = noise_tables[first + lane + 64u];
    march_words[table][lane + 128u] = noise_tables[first + lane + 128u];
    march_words[table][lane + 192u] = noise_tables[first + lane + 192u];
}

// A table of corner words: a number in `march_words` if it is staged, which is known where the kernel is compiled, else the
// index of its first word in the buffer of tables.
struct WalkTable {
    staged: bool,
    first: u32,
}

// Returns a corner word.
fn walk_perm(table: WalkTable, i: u32) -> u32 {
    if table.staged {
        return march_words[table.first][i & 255u];
    }
    return noise_tables[table.first + (i & 255u)];
}

// Pack the hashes of a stem in one register, and unpack them.
fn march_pack(hashes: vec4<u32>) -> u32 {
    let bytes = hashes << vec4<u32>(0u, 8u, 16u, 24u);
    return bytes.x | bytes.y | bytes.z | bytes.w;
}

fn march_unpack(bytes: u32) -> vec4<u32> {
    return (vec4<u32>(bytes) >> vec4<u32>(0u, 8u, 16u, 24u)) & vec4<u32>(255u);
}

// Adds the value of a strand at a sample, which takes these parts of the planes below and above it. Term by term: each is one
// instruction.
fn march_add(sum: f32, low: vec2<f32>, high: vec2<f32>, ends: vec4<f32>) -> f32 {
    return (((sum + low.x * ends.x) + low.y * ends.y) + high.x * ends.z) + high.y * ends.w;
}

// Return the corners of improved Perlin noise from their corner words. The components of a gradient are signed: in 2-D and 3-D
// three bytes, in 4-D two bytes and two half bytes.
fn march_perlin_2d(words: vec4<u32>) -> WalkCorners {
    return march_perlin_3d(words);
}

fn march_perlin_3d(words: vec4<u32>) -> WalkCorners {
    let w = bitcast<vec4<i32>>(words);
    var corners: WalkCorners;
    corners.g[0] = vec4<f32>(extractBits(w, 8u, 8u));
    corners.g[1] = vec4<f32>(extractBits(w, 16u, 8u));
    corners.g[2] = vec4<f32>(extractBits(w, 24u, 8u));
    return corners;
}

fn march_perlin_4d(words: vec4<u32>) -> WalkCorners {
    let w = bitcast<vec4<i32>>(words);
    var corners: WalkCorners;
    corners.g[0] = vec4<f32>(extractBits(w, 8u, 8u));
    corners.g[1] = vec4<f32>(extractBits(w, 16u, 8u));
    corners.g[2] = vec4<f32>(extractBits(w, 24u, 4u));
    corners.g[3] = vec4<f32>(extractBits(w, 28u, 4u));
    return corners;
}
