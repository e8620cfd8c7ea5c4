//! Values of the other languages that a driver can be made to run: SPIR-V as it is, and GLSL by glslang. wgpu passes both
//! through to Vulkan.

use std::sync::OnceLock;

use wgpu_noise::gpu::{Context, wgpu};
use wgpu_noise::program::Job;
use wgpu_noise::snippet::{Code, Entry, Function, Lang, Options, Snippet, Table, snippet};
use wgpu_noise::verify::Case;

use crate::adapter::context;
use crate::agreement::{Near, agree, wrong_snippets_are_noticed};
use crate::app::values_of_glsl;
use crate::compare::{Nearness, compared, indices, points};
use crate::dispatch::{Work, dispatched, passed_through};
use crate::programs::glslang;
use crate::{environment, jobs};

#[test]
fn glsl_agrees_with_the_reference() {
    let Some(context) = compiling() else { return };
    // With tables in the source, which glslang copies at every look-up, lavapipe takes seconds a case.
    let tables = [Table::Storage];
    agree("GLSL", context, &jobs::for_languages(), glsl, &tables);
}

#[test]
fn spirv_agrees_with_the_reference() {
    let Some(context) = unchecked() else { return };
    let cases = jobs::for_languages();
    agree("SPIR-V", context, &cases, spirv, &Table::ALL);
}

#[test]
fn wrong_snippets_are_noticed_in_each_language() {
    let ways: [(Option<&Context>, Near); 2] = [(compiling(), glsl), (unchecked(), spirv)];
    for (context, near) in ways {
        if let Some(context) = context {
            wrong_snippets_are_noticed(context, near);
        }
    }
}

/// At some samples of the case, around the function. A `sampler2D` holds a texture and its sampler, for which wgpu has no
/// binding.
fn glsl(context: &Context, case: &Case, job: &Job, table: Table) -> Option<Nearness> {
    let options = Options::default().lang(Lang::Glsl).table(table);
    let made = snippet(&[Function::new("mine", job)], &options).expect("a snippet");
    if !made.pictures.is_empty() {
        return None;
    }
    let form = (case.dimension(), case.channels.len());
    let found = values_of_glsl(context, &made, "mine", form, &points(&case.grid));
    Some(compared(case, job, &indices(&case.grid), &found))
}

/// The first frame, by the entry point that the snippet has.
fn spirv(context: &Context, case: &Case, job: &Job, table: Table) -> Option<Nearness> {
    let options = Options::default()
        .lang(Lang::Spirv)
        .entry(Entry::Compute)
        .table(table);
    let made = snippet(&[Function::new("mine", job)], &options).expect("a snippet");
    let size = case.grid.size3();
    let found = samples(context, &made, size, case.channels.len());
    let [width, height, depth] = size;
    let row = |y, z| (0..width).map(move |x| [x, y, z, 0]);
    let plane = |z| (0..height).flat_map(move |y| row(y, z));
    let indices: Vec<[u32; 4]> = (0..depth).flat_map(plane).collect();
    Some(compared(case, job, &indices, &found))
}

fn samples(context: &Context, made: &Snippet, size: [u32; 3], channels: usize) -> Vec<f32> {
    let Code::Words(words) = &made.code else {
        panic!("no words")
    };
    let module = passed_through(context, words, "mine_compute");
    let tables: &[u8] = bytemuck::cast_slice(&made.tables);
    let inputs: &[(u32, &[u8])] = match made.tables.is_empty() {
        true => &[],
        false => &[(3, tables)],
    };
    let [width, height, depth] = size;
    dispatched(
        context,
        &Work {
            module: &module,
            entry: "mine_compute",
            inputs,
            pictures: &made.pictures,
            output: (0, (width * height * depth) as usize * channels),
            workgroups: [width.div_ceil(64), height, depth],
        },
    )
}

/// The same, where there is a compiler of GLSL too.
fn compiling() -> Option<&'static Context> {
    glslang().and_then(|_| unchecked())
}

/// A device that takes shaders unseen, on the adapter of the suite; `None` where there is no such adapter.
fn unchecked() -> Option<&'static Context> {
    static CONTEXT: OnceLock<Option<Context>> = OnceLock::new();
    let open = || {
        context()?;
        let (_instance, adapter) = environment::adapter(wgpu::Backends::VULKAN)?;
        let descriptor = wgpu::DeviceDescriptor {
            required_features: wgpu::Features::PASSTHROUGH_SHADERS,
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let opened = pollster::block_on(adapter.request_device(&descriptor));
        let (device, queue) = opened.expect("the adapter gives a device");
        Some(Context::from_device(&device, &queue))
    };
    CONTEXT.get_or_init(open).as_ref()
}
