// From samples to the texels of a storage texture: one invocation a texel.
//
// The host puts before this file `texels`, the texture, and `put`, which stores a value there.

struct Store {
    // Texels along x, y and z, and the channels of each sample.
    size: vec3<u32>,
    channels: u32,
    // Where they begin in the texture.
    first: vec3<u32>,
    // Bits of a component: 8 (the range becomes 0..1), 16 or 32 (floats).
    bits: u32,
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

// A component: a sample; beyond the channels 0, and 1 for a missing fourth.
fn component(texel: u32, channel: u32) -> f32 {
    if channel >= store.channels {
        return select(0.0, 1.0, channel == 3u);
    }
    return stored(samples[texel * store.channels + channel]);
}

// What the texture will hold. Rounded here: how a store rounds is the driver's, and some cut halves off.
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
