//! The comment before a snippet speaks the language that it heads, and says what is so.

use wgpu_noise::snippet::{Entry, Function, Lang, Options, Parameters, Table, Y, snippet};
use wgpu_noise::{Grid, Job, Noise};

/// The comment of a snippet and the code after it.
fn parts(options: &Options) -> (String, String) {
    let grid = Grid::new([8, 6]).frames(4);
    let noise = Noise::perlin().frequency(4.0).fbm();
    let job = Job::of(&[noise], &grid).expect("a right noise");
    let made = snippet(&[Function::new("mine", &job)], options).expect("a snippet");
    let text = made.text().expect("a text");
    let version = if text.starts_with("#version") { 1 } else { 0 };
    let is_comment = |line: &&str| line.starts_with("//");
    let lines = || text.lines().skip(version);
    let comment: Vec<&str> = lines().take_while(is_comment).collect();
    let code: Vec<&str> = lines().skip_while(is_comment).collect();
    (comment.join("\n"), code.join("\n"))
}

/// Both have all of some words.
fn has(what: &str, text: &str, expected: &[&str]) {
    for words in expected {
        assert!(text.contains(words), "{what}: no `{words}` in:\n{text}");
    }
}

/// What the comment says of the function and of its tables in a buffer is in the code.
#[test]
fn it_says_how_to_call_and_bind_a_function() {
    for (lang, said, code) in [
        (
            Lang::Wgsl,
            [
                "Language: WGSL.",
                "Call: fn mine(p: vec3<f32>) -> f32.",
                "Bind: noise_tables, a read-only storage buffer at group 0, binding 3: 1280 words",
            ],
            "@group(0) @binding(3) var<storage, read> noise_tables: array<u32>;",
        ),
        (
            Lang::Glsl,
            [
                "Language: GLSL ES 3.10 or later.",
                "Call: float mine(vec3 p).",
                "Bind: noise_tables, in the buffer block noise_tables_block at binding 3: 1280 words",
            ],
            "layout(std430, binding = 3) readonly buffer noise_tables_block { uint noise_tables[]; };",
        ),
        (
            Lang::Hlsl,
            [
                "Language: HLSL for shader model 5.1 or later.",
                "Call: float mine(float3 p).",
                "Bind: noise_tables, a ByteAddressBuffer at register t3: 1280 words",
            ],
            "ByteAddressBuffer noise_tables : register(t3);",
        ),
        (
            Lang::Msl,
            [
                "Language: MSL 2.0 or later.",
                "Bind: noise_tables, an argument of the function: 1280 words",
                "Bind: _buffer_sizes, an argument of the function: the size in bytes of noise_tables, one uint each.",
            ],
            "constant _mslBufferSizes& _buffer_sizes",
        ),
    ] {
        let options = Options::default().lang(lang).table(Table::Storage);
        let (comment, own) = parts(&options);
        has("comment", &comment, &said);
        has("code", &own, &[code]);
        // Of what is not there nothing is said.
        let (comment, _) = parts(&Options::default().lang(lang));
        assert!(!comment.contains("Bind: "), "{comment}");
        assert!(!comment.contains("Entry point: "), "{comment}");
    }
}

/// Comment and code name the group and the bindings that a caller has left free.
#[test]
fn bindings_begin_where_the_caller_wants() {
    let free = Options::default().table(Table::Storage).binding(10);
    for (lang, group, said, code) in [
        (
            Lang::Wgsl,
            2,
            "a read-only storage buffer at group 2, binding 13:",
            "@group(2) @binding(13) var<storage, read> noise_tables",
        ),
        (
            Lang::Glsl,
            0,
            "in the buffer block noise_tables_block at binding 13:",
            "layout(std430, binding = 13) readonly buffer noise_tables_block",
        ),
        (
            Lang::Hlsl,
            2,
            "a ByteAddressBuffer at register t13, space2:",
            "noise_tables : register(t13, space2);",
        ),
    ] {
        let (comment, own) = parts(&free.clone().lang(lang).group(group));
        has("comment", &comment, &[said]);
        has("code", &own, &[code]);
    }
    let (comment, own) = parts(&free.clone().lang(Lang::Msl).entry(Entry::Compute));
    has(
        "comment",
        &comment,
        &["[[buffer(13)]]", "[[buffer(11)]]", "[[buffer(10)]]"],
    );
    has(
        "code",
        &own,
        &["[[buffer(13)]]", "[[buffer(11)]]", "[[buffer(10)]]"],
    );

    let job = Job::of(&[Noise::perlin()], &Grid::new([4])).expect("a right noise");
    let refused = |options: Options| {
        let made = snippet(&[Function::new("mine", &job)], &options);
        made.expect_err("refused").to_string()
    };
    assert_eq!(
        refused(Options::default().lang(Lang::Glsl).group(1)),
        "group: got 1; allowed: 0; glsl has no groups"
    );
    assert_eq!(
        refused(Options::default().group(32)),
        "group: got 32; allowed: 0 to 31"
    );
    assert_eq!(
        refused(Options::default().binding(201)),
        "binding: got 201; allowed: 0 to 200"
    );

    let large = Job::of(&[Noise::perlin()], &Grid::new([2048, 2048, 1025])).expect("a right noise");
    let made = |entry| {
        snippet(
            &[Function::new("mine", &large)],
            &Options::default().entry(entry),
        )
    };
    let error = made(Entry::Compute).expect_err("indices are u32");
    assert!(error.to_string().contains("4299161600 numbers"), "{error}");
    assert!(made(Entry::Fragment).is_ok());
}

#[test]
fn it_says_how_to_bind_and_start_an_entry_point() {
    let (fragment, compute) = (Entry::Fragment, Entry::Compute);
    for (lang, entry, said, code) in [
        (
            Lang::Wgsl,
            fragment,
            &[
                "Entry point: mine_fragment, a fragment shader. It draws the 8 x 6 samples",
                "counted from the top",
                "Bind: mine_time, a uniform buffer at group 0, binding 2: four floats",
            ][..],
            &["@group(0) @binding(2) var<uniform> mine_time: vec4<f32>;"][..],
        ),
        (
            Lang::Glsl,
            fragment,
            &[
                "Language: GLSL ES 3.00 or later.",
                "Entry point: main, a fragment shader",
                "counted from the bottom",
                "Bind: mine_time, in the uniform block mine_time_block: four floats",
            ],
            &["layout(std140) uniform mine_time_block { vec4 mine_time; };"],
        ),
        (
            Lang::Hlsl,
            fragment,
            &[
                "Entry point: mine_fragment, a fragment shader",
                "Bind: mine_time, a cbuffer at register b2",
            ],
            &["cbuffer mine_time : register(b2)"],
        ),
        (
            Lang::Msl,
            fragment,
            &["Bind: mine_time, a buffer at [[buffer(2)]]"],
            &["& mine_time [[buffer(2)]]"],
        ),
        (
            Lang::Wgsl,
            compute,
            &[
                "Dispatch 1 x 6 x 1 workgroups of 64 x 1 x 1.",
                "Bind: mine_samples, a storage buffer at group 0, binding 0: 48 floats",
            ],
            &["@group(0) @binding(0) var<storage, read_write> mine_samples: array<f32>;"],
        ),
        (
            Lang::Glsl,
            compute,
            &[
                "Language: GLSL ES 3.10 or later.",
                "Entry point: main, a compute shader",
                "Bind: mine_samples, in the buffer block mine_samples_block at binding 0",
            ],
            &["layout(std430, binding = 0) buffer mine_samples_block"],
        ),
        (
            Lang::Hlsl,
            compute,
            &[
                "thread groups of 64 x 1 x 1",
                "Bind: mine_samples, an RWByteAddressBuffer at register u0",
            ],
            &["RWByteAddressBuffer mine_samples : register(u0)"],
        ),
        (
            Lang::Msl,
            compute,
            &[
                "threadgroups of 64 x 1 x 1",
                "Bind: mine_samples, a buffer at [[buffer(0)]]",
                "Bind: _buffer_sizes, a buffer at [[buffer(1)]]: the size in bytes of mine_samples, one uint each.",
            ],
            &[
                "& mine_samples [[buffer(0)]]",
                "& _buffer_sizes [[buffer(1)]]",
            ],
        ),
    ] {
        let options = Options::default().lang(lang).entry(entry);
        let (comment, own) = parts(&options);
        has(lang.name(), &comment, said);
        has(lang.name(), &own, code);
    }
}

#[test]
fn it_says_what_the_options_change() {
    let (plain, _) = parts(&Options::default());
    let options = Options::default()
        .parameters(Parameters::Struct)
        .y(Y::Up)
        .prefix("sky_");
    let (changed, code) = parts(&options);
    let position = "Position: (x, y, time), as f32, in the units of the recipe's domain. The recipe covers x 0 to 1, y 0 to 0.75, time 0 to 1.";
    has(
        "plain",
        &plain,
        &["To put two snippets into one file, ", position],
    );
    has(
        "changed",
        &changed,
        &[
            "Names: all global names except mine, mine_* begin with sky_.",
            "The y axis points up",
            "mine_defaults holds the recipe's values. Numbers of octaves are clamped",
        ],
    );
    has(
        "code",
        &code,
        &["struct sky_NoiseAxis {", "const mine_defaults"],
    );
    for words in ["sky_", "The y axis points up", "mine_defaults"] {
        assert!(!plain.contains(words), "{plain}");
    }
}
