//! Pipelines that one process leaves for the next.

use std::time::SystemTime;

use crate::program::Folder;

const BAKE: &str = "bake --size 40x30 --octaves 3 --seed 5 --format r32float";

/// Bakes on an adapter, and returns the file.
fn baked(folder: &Folder, adapter: &str, more: &str) -> Vec<u8> {
    folder.remembering(&format!("{BAKE} --adapter {adapter} -o out.raw {more}"));
    folder.read("out.raw")
}

/// The file of pipelines, and when it was written.
fn kept(folder: &Folder) -> Option<(String, SystemTime)> {
    let entries = std::fs::read_dir(folder.path("cache")).ok()?;
    let mut files = entries.map(|entry| entry.expect("an entry"));
    let file = files.find(|file| file.file_name().to_string_lossy().starts_with("pipelines-"))?;
    let written = file.metadata().and_then(|data| data.modified());
    let name = format!("cache/{}", file.file_name().to_string_lossy());
    Some((name, written.expect("a time")))
}

#[test]
fn a_second_process_reads_what_the_first_compiled_and_ignores_what_is_damaged() {
    let folder = Folder::new();
    let Some(adapter) = folder.adapter() else {
        return;
    };
    folder.good(&format!("{BAKE} --adapter {adapter} -o own.raw"));
    let expected = folder.read("own.raw");
    assert_eq!(kept(&folder), None, "nothing is kept without a folder");

    assert!(baked(&folder, &adapter, "") == expected);
    let Some((file, first)) = kept(&folder) else {
        // Vulkan's drivers alone give their pipelines away.
        assert!(!adapter.contains("llvmpipe"), "no file of pipelines");
        return;
    };
    // What was read has nothing new to be written.
    assert!(baked(&folder, &adapter, "") == expected);
    assert_eq!(kept(&folder), Some((file.clone(), first)));

    // A damaged file is as good as none: it is written anew.
    let whole = folder.read(&file);
    for damaged in [
        &whole[..whole.len() - 1],
        &whole[..9],
        b"",
        &vec![7; whole.len()],
    ] {
        folder.write(&file, damaged);
        assert!(baked(&folder, &adapter, "") == expected);
        let again = folder.read(&file);
        assert!(again.len() > 48 && again[..16] == whole[..16]);
        assert!(again != damaged);
    }

    // Another noise adds its own.
    let other = "bake --size 40x30 --expr ridged(perlin(3)) --format r32float";
    folder.remembering(&format!("{other} --adapter {adapter} -o other.raw"));
    assert_ne!(folder.read("other.raw"), expected);
}
