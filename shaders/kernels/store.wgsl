// Writes samples into a storage texture: each invocation stores one texel.
//
// The host writes before this file the texture `texels`, and the function `put` that stores a texel there.

struct Store {
    // The number of texels along x, y and z, and of the channels of a sample.
    size: vec3<u32>,
    channels: u32,
    // The first of these texels in the texture.
    first: vec3<u32>,
    // The bits of a component: 8 for integers, 16 or 32 for floats.
    bits: u32,
    // The values that an integer component stores as 0 and as 1.
    zero: f32,
    one: f32,
    padding: vec2<u32>,
}

@group(0) @binding(0) var<uniform> store: Store;
@group(0) @binding(1) var<storage, read> samples: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    if at.x >= store.size.x {
        return;
    }
    let texel = (at.z * store.size.y + at.y) * store.size.x + at.x;
    put(store.first + at, vec4<f32>(
        component(texel, 0u),
        component(texel, 1u),
        component(texel, 2u),
        component(texel, 3u),
    ));
}

// Returns a component of a texel: a value, or 0 for a missing channel, 1 for a missing fourth.
fn component(texel: u32, channel: u32) -> f32 {
    if channel >= store.channels {
        return select(0.0, 1.0, channel == 3u);
    }
    return stored(samples[texel * store.channels + channel]);
}

// Returns the number that the texture will hold. It is rounded here, because drivers round a store differently, and some
// truncate.
fn stored(value: f32) -> f32 {
    if store.bits == 8u {
        let t = (value - store.zero) / (store.one - store.zero);
        return floor(min(max(t, 0.0), 1.0) * 255.0 + 0.5) / 255.0;
    }
    if store.bits == 16u {
        return unpack2x16float(pack2x16float(vec2<f32>(value, 0.0))).x;
    }
    return value;
}
