// From a mip level to the samples of the next: one invocation a texel, the mean over the box that it covers.
//
// Where a size is odd, the boxes of two texels share the texel between them.
//
// The host puts before this file `above`, the texture, and `texel`, which loads one of its texels.

struct Mip {
    // Texels along x, y and z, and the channels of each sample.
    size: vec3<u32>,
    channels: u32,
    // Where they begin in the level.
    first: vec3<u32>,
    padding: u32,
    // Sizes of the whole level, and of the one above.
    whole: vec3<u32>,
    padding2: u32,
    above: vec3<u32>,
    padding3: u32,
}

@group(0) @binding(0) var<uniform> mip: Mip;
@group(0) @binding(1) var<storage, read_write> samples: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    if at.x >= mip.size.x {
        return;
    }
    // In units in which a texel here is as long as the level above has texels, and a texel there as long as this level has.
    let low = (mip.first + at) * mip.above;
    let high = low + mip.above;
    let last = (high - 1u) / mip.whole;
    var sum = vec4<f32>(0.0);
    for (var z = low.z / mip.whole.z; z <= last.z; z += 1u) {
        let depth = covered(low.z, high.z, z, mip.whole.z);
        for (var y = low.y / mip.whole.y; y <= last.y; y += 1u) {
            let height = depth * covered(low.y, high.y, y, mip.whole.y);
            for (var x = low.x / mip.whole.x; x <= last.x; x += 1u) {
                let weight = height * covered(low.x, high.x, x, mip.whole.x);
                sum += weight * texel(vec3<u32>(x, y, z));
            }
        }
    }
    let mean = sum / (f32(mip.above.x) * f32(mip.above.y) * f32(mip.above.z));
    let first = ((at.z * mip.size.y + at.y) * mip.size.x + at.x) * mip.channels;
    for (var channel = 0u; channel < mip.channels; channel += 1u) {
        samples[first + channel] = mean[channel];
    }
}

// How much of texel i of the level above lies between low and high.
fn covered(low: u32, high: u32, i: u32, length: u32) -> f32 {
    return f32(min(high, (i + 1u) * length) - max(low, i * length));
}
