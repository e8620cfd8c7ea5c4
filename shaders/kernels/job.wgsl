// What every kernel of a program binds: the job's numbers, its layers and its samples.
//
// The host puts before this file the lengths WHOLES and NUMBERS, and after it the noise functions in use,
// points.wgsl, walk.wgsl or positions.wgsl, and the function of theirs that is made from the program.

struct Job {
    // Samples along x, y and z, and the channels of each. Frames follow each other along z in a dispatch. Points are
    // samples along x.
    size: vec3<u32>,
    channels: u32,
    whole: array<vec4<u32>, WHOLES>,
    number: array<vec4<f32>, NUMBERS>,
}

// A source or coordinate in one octave.
struct Layer {
    // The source's table, or its key where it hashes without one.
    table: u32,
    // Where it walks: its first sample in `walked`.
    walked: u32,
    key: vec4<u32>,
    // Along each of its axes: where the axis table begins, or at points its line; the period in cells, cells per unit.
    first: vec4<u32>,
    period: vec4<u32>,
    rate: vec4<f32>,
}

@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<storage, read> layers: array<Layer>;
@group(0) @binding(4) var<storage, read_write> samples: array<f32>;

fn whole(i: u32) -> u32 {
    return job.whole[i >> 2u][i & 3u];
}

fn number(i: u32) -> f32 {
    return job.number[i >> 2u][i & 3u];
}
