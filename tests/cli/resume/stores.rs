//! Zarr stores: what is around their files, and what processes leave in them.

use std::fs;
use std::path::MAIN_SEPARATOR;
use std::process::Stdio;

use crate::program::Folder;
use crate::resume::files;

#[test]
fn what_is_around_the_files_of_a_store_is_checked_and_repaired() {
    let folder = Folder::new();
    let bake = "bake --size 32x24 --backend cpu --resume -o a.zarr";
    folder.good(bake);
    let expected = files(&folder.path(""));
    for name in ["zarr.json", "noise/zarr.json", "x/c.0"] {
        let path = folder.path(&format!("a.zarr/{name}"));
        let length = fs::metadata(&path).unwrap().len() as usize;
        for damaged in [None, Some(vec![]), Some(vec![0; length])] {
            match &damaged {
                None => fs::remove_file(&path).unwrap(),
                Some(bytes) => fs::write(&path, bytes).unwrap(),
            }
            for command in ["status", "check"] {
                let found = folder.run(&format!("{command} a.zarr"));
                assert_eq!(found.code, Some(1), "{command} {name} {damaged:?}");
                let line = format!("missing or damaged: a.zarr/{name}\n");
                let said = found.text().replace(MAIN_SEPARATOR, "/");
                assert!(said.contains(&line), "{said}");
            }
            folder.good(bake);
            assert!(files(&folder.path("")) == expected, "{name} {damaged:?}");
            folder.good("status a.zarr");
        }
    }
    // Another bake repairs nothing.
    fs::write(folder.path("a.zarr/zarr.json"), "").unwrap();
    let other = "bake --size 32x24 --seed 1 --backend cpu -o a.zarr";
    folder.run(other).fails(2, &["something else"]);
}

/// Of two bakes that begin a store at once, one is refused before it writes a file of it.
#[test]
fn two_bakes_do_not_mix_in_a_store() {
    let folder = Folder::new();
    for turn in 0..6 {
        let store = format!("{turn}.zarr");
        let bake =
            |seed: u32| format!("bake --size 128x128x64 --seed {seed} --backend cpu -o {store}");
        let start = |seed| {
            let mut command = folder.command(&bake(seed));
            command.stderr(Stdio::null()).spawn().expect("it starts")
        };
        let codes = [start(1), start(2)].map(|mut child| child.wait().expect("it ends").code());
        assert!(
            codes == [Some(0), Some(2)] || codes == [Some(2), Some(0)],
            "{codes:?}"
        );
        folder.good(&format!("check {store} --all --backend cpu"));
    }
}

/// What processes that were killed have left in a store is removed when it is an hour old.
#[test]
fn a_store_is_swept() {
    let folder = Folder::new();
    let bake = "bake --size 16x16 --backend cpu --resume -o a.zarr";
    folder.good(bake);
    let left = folder.path("a.zarr/noise/.c.0.0.partial.aB3dE9");
    let young = folder.path("a.zarr/noise/.c.0.0.partial.xYz123");
    fs::write(&young, "x").unwrap();
    let file = fs::File::create(&left).unwrap();
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
    file.set_modified(old).unwrap();
    drop(file);
    folder.good(bake);
    assert!(!left.exists() && young.exists());
}
