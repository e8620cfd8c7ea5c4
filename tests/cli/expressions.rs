//! Expressions on the command line.

use crate::program::{Folder, Run};

/// Runs the program with an expression, which may hold spaces.
fn with(folder: &Folder, args: &str, expression: &str) -> Run {
    let mut command = folder.command(args);
    command.arg(format!("--expr={expression}"));
    Run::of(command.output().expect("the program starts"))
}

#[test]
fn an_expression_is_baked_as_the_flags_are() {
    let folder = Folder::new();
    let bake = "bake --size 8x8 --seed 3 --backend cpu";
    let expected = folder.baked("--size 8x8 --seed 3 --frequency 3 --octaves 4", "flags.npy");
    let run = with(
        &folder,
        &format!("{bake} -o x.npy"),
        "fbm(perlin(3), octaves = 4)",
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(folder.read("x.npy"), expected);
    let args = format!("{bake} -o set.npy --set perlin.frequency=3 --octaves 4");
    with(&folder, &args, "fbm(perlin(7))");
    assert_eq!(folder.read("set.npy"), expected);
    with(
        &folder,
        &format!("{bake} -o other.npy"),
        "fbm(perlin(3), octaves = 3)",
    );
    assert_ne!(folder.read("other.npy"), expected);
}

#[test]
fn an_expression_changes_a_preset() {
    let folder = Folder::new();
    let run = with(
        &folder,
        "bake caves --size 8x8x8 --backend cpu -o x.npy",
        "caves * 0 + 2",
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let file = folder.read("x.npy");
    let samples = file[file.len() - 4 * 512..].as_chunks::<4>().0;
    assert!(
        samples
            .iter()
            .all(|bytes| f32::from_le_bytes(*bytes) == 2.0)
    );
    let run = with(&folder, "bake caves -o x.npy", "cave * 0 + 2");
    assert!(
        run.stderr.contains("`cave`, did you mean `caves`?"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_snippet_is_made_of_an_expression() {
    let folder = Folder::new();
    let run = with(&folder, "snippet", "fbm(perlin(3)) - 0.3*worley(8)");
    assert!(run.text().contains("fn noise_at"), "{}", run.stderr);
}

#[test]
fn an_error_points_at_its_place() {
    let folder = Folder::new();
    let run = with(&folder, "bake -o x.npy", "fbm(perlim(4))");
    assert_eq!(run.code, Some(2));
    let expected = "\
wgpu-noise: error: expression:1:5: unknown node `perlim`, did you mean `perlin`?
wgpu-noise:     fbm(perlim(4))
wgpu-noise:         ^
";
    assert_eq!(run.stderr, expected);
    let run = with(&folder, "bake --noise perlin -o x.npy", "x");
    run.fails(2, &["--noise", "--expr"]);
    // Ranges are checked as those of a recipe.
    let run = with(&folder, "bake -o x.npy", "perlin(-3)");
    run.fails(2, &["perlin.frequency", "-3"]);
    for args in ["info", "info --json", "info --expressions"] {
        with(&folder, args, "perlin(-3)").fails(2, &["error: perlin.frequency: got -3"]);
    }
}

#[test]
fn info_prints_either_form() {
    let folder = Folder::new();
    let run = with(&folder, "info", "fbm(perlin(3))");
    assert!(
        run.text().contains("[nodes.perlin]\nkind = \"perlin\""),
        "{}",
        run.text()
    );
    let run = with(&folder, "info --expressions", "fbm(perlin(3)) * 2");
    assert!(run.text().contains("mul = \"fbm * 2\""), "{}", run.text());
    let marble = folder.good("info marble --expressions");
    folder.write("short.toml", marble.text());
    let marble = folder.good("info marble");
    folder.write("long.toml", marble.text());
    let size = "--size 16x16";
    let expected = folder.baked(&format!("marble {size}"), "marble.png");
    assert_eq!(
        folder.baked(&format!("short.toml {size}"), "a.png"),
        expected
    );
    assert_eq!(
        folder.baked(&format!("long.toml {size}"), "b.png"),
        expected
    );
    let inside = folder.good("info marble.png --expressions");
    folder.write("inside.toml", inside.text());
    assert_eq!(folder.baked("inside.toml", "c.png"), expected);
    folder.run("info").fails(2, &["<FILE>"]);
}

const STONE: &str = "
size = [8, 8]
channels = ['stone']
[parameters.roughness]
default = 0.5
range = [0, 1]
[nodes]
stone = 'fbm(perlin(3), gain = roughness)'
";

#[test]
fn a_recipe_has_parameters() {
    let folder = Folder::new();
    folder.write("stone.toml", STONE);
    folder.write(
        "fixed.toml",
        STONE.replace("gain = roughness", "gain = 0.75"),
    );
    let expected = folder.baked("fixed.toml", "fixed.npy");
    assert_eq!(
        folder.baked("stone.toml --set roughness=0.75", "a.npy"),
        expected
    );
    assert_ne!(folder.baked("stone.toml", "b.npy"), expected);
    let run = folder.run("bake stone.toml --set roughness=2 -o c.npy");
    run.fails(2, &["--set roughness: got 2", "a number from 0 to 1"]);
    let run = folder.run("bake stone.toml --set roughness=high -o c.npy");
    run.fails(
        2,
        &["--set roughness: got \"high\"", "a number from 0 to 1"],
    );
    // A number that only the node which uses it refuses.
    folder.write("free.toml", STONE.replace("range = [0, 1]", ""));
    let run = folder.run("bake free.toml --set roughness=1000 -o c.npy");
    run.fails(2, &["--set roughness: got 1000", "a number from 0 to 100"]);
    let run = folder.run("bake stone.toml --set roughnes=1 -o c.npy");
    run.fails(2, &["--set roughnes", "node.parameter, roughness"]);
}

#[test]
fn a_recipe_imports_others_by_paths_beside_it() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("lib")).expect("a folder");
    folder.write("lib/stone.toml", STONE);
    let inner = "channels = ['a']\nimports.stone = 'stone.toml'\nnodes.a = 'stone.stone * 2'";
    folder.write("lib/inner.toml", inner);
    let outer = "size = [8, 8]\nchannels = ['b']\nimports.inner = 'lib/inner.toml'\nnodes.b = 'inner.a * 0.5'";
    folder.write("outer.toml", outer);
    let file = folder.baked("outer.toml --set inner.stone.roughness=0.25", "a.npy");
    assert_eq!(
        file,
        folder.baked("lib/stone.toml --set roughness=0.25", "b.npy")
    );
    let whole = folder.good("info outer.toml");
    folder.write("whole.toml", whole.text());
    assert_eq!(
        folder.baked("whole.toml", "c.npy"),
        folder.baked("lib/stone.toml", "d.npy")
    );
    folder.write(
        "lib/inner.toml",
        inner.replace("stone.toml", "../outer.toml"),
    );
    folder
        .run("bake outer.toml -o e.npy")
        .fails(2, &["is a cycle"]);
    folder.write("lib/inner.toml", inner.replace("stone.toml", "none.toml"));
    folder
        .run("bake outer.toml -o e.npy")
        .fails(2, &["lib/inner.toml:2: imports.stone: ", "lib/none.toml"]);
}

/// An expression replaces the channels, which may have been colours.
#[test]
fn one_value_in_the_place_of_colours_is_a_value() {
    let folder = Folder::new();
    folder.good("bake relief --size 8x8 --expr perlin(4) --backend cpu -o a.png");
    let measured = folder.run("bake relief --size 8x8 --range measured -o b.png");
    measured.fails(2, &["--range", "0 and 1"]);
}

#[test]
fn a_binding_of_an_expression_hides_a_parameter_of_the_recipe() {
    let folder = Folder::new();
    folder.write("stone.toml", STONE);
    let bake = |expression: &str, file: &str| {
        let mut command = folder.command("bake stone.toml --backend cpu --size 8x8 -o");
        command.arg(file).args(["--expr", expression]);
        assert!(command.status().is_ok_and(|status| status.success()));
        folder.read(file)
    };
    let hidden = bake("let roughness = perlin(3) * 2; roughness + x", "a.npy");
    assert!(hidden == bake("perlin(3) * 2 + x", "b.npy"));
    assert!(hidden != bake("roughness + x", "c.npy"), "the control");
}
