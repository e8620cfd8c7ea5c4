// Computes samples at points of the caller: each invocation computes one point.
//
// Needs: job.wgsl, positions/floats.wgsl or positions/cells.wgsl, and `noise_sample`, which is generated from the program.

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    // A dispatch has a limited number of workgroups along x, and goes on along y.
    let i = id.y * groups.x * 64u + id.x;
    if i >= job.size.x {
        return;
    }
    noise_sample(points[i], i * job.channels);
}
