//! Entry points that call a snippet on the grid that it comes from.

use super::{Entry, Options, Parameters};
use crate::program::Job;
use crate::wgsl::compose::number;

/// The name of the entry point; of none the function's own.
pub(super) fn name(options: &Options) -> String {
    match options.entry {
        Entry::None => options.name.clone(),
        Entry::Fragment | Entry::Compute => format!("{}_{}", options.name, options.entry.name()),
    }
}

/// The entry point, if there is to be one.
pub(super) fn entry(job: &Job, options: &Options) -> String {
    match options.entry {
        Entry::None => String::new(),
        Entry::Fragment => fragment(job, options),
        Entry::Compute => compute(job, options),
    }
}

fn fragment(job: &Job, options: &Options) -> String {
    let call = call(job, options, ["at.x - 0.5", "at.y - 0.5"]);
    let shown: Vec<String> = (0..job.program.channels())
        .map(|channel| {
            let [low, high] = job.range(channel);
            let value = match job.program.channels() {
                1 => "value".to_string(),
                _ => format!("value.{}", ["x", "y", "z", "w"][channel]),
            };
            // Where all values are one, or nearly, there is nothing to stretch.
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
        "\n// Its grid, a pixel a sample.\n@fragment\nfn {}(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {{\n    \
         let value = {call};\n    return {colour};\n}}\n",
        name(options)
    )
}

fn compute(job: &Job, options: &Options) -> String {
    let samples = format!("{}_samples", options.name);
    let [width, height, depth] = job.grid.size3();
    let call = call(job, options, ["f32(id.x)", "f32(id.y)"]);
    let channels = job.program.channels();
    let stores: String = match channels {
        1 => format!("    {samples}[at] = value;\n"),
        _ => (0..channels)
            .map(|channel| {
                let field = ["x", "y", "z", "w"][channel];
                format!("    {samples}[at * {channels}u + {channel}u] = value.{field};\n")
            })
            .collect(),
    };
    format!(
        "\n@group(0) @binding(0) var<storage, read_write> {samples}: array<f32>;\n\n\
         // The first frame of its grid, x fastest; one invocation a sample.\n@compute @workgroup_size(64)\n\
         fn {}(@builtin(global_invocation_id) id: vec3<u32>) {{\n    \
         if id.x >= {width}u || id.y >= {height}u || id.z >= {depth}u {{\n        return;\n    }}\n    \
         let value = {call};\n    let at = (id.z * {height}u + id.y) * {width}u + id.x;\n{stores}}}\n",
        name(options)
    )
}

/// The call at a sample of the grid, from its indices along x and y.
fn call(job: &Job, options: &Options, [x, y]: [&str; 2]) -> String {
    let z = match options.entry {
        Entry::Compute => "f32(id.z)",
        _ => "0.0",
    };
    let parts: Vec<String> = (job.program.axes.indices())
        .map(|axis| {
            let span = job.grid.span(axis);
            let step = span.step();
            let first = number((span.origin + span.first * step) as f32);
            match [x, y, z].get(axis) {
                Some(index) => format!("{first} + ({index}) * {}", number(step as f32)),
                None => first,
            }
        })
        .collect();
    let position = match &parts[..] {
        [only] => only.clone(),
        parts => format!("vec{}<f32>({})", parts.len(), parts.join(", ")),
    };
    let name = &options.name;
    match options.parameters {
        Parameters::Const => format!("{name}({position})"),
        Parameters::Struct => format!("{name}({position}, {name}_defaults)"),
    }
}
