//! Plans, which compute nothing.

use crate::program::Folder;

#[test]
fn a_plan_says_the_atlas_and_how_long_a_long_bake_takes() {
    let folder = Folder::new();
    let plan = folder.good("bake --size 128x128x128 --backend cpu --plan -o x.png");
    assert!(
        plan.text()
            .contains("atlas of 16 x 8 tiles of 128 x 128, 128 slices")
    );
    assert!(plan.text().contains(" s on backend cpu\n"));
    let many = folder.good("bake --size 64x64 --frames 12 --backend cpu --plan -o x.png");
    for words in [
        "output .png, 49152 bytes of r8unorm, in 12 files",
        "bricks 12 of up to 64x64x1 samples in 1 frames, 4096 bytes",
        "memory 8192 bytes of texels",
    ] {
        assert!(many.text().contains(words), "{words}: {}", many.text());
    }
    let prime = folder.run("bake --size 128x128x131 --backend cpu -o x.png");
    prime.fails(
        2,
        &[
            "--size: got 131 slices of 128x128",
            "such as 130 or 132",
            ".ktx2",
        ],
    );
    let long = folder.good("bake --size 60000x60000 --octaves 8 --backend reference --plan");
    assert!(
        long.text().contains("computing takes about "),
        "{}",
        long.text()
    );
    assert!(
        long.text().contains(" on backend reference"),
        "{}",
        long.text()
    );
}

#[test]
fn a_plan_computes_nothing() {
    let folder = Folder::new();
    let flags = "--size 2048x2048x2048 --octaves 8 --cells 4 --backend cpu";
    let plan = folder.good(&format!("bake {flags} -o x.ktx2 --plan"));
    assert!(plan.stderr.is_empty());
    for part in [
        "perlin xyz",
        "grid 8589934592 samples",
        "octave 0: 4 along x of 512 samples",
        "octave 7 crosses 512 cells along z, and its table repeats after 256",
        "output .ktx2, 8589934592 bytes of r8unorm, -1..1 becomes 0..1",
        "bricks 256 of up to 2048x2048x8 samples, 33554432 bytes",
    ] {
        assert!(
            plan.text().contains(part),
            "`{part}` is missing in:\n{}",
            plan.text()
        );
    }
    assert!(!plan.text().contains("octave 6 crosses"));
    assert_eq!(folder.files(), [""; 0]);
    let hashed = folder.good("bake --cells 512 --hash integer --plan");
    assert!(!hashed.text().contains("repeats"));
}
