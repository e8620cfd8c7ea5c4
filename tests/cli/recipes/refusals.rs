//! What is wrong in a recipe is named with its line.

use crate::recipes::{CLOUDS, refused, refused_with};

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
