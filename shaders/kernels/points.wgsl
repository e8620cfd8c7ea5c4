// One invocation a sample: the lane is x.
//
// Needs: job.wgsl, and `noise_sample`, which is made from the program.

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    if any(at >= job.size) {
        return;
    }
    noise_sample(at, ((at.z * job.size.y + at.y) * job.size.x + at.x) * job.channels);
}
