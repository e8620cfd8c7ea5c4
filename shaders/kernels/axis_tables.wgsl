// The axis tables: for each layer and each of its axes, an entry for every sample along that axis, the four words of NoiseAxis.
// For the walk axis the entries are instead the planes that the runs need.
//
// An entry is a vector, so that it is one load and one comparison with the length of the buffer.
@group(0) @binding(2) var<storage, read> axes: array<vec4<u32>>;

// Returns an entry.
fn axis_entry(i: u32) -> NoiseAxis {
    let words = axes[i];
    return NoiseAxis(words.x, words.y, bitcast<f32>(words.z), bitcast<f32>(words.w));
}
