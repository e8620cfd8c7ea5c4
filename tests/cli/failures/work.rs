//! More work than is allowed, and outputs of which one is not possible.

use crate::program::Folder;

#[test]
fn more_work_than_is_allowed_is_refused_and_its_plan_says_so() {
    let folder = Folder::new();
    let bake = "bake --size 2000x1000 --backend reference -o x.npy";
    let samples = ["--size: 2000x1000 needs 2000000 samples", "--max-samples"];
    let hours = [
        "computing needs about ",
        "limit is 0.00001 h",
        "--max-hours",
    ];
    (folder.run(&format!("{bake} --max-samples 1999999"))).fails(2, &samples);
    (folder.run(&format!("{bake} --max-hours 0.00001"))).fails(2, &hours);
    assert_eq!(folder.files(), [""; 0]);
    let limits = "--max-samples 1999999 --max-hours 0.00001";
    let plan = folder.good(&format!("{bake} {limits} --plan"));
    for words in [samples[1], hours[2]] {
        assert!(plan.stderr.contains(words), "{}", plan.stderr);
    }
    assert!(plan.text().contains("computing takes about "));
    folder.good("bake --size 200x100 --backend cpu -o x.npy --max-samples 20000 --max-hours 0.1");
}

/// The last of the outputs alone is at fault.
#[test]
fn no_output_is_written_before_all_are_known_to_be_possible() {
    let folder = Folder::new();
    let outputs = "outputs.a.channels = ['n']\noutputs.b.channels = ['n']\n";
    folder.write(
        "wall.toml",
        format!("size = [1024, 1024]\nchannels = ['n']\nnodes.n = 'perlin(3)'\n{outputs}"),
    );
    let bake = "bake wall.toml -o out/ --backend reference";
    (folder.run(&format!("{bake} --max-samples 1048575"))).fails(
        2,
        &["size: 1024x1024, for the output a, needs", "--max-samples"],
    );
    (folder.run(&format!("{bake} --max-hours 0.00001"))).fails(2, &["--max-hours"]);
    assert_eq!(folder.files(), ["wall.toml"]);
    std::fs::create_dir_all(folder.path("out/wall_b.png")).expect("a folder");
    let bake = "bake wall.toml -o out/ --size 8x8";
    folder
        .run(bake)
        .fails(2, &["wall_b.png, which is a folder", "the output b"]);
    // Neither frames nor seeds have a file of that name.
    folder.good(&format!("{bake} --frames 2"));
    folder.good(&format!("{bake} --seed 1..2"));
    std::fs::create_dir_all(folder.path("out/wall_b_seed4.png")).expect("a folder");
    (folder.run(&format!("{bake} --seed 3..4"))).fails(2, &["wall_b_seed4.png"]);
    assert!(!folder.path("out/wall_a_seed3.png").exists());
    let written = |name: &str| folder.path(&format!("out/wall_{name}.png")).is_file();
    assert!(!written("a"));
    std::fs::remove_dir_all(folder.path("out/wall_b.png")).expect("a folder");
    folder.good(bake);
    assert!(written("a") && written("b"));
}
