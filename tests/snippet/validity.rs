//! Every preset and every node in every language: valid for naga, and for a compiler of another party.

use std::path::PathBuf;

use wgpu_noise::noise::Picture;
use wgpu_noise::recipe::Preset;
use wgpu_noise::snippet::{Code, Entry, Function, Lang, Options, Parameters, Table, Y, snippet};
use wgpu_noise::{Grid, Job, Noise};

use crate::files::validate;
use crate::programs::{
    complaint, complaint_of_glsl, complaint_of_hlsl, file_of_glsl, glslang, program, whole_hlsl,
    write,
};
use crate::skip::say;
use crate::source::code;
use crate::{jobs, support};

/// The snippets of this run in a language: of every preset and of every job of [`jobs::of_cases`]. Where all cases are asked for
/// each is made with both providers of tables; otherwise these take turns, as all other options do.
pub fn for_each(lang: Lang, mut check: impl FnMut(&str, &Options, &Code)) {
    let entries: Vec<Entry> = (Entry::ALL.iter().copied())
        .filter(|&entry| (lang, entry) != (Lang::Spirv, Entry::None))
        .collect();
    let jobs = [jobs::presets(), jobs::of_cases(lang)].concat();
    let mut count = 0;
    for (i, (name, job)) in jobs.iter().enumerate() {
        let tables = match support::all_are_asked_for() {
            true => &Table::ALL[..],
            false => &Table::ALL[i % 2..][..1],
        };
        for &table in tables {
            // Each digit of the number is a turn.
            let mut turns = i / 2;
            let mut turn = |of: usize| {
                let turn = turns % of;
                turns /= of;
                turn
            };
            let mut options = Options::default()
                .lang(lang)
                .table(table)
                .entry(entries[turn(entries.len())])
                .parameters(Parameters::ALL[turn(2)])
                .y(Y::ALL[turn(2)])
                .prefix(["", "own_"][turn(2)]);
            if job.grid().size.len() == 1 {
                options.y = Y::Down;
            }
            if lang == Lang::Spirv {
                options.prefix.clear();
            }
            let function = [Function::new("mine", job)];
            let made = snippet(&function, &options).or_else(|_| {
                // A noise without numbers has no struct of them.
                options.parameters = Parameters::Const;
                snippet(&function, &options)
            });
            let made = made.unwrap_or_else(|error| panic!("{name}: {error}"));
            let words = [
                lang.name(),
                name,
                table.name(),
                options.entry.name(),
                options.parameters.name(),
            ];
            check(&words.join("-"), &options, &made.code);
            count += 1;
        }
    }
    say(&format!("{count} snippets in {}", lang.name()));
}

pub fn text(code: &Code) -> &str {
    match code {
        Code::Text(text) => text,
        _ => panic!("no text"),
    }
}

#[test]
fn wgsl_is_valid_and_asks_for_no_capability() {
    for_each(Lang::Wgsl, |label, _, code| validate(label, text(code)));
}

#[test]
fn glsl_is_valid() {
    let mut files: Vec<PathBuf> = Vec::new();
    for_each(Lang::Glsl, |label, options, code| {
        files.push(file_of_glsl(label, options, text(code)));
    });
    assert_eq!(complaint_of_glsl(&files), None);
}

#[test]
fn hlsl_is_valid() {
    for_each(Lang::Hlsl, |label, options, code| {
        let (whole, stage, entry) = whole_hlsl(options, text(code));
        let complaint = complaint_of_hlsl(label, stage, entry, &whole);
        assert_eq!(complaint, None, "{label}");
    });
}

#[test]
fn spirv_is_valid() {
    let validator = program("spirv-val", "spirv-tools");
    for_each(Lang::Spirv, |label, _, code| {
        let Code::Words(words) = code else {
            panic!("no words")
        };
        let Some(validator) = validator else { return };
        let file = write(label, "spv", bytemuck::cast_slice(words));
        let complaint = complaint(validator, &["--target-env", "vulkan1.0"], &[file]);
        assert_eq!(complaint, None, "{label}");
    });
}

#[test]
fn msl_is_written() {
    for_each(Lang::Msl, |label, _, code| {
        assert!(text(code).contains(" mine("), "{label}");
    });
}

/// The negative control: each front end refuses what is wrong, the one of GLSL in one file of many, too.
#[test]
fn what_is_wrong_is_refused() {
    let Some(_) = glslang() else { return };
    let options = Options::default();
    let right = "float mine() { return 1.0; }";
    let wrong = "float mine() { return other; }";
    let files = |texts: [&str; 2]| {
        let file = |(i, text)| file_of_glsl(&format!("wrong-{i}"), &options, text);
        texts.into_iter().enumerate().map(file).collect::<Vec<_>>()
    };
    assert_eq!(complaint_of_glsl(&files([right, right])), None);
    assert!(complaint_of_glsl(&files([wrong, right])).is_some());
    for (text, is_right) in [(right, true), (wrong, false)] {
        let (whole, stage, entry) = whole_hlsl(&options, text);
        let complaint = complaint_of_hlsl("wrong", stage, entry, &whole);
        assert_eq!(complaint.is_none(), is_right, "{text}");
    }
}

/// The shaders of docs/snippets.md, around what its commands make.
#[test]
fn the_shaders_of_the_page_are_valid() {
    let page = include_str!("../../docs/snippets.md");
    let block = |language: &str| {
        let (_, block) = page
            .split_once(&format!("```{language}\n"))
            .expect("a block");
        block.split_once("```").expect("its end").0
    };
    let made = |preset: &str, name: &str, lang: Lang, y: Y| {
        let recipe = Preset::find(preset)
            .and_then(|preset| preset.recipe())
            .expect("a preset");
        let job = recipe.job().expect("a preset is right");
        let options = Options::default().lang(lang).y(y);
        let made = snippet(&[Function::new(name, &job)], &options).expect("a snippet");
        text(&made.code).to_string()
    };
    let shadertoy = format!(
        "#version 300 es\nprecision highp float;\nuniform vec3 iResolution;\nuniform float iTime;\n{}\n{}\n\
         out vec4 colour;\nvoid main() {{ mainImage(colour, gl_FragCoord.xy); }}\n",
        made("clouds", "clouds", Lang::Glsl, Y::Up),
        block("glsl"),
    );
    let file = write("shadertoy", "frag", shadertoy.as_bytes());
    assert_eq!(complaint_of_glsl(&[file]), None);
    let unity = format!(
        "{}\n{}",
        made("wood_rings", "wood", Lang::Hlsl, Y::Down),
        block("hlsl")
    );
    assert_eq!(complaint_of_hlsl("unity", "frag", "frag", &unity), None);
    let (_, three) = block("js").split_once("wgslFn('").expect("a function");
    let (three, _) = three.split_once("',").expect("its end");
    let wood = made("wood_rings", "wood", Lang::Wgsl, Y::Up);
    validate("three", &format!("{wood}\n{three}"));
}

/// A function has the name that was asked for, whatever locals the library has, or is refused.
#[test]
fn a_function_has_its_name_in_every_language() {
    let job = Job::of(&[Noise::worley()], &Grid::new([8, 8])).expect("a right noise");
    let made = |lang, name: &str| {
        let options = Options::default().lang(lang);
        snippet(&[Function::new(name, &job)], &options)
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
            "float",
            "int",
            "float3",
            "vec2",
            "mat3",
            "uint4",
            "half2",
            "main",
            "simd",
            "sampler2D",
        ] {
            assert!(made(lang, name).is_err(), "{lang:?}, {name}");
        }
    }
    // GLSL reserves the beginnings of names, too: that of a helper, and that of a prefix.
    assert!(made(Lang::Glsl, "gl").is_err() && made(Lang::Hlsl, "gl").is_ok());
    let prefixed = Options::default().lang(Lang::Glsl).prefix("gl_");
    assert!(snippet(&[Function::new("clouds", &job)], &prefixed).is_err());
    // Two of those names beside all locals that there are.
    for name in ["cells", "hash"] {
        let glsl = made(Lang::Glsl, name).expect("a snippet").code;
        let whole = format!(
            "#version 310 es\nprecision highp float;\n{}\nout vec4 o;\nvoid main() {{ o = vec4({name}(vec2(0.5))); }}\n",
            text(&glsl)
        );
        let file = write(&format!("name-{name}"), "frag", whole.as_bytes());
        assert_eq!(complaint_of_glsl(&[file]), None, "{name}");
    }
}

/// A snippet with every kind of word: an entry point, tables in a buffer and a picture, and with a fragment shader a struct of
/// parameters.
fn named(lang: Lang, entry: Entry, name: &str) -> String {
    let picture = Picture::blue_noise(16, 0).expect("a picture");
    let noise = Noise::image(picture) + Noise::simplex().frequency(4.0);
    let grid = Grid::new([8, 8]);
    let job = Job::of(&[noise], &grid).expect("a right noise");
    let options = Options::default()
        .lang(lang)
        .entry(entry)
        .table(Table::Storage)
        .parameters(match entry {
            Entry::Fragment => Parameters::Struct,
            _ => Parameters::Const,
        });
    let made = snippet(&[Function::new(name, &job)], &options)
        .unwrap_or_else(|error| panic!("{lang:?}, {name}: {error}"));
    text(&made.code).to_string()
}

/// A name that the text uses for what is no identifier of its own, such as a part of a vector, a method, a directive or an
/// attribute, changes nothing else.
#[test]
fn a_name_changes_no_word_of_the_language() {
    let words = [
        (
            Lang::Wgsl,
            "xy xyz position builtin location fragment compute binding workgroup_size",
        ),
        (
            Lang::Glsl,
            "xy xyz version es std430 std140 local_size_x binding location",
        ),
        (
            Lang::Hlsl,
            "xy xyz xxxx Load Store GetDimensions t3 t4 u0 SV_Position SV_Target0 SV_DispatchThreadID numthreads",
        ),
        (
            Lang::Msl,
            "xy xyz color access texture2d texture get_width position thread_position_in_grid include metal_stdlib",
        ),
    ];
    for (lang, words) in words {
        for entry in [Entry::Fragment, Entry::Compute] {
            let plain = named(lang, entry, "plain_name");
            for name in words.split(' ') {
                let expected = plain.replace("plain_name", name);
                assert_eq!(named(lang, entry, name), expected, "{lang:?}, {name}");
            }
        }
    }
}

/// A name that is both a local variable and a part of a vector or a member replaces the variable alone.
#[test]
fn a_name_changes_no_member() {
    let members = |text: &str| -> Vec<String> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let code = code(text);
        let parts = code.split('.').skip(1);
        let member = |part: &str| part.chars().take_while(|&c| is_part(c)).collect();
        parts.map(member).collect()
    };
    let mut files: Vec<PathBuf> = Vec::new();
    for name in ["x", "y", "z", "w", "size", "cell", "part"] {
        for lang in [Lang::Wgsl, Lang::Glsl, Lang::Hlsl, Lang::Msl] {
            let entry = Entry::Fragment;
            let label = format!("member-{name}-{}", lang.name());
            let made = named(lang, entry, name);
            let plain = named(lang, entry, "plain_name");
            assert_eq!(members(&made), members(&plain), "{label}");
            let options = Options::default().entry(entry).table(Table::Storage);
            match lang {
                Lang::Wgsl => validate(&label, &made),
                Lang::Glsl => files.push(file_of_glsl(&label, &options, &made)),
                Lang::Hlsl => {
                    let entry = format!("{name}_fragment");
                    let complaint = complaint_of_hlsl(&label, "frag", &entry, &made);
                    assert_eq!(complaint, None, "{label}");
                }
                _ => {}
            }
        }
    }
    assert_eq!(complaint_of_glsl(&files), None);
}

/// What Godot's shading language, GLSL ES otherwise, refuses: constructors of arrays of structs in functions, shifts of signed numbers by
/// unsigned ones, a mixture of two numbers by a boolean, and vectors of integers from one.
fn refused_by_godot(text: &str) -> Option<&str> {
    let builds_structs = |line: &&str| {
        let sized = line
            .split("](")
            .next()
            .and_then(|line| line.rsplit_once('['));
        let name = sized.and_then(|(before, _)| before.rsplit(' ').next());
        line.starts_with(' ')
            && line.contains("](")
            && name.is_some_and(|name| name.starts_with("Noise"))
    };
    let shifts = |line: &&str| line.contains("floatBitsToInt") && line.contains(">>");
    let lines = text
        .lines()
        .find(|line| builds_structs(line) || shifts(line));
    let phrases = [
        "mix(a, b, bool(c))",
        "bool c) {\n    return a + ivec",
        "bool c) {\n    return a + uvec",
    ];
    lines.or_else(|| phrases.into_iter().find(|phrase| text.contains(phrase)))
}

#[test]
fn glsl_is_that_of_godot() {
    for_each(Lang::Glsl, |label, _, code| {
        assert_eq!(refused_by_godot(text(code)), None, "{label}");
    });
    for refused in [
        "    NoiseSlope corners[4] = NoiseSlope[4](_e20, _e22, _e26, _e30);",
        "    return float(((floatBitsToInt(value) - 1060439283) >> 23u));",
        "    return mix(a, b, bool(c));",
        "ivec3 noise_select(ivec3 a, ivec3 b, bool c) {\n    return a + ivec3(c) * (b - a);",
    ] {
        assert!(refused_by_godot(refused).is_some(), "{refused}");
    }
}
