//! Bakes that are killed at random moments and continued.

use std::process::Stdio;
use std::thread::sleep;
use std::time::Instant;

use crate::program::Folder;
use crate::resume::files;

/// How many processes are killed, for each kind of file. `NOISE_KILLS` asks for more.
fn kills() -> u32 {
    let asked = std::env::var("NOISE_KILLS").ok();
    asked.map_or(8, |count| count.parse().expect("a number"))
}

/// Kills bakes at random moments. Each third is continued to its end, which must be that of a bake that nobody killed.
fn survives_kills(flags: &str, output: &str) {
    let clean = Folder::new();
    let bake = format!("bake {flags} --backend cpu --resume -o {output}");
    let start = Instant::now();
    clean.good(&bake);
    let whole = start.elapsed();
    let expected = files(&clean.path(""));
    let mut folder = Folder::new();
    let mut random: u32 = 1;
    let mut killed = 0;
    for kill in 0..kills() {
        random = random.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let mut child = folder
            .command(&bake)
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        sleep(whole.mul_f64(f64::from(random >> 8) / f64::from(1 << 24)));
        child.kill().expect("it is there or has ended");
        killed += u32::from(!child.wait().expect("it ends").success());
        if kill % 3 == 2 || kill + 1 == kills() {
            folder.good(&bake);
            assert!(files(&folder.path("")) == expected, "after {kill} kills");
            folder = Folder::new();
        }
    }
    assert!(killed > 0, "{output}: all ended before they were killed");
}

#[test]
fn a_store_survives_kills() {
    survives_kills("--size 256x128x640 --octaves 3 --format r8unorm", "a.zarr");
}

#[test]
fn an_array_in_one_file_survives_kills() {
    survives_kills("--size 512x512x72 --octaves 2", "a.npy");
}

#[test]
fn texels_in_one_file_survive_kills() {
    survives_kills("--size 1024x1024x70 --format r8unorm", "a.raw");
}

#[test]
fn a_sequence_survives_kills() {
    survives_kills("--size 128x128 --octaves 3 --frames 40", "a.png");
}

/// A change of a file is no part of what a clean bake has, so that the comparison above can fail.
#[test]
fn a_changed_file_is_another_bake() {
    let folder = Folder::new();
    folder.good("bake --size 32x32 --frames 3 --backend cpu --resume -o a.png");
    let before = files(&folder.path(""));
    assert_eq!(before.len(), 3);
    let mut bytes = folder.read("a_0001.png");
    bytes[60] ^= 1;
    folder.write("a_0001.png", bytes);
    assert!(files(&folder.path("")) != before);
}
