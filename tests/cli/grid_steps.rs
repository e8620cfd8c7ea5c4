//! `--erode` and `--blur`: steps on the whole grid, which the recipe in a file repeats.

use wgpu_noise::Recipe;

use crate::program::Folder;

const HILLS: &str = "size = [48, 40]\nseed = 3\nchannels = [\"hills\"]\nformat = \"r16unorm\"\nextent = [1.2, 1]\n\
                     nodes.hills = \"fbm(perlin(5), octaves = 4)\"\n";

#[test]
fn the_recipe_in_a_file_erodes_and_blurs_again() {
    let folder = Folder::new();
    folder.write("hills.toml", HILLS);
    folder.good("bake hills.toml -o plain.png");
    for (flags, name) in [
        ("--erode 20", "eroded"),
        ("--blur 0.03", "blurred"),
        ("--erode 20 --blur 0.03 --range measured", "both"),
    ] {
        folder.good(&format!("bake hills.toml {flags} -o {name}.png"));
        let file = folder.read(&format!("{name}.png"));
        assert_ne!(file, folder.read("plain.png"));
        let recipe = folder.good(&format!("info {name}.png"));
        folder.write("again.toml", recipe.text());
        folder.good("bake again.toml -o again.png");
        assert_eq!(folder.read("again.png"), file, "{name}");
        // And nothing of it is left.
        folder.good("bake again.toml --erode 0 --blur 0 --range -1,1 -o less.png");
        let [less, plain] = ["less.png", "plain.png"].map(|path| {
            let picture = image::load_from_memory(&folder.read(path));
            picture.expect("a picture").into_luma16()
        });
        assert_eq!(less, plain);
    }
    let plan = folder.good("bake hills.toml --erode 20 --blur 0.025 --plan");
    let words = "eroded in 20 iterations, then blurred by 1.00 x 1.00 samples";
    assert!(plan.text().contains(words), "{}", plan.text());
}

/// A smaller picture of a recipe has its box, and sizes that are rounded: its samples are squares but for that.
#[test]
fn a_smaller_picture_erodes() {
    let recipe =
        "size = [300, 200]\nchannels = [\"p\"]\nnodes.p = \"perlin(2)\"\nerosion.iterations = 3\n";
    let recipe = Recipe::parse(recipe, "r.toml").expect("a recipe");
    for side in [16, 100, 128, 299] {
        let small = recipe.sized(side);
        assert!(small.job().is_ok(), "{:?}", small.size);
    }
}

#[test]
fn what_does_not_know_the_whole_grid_is_refused() {
    let folder = Folder::new();
    folder.write("hills.toml", HILLS);
    for (flags, words) in [
        (
            "--erode 5 --box 0:8",
            vec!["--erode: got a box", "beside it"],
        ),
        ("--erode 5 --frames 2", vec!["--erode: got frames"]),
        (
            "--blur 0.1 --size 8x8x8 --extent 1",
            vec!["--blur: got a grid of 3 dimensions", "two axes"],
        ),
        ("--erode 5 --extent 1,1", vec!["--erode", "squares"]),
        ("--erode 100001", vec!["--erode: got 100001", "0 to 100000"]),
        ("--blur -1", vec!["--blur: got -1", "a number from 0"]),
        ("--blur 90", vec!["--blur", "256 samples"]),
        ("--erode 5 --resume", vec!["--resume", "whole grid"]),
        (
            "--erode 5 --size 9600x8000",
            vec!["9600x8000 with erosion", "67108864 samples"],
        ),
    ] {
        folder
            .run(&format!("bake hills.toml {flags} -o x.raw"))
            .fails(2, &words);
    }
    folder
        .run("bake hills.toml --erode 100000 --max-hours 0.0001 -o x.raw")
        .fails(2, &["--max-hours"]);
    assert_eq!(folder.files(), ["hills.toml"]);
}
