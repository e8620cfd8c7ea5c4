//! Bakes of several files of which one fails, or that meet another bake.

use std::process::{Child, Stdio};
use std::time::Duration;

use crate::program::Folder;

#[test]
fn files_that_belong_together_appear_in_their_own_turn() {
    let folder = Folder::new();
    let held = std::fs::File::open(folder.path("")).expect("the folder");
    held.lock().expect("its lock");
    let mut bakes: Vec<Child> = (0..6)
        .map(|seed| {
            let args = format!("bake --size 64x64 --seed {seed} --backend cpu -o x.raw");
            let mut command = folder.command(&args);
            command.stderr(Stdio::null()).spawn().expect("it starts")
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    assert!(folder.files().iter().all(|name| name.contains(".partial.")));
    drop(held);
    for bake in &mut bakes {
        assert!(bake.wait().expect("a child").success());
    }
    let info = folder.good("info x.raw");
    folder.write("again.toml", info.text());
    assert!(folder.baked("again.toml", "again.raw") == folder.read("x.raw"));
}

#[test]
fn a_sequence_that_fails_keeps_and_names_its_finished_frames() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("x_0002.png")).expect("a folder");
    folder
        .run("bake --size 4x4 --frames 3 --backend cpu -o x.png")
        .fails(1, &["x_0002.png"]);
    assert_eq!(folder.files(), ["x_0002.png"]);
    // The first row of frame 2 fits into the quota, the rest does not.
    folder.write(
        "grows.toml",
        "size = [256, 256]\nframes = 3\nchannels = [\"grow\"]\n\
         [nodes.white]\nkind = \"white\"\nfrequency = 256\n\
         [nodes.late]\nkind = \"step\"\nof = \"w\"\nedge = 0.6\n\
         [nodes.grow]\nkind = \"mul\"\na = \"white\"\nb = \"late\"\n",
    );
    let run = folder.shell("ulimit -f 20; \"$NOISE\" bake grows.toml --backend cpu -o y.png");
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let kept = "wgpu-noise: kept the finished y_0000.png and y_0001.png\n";
    assert!(run.stderr.contains(kept), "{}", run.stderr);
    assert!(run.stderr.contains("y_0002.png: "), "{}", run.stderr);
    let files = folder.files();
    assert_eq!(files[2..], ["y_0000.png", "y_0001.png"]);
}

#[test]
fn a_range_of_seeds_that_fails_names_what_is_finished() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("x_seed3.npy")).expect("a folder");
    for (seeds, kept) in [
        ("3..4", None),
        ("2..4", Some("kept the finished x_seed2.npy\n")),
        (
            "1..4",
            Some("kept the finished x_seed1.npy and x_seed2.npy\n"),
        ),
    ] {
        let run = folder.run(&format!("bake --size 4x4 --seed {seeds} -q -o x.npy"));
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        assert!(run.stderr.contains("x_seed3.npy: "), "{}", run.stderr);
        match kept {
            Some(kept) => assert!(run.stderr.contains(kept), "{}", run.stderr),
            None => assert!(!run.stderr.contains("kept"), "{}", run.stderr),
        }
    }
}
