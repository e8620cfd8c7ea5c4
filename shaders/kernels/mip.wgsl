// Computes a mip level from the level above it, which is twice as large: each invocation computes one texel, the mean of the
// box that it covers in the level above.
//
// If a size of the level above is odd, a texel there lies in the boxes of two texels, and has in each the weight of the part
// that the box covers.
//
// The host writes before this file the texture `above`, and the function `texel` that loads one of its texels.

struct Mip {
    // The number of texels to compute along x, y and z, and of the channels of each.
    size: vec3<u32>,
    channels: u32,
    // The first of these texels in the level.
    first: vec3<u32>,
    padding: u32,
    // The sizes of the whole level and of the level above.
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
    // The box in units of 1/(whole * above) of the picture: a texel of this level is `above` units long, a texel of the level
    // above `whole` units. Both are integers, so that the weights are exact.
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

// Returns the length of the part of texel i, `length` units long, that lies between `low` and `high`.
fn covered(low: u32, high: u32, i: u32, length: u32) -> f32 {
    return f32(min(high, (i + 1u) * length) - max(low, i * length));
}
