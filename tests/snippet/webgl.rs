//! Snippets in WGSL as WebGL 2 gets them: wgpu, and Bevy with it, translates them with naga.

use naga::ShaderStage;
use naga::back::glsl::{Options, PipelineOptions, Version, Writer};
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use wgpu_noise::snippet::{Entry, Lang, Table};

use crate::programs::{complaint_of_glsl, glslang, write};
use crate::validity::{for_each, text};

/// Translates a fragment shader to GLSL ES 3.00.
fn webgl(wgsl: &str) -> String {
    let module = naga::front::wgsl::parse_str(wgsl).expect("right WGSL");
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    let info = validator.validate(&module).expect("a right module");
    let options = Options {
        version: Version::new_gles(300),
        ..Options::default()
    };
    let pipeline = PipelineOptions {
        shader_stage: ShaderStage::Fragment,
        entry_point: module.entry_points[0].name.clone(),
        multiview: None,
    };
    let mut glsl = String::new();
    let bounds = BoundsCheckPolicies::default();
    Writer::new(&mut glsl, &module, &info, &options, &pipeline, bounds)
        .and_then(|mut writer| writer.write())
        .expect("it can be translated");
    glsl
}

/// GLSL ES 3.00 has no `mix` of integers by booleans, which naga makes of a `select`.
#[test]
fn snippets_are_valid_in_webgl() {
    let mut files = Vec::new();
    for_each(Lang::Wgsl, |label, options, code| {
        if options.entry == Entry::Fragment && options.table == Table::Const {
            let label = format!("webgl-{label}");
            files.push(write(&label, "frag", webgl(text(code)).as_bytes()));
        }
    });
    assert!(files.len() > 10);
    assert_eq!(complaint_of_glsl(&files), None);
}

/// The negative control.
#[test]
fn a_select_of_integers_is_refused() {
    if glslang().is_none() {
        return;
    }
    let wgsl = "@fragment fn main(@location(0) a: vec2<f32>) -> @location(0) vec4<f32> {
        return vec4<f32>(vec2<f32>(select(vec2<u32>(1u), vec2<u32>(2u), a > vec2<f32>(0.5))), 0.0, 1.0); }";
    let file = write("webgl-control", "frag", webgl(wgsl).as_bytes());
    assert!(complaint_of_glsl(&[file]).is_some());
}
