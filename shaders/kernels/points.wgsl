// One invocation a sample: the lane is x.
//
// Needs: job.wgsl, and `noise_sample`, which is made from the program.

@group(0) @binding(2) var<storage, read> axes: array<NoiseAxis>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= job.size.x {
        return;
    }
    let at = vec4<u32>(id.xy, id.z % job.size.z, id.z / job.size.z);
    noise_sample(at, ((id.z * job.size.y + id.y) * job.size.x + id.x) * job.channels);
}
