//! Bakes of several files: one for each seed, or for each output.

use crate::program::Folder;

#[test]
fn a_range_of_seeds_is_a_file_for_each() {
    let folder = Folder::new();
    let run = folder.good("bake --size 4x4 --seed 9..11 --backend cpu --json -o x.npy");
    let names = ["x_seed09.npy", "x_seed10.npy", "x_seed11.npy"];
    assert_eq!(folder.files(), names);
    let reports = serde_json::Deserializer::from_slice(&run.stdout).into_iter();
    let reports: Vec<serde_json::Value> = reports.collect::<Result<_, _>>().expect("JSON");
    for ((name, seed), report) in names.iter().zip(9..).zip(&reports) {
        assert_eq!(report["seed"], seed);
        assert_eq!(report["files"], serde_json::json!([name]));
        let alone = folder.baked(&format!("--size 4x4 --seed {seed}"), "alone.npy");
        assert!(alone == folder.read(name));
    }
    assert_eq!(reports.len(), 3);
    assert!(folder.read(names[0]) != folder.read(names[1]));

    #[cfg(unix)]
    {
        // A recipe that can be read once.
        folder.write(
            "r.toml",
            "channels = [\"p\"]\nsize = [4, 4]\nnodes.p.kind = \"perlin\"\n",
        );
        let piped = folder
            .shell("cat r.toml | \"$NOISE\" bake /dev/stdin --seed 9..10 --backend cpu -o p.npy");
        assert_eq!(piped.code, Some(0), "{}", piped.stderr);
        assert!(folder.read("p_seed10.npy") == folder.read(names[1]));
    }

    let folder = Folder::new();
    folder.good("bake --size 4x4 --frames 2 --seed 0..1 --backend cpu -o f.png");
    let frames = [
        "f_seed0_0000.png",
        "f_seed0_0001.png",
        "f_seed1_0000.png",
        "f_seed1_0001.png",
    ];
    assert_eq!(folder.files(), frames);
    let plan = folder.good("bake --size 4x4 --seed 5..7 --plan -o p.png");
    assert!(
        plan.stderr.contains("the plan of seed 5"),
        "{}",
        plan.stderr
    );
    assert_eq!(folder.files(), frames);
    let untyped = folder.run("bake --size 4x4 --seed 0..2 -o out");
    untyped.fails(2, &["out"]);
    assert!(!untyped.stderr.contains("out_seed"), "{}", untyped.stderr);
    folder.good("bake --size 4x4 --seed 3..3 --backend cpu -o one.npy");
    assert!(folder.files().contains(&"one.npy".to_string()));
    let plans = folder.good("bake --size 4x4 --seed 0..1 --plan --json");
    let plan: serde_json::Value = serde_json::from_slice(&plans.stdout).expect("one object");
    assert_eq!(plan["seed"], 0);
}

#[test]
fn a_folder_gets_a_file_for_each_output() {
    let folder = Folder::new();
    let recipe = "size = [16, 16]\nchannels = [\"hill\"]\nnodes.hill = \"perlin(2)\"\nnodes.half = \"0.5\"\n[outputs]\n\
        own = {}\nflat = { channels = [\"half\"], range = [0, 1] }\nslope = { channels = [\"hill\"], output = \"normal\" }\n\
        exact = { channels = [\"hill\"], format = \"r32float\" }\n";
    folder.write("hill.toml", recipe);
    folder.good("bake hill.toml --size 8x8 -o maps/");
    let names = ["exact.exr", "flat.png", "own.png", "slope.png"];
    for name in names {
        let file = folder.read(&format!("maps/hill_{name}"));
        // The recipe in a file makes that file again.
        if name.ends_with("png") {
            let run = folder.good(&format!("info maps/hill_{name}"));
            folder.write("again.toml", run.text());
            folder.good("bake again.toml -o again.png");
            assert_eq!(folder.read("again.png"), file, "{name}");
        }
    }
    let flat = image::load_from_memory(&folder.read("maps/hill_flat.png")).expect("a picture");
    assert!(flat.to_luma8().pixels().all(|pixel| pixel.0 == [128]));
    assert_ne!(
        folder.read("maps/hill_own.png"),
        folder.read("maps/hill_flat.png")
    );
    // The folder is there now, and a range of seeds has a file for each.
    folder.good("bake hill.toml --size 8x8 --seed 0..1 -o maps");
    folder.read("maps/hill_slope_seed1.png");
    folder
        .run("bake perlin_2d -o maps/")
        .fails(2, &["maps/", "[outputs]"]);
    // Every output is planned before one is written.
    folder.write("odd.toml", recipe.replace("r32float", "bc7rgbaunorm"));
    folder
        .run("bake odd.toml -o odd.d/")
        .fails(2, &["odd.toml:9: outputs.exact.format: got bc7rgbaunorm"]);
    assert!(!folder.path("odd.d").exists());
    folder.good("bake hill.toml --size 8x8 -o even.d/");
    folder.read("even.d/hill_flat.png");
    folder
        .run("bake hill.toml -o new")
        .fails(2, &["new.png", "new/"]);
    folder
        .run("bake hill.toml -o maps/ --sidecar")
        .fails(2, &["--sidecar", "outputs"]);
    let notes = folder
        .good("bake hill.toml --size 8x8 --range 0,1 -o maps/")
        .stderr;
    assert!(
        notes.contains("--range has no effect on outputs"),
        "{notes}"
    );
}
