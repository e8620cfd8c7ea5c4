// Computes a grid sample by sample: each invocation computes one, and a workgroup two rows along x. This is for programs that
// have nothing to share along a run: see walk.wgsl.
//
// Needs: job.wgsl, axis_tables.wgsl, and `noise_sample`, which is generated from the program.

@compute @workgroup_size(64, 2)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= job.size.x || id.y >= job.size.y {
        return;
    }
    // z counts the planes of all frames.
    let at = vec4<u32>(id.xy, id.z % job.size.z, id.z / job.size.z);
    noise_sample(at, ((id.z * job.size.y + id.y) * job.size.x + id.x) * job.channels);
}
