// Computes a grid in runs, sample by sample with all octaves in registers: see walk.wgsl, and `march.rs` for the order of loops.
//
// A *strand* is the lattice of a walked source in one octave. Its look-ups go to a copy of its table in workgroup memory, if that
// has room for it.
//
// Needs: walk.wgsl, corner_words.wgsl, and `march_stage`, which copies the tables and is generated from the program. The host
// writes the constant WALKED, the length of `walked`.

// What the samples along the walk axis take of the two planes around them, as `walk_ends` or `walk_slope_ends` says it, times the
// weight of an octave whose values are added up: sample after sample, the sources of all strands side by side.
@group(0) @binding(5) var<uniform> walked: array<vec4<f32>, WALKED>;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    march_stage(lane);
    walk_run(id);
}

// Pack the hashes of a stem in one register, and unpack them.
fn march_pack(hashes: vec4<u32>) -> u32 {
    let bytes = hashes << vec4<u32>(0u, 8u, 16u, 24u);
    return bytes.x | bytes.y | bytes.z | bytes.w;
}

fn march_unpack(bytes: u32) -> vec4<u32> {
    return (vec4<u32>(bytes) >> vec4<u32>(0u, 8u, 16u, 24u)) & vec4<u32>(255u);
}
