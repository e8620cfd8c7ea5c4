//! `snippet`: source in each language, and no file for a request that is wrong.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga_oil::compose::{ComposableModuleDescriptor, Composer, NagaModuleDescriptor};

use crate::program::{Folder, Run};

#[test]
fn a_recipe_becomes_a_function_in_each_language() {
    let folder = Folder::new();
    for (lang, words) in [
        (
            "wgsl",
            ["fn clouds(p: vec3<f32>) -> f32 {", "noise_perlin_3d("],
        ),
        ("glsl", ["float clouds(vec3 p)", "noise_perlin_3d("]),
        ("hlsl", ["float clouds(float3 p)", "noise_perlin_3d("]),
        ("msl", ["float clouds(", "metal::float3 p"]),
    ] {
        let name = format!("clouds.{lang}");
        folder.good(&format!(
            "snippet clouds --lang {lang} --name clouds -o {name}"
        ));
        let text = String::from_utf8(folder.read(&name)).expect("a text");
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
        assert!(
            text.contains("//     [nodes.heads]"),
            "{lang} has the recipe"
        );
    }
    let flags = "--lang spirv --entry compute";
    folder.good(&format!("snippet --frequency 4 {flags} -o x.spv"));
    assert_eq!(folder.read("x.spv")[..4], 0x0723_0203_u32.to_le_bytes());
}

#[test]
fn flags_make_the_noise_that_they_make_for_bake() {
    let folder = Folder::new();
    let flags = "--noise value --hash integer --octaves 3 --size 8x8x8 --name f";
    let text = folder.good(&format!("snippet {flags}"));
    assert!(text.text().contains("fn f(p: vec3<f32>) -> f32 {"));
    assert!(
        text.text()
            .contains("noise_value_3d(NoiseHash(NOISE_HASH_INTEGER")
    );
    let fields = folder.good("snippet marble --name f --parameters struct --table storage");
    for word in [
        "struct f_parameters {",
        "const f_defaults",
        "var<storage, read> noise_tables",
    ] {
        assert!(fields.text().contains(word), "{word}");
    }
}

#[test]
fn flags_place_the_table_among_the_bindings_of_the_app() {
    let folder = Folder::new();
    for (flags, place) in [
        ("", "@group(0) @binding(3)"),
        ("--group 1 --binding 7", "@group(1) @binding(10)"),
    ] {
        let text = folder.good(&format!("snippet clouds --table storage {flags}"));
        assert!(text.text().contains(place), "{flags}");
    }
}

#[test]
fn several_recipes_become_as_many_functions() {
    let folder = Folder::new();
    let both = folder.good("snippet clouds marble --name clouds --name stone");
    for head in ["\nfn clouds(p: vec3<f32>) -> f32 {", "\nfn stone(p: "] {
        assert_eq!(both.text().matches(head).count(), 1, "{head}");
    }
    assert_eq!(both.text().matches("\nstruct NoiseAxis {").count(), 1);
    assert!(both.text().contains("generate both in one call"));
    let own = folder.good("snippet clouds --name clouds --prefix sky_ --y up");
    assert!(own.text().contains("\nstruct sky_NoiseAxis {"));
    assert!(!own.text().contains("\nstruct NoiseAxis {"));
    assert!(
        own.text()
            .contains("let down = vec3<f32>(p.x, 1.0 - p.y, p.z);")
    );
}

#[test]
fn a_fragment_shows_the_range_that_a_picture_has() {
    let folder = Folder::new();
    folder.write(
        "dim.toml",
        "channels = [\"n\"]\nrange = [0.25, 0.75]\n[nodes.n]\nkind = \"perlin\"\n",
    );
    for (recipe, shown) in [
        ("dim.toml", "(value - 0.25) * 2.0"),
        ("--size 8x8", "(value - -1.0) * 0.5"),
        ("--noise worley --size 8x8", "(value - 0.0) * 1.0"),
        // Colours of a ramp lie between 0 and 1.
        ("lava", "(value.z - 0.0) * 1.0"),
    ] {
        let made = folder.good(&format!("snippet {recipe} --name n --entry fragment"));
        assert!(made.text().contains(shown), "{recipe}: {}", made.text());
    }
}

#[test]
fn wrong_requests_end_with_one_line_and_no_file() {
    let folder = Folder::new();
    for (args, words) in [
        ("--name 3d", ["--name: ", "`3d`"]),
        ("--name a-b", ["--name: ", "`a-b`"]),
        ("--name main", ["--name: ", "`main`"]),
        ("--name noise_lerp", ["--name: ", "`noise_lerp`"]),
        ("--name f32", ["--name: ", "`f32`"]),
        ("--name floor", ["--name: ", "`floor`"]),
        ("--name var", ["--name: ", "`var`"]),
        ("--name fragment --lang msl", ["--name: ", "`fragment`"]),
        ("--name lowp --lang glsl", ["--name: ", "`lowp`"]),
        ("--name cbuffer --lang hlsl", ["--name: ", "`cbuffer`"]),
        ("--name kernel --lang msl", ["--name: ", "`kernel`"]),
        ("--lang spirv", ["--entry: ", "fragment, compute"]),
        ("--prefix 3", ["--prefix: ", "`3`"]),
        (
            "--lang spirv --entry compute --prefix a",
            ["--prefix: ", "`a`"],
        ),
        ("--size 8 --y up", ["--y: ", "without y"]),
        ("--name a --name b", ["--name: ", "for 1 recipes"]),
        ("clouds marble", ["--name: ", "for 2 recipes"]),
        (
            "clouds marble --name a --name a",
            ["--name: ", "`a` beside `a`"],
        ),
        (
            "clouds marble --name a_b --name a",
            ["--name: ", "`a` beside `a_b`"],
        ),
        (
            "clouds marble --name a --name b --entry compute",
            ["--entry: ", "2 functions"],
        ),
        ("--lang cobol", ["--lang", "wgsl"]),
        ("--frequency -1", ["--frequency", "-1"]),
    ] {
        folder
            .run(&format!("snippet {args} -o out.x"))
            .fails(2, &words);
    }
    folder
        .run("snippet marble -o none/out.x")
        .fails(1, &["none"]);
    folder
        .run("snippet none.toml -o out.x")
        .fails(1, &["none.toml"]);
    assert_eq!(folder.files(), Vec::<String>::new());
}

/// An offset that leaves an f32 no fraction.
#[test]
fn what_is_too_far_for_floats_is_refused() {
    let folder = Folder::new();
    folder.write(
        "far.toml",
        "channels = [\"far\"]\n[nodes.base]\nkind = \"perlin\"\nfrequency = 1\n[nodes.far]\nkind = \"translate\"\nof = \"base\"\noffset = [1e7, 0, 0]\n",
    );
    folder.good("bake far.toml --size 4x4 -o far.npy");
    folder
        .run("snippet far.toml -o far.wgsl")
        .fails(2, &["10000000 cells", "8192 cells"]);
    assert!(!folder.path("far.wgsl").exists());
}

#[test]
fn the_commands_of_the_page_do_what_they_say() {
    let folder = Folder::new();
    let page = include_str!("../../docs/snippets.md");
    let commands = page
        .lines()
        .filter(|line| line.starts_with("wgpu-noise snippet "));
    let mut count = 0;
    for command in commands {
        folder.good(command.trim_start_matches("wgpu-noise "));
        count += 1;
    }
    assert_eq!((count, folder.files().len()), (9, 9));
}

/// What stands for Bevy's own modules: as much of them as the example uses.
const OF_BEVY: [(&str, &str); 2] = [
    (
        "bevy_sprite::mesh2d_vertex_output",
        "struct VertexOutput { @builtin(position) position: vec4<f32>, @location(2) uv: vec2<f32> }",
    ),
    (
        "bevy_sprite::mesh2d_view_bindings",
        "struct Globals { time: f32 }
        @group(0) @binding(1) var<uniform> globals: Globals;",
    ),
];

#[test]
fn the_bevy_example_is_valid() {
    let example = include_str!("../../examples/8_snippet_bevy.md");
    let block = |language: &str| {
        let (_, rest) = example
            .split_once(&format!("```{language}\n"))
            .expect("a block");
        rest.split_once("```").expect("its end").0
    };
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("assets/shaders")).expect("a folder");
    folder.good(block("sh").trim().trim_start_matches("wgpu-noise "));
    let clouds = folder.read("assets/shaders/clouds.wgsl");
    let clouds = String::from_utf8(clouds).expect("a text");

    let mut composer = Composer::default();
    let mut add = |name: &str, source: &str| {
        let module = ComposableModuleDescriptor {
            source,
            file_path: name,
            as_name: Some(name.to_string()),
            ..Default::default()
        };
        let added = composer.add_composable_module(module);
        added.unwrap_or_else(|error| panic!("{name}: {error}"));
    };
    for (name, source) in OF_BEVY {
        add(name, source);
    }
    // Bevy names an asset by its path, in quotes.
    add("\"shaders/clouds.wgsl\"", &clouds);
    let sky = composer.make_naga_module(NagaModuleDescriptor {
        source: block("wgsl"),
        file_path: "sky.wgsl",
        ..Default::default()
    });
    let sky = sky.unwrap_or_else(|error| panic!("{error}"));
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&sky)
        .unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(sky.entry_points[0].name, "fragment");
}

#[test]
fn a_material_becomes_functions_of_its_outputs() {
    let folder = Folder::new();
    let flags = "--outputs albedo --outputs height --name albedo --name height";
    let text = folder.good(&format!("snippet granite granite {flags}"));
    for head in [
        "fn albedo(p: vec2<f32>) -> vec3<f32> {",
        "fn height(p: vec2<f32>) -> f32 {",
    ] {
        assert!(text.text().contains(head), "{head}");
    }
    let values = folder.good("snippet wood_rings --ramp none");
    let colours = folder.good("snippet wood_rings");
    let returns = |run: &Run, what| run.text().contains(&format!(") -> {what} {{"));
    assert!(
        returns(&values, "f32")
            && !values
                .text()
                .contains("fn noise_at(p: vec3<f32>) -> vec3<f32>")
    );
    assert!(returns(&colours, "vec3<f32>"));
    let unknown = folder.run("snippet granite --outputs heigth");
    unknown.fails(2, &["--outputs", "did you mean `height`?"]);
    folder
        .run("snippet clouds --outputs x")
        .fails(2, &["[outputs]"]);
    folder
        .run("snippet granite granite granite --name a --name b --name c --outputs x --outputs y")
        .fails(2, &["one for all, or one for each"]);
}
