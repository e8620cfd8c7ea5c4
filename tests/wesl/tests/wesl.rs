//! The shaders of the library as one module of WESL, unchanged: the same program as where they are pasted.

use naga::back::spv::{self, WriterFlags};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use wesl::{ModulePath, VirtualResolver, Wesl};
use wgpu_noise::wgsl;

const MINE: &str =
    "fn mine(p: vec3<f32>) -> f32 { return noise_perlin_3d_at(p * 4.0, vec3<u32>(3u), 0u); }\n";

/// Makes one WGSL text of a module `noise`, and of another that imports some of its names.
fn compiled(noise: &str, imported: &str, mine: &str) -> Result<String, String> {
    let [own, other] =
        ["package::mine", "package::noise"].map(|path| path.parse::<ModulePath>().expect("a path"));
    let mut modules = VirtualResolver::new();
    modules.add_module(other, noise.to_string().into());
    let mine = format!("import package::noise::{{{imported}}};\n{mine}");
    modules.add_module(own.clone(), mine.into());
    let mut compiler = Wesl::new("").set_custom_resolver(modules);
    compiler.use_stripping(false);
    let made = compiler.compile(&own).map_err(|error| error.to_string())?;
    Ok(made.to_string())
}

/// A WGSL text as SPIR-V, which has no names then.
fn program(text: &str) -> Result<Vec<u32>, String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| error.emit_to_string(text))?;
    let options = spv::Options {
        flags: WriterFlags::empty(),
        ..Default::default()
    };
    spv::write_vec(&module, &info, &options, None).map_err(|error| error.to_string())
}

#[test]
fn a_module_is_the_program_that_pasting_makes() -> Result<(), String> {
    let names: Vec<&str> = wgsl::ALL.iter().map(|(name, _)| *name).collect();
    for table in [wgsl::TABLE_CONST, wgsl::TABLE_STORAGE] {
        let noise = [table, wgsl::NOISE].concat();
        let made = program(&compiled(&noise, &names.join(", "), MINE)?)?;
        assert!(made == program(&[MINE, &noise].concat())?);
        // The negative control.
        let other = MINE.replace("4.0", "4.5");
        assert!(made != program(&[&other, &noise[..]].concat())?);
    }
    Ok(())
}

/// What a module has not is not found.
#[test]
fn what_a_module_has_not_is_refused() {
    let mine = "fn mine() -> f32 { return noise_fade_lost(0.5); }";
    let noise = [wgsl::TABLE_CONST, wgsl::NOISE].concat();
    let made = compiled(&noise, "noise_fade_lost", mine);
    assert!(made.and_then(|made| program(&made)).is_err());
}
