//! A strange little app: a compute shader of its own around a snippet, at points of its own, in WGSL or in GLSL.

use wgpu_noise::gpu::{Context, wgpu};
use wgpu_noise::noise::Picture;
use wgpu_noise::snippet::{Code, Snippet};

use crate::dispatch::{Work, dispatched, passed_through};
use crate::programs::spirv_of_glsl;

/// Samples in a workgroup: an odd number.
const WORKGROUP: u32 = 33;

/// A text in WGSL, the words of its buffer of tables, and its textures.
pub struct Source<'a> {
    text: &'a str,
    tables: &'a [u32],
    pictures: &'a [Picture],
}

impl<'a> From<&'a Snippet> for Source<'a> {
    fn from(snippet: &'a Snippet) -> Source<'a> {
        Source {
            text: snippet.text().expect("WGSL"),
            tables: &snippet.tables,
            pictures: &snippet.pictures,
        }
    }
}

impl<'a> From<&'a String> for Source<'a> {
    fn from(text: &'a String) -> Source<'a> {
        Source {
            text,
            tables: &[],
            pictures: &[],
        }
    }
}

/// The values of a function in WGSL at points, all channels of each.
pub fn values<'a>(
    context: &Context,
    source: impl Into<Source<'a>>,
    name: &str,
    (axes, channels): (usize, usize),
    points: &[[f32; 4]],
) -> Vec<f32> {
    let source = source.into();
    let text = wgsl(source.text, name, axes, channels);
    let module = context
        .device()
        .create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(text.into()),
        });
    let bound = (source.tables, source.pictures);
    dispatched_at(context, &module, bound, channels, points)
}

/// The same of a snippet in GLSL, by glslang, on a device that takes shaders unseen.
pub fn values_of_glsl(
    context: &Context,
    snippet: &Snippet,
    name: &str,
    (axes, channels): (usize, usize),
    points: &[[f32; 4]],
) -> Vec<f32> {
    let source = glsl(snippet.text().expect("GLSL"), name, axes, channels);
    let words = spirv_of_glsl(&source);
    dispatched_at(
        context,
        &passed_through(context, &words, "main"),
        (&snippet.tables, &snippet.pictures),
        channels,
        points,
    )
}

/// A snippet with more text after it.
pub fn with(mut snippet: Snippet, text: &str) -> Snippet {
    if let Code::Text(own) = &mut snippet.code {
        own.push_str(text);
    }
    snippet
}

/// Its own names and its own bindings.
fn wgsl(snippet: &str, name: &str, axes: usize, channels: usize) -> String {
    let (point, stores) = (point(axes), stores(channels));
    format!(
        "@group(0) @binding(0) var<storage, read_write> values: array<f32>;
        {snippet}
        @group(0) @binding(2) var<storage, read> points: array<vec4<f32>>;
        fn x(i: u32) {{ let value = {name}({point}); {stores} }}
        @compute @workgroup_size({WORKGROUP})
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
            if id.x < arrayLength(&points) {{ x(id.x); }}
        }}"
    )
}

fn glsl(snippet: &str, name: &str, axes: usize, channels: usize) -> String {
    let (point, stores) = (point(axes), stores(channels));
    let gives = ["float", "vec2", "vec3", "vec4"][channels - 1];
    format!(
        "#version 450
        layout(local_size_x = {WORKGROUP}) in;
        layout(set = 0, binding = 0) buffer Values {{ float values[]; }};
        layout(set = 0, binding = 2) readonly buffer Points {{ vec4 points[]; }};
        {snippet}
        void main() {{
            uint i = gl_GlobalInvocationID.x;
            if (i < uint(points.length())) {{ {gives} value = {name}({point}); {stores} }}
        }}"
    )
}

fn point(axes: usize) -> &'static str {
    ["points[i].x", "points[i].xy", "points[i].xyz", "points[i]"][axes - 1]
}

fn stores(channels: usize) -> String {
    let store = |c| format!("values[{channels}u * i + {c}u] = value[{c}];");
    match channels {
        1 => "values[i] = value;".to_string(),
        _ => (0..channels).map(store).collect(),
    }
}

fn dispatched_at(
    context: &Context,
    module: &wgpu::ShaderModule,
    (tables, pictures): (&[u32], &[Picture]),
    channels: usize,
    points: &[[f32; 4]],
) -> Vec<f32> {
    let mut inputs = vec![(2, bytemuck::cast_slice(points))];
    if !tables.is_empty() {
        inputs.push((3, bytemuck::cast_slice(tables)));
    }
    let work = Work {
        module,
        entry: "main",
        inputs: &inputs,
        pictures,
        output: (0, points.len() * channels),
        workgroups: [(points.len() as u32).div_ceil(WORKGROUP), 1, 1],
    };
    dispatched(context, &work)
}
