//! What a recipe may hold: several channels, a gradient, curves.

use crate::program::Folder;
use crate::recipes::{CLOUDS, TWO, refused};

#[test]
fn a_byte_order_mark_is_no_part_of_the_recipe() {
    let folder = Folder::new();
    folder.write("r.toml", format!("\u{feff}{CLOUDS}"));
    folder.baked("r.toml", "x.npy");
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
