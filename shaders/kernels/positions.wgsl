// One invocation a point of the caller's.
//
// Needs: job.wgsl, positions/floats.wgsl or positions/cells.wgsl, and `noise_sample`, which is made from the program.

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = id.y * groups.x * 64u + id.x;
    if i >= job.size.x {
        return;
    }
    noise_sample(points[i], i * job.channels);
}
