//! Every preset and every node in every language, with every provider of tables: valid for naga, and for a compiler of another
//! party.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use wgpu_noise::recipe::Preset;
use wgpu_noise::snippet::{Code, Entry, Lang, Options, Parameters, Table, snippet};
use wgpu_noise::{Grid, Job, Noise};

use crate::files::validate;
use crate::{jobs, say};

/// A program of another package; `None`, and a line that says so, where it is not there.
pub fn program(name: &'static str, package: &str) -> Option<&'static str> {
    let there = Command::new(name).arg("--version").output().is_ok();
    if !there {
        missing(&format!("no {name}, which is in {package}"));
    }
    there.then_some(name)
}

/// Says that something is not there; fails where all must be.
pub fn missing(what: &str) {
    let required = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!required, "CI=true, but there is {what}");
    say(&format!("skipped: {what}"));
}

/// What a program says of a file, where it refuses it.
fn complaint(program: &str, arguments: &[&str], file: &Path) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .arg(file)
        .output()
        .expect(program);
    let said = [output.stdout, output.stderr].concat();
    (!output.status.success()).then(|| String::from_utf8_lossy(&said).into_owned())
}

/// The SPIR-V of a compute shader in GLSL, by glslang.
pub fn spirv_of_glsl(text: &str) -> Vec<u32> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let label = format!("values-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let file = write(&label, "comp", text.as_bytes());
    let made = file.with_extension("spv");
    let arguments = ["-V", "-S", "comp", "-o", made.to_str().expect("a path")];
    if let Some(complaint) = complaint("glslangValidator", &arguments, &file) {
        panic!("{complaint}");
    }
    let bytes = std::fs::read(made).expect("a module");
    bytemuck::pod_collect_to_vec(&bytes)
}

/// A folder of this test run.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("snippet-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    })
}

/// Every preset and every structure of the suite's cases, with each provider of tables; entry points and forms of parameters
/// take turns.
pub fn for_each(lang: Lang, mut check: impl FnMut(&str, &Options, &Code)) {
    let entries: Vec<Entry> = (Entry::ALL.iter().copied())
        .filter(|&entry| (lang, entry) != (Lang::Spirv, Entry::None))
        .collect();
    let jobs = [jobs::presets(), jobs::of_structures()].concat();
    let with_each = |job| Table::ALL.iter().map(move |&table| (job, table));
    let mut count = 0;
    for ((name, job), table) in jobs.iter().flat_map(with_each) {
        let entry = entries[count % entries.len()];
        let mut options = Options {
            lang,
            table,
            entry,
            parameters: Parameters::ALL[count / 3 % 2],
            ..Options::new("mine")
        };
        let made = snippet(job, &options).or_else(|_| {
            // A noise without numbers has no struct of them.
            options.parameters = Parameters::Const;
            snippet(job, &options)
        });
        let made = made.unwrap_or_else(|error| panic!("{name}: {error}"));
        let words = [
            lang.name(),
            name,
            table.name(),
            entry.name(),
            options.parameters.name(),
        ];
        check(&words.join("-"), &options, &made.code);
        count += 1;
    }
    say(&format!("{count} snippets in {}", lang.name()));
}

fn write(label: &str, extension: &str, bytes: &[u8]) -> PathBuf {
    let plain = label.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let path = folder().join(format!("{plain}.{extension}"));
    std::fs::write(&path, bytes).expect("a file");
    path
}

pub fn text(code: &Code) -> &str {
    match code {
        Code::Text(text) => text,
        Code::Words(_) => panic!("no text"),
    }
}

#[test]
fn wgsl_is_valid_and_asks_for_no_capability() {
    for_each(Lang::Wgsl, |label, _, code| {
        validate(label, text(code));
    });
}

#[test]
fn glsl_is_valid() {
    let validator = program("glslangValidator", "glslang-tools");
    for_each(Lang::Glsl, |label, options, code| {
        let text = text(code);
        let Some(validator) = validator else { return };
        let (whole, stage) = match (options.entry, options.table) {
            (Entry::None, table) => {
                let version = if table == Table::Storage {
                    "310 es"
                } else {
                    "300 es"
                };
                (
                    format!(
                        "#version {version}\nprecision highp float;\nprecision highp int;\n{text}\nvoid main() {{}}\n"
                    ),
                    "frag",
                )
            }
            (Entry::Fragment, _) => (text.to_string(), "frag"),
            (Entry::Compute, _) => (text.to_string(), "comp"),
        };
        let file = write(label, stage, whole.as_bytes());
        if let Some(complaint) = complaint(validator, &["-S", stage], &file) {
            panic!("{label}: {complaint}");
        }
    });
}

#[test]
fn hlsl_is_valid() {
    let validator = program("glslangValidator", "glslang-tools");
    for_each(Lang::Hlsl, |label, options, code| {
        let text = text(code);
        let Some(validator) = validator else { return };
        let (whole, stage, entry) = match options.entry {
            Entry::None => (
                format!("{text}\nfloat4 start() : SV_Target {{ return 0.0; }}\n"),
                "frag",
                "start",
            ),
            Entry::Fragment => (text.to_string(), "frag", "mine_fragment"),
            Entry::Compute => (text.to_string(), "comp", "mine_compute"),
        };
        let file = write(label, "hlsl", whole.as_bytes());
        let arguments = ["-D", "-V", "-S", stage, "-e", entry, "-o", "/dev/null"];
        if let Some(complaint) = complaint(validator, &arguments, &file) {
            panic!("{label}: {complaint}");
        }
    });
}

#[test]
fn spirv_is_valid() {
    let validator = program("spirv-val", "spirv-tools");
    for_each(Lang::Spirv, |label, _, code| {
        let Code::Words(words) = code else {
            panic!("no words")
        };
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let Some(validator) = validator else { return };
        let file = write(label, "spv", &bytes);
        if let Some(complaint) = complaint(validator, &["--target-env", "vulkan1.0"], &file) {
            panic!("{label}: {complaint}");
        }
    });
}

#[test]
fn msl_is_written() {
    for_each(Lang::Msl, |label, _, code| {
        let text = text(code);
        assert!(text.contains(" mine("), "{label}");
    });
}

/// The forms that the readme shows, around what its commands make.
#[test]
fn the_forms_of_the_readme_are_valid() {
    let readme = include_str!("../../README.md");
    let block = |language: &str| {
        let (_, block) = readme
            .split_once(&format!("```{language}\n"))
            .expect("a block");
        block.split_once("```").expect("its end").0
    };
    let made = |preset: &str, name: &str, lang: Lang| {
        let recipe = Preset::find(preset)
            .and_then(|preset| preset.recipe())
            .expect("a preset");
        let (job, _) = recipe.job().expect("a preset is right");
        let made = snippet(
            &job,
            &Options {
                lang,
                ..Options::new(name)
            },
        )
        .expect("a snippet");
        text(&made.code).to_string()
    };
    let Some(validator) = program("glslangValidator", "glslang-tools") else {
        return;
    };
    let shadertoy = format!(
        "#version 300 es\nprecision highp float;\nuniform vec3 iResolution;\nuniform float iTime;\n{}\n{}\n\
         out vec4 colour;\nvoid main() {{ mainImage(colour, gl_FragCoord.xy); }}\n",
        made("clouds", "clouds", Lang::Glsl),
        block("glsl"),
    );
    let file = write("shadertoy", "frag", shadertoy.as_bytes());
    assert_eq!(complaint(validator, &["-S", "frag"], &file), None);
    let unity = format!(
        "{}\n{}",
        made("wood_rings", "wood", Lang::Hlsl),
        block("hlsl")
    );
    let file = write("unity", "hlsl", unity.as_bytes());
    let arguments = ["-D", "-V", "-S", "frag", "-e", "frag", "-o", "/dev/null"];
    assert_eq!(complaint(validator, &arguments, &file), None);
}

/// A function has the name that was asked for, whatever locals the library has, or is refused.
#[test]
fn a_function_has_its_name_in_every_language() {
    let job = Job::of(&[Noise::worley()], &Grid::new([8, 8])).expect("a right noise");
    let made = |lang, name: &str| {
        snippet(
            &job,
            &Options {
                lang,
                ..Options::new(name)
            },
        )
    };
    for lang in [Lang::Glsl, Lang::Hlsl, Lang::Msl] {
        for name in ["cells", "hash", "x", "p_1", "key", "clouds2"] {
            let made = made(lang, name).unwrap_or_else(|error| panic!("{lang:?}, {name}: {error}"));
            let text = made.text().expect("a text");
            let head = format!("float {name}(");
            let heads = text
                .lines()
                .filter(|line| line.trim_start().starts_with(&head));
            assert_eq!(heads.count(), 1, "{lang:?}, {name}: {text}");
        }
        for name in [
            "float", "int", "float3", "vec2", "mat3", "uint4", "half2", "main",
        ] {
            assert!(made(lang, name).is_err(), "{lang:?}, {name}");
        }
    }
    // Two of those names beside all locals that there are.
    for name in ["cells", "hash"] {
        let glsl = made(Lang::Glsl, name).expect("a snippet").code;
        let whole = format!(
            "#version 310 es\nprecision highp float;\n{}\nout vec4 o;\nvoid main() {{ o = vec4({name}(vec2(0.5))); }}\n",
            text(&glsl)
        );
        if let Some(program) = program("glslangValidator", "glslang-tools") {
            let file = write(&format!("name-{name}"), "frag", whole.as_bytes());
            assert_eq!(complaint(program, &["-S", "frag"], &file), None, "{name}");
        }
    }
}
