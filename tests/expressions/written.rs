//! Nodes that are written as expressions, and read back.

use wgpu_noise::noise::Picture;
use wgpu_noise::recipe::Preset;
use wgpu_noise::{Grid, Noise, Recipe, cpu};

/// Checks that a noise is written as expected, and that the text is read as an equal one.
#[track_caller]
fn written(text: &str) {
    let noise: Noise = text.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(noise.to_expression().unwrap(), text);
    let again: Noise = text.parse().unwrap();
    assert_eq!(noise, again);
}

#[test]
fn noises_are_written_as_they_are_read() {
    for text in [
        "perlin",
        "perlin(3, seed = 1)",
        "fbm(perlin([3, 2]), octaves = auto)",
        "x + y * 2 - 1",
        "(x + y) * 2",
        "x - (y - 1)",
        "x * (y / 2)",
        "x * -1",
        "y < 0.5 ? x : y < 0.7 ? 2 : 3",
        "(y < 0.5 ? x : 2) + 1",
        "warp(perlin, (x, 0.2), 0.5)",
        "rotate(perlin, z = 0.25)",
        "rotate(perlin, x = 0, y = 0.25)",
        "smoothstep(-0.1, 0.2, perlin)",
        "curve(x, [[0, 0.5], [1, 0]])",
        "perlin(3).dy",
        "let a = perlin(4); a^2 + a",
        "perlin(4)^2",
        "(x + y)^2 * -1",
        "value(hash = elias, smooth = true)",
        "min(1, 2)",
        "1e-9 * x",
    ] {
        written(text);
    }
}

#[test]
fn names_that_are_no_words_are_written() {
    let noise = Noise::perlin().name("the ground").fbm().name("let").any() + 1.0;
    let text = noise.to_expression().unwrap();
    assert!(text.parse::<Noise>().is_ok(), "{text}");
    // A node with the name of a coordinate, or of a source, does not hide it.
    let noise = Noise::perlin().name("x").any()
        + Noise::x() * Noise::worley().name("perlin").any()
        + Noise::perlin().seed(3).fbm().any() * Noise::perlin().any();
    let text = noise.to_expression().unwrap();
    let read: Noise = text.parse().unwrap();
    let sample = |noise: &Noise| cpu::sample(noise, &Grid::new([7, 5])).unwrap();
    assert_eq!(sample(&noise).samples(), sample(&read).samples(), "{text}");
    // Parts of a function keep their names, with dots joined, unless another node has such a name.
    let tiles: Noise = "2 * tiles(8)".parse().unwrap();
    let text = tiles.to_expression().unwrap();
    let read: Noise = text.parse().unwrap();
    assert!(!text.contains("n_"), "{text}");
    assert_eq!(sample(&tiles).samples(), sample(&read).samples(), "{text}");
    let alike = Noise::perlin().name("a.b").any() - Noise::worley().name("a_b").any();
    let text = alike.to_expression().unwrap();
    let read: Noise = text.parse().unwrap();
    assert!(text.contains("n_"), "{text}");
    assert_eq!(sample(&alike).samples(), sample(&read).samples(), "{text}");
}

/// A backtick ends a name, so none can have one.
#[test]
fn a_name_that_no_text_can_have_is_not_written() {
    let image = |name: &str| {
        let picture = Picture::new(name, [1, 1], 1, vec![0.5]).expect("a picture");
        Noise::image(picture).any().to_expression()
    };
    assert!(image("a`b.png").is_err());
    assert!(image("a\nb.png").is_err());
    assert!(image("a'b.png").is_ok_and(|text| text.starts_with("image(`a'b.png#")));
}

#[test]
fn a_deep_graph_is_written_with_bindings() {
    let deep = (0..200).fold(Noise::x(), |noise, _| noise.abs());
    let text = deep.to_expression().unwrap();
    let read: Noise = text.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(text, read.to_expression().unwrap());
    assert!(text.contains("let "), "{text}");
}

#[test]
fn every_preset_is_the_same_as_expressions_and_as_tables() {
    for preset in Preset::ALL {
        let recipe = preset.recipe().unwrap();
        let text = recipe.to_expressions();
        let read =
            Recipe::parse(&text, preset.name).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read, recipe, "{text}");
        assert!(!text.contains("kind"), "a node is no expression:\n{text}");
        let tables = Recipe::parse(&recipe.to_toml(), preset.name).unwrap();
        assert_eq!(tables, recipe);
    }
}

#[test]
fn rows_that_no_expression_makes_stay_tables() {
    let mut recipe = Preset::find("caves").unwrap().recipe().unwrap();
    let row = recipe.nodes.iter_mut().next().unwrap().1;
    row.kind = "no kind".into();
    let text = recipe.to_expressions();
    assert!(text.contains("kind = \"no kind\""), "{text}");
}
