//! Flags override the recipe.

use crate::program::Folder;
use crate::recipes::{CLOUDS, TWO, refused};

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
