//! Files that are no recipe, and recipes without what they need.

use crate::program::Folder;
use crate::recipes::{CLOUDS, refused};

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
        (
            "outputs.q.ramp = [[0, \"#fff\", 3], [1, \"#000\"]]",
            ["r.toml:1: outputs.q.ramp", "a value and"],
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
