// Computes a grid in runs or tiles, source by source and octave by octave: see walk.wgsl.
//
// Needs: walk.wgsl. The host writes the constant WALKED, the length of `walked`.

// The fraction and the fade of the samples along the walk axis, layer after layer, with two samples in each vector.
@group(0) @binding(5) var<uniform> walked: array<vec4<f32>, WALKED>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    walk_run(id);
}

// Returns the value at a sample: A + B f + fade(f) (C + D f).
fn walk_value(c: vec4<f32>, sample: u32) -> f32 {
    let u = walked[sample >> 1u][(sample & 1u) * 2u];
    let fade = walked[sample >> 1u][(sample & 1u) * 2u + 1u];
    return (c.x + c.y * u) + fade * (c.z + c.w * u);
}

// Returns how many entries of an axis table, from `first` on and at most `most`, lie in one cell: they have the same key.
fn walk_rows(first: u32, most: u32) -> u32 {
    var rows = 1u;
    while rows < most && axis_entry(first + rows).low == axis_entry(first).low {
        rows += 1u;
    }
    return rows;
}

// The number of a permutation table.
alias WalkTable = u32;

// Returns an entry of a permutation table.
fn walk_perm(table: WalkTable, i: u32) -> u32 {
    return noise_perm(table, i);
}
