// The buffers that every kernel of a program binds: the numbers of the job, its layers and its samples.
//
// The host writes the lengths WHOLES and NUMBERS before this file. After it come the noise functions that the program uses, one
// of points.wgsl, walk.wgsl and positions.wgsl, and the function that is generated from the program.

struct Job {
    // The number of samples along x, y and z, and of the channels of each. In a dispatch, frames follow one another along z.
    // Points of the caller are samples along x.
    size: vec3<u32>,
    channels: u32,
    // In walk.wgsl, the most samples of an invocation along the walk axis.
    run: u32,
    // The integers and the floats of the job, four per vector, since elements of a uniform array are 16 bytes apart.
    whole: array<vec4<u32>, WHOLES>,
    number: array<vec4<f32>, NUMBERS>,
}

// A source or a coordinate in one octave.
struct Layer {
    // The index of the permutation table, for the table hash.
    table: u32,
    // The index of the first sample in `walked`, for a source that a run computes.
    walked: u32,
    // The index of the first corner word in the buffer of tables, for a source that a march computes.
    words: u32,
    // The key of a hash without a table.
    key: vec4<u32>,
    // For each axis: the index of the first entry of its axis table or, at points of the caller, of its affine map; the period in
    // cells, or 0 for none; the cells per unit of displacement.
    first: vec4<u32>,
    period: vec4<u32>,
    rate: vec4<f32>,
}

@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<storage, read> layers: array<Layer>;
@group(0) @binding(4) var<storage, read_write> samples: array<f32>;

// Returns an integer of the job.
fn whole(i: u32) -> u32 {
    return job.whole[i >> 2u][i & 3u];
}

// Returns a float of the job.
fn number(i: u32) -> f32 {
    return job.number[i >> 2u][i & 3u];
}
