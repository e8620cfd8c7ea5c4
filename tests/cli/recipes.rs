//! Recipes: what is wrong in one is named with its line, and flags override what is right.

use super::program::Folder;

const CLOUDS: &str = r#"
title = "clouds"
size = [12, 10]
seed = 3
channels = ["clouds"]

[nodes.base]
kind = "perlin"
frequency = 4

[nodes.clouds]
kind = "fbm"
of = "base"
octaves = 3
persistence = 0.6
"#;

const TWO: &str = r#"
channels = ["both", "b"]
size = [6, 4, 2]
nodes.a = { kind = "perlin" }
nodes.b = { kind = "perlin", seed = 1 }
nodes.both = { kind = "add", a = "a", b = "b" }
"#;

/// Bakes a recipe, which must be refused with these words.
#[track_caller]
fn refused(recipe: impl AsRef<[u8]>, flags: &str, words: &[&str]) {
    let folder = Folder::new();
    folder.write("r.toml", recipe);
    folder
        .run(&format!("bake r.toml {flags} -o x.npy"))
        .fails(2, words);
    assert_eq!(folder.files(), ["r.toml"]);
}

/// Bakes the clouds with one line replaced, which must be refused with these words.
#[track_caller]
fn refused_with(line: &str, replacement: &str, words: &[&str]) {
    assert!(CLOUDS.contains(line));
    refused(CLOUDS.replace(line, replacement), "", words);
}

#[test]
fn unknown_names_come_with_the_nearest() {
    refused_with("seed =", "sed =", &["r.toml:4: ", "`sed`", "mean `seed`?"]);
    refused_with(
        "octaves",
        "octavs",
        &["r.toml:14: clouds", "mean `octaves`?"],
    );
    refused_with(
        "\"perlin\"",
        "\"perln\"",
        &["r.toml:8: base.kind", "mean `perlin`?"],
    );
    for function in ["\"bricks\"", "\"brick\""] {
        let words = [
            "r.toml:8: base.kind: got `brick",
            "base = \"bricks(rows = 8, ",
        ];
        refused_with("\"perlin\"", function, &words);
    }
    refused_with(
        "\"base\"",
        "\"bse\"",
        &["r.toml:13: clouds.of", "mean `base`?"],
    );
    refused_with(
        "[\"clouds\"]",
        "[\"cloud\"]",
        &["r.toml:5: channels", "mean `clouds`?"],
    );
}

#[test]
fn values_come_with_their_line() {
    refused_with(
        "= 4",
        "= nan",
        &["r.toml:9: base.frequency: got NaN", "1e-12"],
    );
    refused_with(
        "= 4",
        "= 1999-12-31",
        &["r.toml:9: base.frequency", "a number"],
    );
    refused_with(
        "octaves = 3",
        "octaves = 0",
        &["r.toml:14: clouds.octaves: got 0", "1 to 32"],
    );
    refused_with(
        "[12, 10]",
        "[0, 10]",
        &["r.toml:3: size: got 0x10", "from 1"],
    );
    refused_with(
        "octaves = 3",
        "gain = 0.5",
        &["clouds: got gain and persistence", "one of them"],
    );
    refused_with("[12, 10]", "12", &["r.toml:3: size", "such as [64, 64]"]);
    refused_with("[12, 10]", "[]", &["r.toml:3: size: got []", "from 1"]);
    refused_with("[12, 10]", "[4.5]", &["r.toml:3: size", "whole numbers"]);
    let title = ["r.toml:4: duplicate key `title`"];
    refused_with("seed = 3", "title = \"twice\"", &title);
    refused_with("seed = 3", "seed = -3", &["r.toml:4: seed", "-3"]);
    refused_with(
        "seed = 3",
        "range = [1, 1]",
        &["r.toml:4: range: got 1,1", "that differ"],
    );
    refused_with("seed = 3", "range = \"all\"", &["r.toml:4: range", "auto"]);
    refused_with(
        "seed = 3",
        "origin = [0, 0, 0, 0, 0]",
        &["r.toml:4: origin", "four"],
    );
    refused_with(
        "\"clouds\"\nsize",
        "3\nsize",
        &["r.toml:2: title", "a text"],
    );
    refused_with("seed = 3", "license = []", &["r.toml:4: license", "a text"]);
}

#[test]
fn types_come_with_their_line_and_node() {
    let octaves = "octaves = 3";
    for (line, words) in [
        (r#"octaves = "3""#, ["octaves: got \"3\"", "1 to 32"]),
        ("octaves = [1, 2]", ["octaves: got [1.0, 2.0]", "1 to 32"]),
        ("octaves = true", ["octaves: got true", "1 to 32"]),
        ("octaves = [[1], 2]", ["octaves: got array", "in a list"]),
        ("octaves.a = 3", ["octaves: got table", "in a list"]),
        ("normalize = 1", ["normalize: got 1", "true, false"]),
        (
            "octave_tables = 1",
            ["octave_tables: got 1", "distinct, shared"],
        ),
    ] {
        let [what, allowed] = words;
        let place = format!("r.toml:14: clouds.{what}");
        refused_with(octaves, line, &[&place, allowed]);
    }
    let stretch = CLOUDS.replace("kind = \"fbm\"", "kind = \"stretch\"");
    let stretch = stretch.replace("persistence = 0.6\n", "");
    let direction = stretch.replace(octaves, "direction = [0, 0]");
    let place = "r.toml:14: clouds.direction: got [0.0, 0.0]";
    refused(direction, "", &[place, "not all of them 0"]);
    let of = ["r.toml:13: clouds.of: got true", "a node's name"];
    refused_with("of = \"base\"", "of = true", &of);
    refused_with("of = \"base\"", "", &["r.toml:11: clouds.of: got nothing"]);
}

#[test]
fn cycles_are_shown_from_node_to_node() {
    let cycle = "channels = [\"a\"]\nnodes.a.kind = \"abs\"\nnodes.a.of = \"b\"\nnodes.b.kind = \"sin\"\n\
        nodes.b.of = \"c\"\nnodes.c.kind = \"cos\"\nnodes.c.of = \"b\"";
    refused(
        cycle,
        "",
        &["r.toml:7: c.of: got `b`", "b -> c -> b is a cycle"],
    );
}

#[test]
fn ramps_that_are_none() {
    for (ramp, words) in [
        ("[[0, \"#000000\"]]", ["ramp: got 1 stops", "2 to 16 stops"]),
        ("3", ["ramp: ", "2 to 16 stops"]),
        ("[[0, \"#000000\"], [1, \"#ff\"]]", ["\"#ff\"", "#rrggbb"]),
        (
            "[[0, \"#000000\"], [1, \"+12+45a\"]]",
            ["+12+45a", "#rrggbb"],
        ),
        (
            "[[0, \"#000000\"], [\"a\", \"#000000\"]]",
            ["ramp: ", "#rrggbb"],
        ),
        (
            "[[0, \"#000000\"], [nan, \"#000000\"]]",
            ["a stop at NaN", "ascending order"],
        ),
        (
            "[[1, \"#000000\"], [1, \"#000000\"]]",
            ["1 after one at 1", "ascending order"],
        ),
    ] {
        let [what, allowed] = words;
        let line = format!("ramp = {ramp}");
        refused_with("seed = 3", &line, &["r.toml:4: ramp", what, allowed]);
    }
    let near = "[[1,\"#000000\"],[1.000001,\"#ffffff\"]]";
    let words = [
        "a stop at 1.000001 after one at 1",
        "further apart than 1e-5",
    ];
    refused(
        CLOUDS,
        &format!("--ramp {near}"),
        &["--ramp: ", words[0], words[1]],
    );
    let line = format!("ramp = {near}");
    refused_with("seed = 3", &line, &["r.toml:4: ramp: ", words[0], words[1]]);
    let space = ["r.toml:4: ramp_space", "\"srgb\", \"linear\""];
    refused_with("seed = 3", "ramp_space = \"hsv\"", &space);
    let transfer = [
        "r.toml:4: transfer: got srgb with channels",
        "three or four",
    ];
    refused_with("seed = 3", "transfer = \"srgb\"", &transfer);
    let ramp = "[[0,\"#000000\"],[1,\"#ffffff\"]]";
    let two = format!("ramp = {ramp}\n{TWO}");
    refused(&two, "", &["r.toml:1: ramp", "2 channels", "one channel"]);
    refused(TWO, &format!("--ramp {ramp}"), &["--ramp: ", "one channel"]);
    refused(CLOUDS, "--ramp [[0,\"#000000\"]]", &["--ramp: got 1 stops"]);
    refused(CLOUDS, "--ramp red", &["--ramp", "'red'", "or none"]);
    refused(
        CLOUDS,
        "--ramp-space hsv",
        &["--ramp-space", "srgb, linear"],
    );
}

#[test]
fn a_ramp_gives_colours() {
    let folder = Folder::new();
    let ramp = "[[-0.5, \"#ff0000\"], [0.5, \"#0000ff80\"]]";
    folder.write("r.toml", format!("ramp = {ramp}\n{CLOUDS}"));
    folder.write("bare.toml", CLOUDS);
    let ramped = folder.baked("r.toml", "ramped.png");
    let pixels = image::open(folder.path("ramped.png")).expect("a picture");
    assert!(
        pixels
            .as_rgba8()
            .is_some_and(|p| p.pixels().any(|p| p[3] < 255))
    );
    folder.write("again.toml", folder.good("info ramped.png").text());
    assert!(ramped == folder.baked("again.toml", "again.png"));

    let flag = ramp.replace(' ', "");
    let bare = folder.baked("bare.toml", "bare.png");
    assert!(ramped == folder.baked(&format!("bare.toml --ramp {flag}"), "flag.png"));
    assert!(bare == folder.baked("r.toml --ramp none", "none.png"));
    let linear = folder.baked("r.toml --ramp-space linear", "linear.png");
    assert!(linear != ramped && linear != bare);
    let run = folder.good("bake r.toml --range 0,0.5 --backend cpu -o range.png");
    assert!(run.stderr.contains("outside 0..0.5"), "{}", run.stderr);
}

#[test]
fn title_licence_and_range_are_kept() {
    let folder = Folder::new();
    let lines = "license = \"CC0-1.0\"\nrange = [-0.25, 0.5]\n";
    folder.write("r.toml", format!("{lines}{CLOUDS}"));
    folder.baked("r.toml", "x.png");
    let info = folder.good("info x.png");
    for line in [
        "title = \"clouds\"",
        "licence = \"CC0-1.0\"",
        "range = [-0.25, 0.5]",
    ] {
        assert!(info.text().contains(line), "{}", info.text());
    }
    folder.baked("r.toml --title fog --license MIT --range 0,1", "x.png");
    let info = folder.good("info x.png");
    for line in ["title = \"fog\"", "licence = \"MIT\"", "range = [0.0, 1.0]"] {
        assert!(info.text().contains(line), "{}", info.text());
    }
}

/// A value of the recipe is named by its line, one of a flag by the flag.
#[test]
fn a_value_is_named_by_where_it_was_given() {
    let large = "--size 1073741824x1";
    let plain = "channels = [\"a\"]\n[nodes.a]\nkind = \"perlin\"";
    refused(
        format!("supersample = 8\n{plain}"),
        large,
        &["r.toml:1: supersample"],
    );
    refused(
        plain,
        &format!("{large} --supersample 8"),
        &["--supersample: got 8"],
    );
}

#[test]
fn broken_recipes() {
    refused("", "", &["r.toml: channels: got nothing", "[nodes.NAME]"]);
    refused(
        "channels = []\n[nodes.a]\nkind = \"perlin\"",
        "",
        &["r.toml:1: channels", "of a"],
    );
    refused("channels = [", "", &["r.toml:1: "]);
    refused(
        "channels = ['a', 'a', 'a', 'a', 'a']\nnodes.a = '1'",
        "",
        &["r.toml:1: channels: got 5 names", "one to four"],
    );
    refused(
        "channels = [\"a\"]\n[nodes.a]\n",
        "",
        &["r.toml:2: a.kind", "perlin", "fbm"],
    );
    refused("nodes = 3", "", &["r.toml:1: nodes"]);
    refused(
        "nodes.a = 3",
        "",
        &["r.toml:1: a: got integer", "[nodes.a]"],
    );
    let cycle = "channels = [\"a\"]\nnodes.a.kind = \"abs\"\nnodes.a.of = \"a\"";
    refused(cycle, "", &["r.toml:3: a.of", "a -> a is a cycle"]);
    let inner = "channels = [\"a\"]\nnodes.a.kind = \"abs\"\nnodes.a.of = \"perlin(4)\"";
    refused(
        inner,
        "",
        &["r.toml:3: a.of: got the expression `perlin(4)`"],
    );
    let word = "channels = [\"a\"]\nnodes.a = \"worley(8, metric = manhatan)\"";
    let words = ["r.toml:2: a.metric", "mean `manhattan`?; known: euclidean"];
    refused(word, "", &words);
    let number = "channels = [\"a\"]\nnodes.a = \"r\"\nparameters.r = 4";
    refused(
        number,
        "",
        &["r.toml:3: parameters.r: got 4; allowed: a table [parameters.NAME]"],
    );
    let start = "channels = [\"a\"]\nnodes.a = \"x\"\n";
    for (line, words) in [
        (
            "outputs.o.format = \"r9\"",
            "outputs.o.format: got \"r9\"; allowed: \"r32float\"",
        ),
        (
            "outputs.o.channels = 3",
            "outputs.o.channels: got 3; allowed: one to four names",
        ),
        (
            "outputs.o.formt = \"r9\"",
            "outputs.o: unknown name `formt`, did you mean `format`?",
        ),
        (
            "parameters.p.default = \"1\"",
            "parameters.p.default: got \"1\"; allowed: a number",
        ),
        (
            "parameters.p.range = [0, 1]",
            "parameters.p.default: got nothing; allowed: a number",
        ),
        (
            "ramp = [[0, \"#fff\"], [1, \"#ggg\"]]",
            "r.toml:3: ramp: got the colour \"#ggg\"; allowed: 2 to 16 stops",
        ),
        (
            "parameters.p = { default = 1, rnge = [0, 1] }",
            "parameters.p: unknown name `rnge`, did you mean `range`?",
        ),
        (
            "[erosion]\nrain = \"much\"",
            "r.toml:4: erosion.rain: got \"much\"; allowed: a number",
        ),
        (
            "[erosion]\nrainn = 1",
            "r.toml:4: erosion: unknown name `rainn`, did you mean `rain`?",
        ),
        (
            "seed = 99999999999999999999",
            "r.toml:3: seed: got 99999999999999999999; allowed: a whole",
        ),
        (
            "range = \"mesured\"",
            "r.toml:3: range: got \"mesured\"; allowed: two numbers that differ",
        ),
        (
            "format = 3",
            "r.toml:3: format: got 3; allowed: \"r32float\"",
        ),
    ] {
        refused(format!("{start}{line}"), "", &[words]);
    }
    for (lists, words) in [
        (
            "box = [[0, 4, 5]]",
            ["r.toml:1: box: got a list of 3", "pairs"],
        ),
        (
            "ramp = [[0, \"#fff\", 3], [1, \"#000\"]]",
            ["r.toml:1: ramp", "a value and"],
        ),
        (
            "erosion = [5, 0.2]",
            ["r.toml:1: erosion: got a list", "iterations"],
        ),
        (
            "parameters.q = [0.5, [0, 1]]",
            ["r.toml:1: parameters.q: got a list", "default"],
        ),
        (
            "parameters.q = { default = 0.5, range = [0, 1, 9] }",
            ["3 numbers", "two numbers"],
        ),
        (
            "outputs.q = [[\"a\"]]",
            ["r.toml:1: outputs.q: got a list", "channels"],
        ),
    ] {
        refused(format!("{lists}\n{CLOUDS}"), "", &words);
    }
    let unused = format!("{CLOUDS}\n[nodes.unused]\nkind = \"perlin\"\nfrequncy = 3");
    refused(unused, "", &["r.toml:19: unused", "mean `frequency`?"]);
    refused([0xff, 0xfe], "", &["r.toml", "not text in UTF-8"]);
    refused([b' '; 70_000], "", &["r.toml", "65536 bytes"]);
}

#[test]
fn a_picture_in_place_of_a_recipe_is_called_so() {
    let folder = Folder::new();
    for size in ["8x8", "512x512"] {
        folder.baked(&format!("--size {size}"), "x.png");
        let words = ["x.png: this is not text", "`wgpu-noise info x.png` prints"];
        folder.run("bake x.png -o y.png").fails(2, &words);
    }
    folder.write("x.jpg", [0xff, 0xd8, 0xff]);
    let run = folder.run("bake x.jpg -o y.png");
    run.fails(2, &["x.jpg: this is not text"]);
    assert!(!run.stderr.contains("info"), "{}", run.stderr);
    // The limit may cut a character in two.
    folder.write("long.toml", format!("#{}", "é".repeat(40_000)));
    folder
        .run("bake long.toml -o y.png")
        .fails(2, &["long.toml", "65536 bytes"]);
}

#[test]
fn a_name_beside_its_file_says_what_a_path_is() {
    let folder = Folder::new();
    folder.write("islands.toml", CLOUDS);
    folder.write("plain", CLOUDS);
    let path = "has a dot or a separator";
    for (name, file) in [("islands", "`islands.toml`"), ("plain", "plain`")] {
        folder
            .run(&format!("bake {name} -o x.npy"))
            .fails(2, &["preset: ", &format!("`{name}`"), file, path]);
    }
    folder.run("bake other -o x.npy").fails(2, &["preset: "]);
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_recipe() {
    let folder = Folder::new();
    folder.write("r.toml", format!("\u{feff}{CLOUDS}"));
    folder.baked("r.toml", "x.npy");
}

#[test]
fn seamless_names_the_line_or_the_flag() {
    let recipe = CLOUDS.replace("= 4", "= 4.3");
    refused(
        &recipe,
        "--seamless",
        &["r.toml:9: base.frequency: got 4.3"],
    );
    let nearest = ["--frequency: got 4.4", "4 or 5"];
    refused(&recipe, "--seamless --frequency 4.4", &nearest);
}

#[test]
fn flags_override_the_recipe() {
    let folder = Folder::new();
    folder.write("r.toml", CLOUDS);
    let same = |flags: &str, as_flags: &str| {
        let left = folder.baked(&format!("r.toml {flags}"), "left.npy");
        let right = folder.baked(as_flags, "right.npy");
        assert!(left == right, "{flags} against {as_flags}");
    };
    let rest = "--size 12x10 --seed 3 --frequency 4 --octaves 3 --gain 0.6";
    same("", rest);
    let [size, seed, frequency, gain] = [
        rest.replace("12x10", "7x5"),
        rest.replace("--seed 3", "--seed 9"),
        rest.replace("--frequency 4", "--cells 5,3"),
        rest.replace("--gain 0.6", "--gain 0.2"),
    ];
    same("--size 7x5", &size);
    same("--seed 9", &seed);
    same("--cells 5,3", &frequency);
    same("--set base.cells=5,3", &frequency);
    same("--gain 0.2", &gain);
    same("--set clouds.gain=0.2", &gain);
    same("--set clouds.persistence=0.2", &gain);
    same("--hash integer", &format!("{rest} --hash integer"));
    same("--set base.hash=integer", &format!("{rest} --hash integer"));
    same(
        "--set clouds.normalize=false",
        &format!("{rest} --set fbm.normalize=false"),
    );
    same(
        "--origin 1,2 --extent 2,3",
        &format!("{rest} --origin 1,2 --extent 2,3"),
    );
    same(
        "--frames 2 --duration 2",
        &format!("{rest} --frames 2 --duration 2"),
    );
    let closes = "--size 12x12 --seamless";
    same(
        closes,
        &format!("{closes} --seed 3 --frequency 4 --octaves 3 --gain 0.6"),
    );
    same("--seamless=false", rest);
}

#[test]
fn a_flag_that_several_nodes_could_mean_is_refused() {
    refused(
        TWO,
        "--frequency 3",
        &["--frequency", "--set NODE.frequency=VALUE", "a, b"],
    );
    refused(TWO, "--octaves 3", &["--octaves", "no node has"]);
    refused(TWO, "--noise perlin", &["--noise", "RECIPE"]);
}

#[test]
fn two_channels() {
    let folder = Folder::new();
    folder.write("r.toml", TWO);
    let npy = folder.baked("r.toml", "x.npy");
    assert_eq!(npy.len(), 128 + 6 * 4 * 2 * 2 * 4);
    folder.baked("r.toml", "x.ktx2");
    folder.baked("r.toml", "x.png");
    let run = folder.run("bake r.toml --format r8unorm -o y.ktx2");
    run.fails(
        2,
        &[
            "--format: got r8unorm",
            "for 2 channels, rg8unorm, rgba8unorm",
        ],
    );
}

#[test]
fn a_gradient_is_the_value_and_its_slopes() {
    let folder = Folder::new();
    let gradient = CLOUDS.replace("seed = 3", "seed = 3\noutput = \"gradient\"");
    folder.write("r.toml", &gradient);
    let npy = folder.baked("r.toml", "x.npy");
    assert_eq!(npy.len(), 128 + 12 * 10 * 3 * 4);
    let slope = "[nodes.slope]\nkind = \"partial\"\nof = \"clouds\"\naxis = \"y\"\n";
    let slope = CLOUDS.replace("[\"clouds\"]", "[\"slope\"]") + "\n" + slope;
    folder.write("slope.toml", slope);
    let slope = folder.baked("slope.toml", "slope.npy");
    let third: Vec<u8> = (npy[128..].chunks_exact(12))
        .flat_map(|texel| texel[8..].to_vec())
        .collect();
    assert!(slope[128..] == third);
    refused(
        String::from("output = \"gradient\"") + TWO,
        "",
        &["output", "one channel"],
    );
    let ramp = "\"gradient\"\nramp = [[0, \"#000000\"], [1, \"#ffffff\"]]";
    let ramped = gradient.replace("\"gradient\"", ramp);
    refused(ramped, "", &["output", "beside a ramp", "one of the two"]);
    let word = gradient.replace("\"gradient\"", "\"slopes\"");
    refused(word, "", &["r.toml:5: output", "gradient"]);
    let jumps = gradient.replace("kind = \"fbm\"", "kind = \"floor\"");
    let jumps = jumps.replace("octaves = 3\npersistence = 0.6", "");
    refused(jumps, "", &["clouds", "floor, which jumps"]);
}

#[test]
fn curves_go_through_points() {
    let folder = Folder::new();
    let curve = "[nodes.curved]\nkind = \"curve\"\nof = \"clouds\"\npoints = [[-1, 0], [0, 0.25], [1, 1]]\n";
    let recipe = CLOUDS.replace("[\"clouds\"]", "[\"curved\"]") + "\n" + curve;
    folder.write("r.toml", &recipe);
    let first = folder.baked("r.toml", "first.png");
    folder.write("again.toml", folder.good("info first.png").text());
    assert!(first == folder.baked("again.toml", "again.png"));
    let set = "r.toml --set curved.points=[[-1,0],[1,1]]";
    assert!(first != folder.baked(set, "line.png"));
    for (points, word) in [
        ("[[0, 0], [1]]", "pairs"),
        ("[[0, 0]]", "2 to 16 pairs"),
        ("[0, 1]", "2 to 16 pairs"),
        ("[[0, 0], [0, 1]]", "ends that differ"),
        ("[[1, 0], [0, 1]]", "in the order of their places"),
    ] {
        let wrong = recipe.replace("[[-1, 0], [0, 0.25], [1, 1]]", points);
        refused(wrong, "", &["curved", word]);
    }
}

#[test]
fn what_info_prints_bakes_the_same_file() {
    let folder = Folder::new();
    folder.write("r.toml", CLOUDS);
    for (flags, extension) in [
        ("r.toml --size 12x9 --seamless --range auto", "png"),
        (
            "--size 6x5x4 --octaves 2 --seed 7 --set perlin.seed=4294967295",
            "ktx2",
        ),
        (
            "--size 6x5 --frames 3 --frequency 0.1,7.25 --origin 0.1,-3e7",
            "raw",
        ),
        ("--size 12x9 --format r16unorm --range 0,0.3", "png"),
        (
            "--size 12x9 --octaves 3 --format r16unorm --range measured",
            "png",
        ),
        ("--size 12x9 --octaves auto --range measured", "ktx2"),
        ("--size 12x9 --noise worley", "png"),
        ("--size 5x4 --format rgba16float", "ktx2"),
        ("--size 5x4 --format rgba16unorm", "png"),
        ("--size 5x4 --format r16float", "raw"),
        ("--size 5x4x3 --origin -2,0.1 --octaves 2", "vdb"),
        ("--size 5x4x3 --format r16float", "vdb"),
        (
            "r.toml --size 5x4 --ramp [[0,\"#000000\"],[1,\"#ffffff\"]]",
            "ktx2",
        ),
        ("--size 5x4 --frames 2 --sidecar", "npy"),
        ("--size 5x4 --format r16float --sidecar", "npy"),
        ("--size 5x4x3 --sidecar", "dds"),
        ("--size 5x4x3 --format r32float", "tif"),
        ("--size 5x4x3", "exr"),
        ("r.toml --size 5x4", "exr"),
        ("--size 5x4 --range measured", "r16"),
        ("--size 5x4", "r32"),
    ] {
        let first = folder.baked(flags, &format!("first.{extension}"));
        let info = folder.good(&format!("info first.{extension}"));
        folder.write("again.toml", info.text());
        let again = folder.baked("again.toml", &format!("again.{extension}"));
        assert!(first == again, "{flags}:\n{}", info.text());
    }
    folder.baked("--size 4x4", "a.npy");
    folder.run("info a.npy").fails(
        2,
        &[
            "a.npy",
            "a.npy.json",
            ".png, .apng, .gif, .webp, .exr, .tif, .ktx2",
        ],
    );
    folder
        .run("bake --size 4x4 --sidecar -o a.png")
        .fails(2, &["--sidecar", "only with .npy"]);
    folder.run("info none.png").fails(1, &["none.png"]);
    folder.run("info .").fails(2, &["FILE: got .", ".png"]);
    folder.run("info x.json").fails(2, &["FILE: ", "json"]);
    damaged_files_are_called_so(&folder);
    // What a type of file cannot hold is refused by the recipe's line, and a flag says otherwise.
    folder.baked("--size 4x4 --format r16unorm", "deep.png");
    folder.write("deep.toml", folder.good("info deep.png").text());
    let as_array = folder.run("bake deep.toml -o deep.npy");
    as_array.fails(
        2,
        &["deep.toml:", "format: got r16unorm for .npy", "r32float"],
    );
    folder.baked("deep.toml --format r32float", "deep.npy");
    let beside = folder.good("info first.raw.json");
    assert_eq!(beside.stdout, folder.good("info first.raw").stdout);
}

/// Of files that bake wrote, as `first` with each extension.
fn damaged_files_are_called_so(folder: &Folder) {
    let text = folder.good("info first.png").text().to_string();
    let whole = folder.read("first.png");
    let inside = |bytes: &[u8], what: &str| {
        let found = bytes
            .windows(what.len())
            .position(|part| part == what.as_bytes());
        found.expect("the recipe's text")
    };
    let mut flipped = whole.clone();
    flipped[inside(&whole, "seamless")] ^= 1;
    folder.write("flipped.png", flipped);
    folder.write("cut.png", &whole[..inside(&whole, "seamless")]);
    folder.write("empty.png", "");
    folder.write("text.png", &text);
    folder.write("text.ktx2", &text);
    folder.write("text.tif", &text);
    folder.write("text.exr", &text);
    folder.write("text.raw.json", &text);
    for name in [
        "flipped.png",
        "cut.png",
        "empty.png",
        "text.png",
        "text.ktx2",
        "text.tif",
        "text.exr",
        "text.raw",
    ] {
        folder
            .run(&format!("info {name}"))
            .fails(1, &[name, "damaged"]);
    }
    folder.write("alone.raw", "");
    let alone = folder.run("info alone.raw");
    alone.fails(1, &["alone.raw.json"]);
    assert!(!alone.stderr.contains("damaged"));
}

#[test]
fn pictures_are_read_beside_the_recipe_and_named_by_their_digest() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("lib")).expect("a folder");
    let grey = |level: u8, path: &str| {
        let picture = image::GrayImage::from_pixel(2, 2, image::Luma([level]));
        picture.save(folder.path(path)).expect("a picture");
    };
    grey(51, "lib/wall.png");
    let text = "size = [4, 4]\nrange = [0, 1]\nchannels = ['a']\nnodes.a = 'image(`wall.png`)'\n";
    folder.write("lib/wall.toml", text);
    folder.write(
        "outer.toml",
        "size = [4, 4]\nrange = [0, 1]\nchannels = ['b']\nimports.lib = 'lib/wall.toml'\nnodes.b = 'lib.a * 1'\n",
    );
    let pixels = |args: &str| {
        folder.good(&format!("bake {args} -o out.png"));
        let found = image::load_from_memory(&folder.read("out.png")).expect("a picture");
        found.to_luma8().into_raw()
    };
    for args in [
        "lib/wall.toml",
        "outer.toml",
        "--size 4x4 --range 0,1 --expr image(`lib/wall.png`)",
        "lib/wall.toml --backend reference",
    ] {
        assert_eq!(pixels(args), [51; 16], "{args}");
    }
    // The recipe in a file names the picture and its digest, and makes the file again beside the picture alone.
    folder.good("bake lib/wall.toml -o out.png");
    let recipe = folder.good("info out.png");
    assert!(recipe.text().contains("wall.png#"), "{}", recipe.text());
    folder.write("lib/again.toml", recipe.text());
    assert_eq!(pixels("lib/again.toml"), [51; 16]);
    // What lies in another folder is told where the picture is.
    folder.good("bake lib/wall.toml --backend cpu --resume -o out.npy");
    for command in ["status out.npy", "check out.npy --backend cpu"] {
        folder.good(&format!("{command} --files lib"));
        let run = folder.run(command);
        run.fails(
            2,
            &[
                "a.file: got wall.png (No such file",
                "--files names another",
            ],
        );
    }
    grey(52, "lib/wall.png");
    assert_eq!(pixels("lib/wall.toml"), [52; 16]);
    let run = folder.run("bake lib/again.toml -o out.png");
    run.fails(2, &["a.file", "wall.png with the digest"]);
    std::fs::remove_file(folder.path("lib/wall.png")).expect("it goes");
    let run = folder.run("bake lib/wall.toml -o out.png");
    run.fails(
        2,
        &["lib/wall.toml:4: a.file: got lib/wall.png (No such file"],
    );
    folder.write("lib/wall.png", "no picture");
    let run = folder.run("bake lib/wall.toml -o out.png");
    run.fails(
        2,
        &[
            "lib/wall.toml:4: a.file",
            "PNG, EXR, TIFF, JPEG, WebP or .npy",
        ],
    );
    let run = folder.run("bake --size 4x4 --noise image -o out.png");
    run.fails(2, &["image.file: got nothing"]);
    grey(51, "wall.png");
    let run = folder.good("snippet --expr image(`wall.png`) --name wall");
    let bound = "noise_picture_a, a texture that need not be filtered at group 0, binding 4: ";
    assert!(run.text().contains(bound), "{}", run.text());
    assert!(run.text().contains("of wall.png."), "{}", run.text());
    folder.write(
        "slope.toml",
        "size = [4, 4]\nchannels = ['a']\noutput = 'gradient'\nnodes.a = 'image(`wall.png`)'\n",
    );
    let message = "slope.toml:4: a.filter: got bilinear, of which a derivative is taken; allowed: bicubic or spline";
    (folder.run("bake slope.toml -o out.exr")).fails(2, &[message]);
    folder.good("bake slope.toml --set a.filter=bicubic -o out.exr");
}

#[test]
fn made_pictures_need_no_file() {
    let folder = Folder::new();
    let bake = "bake --size 16x16 --format r8unorm -o blue.png";
    folder.good(&format!(
        "{bake} --expr image(`blue-noise:16`,filter=nearest)"
    ));
    let found = image::load_from_memory(&folder.read("blue.png")).expect("a picture");
    let mut levels = found.to_luma8().into_raw();
    levels.sort_unstable();
    assert!(
        levels.into_iter().eq(0..=255),
        "256 pixels, each with a level of its own"
    );
    // What the file holds bakes the same again, in another folder, too.
    std::fs::create_dir(folder.path("lib")).expect("a folder");
    std::fs::rename(folder.path("blue.png"), folder.path("lib/blue.png")).expect("it moves");
    let recipe = folder.good("info lib/blue.png");
    folder.write("again.toml", recipe.stdout);
    folder.good("bake again.toml -o again.png");
    assert_eq!(folder.read("lib/blue.png"), folder.read("again.png"));
    folder.write(
        "lib/masks.toml",
        "size = [4, 4]\nrange = [0, 1]\nchannels = ['mask']\nnodes.mask = 'image(`blue-noise:16`, filter = nearest)'\n",
    );
    folder.write(
        "user.toml",
        "size = [4, 4]\nrange = [0, 1]\nchannels = ['masks.mask']\nimports.masks = 'lib/masks.toml'\n",
    );
    folder.good("bake user.toml -o imported.png");
    folder.good("bake lib/masks.toml -o own.png");
    assert_eq!(
        pixels_of(&folder, "imported.png"),
        pixels_of(&folder, "own.png")
    );
    for (name, message) in [
        ("blue-noise:8", "a side of 8 of blue-noise"),
        ("wavelet-noise:17", "an even one"),
        ("blue-noise:big", "blue-noise:SIDE"),
    ] {
        folder.write(
            "wrong.toml",
            format!("size = [4, 4]\nchannels = ['a']\nnodes.a = 'image(`{name}`)'\n"),
        );
        let run = folder.run("bake wrong.toml -o wrong.png");
        run.fails(2, &["wrong.toml:3: a.file", message]);
    }
    let many: Vec<String> = (0..9)
        .map(|seed| format!("image(`blue-noise:16:{seed}`)"))
        .collect();
    folder.write(
        "many.toml",
        format!(
            "size = [4, 4]\nchannels = ['a']\nnodes.a = '{}'\n",
            many.join(" + ")
        ),
    );
    (folder.run("bake many.toml -o many.png")).fails(2, &["at most 8 made pictures"]);
}

fn pixels_of(folder: &Folder, file: &str) -> Vec<u8> {
    let found = image::load_from_memory(&folder.read(file)).expect("a picture");
    found.to_luma8().into_raw()
}

#[test]
fn the_picture_of_an_unused_node_is_read_when_it_is_needed() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("lib")).expect("a folder");
    folder.write(
        "lib/wall.toml",
        "size = [4, 4]\nrange = [0, 1]\nchannels = ['a']\n[nodes]\na = '0.4'\nb = 'image(`wall.png`)'\n",
    );
    let pixel = |args: &str| {
        folder.good(&format!("bake {args} -o out.png --format r8unorm"));
        let found = image::load_from_memory(&folder.read("out.png")).expect("a picture");
        found.to_luma8().into_raw()[0]
    };
    assert_eq!(pixel("lib/wall.toml"), 102);
    let run = folder.run("bake lib/wall.toml --expr b -o out.png");
    run.fails(2, &["b.file", "lib/wall.png"]);
    let picture = image::GrayImage::from_pixel(2, 2, image::Luma([51]));
    picture
        .save(folder.path("lib/wall.png"))
        .expect("a picture");
    assert_eq!(pixel("lib/wall.toml"), 102);
    assert_eq!(pixel("lib/wall.toml --expr b*1"), 51);
}

#[test]
fn the_floats_that_bake_writes_are_read_as_pictures() {
    let folder = Folder::new();
    let values = |expression: &str| {
        folder.good(&format!(
            "bake --size 8x8 --expr {expression} --format r32float -o out.npy"
        ));
        folder.read("out.npy")
    };
    let ramp = values("x*3-y");
    let tail = |npy: &[u8]| npy[npy.len() - 8 * 8 * 4..].to_vec();
    assert_ne!(tail(&ramp), tail(&values("x*3+y")), "the control");
    for (file, format) in [
        ("f.exr", "r32float"),
        ("h.exr", "r16float"),
        ("f.tif", "r32float"),
        ("h.tif", "r16float"),
    ] {
        folder.good(&format!(
            "bake --size 8x8 --expr x*3-y --format {format} -o {file}"
        ));
        let read = values(&format!("image(`{file}`,filter=nearest)"));
        assert_eq!(tail(&read), tail(&ramp), "{file} {format}");
        let bytes = folder.read(file);
        std::fs::write(folder.path(file), &bytes[..bytes.len() - 64]).expect("written");
        let run = folder.run(&format!(
            "bake --size 8x8 --expr image(`{file}`) -o out.npy"
        ));
        run.fails(2, &["image.file", file]);
    }
    // Channels of other names are neither grey nor colours.
    folder.write(
        "four.toml",
        "size = [8, 8]\nformat = 'rgba32float'\nchannels = ['a', 'b', 'c', 'd']\nnodes = { a = 'x', b = 'y', c = 'x', d = 'y' }\n",
    );
    folder.good("bake four.toml -o four.exr");
    let run = folder.run("bake --size 8x8 --expr image(`four.exr`) -o out.npy");
    run.fails(
        2,
        &["four.exr", "an EXR of one channel, or with R, G and B"],
    );
}

#[test]
fn what_bake_writes_as_npy_is_read_back_to_the_last_bit() {
    let folder = Folder::new();
    let recipe = |nodes: &[String]| {
        let list = |part: &dyn Fn(usize) -> String| {
            (0..nodes.len())
                .map(part)
                .collect::<Vec<String>>()
                .join(", ")
        };
        let channels = list(&|i| format!("'n{i}'"));
        let nodes = list(&|i| format!("n{i} = '{}'", nodes[i]));
        format!("channels = [{channels}]\nnodes = {{ {nodes} }}\n")
    };
    for (size, channels) in [
        ("9", 1),
        ("6x5", 1),
        ("6x5", 3),
        ("6x5x7", 1),
        ("6x5x7", 2),
        ("6x5x7", 4),
        ("3x5x7", 3),
    ] {
        let names = match channels {
            1 | 2 => ["luminance", "alpha", "", ""],
            _ => ["red", "green", "blue", "alpha"],
        };
        let nodes = |of: &dyn Fn(usize) -> String| (0..channels).map(of).collect::<Vec<String>>();
        let made = nodes(&|i| format!("3*x - y + 7*z^2 + {i}"));
        let read = nodes(&|i| {
            let channel = names[i];
            format!("image(`made.npy`, filter = nearest, channel = {channel})")
        });
        folder.write("made.toml", recipe(&made));
        folder.write("read.toml", recipe(&read));
        for flags in ["r32float", "r16float", "r32float --frames 1"] {
            let flags = format!("--size {size} --format {flags}");
            folder.good(&format!("bake made.toml {flags} -o made.npy"));
            let made = folder.read("made.npy");
            for backend in ["cpu", "reference"] {
                folder.good(&format!(
                    "bake read.toml {flags} --backend {backend} -o read.npy"
                ));
                let read = folder.read("read.npy");
                assert!(read == made, "{channels} of {flags} on {backend}");
            }
            folder.good(&format!(
                "bake read.toml {flags} --set n0.edges=mirror --origin -1 -o read.npy"
            ));
            assert!(folder.read("read.npy") != made, "the control");
        }
    }
    // In the plane a volume is its first slice, at z = 0.
    let bytes = |flags: &str, skipped: usize| {
        folder.good(&format!("bake {flags} --format r32float -o out.npy"));
        let npy = folder.read("out.npy");
        npy[npy.len() - skipped..][..6 * 5 * 4].to_vec()
    };
    folder.good("bake --size 6x5x7 --expr 3*x-y+z --format r32float -o made.npy");
    let made = folder.read("made.npy");
    let first = made[made.len() - 6 * 5 * 7 * 4..][..6 * 5 * 4].to_vec();
    let plane = bytes(
        "--size 6x5 --expr image(`made.npy`,filter=nearest)",
        6 * 5 * 4,
    );
    assert_eq!(plane, first);
    folder.write("cut.npy", &made[..made.len() - 1]);
    let run = folder.run("bake --size 8x8 --expr image(`cut.npy`) -o out.npy");
    run.fails(2, &["image.file", "cut.npy, which ends too early;"]);
}
