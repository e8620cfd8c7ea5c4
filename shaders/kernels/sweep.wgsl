// Computes a grid in runs or tiles, octave by octave with all samples in registers: see walk.wgsl, and `sweep.rs` for the
// order of the text.
//
// For each octave a workgroup copies the octave's table of corner words, and the *record* of its run: what is the same for
// all its invocations, which the host computes (see `records.rs`).
//
// Needs: walk.wgsl, corner_words.wgsl. The host writes the constant RECORD, the vectors of a record.

// The record of the present octave.
var<workgroup> sweep_record: array<vec4<u32>, RECORD>;

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    noise_run(walk_first(vec3<u32>(group.x * 64u + lane, group.yz)), lane);
}

// Copies a run's record, of those that begin at this entry of the axis tables.
fn sweep_copy_record(records: u32, run_index: u32, lane: u32) {
    if lane < RECORD {
        sweep_record[lane] = axes[records + run_index * RECORD + lane];
    }
}
