//! Entry points that call a function on the grid of its job.

use super::inputs::turned;
use super::{Entry, Function, Lang, Options, Parameters, Y};
use crate::grid::TIME;
use crate::program::Job;
use crate::wgsl::compose::{FIELDS, number};

/// Invocations in a workgroup, all along x.
pub(super) const WORKGROUP: u32 = 64;

/// Returns the name of the entry point, or of the function if there is none.
pub(super) fn entry_point_name(function: &Function, options: &Options) -> String {
    match options.entry {
        Entry::None => function.name.clone(),
        Entry::Fragment | Entry::Compute => format!("{}_{}", function.name, options.entry.name()),
    }
}

/// Writes the entry point, if one is asked for.
pub(super) fn entry_point(function: &Function, options: &Options) -> String {
    match options.entry {
        Entry::None => String::new(),
        Entry::Fragment => fragment(function, options),
        Entry::Compute => compute(function, options),
    }
}

/// Whether the entry point reads the time.
pub(super) fn has_time(job: &Job, options: &Options) -> bool {
    options.entry == Entry::Fragment && job.program.axes.has(TIME)
}

/// Writes a fragment shader that draws the samples as pixels.
fn fragment(function: &Function, options: &Options) -> String {
    let job = function.job;
    let row = match options.lang {
        // OpenGL counts rows of pixels from the bottom.
        Lang::Glsl => format!("{} - at.y", number(job.grid.size3()[1] as f32 - 0.5)),
        _ => "at.y - 0.5".to_string(),
    };
    let call = call(function, options, ["at.x - 0.5", &row, "0.0"]);
    let time = if has_time(job, options) {
        format!(
            "\n// The x component is the time since the start of the recipe.\n\
             @group(0) @binding(2) var<uniform> {}_time: vec4<f32>;\n",
            function.name
        )
    } else {
        String::new()
    };
    let shown: Vec<String> = (0..job.program.channels())
        .map(|channel| {
            let [low, high] = match options.range {
                Some(range) => range.map(f64::from),
                None => job.range(channel),
            };
            let value = match job.program.channels() {
                1 => "value".to_string(),
                _ => format!("value.{}", FIELDS[channel]),
            };
            // A range of one value, or nearly one, has no finite scale and is not stretched.
            let scale = Some((1.0 / (high - low)) as f32).filter(|scale| scale.is_finite());
            let [low, scale] = [low as f32, scale.unwrap_or(1.0)].map(number);
            format!("({value} - {low}) * {scale}")
        })
        .collect();
    let colour = match &shown[..] {
        [grey] => format!("vec4<f32>(vec3<f32>({grey}), 1.0)"),
        [a, b] => format!("vec4<f32>({a}, {b}, 0.0, 1.0)"),
        [a, b, c] => format!("vec4<f32>({a}, {b}, {c}, 1.0)"),
        all => format!("vec4<f32>({})", all.join(", ")),
    };
    format!(
        "{time}\n// Draws the recipe as a picture: each pixel shows one sample.\n@fragment\nfn {}(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {{\n    \
         let value = {call};\n    return {colour};\n}}\n",
        entry_point_name(function, options)
    )
}

/// Writes a compute shader that stores the samples.
fn compute(function: &Function, options: &Options) -> String {
    let job = function.job;
    let samples = format!("{}_samples", function.name);
    let [width, height, depth] = job.grid.size3();
    let call = call(function, options, ["f32(id.x)", "f32(id.y)", "f32(id.z)"]);
    let channels = job.program.channels();
    let stores: String = match channels {
        1 => format!("    {samples}[at] = value;\n"),
        _ => (0..channels)
            .map(|channel| {
                let field = FIELDS[channel];
                format!("    {samples}[at * {channels}u + {channel}u] = value.{field};\n")
            })
            .collect(),
    };
    format!(
        "\n@group(0) @binding(0) var<storage, read_write> {samples}: array<f32>;\n\n\
         // Writes the first frame of the recipe, x fastest: one sample per invocation.\n@compute @workgroup_size({WORKGROUP})\n\
         fn {}(@builtin(global_invocation_id) id: vec3<u32>) {{\n    \
         if id.x >= {width}u || id.y >= {height}u || id.z >= {depth}u {{\n        return;\n    }}\n    \
         let value = {call};\n    let at = (id.z * {height}u + id.y) * {width}u + id.x;\n{stores}}}\n",
        entry_point_name(function, options)
    )
}

/// Writes the call at a sample of the grid, given its indices along x, y and z.
fn call(function: &Function, options: &Options, indices: [&str; 3]) -> String {
    let Function { name, job, .. } = function;
    let parts: Vec<String> = (job.program.axes.indices())
        .map(|axis| {
            let span = job.grid.span(axis);
            let step = span.step();
            let first = number((span.origin + span.first * step) as f32);
            match indices.get(axis) {
                Some(index) => {
                    let at = format!("{first} + ({index}) * {}", number(step as f32));
                    match (axis, options.y) {
                        (1, Y::Up) => format!("{} - ({at})", number(turned(job))),
                        _ => at,
                    }
                }
                None if has_time(job, options) => format!("{first} + {name}_time.x"),
                None => first,
            }
        })
        .collect();
    let position = match &parts[..] {
        [only] => only.clone(),
        parts => format!("vec{}<f32>({})", parts.len(), parts.join(", ")),
    };
    match options.parameters {
        Parameters::Const => format!("{name}({position})"),
        Parameters::Struct => format!("{name}({position}, {name}_defaults)"),
    }
}
