//! What writes into a renderer's own textures.

use super::{Mutation, Suite, mutation};

const FORMATS: &str = "formats::";
const MIPS: &str = "mips::";

pub const SUITE: Suite = Suite {
    test: "generator",
    features: "gpu",
    mutations: MUTATIONS,
};

#[rustfmt::skip]
const MUTATIONS: &[Mutation] = &[
    mutation("a missing fourth channel that is 0", FORMATS, "shaders/kernels/store.wgsl",
        "select(0.0, 1.0, channel == 3u)", "select(0.0, 1.0, channel == 4u)"),
    mutation("unorms that are cut off, not rounded", FORMATS, "shaders/kernels/store.wgsl",
        "* 255.0 + 0.5", "* 255.0 + 0.0"),
    mutation("a range without its low end", FORMATS, "shaders/kernels/store.wgsl",
        "(value - store.zero)", "value"),
    mutation("swapped axes of a texture", FORMATS, "shaders/kernels/store.wgsl",
        "(at.z * store.size.y + at.y)", "(at.y * store.size.z + at.z)"),
    mutation("pieces that all lie in the texture's corner", FORMATS, "shaders/kernels/store.wgsl",
        "put(store.first + at,", "put(at,"),
    mutation("a box that shares no texel with the next", MIPS, "shaders/kernels/mip.wgsl",
        "f32(min(high, (i + 1u) * length) - max(low, i * length))", "f32(length)"),
    mutation("pieces that all average the level's corner", MIPS, "shaders/kernels/mip.wgsl",
        "(mip.first + at) * mip.above", "at * mip.above"),
    mutation("swapped axes of a level", MIPS, "shaders/kernels/mip.wgsl",
        "(at.z * mip.size.y + at.y)", "(at.y * mip.size.z + at.z)"),
    mutation("a box that is cut short", MIPS, "shaders/kernels/mip.wgsl",
        "(high - 1u) / mip.whole", "low / mip.whole"),
    mutation("a time that reaches no table", "order::", "src/gpu/generator.rs",
        "part.numbers.set_time(&self.job)", "{ let _ = &part.numbers; Ok(()) }"),
    mutation("planes for longer runs than are dispatched", "march::", "src/gpu/kernel/numbers.rs",
        "walk, run)?", "walk, walk.map_or(1, |walk| walk.run))?"),
    mutation("a dispatch of longer runs than the planes are for", "march::", "src/gpu/pass/grid.rs",
        "walk.samples_in(brick)", "walk.samples()"),
    mutation("buffers freed under a recorded frame", "order::", "src/gpu/device/upload.rs",
        "self.kept.push(dispatch.kernel);", "drop(dispatch.kernel);"),
];
