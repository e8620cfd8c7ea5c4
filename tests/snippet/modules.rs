//! The files under `shaders/noise` as modules of naga_oil, after one line. `tests/wesl` has the modules of WESL.

use std::collections::BTreeSet;

use naga::back::wgsl::{WriterFlags, write_string};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga_oil::compose::{ComposableModuleDescriptor, Composer, NagaModuleDescriptor};
use wgpu_noise::wgsl;

use crate::adapter::context;
use crate::app::values;
use crate::files::{files, validate, whole};
use crate::source::{functions, words, zeros};
use crate::support;

/// Makes one WGSL text of a module `noise`, and of another that imports some of its names.
fn compiled(noise: &str, imported: &str, mine: &str) -> Result<String, String> {
    let mut composer = Composer::default();
    let noise = format!("#define_import_path noise\n{noise}");
    composer
        .add_composable_module(ComposableModuleDescriptor {
            source: &noise,
            file_path: "noise.wgsl",
            ..Default::default()
        })
        .map_err(|error| error.to_string())?;
    let mine = format!("#import noise::{{{imported}}}\n{mine}");
    let module = composer
        .make_naga_module(NagaModuleDescriptor {
            source: &mine,
            file_path: "mine.wgsl",
            ..Default::default()
        })
        .map_err(|error| error.to_string())?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| format!("{error:?}"))?;
    write_string(&module, &info, WriterFlags::empty()).map_err(|error| error.to_string())
}

/// A module that calls every function of a file, and what it imports for that.
fn caller(text: &str) -> (String, String) {
    let functions = functions(text);
    let calls: String = (functions.iter().enumerate())
        .map(|(i, (name, types))| format!("    let value_{i} = {name}({});\n", zeros(types)))
        .collect();
    let types = functions
        .iter()
        .flat_map(|(_, types)| types.iter().flat_map(|of| words(of)));
    let structs = types.filter(|word| word.starts_with("Noise"));
    let names = functions.iter().map(|(name, _)| &name[..]);
    let imported: BTreeSet<&str> = names.chain(structs).collect();
    let imported: Vec<&str> = imported.into_iter().collect();
    (imported.join(", "), format!("fn mine() {{\n{calls}}}\n"))
}

#[test]
fn each_file_is_a_module() {
    for (name, text) in files("noise") {
        let (imported, mine) = caller(&text);
        // A table in a buffer has a binding besides: whatever takes it takes the other.
        let made = compiled(&whole(&name, wgsl::TABLE_STORAGE), &imported, &mine);
        let made = made.unwrap_or_else(|error| panic!("{name}: {error}"));
        validate(&name, &made);
    }
}

/// The negative control: what a module has not is not found.
#[test]
fn what_a_module_has_not_is_refused() {
    let noise = whole("fades.wgsl", "");
    let mine = "fn mine() -> f32 { return noise_fade_lost(0.5); }";
    let made = compiled(&noise, "noise_fade_lost", mine);
    assert!(made.is_err());
}

/// Pasted, or as a module: the same values to the last bit.
#[test]
fn modules_give_the_same_values() {
    let Some(context) = context() else { return };
    let mine =
        "fn mine(p: vec3<f32>) -> f32 { return noise_perlin_3d_at(p * 4.0, vec3<u32>(3u), 0u); }\n";
    let noise = whole("perlin_at.wgsl", wgsl::TABLE_CONST);
    let points: Vec<[f32; 4]> = (-40..40)
        .map(|i| [i as f32 * 0.07, i as f32 * -0.043, 0.31, 0.0])
        .collect();
    let at = |text: String| values(context, &text, "mine", (3, 1), &points);
    let pasted = at([&noise, mine].concat());
    assert!(pasted.iter().any(|value| *value != pasted[0]));
    let made = compiled(&noise, "noise_perlin_3d_at", mine).expect("a module");
    support::same_bits(&at(made), &pasted).unwrap_or_else(|error| panic!("{error}"));
}
