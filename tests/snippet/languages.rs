//! Values of the other languages that a driver can be made to run: SPIR-V as it is, and GLSL by glslang. wgpu passes both
//! through to Vulkan.

use std::sync::OnceLock;

use wgpu_noise::gpu::{Context, wgpu};
use wgpu_noise::noise::of;
use wgpu_noise::program::Job;
use wgpu_noise::snippet::{Code, Entry, Function, Lang, Options, Snippet, Table, snippet};
use wgpu_noise::verify::Case;
use wgpu_noise::{Grid, Noise};

use crate::adapter::{context, environment};
use crate::app::values_of_glsl;
use crate::compare::{Nearness, compared, indices, point};
use crate::dispatch::{Work, dispatched, passed_through};
use crate::programs::glslang;
use crate::{jobs, say, support};

/// How near to the reference a case comes whose snippet is made from a job: its own, or a wrong one; `None` where wgpu
/// cannot run it.
type Near = fn(&Context, &Case, &Job, Table) -> Option<Nearness>;

#[test]
fn glsl_agrees_with_the_reference() {
    // With tables in the source, which glslang copies at every look-up, lavapipe takes seconds a case.
    all_agree("GLSL", compiling(), glsl, &[Table::Storage]);
}

#[test]
fn spirv_agrees_with_the_reference() {
    all_agree("SPIR-V", unchecked(), spirv, &Table::ALL);
}

/// The negative control.
#[test]
fn wrong_snippets_are_noticed_in_each_language() {
    let grid = Grid::new([17, 9]).origin([-1.3; 4]);
    let base = || Noise::perlin().frequency(4.0).period(3);
    let own = support::case(&[base().fbm()], &grid);
    let ways: [(Option<&Context>, Near); 2] = [(compiling(), glsl), (unchecked(), spirv)];
    for (context, near) in ways {
        let Some(context) = context else { continue };
        let part = |noise: Noise<of::Fbm>| {
            let job = support::case(&[noise], &grid).job().expect("a right case");
            let near = near(context, &own, &job, Table::Storage);
            near.expect("a noise without pictures").part
        };
        assert!(part(base().fbm()) <= 1.0);
        for wrong in [
            base().seed(1).fbm(),
            base().period(4).fbm(),
            base().fbm().gain(0.51),
        ] {
            assert!(part(wrong.clone()) > 1.0, "{wrong:?} passed");
        }
    }
}

fn all_agree(lang: &str, context: Option<&Context>, near: Near, tables: &[Table]) {
    let Some(context) = context else { return };
    let cases = jobs::for_languages();
    let mut failed = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        let job = case.job().expect("a case is right");
        let table = tables[i % tables.len()];
        let Some(Nearness { part, bound }) = near(context, case, &job, table) else {
            continue;
        };
        if part > 1.0 {
            let (name, axes) = (&case.name, case.axes());
            failed.push(format!("{name} ({axes}): {part:.1} of {bound:.1e}"));
        }
    }
    say(&format!("{} cases in {lang}", cases.len()));
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// At some samples of the case, around the function. A `sampler2D` holds a texture and its sampler, for which wgpu has no
/// binding.
fn glsl(context: &Context, case: &Case, job: &Job, table: Table) -> Option<Nearness> {
    let options = Options::default().lang(Lang::Glsl).table(table);
    let made = snippet(&[Function::new("mine", job)], &options).expect("a snippet");
    if !made.pictures.is_empty() {
        return None;
    }
    let indices = indices(&case.grid);
    let points: Vec<[f32; 4]> = indices
        .iter()
        .map(|&index| point(&case.grid, index))
        .collect();
    let form = (case.dimension(), case.channels.len());
    let found = values_of_glsl(context, &made, "mine", form, &points);
    Some(compared(case, job, &indices, &found))
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
