//! What `auto` takes: octaves, and the backend.

use crate::bake::npy;
use crate::program::{Folder, Run};

#[test]
fn auto_octaves_are_what_the_grid_and_the_texels_show() {
    let folder = Folder::new();
    let plan = |flags: &str| {
        folder
            .good(&format!("bake --plan {flags}"))
            .text()
            .to_string()
    };
    let few = "fbm octaves 5: the next would have less than two samples in a cell\n";
    let slow = "--frequency 0.5 --lacunarity 1.1 --octaves";
    for (flags, line) in [
        ("--octaves auto --size 128 --frequency 4", few),
        // 2/255 of the range of bytes, and 2/65535.
        (
            &format!("{slow} auto -o x.png"),
            "fbm octaves 8: the next would be weaker than half a step",
        ),
        (
            &format!("{slow} auto --format r16unorm -o x.png"),
            "fbm octaves 16: the next would be weaker",
        ),
        (
            &format!("{slow} auto --range 0,0.01 -o x.png"),
            "fbm octaves 15: the next would be weaker",
        ),
        (
            &format!("{slow} auto --format r16float -o x.ktx2"),
            "fbm octaves 11: the next would be weaker",
        ),
        (
            &format!("{slow} auto -o x.npy"),
            "fbm octaves 24: the next would be weaker",
        ),
        (
            "--octaves auto --set fbm.amplitudes=1,0.5",
            "fbm octaves 2: there can be no more\n",
        ),
    ] {
        let text = plan(flags);
        assert!(text.contains(line), "`{line}` is missing in:\n{text}");
    }
    assert!(!plan("--octaves 3").contains("fbm octaves"));

    let flags = |octaves: &str| format!("{slow} {octaves} --size 32");
    let [auto, given] = ["auto", "8"].map(|octaves| folder.baked(&flags(octaves), "x.png"));
    let texels = |png: &[u8]| {
        image::load_from_memory(png)
            .expect("a picture")
            .into_bytes()
    };
    assert!(texels(&auto) == texels(&given));
    // Baked again from the recipe inside, and by the definition.
    folder.write("x.png", auto);
    folder.write("again.toml", folder.good("info x.png").text());
    let again = folder.baked("again.toml", "again.png");
    assert!(again == folder.read("x.png"));
    folder.good(&format!(
        "bake {} --backend reference -o x.npy",
        flags("auto")
    ));
    let (_, reference) = npy(&folder.read("x.npy"));
    let (_, cpu) = npy(&folder.baked(&flags("auto"), "x.npy"));
    let apart = (cpu.iter().zip(&reference)).map(|(a, b)| (a - b).abs());
    assert!(apart.max_by(f32::total_cmp).expect("samples") <= 1e-6);
}

/// So much work that a GPU would pay, on one thread.
const LARGE: &str = "bake --size 160x160x8 --noise worley --octaves 32 -o x.npy";

#[test]
fn auto_looks_for_a_gpu_where_one_would_pay_and_says_what_it_took() {
    let folder = Folder::new();
    let small = folder.good("bake --size 64x64 --octaves 5 -o x.npy");
    assert_eq!(small.stderr.lines().count(), 1, "{}", small.stderr);
    assert!(small.stderr.contains(", backend cpu, "), "{}", small.stderr);
    let large = |flags: &str| {
        let mut command = folder.command(&format!("{LARGE} {flags}"));
        command.env("RAYON_NUM_THREADS", "1");
        Run::of(command.output().expect("the program starts")).stderr
    };
    // It is opened once for both seeds, of which each has its closing line.
    let said = large("--seed 0..1");
    assert!(said.starts_with("wgpu-noise: computing on "), "{said}");
    assert_eq!(said.lines().count(), 1 + 2, "{said}");
    assert_eq!(large("--quiet"), "");
}
