// Packs samples into texels of a format: each invocation computes one word of 32 bits.

struct Packing {
    // The texels of a row, the words from one row to the next, and the words of all rows.
    texels: u32,
    row: u32,
    words: u32,
    // The channels of a sample, and the components of a texel: at least as many.
    channels: u32,
    components: u32,
    // The values that an integer component stores as 0 and as its maximum.
    zero: f32,
    one: f32,
    // The bits of a component, 8, 16 or 32, and 1 if it is a float.
    bits: u32,
    is_float: u32,
}

struct Packed {
    // The number of values outside the range from `zero` to `one`.
    saturated: atomic<u32>,
    // The words begin at `HEAD` of the host. An attribute for that would be lost in naga's GLSL.
    padding: u32,
    words: array<u32>,
}

@group(0) @binding(0) var<uniform> packing: Packing;
@group(0) @binding(1) var<storage, read> samples: array<f32>;
@group(0) @binding(2) var<storage, read_write> packed: Packed;

// The words of a row of workgroups: a dispatch has at most 65535 workgroups along x, and goes on along y.
const ROW: u32 = 65535u * 64u;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    let word = at.y * ROW + at.x;
    if word >= packing.words {
        return;
    }
    packed.words[word] = packed_word(word);
}

// Returns a word: four components of 8 bits, two of 16 or one of 32, the first in the lowest bits.
fn packed_word(word: u32) -> u32 {
    let row = word / packing.row;
    let first = (word % packing.row) * (32u / packing.bits);
    if packing.bits == 8u {
        return quantised(row, first, 255.0)
            | (quantised(row, first + 1u, 255.0) << 8u)
            | (quantised(row, first + 2u, 255.0) << 16u)
            | (quantised(row, first + 3u, 255.0) << 24u);
    }
    if packing.bits == 16u && packing.is_float == 1u {
        return pack2x16float(vec2<f32>(component(row, first, 1.0), component(row, first + 1u, 1.0)));
    }
    if packing.bits == 16u {
        return quantised(row, first, 65535.0) | (quantised(row, first + 1u, 65535.0) << 16u);
    }
    return bitcast<u32>(component(row, first, 1.0));
}

// Returns component i of a row: a value, or 0 for a missing channel, `one` for a missing fourth. A row of texels that does not
// fill its last word is filled up with zeros.
fn component(row: u32, i: u32, one: f32) -> f32 {
    let texel = i / packing.components;
    let channel = i % packing.components;
    if texel >= packing.texels {
        return 0.0;
    }
    if channel >= packing.channels {
        return select(0.0, one, channel == 3u);
    }
    return samples[(row * packing.texels + texel) * packing.channels + channel];
}

// Returns a component as an integer from 0 to `most`, rounded to the nearest, and counts it if it was out of range. NaN counts,
// and becomes 0.
fn quantised(row: u32, i: u32, most: f32) -> u32 {
    let channel = i % packing.components;
    if channel >= packing.channels || i / packing.components >= packing.texels {
        return u32(component(row, i, most));
    }
    let value = component(row, i, 1.0);
    let low = min(packing.zero, packing.one);
    let high = max(packing.zero, packing.one);
    if !(value >= low && value <= high) {
        atomicAdd(&packed.saturated, 1u);
    }
    let t = (value - packing.zero) / (packing.one - packing.zero);
    return u32(floor(min(max(t, 0.0), 1.0) * most + 0.5));
}
