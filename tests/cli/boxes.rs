//! `--box`: pieces of a whole, which fit together bit for bit.

use crate::program::Folder;

/// A box: the first sample and the one after the last along x, y and z.
type Part = [[usize; 2]; 3];

/// The texels of a file, without its header.
fn texels(folder: &Folder, name: &str) -> Vec<u8> {
    match name.rsplit_once('.') {
        Some((_, "png")) => image::open(folder.path(name)).unwrap().into_bytes(),
        Some((_, "npy")) => {
            let bytes = folder.read(name);
            let header = u16::from_le_bytes([bytes[8], bytes[9]]);
            bytes[10 + usize::from(header)..].to_vec()
        }
        _ => folder.read(name),
    }
}

/// The texels of a box of a volume of that many samples along x and y.
fn cut(whole: &[u8], size: [usize; 2], texel: usize, [xs, ys, zs]: Part) -> Vec<u8> {
    let mut cut = Vec::new();
    for z in zs[0]..zs[1] {
        for y in ys[0]..ys[1] {
            let row = (z * size[1] + y) * size[0];
            cut.extend(&whole[(row + xs[0]) * texel..(row + xs[1]) * texel]);
        }
    }
    cut
}

/// Cuts a volume into two boxes along each axis of which it has several samples.
fn parts(size: [usize; 3]) -> Vec<Part> {
    let halves = size.map(|n| match n {
        1 => vec![[0, 1]],
        _ => vec![[0, n / 3], [n / 3, n]],
    });
    let mut parts = Vec::new();
    for &zs in &halves[2] {
        for &ys in &halves[1] {
            parts.extend(halves[0].iter().map(|&xs| [xs, ys, zs]));
        }
    }
    parts
}

#[test]
fn pieces_of_a_seamless_whole_are_its_samples() {
    let plane = "--size 96x64 --seamless --frequency 3 --octaves 3";
    let volume = "--size 36x24x30 --seamless --frequency 6 --octaves 2";
    for (flags, file, size, texel) in [
        (plane, "a.png", [96, 64, 1], 1),
        (plane, "a.raw", [96, 64, 1], 4),
        (volume, "a.npy", [36, 24, 30], 4),
        (volume, "a.raw", [36, 24, 30], 4),
    ] {
        let folder = Folder::new();
        let bake = format!("bake {flags} --backend cpu -o {file}");
        folder.good(&bake);
        let whole = texels(&folder, file);
        let mut pieces = Vec::new();
        for part in parts(size) {
            let text = part.map(|[first, end]| format!("{first}:{end}"));
            let axes = if size[2] > 1 { 3 } else { 2 };
            folder.good(&format!("{bake} --box {}", text[..axes].join(",")));
            pieces.push(texels(&folder, file));
            let expected = cut(&whole, [size[0], size[1]], texel, part);
            assert!(pieces.last() == Some(&expected), "{file} {text:?}");
        }
        assert_eq!(pieces.concat().len(), whole.len());
        // Another box is another piece, so that the comparison can fail.
        let mut all = pieces.clone();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), pieces.len(), "{file}");
    }
}

#[test]
fn frames_and_axes_that_are_left_out_are_whole() {
    let folder = Folder::new();
    let flags = "--size 20x10x5 --frames 3 --seamless --backend cpu";
    folder.good(&format!("bake {flags} -o whole.raw"));
    folder.good(&format!("bake {flags} -o z.raw --box :,:,2:5"));
    folder.good(&format!("bake {flags} -o y.raw --box :,3:4"));
    let whole = folder.read("whole.raw");
    for (name, part) in [
        ("z.raw", [[0, 20], [0, 10], [2, 5]]),
        ("y.raw", [[0, 20], [3, 4], [0, 5]]),
    ] {
        let frames = whole.chunks(20 * 10 * 5 * 4);
        let expected: Vec<u8> = frames
            .flat_map(|frame| cut(frame, [20, 10], 4, part))
            .collect();
        assert!(folder.read(name) == expected, "{name}");
    }
    folder.good(&format!("bake {flags} -o all.raw --box :,:"));
    assert_eq!(folder.read("all.raw.json"), folder.read("whole.raw.json"));
}

#[test]
fn what_is_said_of_a_piece_is_true() {
    let folder = Folder::new();
    let flags = "--size 40x20 --extent 2 --origin 1,5 --frequency 3 --backend cpu";
    let run = folder.good(&format!("bake {flags} -o a.png --box 10:30,4:9 --json"));
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(report["box"], serde_json::json!([[10, 30], [4, 9]]));
    assert_eq!(report["size"], serde_json::json!([20, 5]));
    assert_eq!(report["samples"], 100);
    // The recipe in the file gives the same file.
    let recipe = folder.good("info a.png");
    assert!(
        recipe.text().contains("box = [[10, 30], [4, 9]]"),
        "{}",
        recipe.text()
    );
    folder.write("a.toml", recipe.text());
    folder.good("bake a.toml --backend cpu -o b.png");
    assert!(folder.read("a.png") == folder.read("b.png"));

    let plan = folder.good(&format!("bake {flags} --box 10:30,4:9 --plan"));
    assert!(
        plan.text().contains("\n  box 10:30,4:9\n"),
        "{}",
        plan.text()
    );
    let plan = folder.good(&format!("bake {flags} --box 10:30,4:9 --plan --json"));
    let plan: serde_json::Value = serde_json::from_slice(&plan.stdout).unwrap();
    assert_eq!(plan["box"], serde_json::json!([[10, 30], [4, 9]]));
    assert_eq!(plan["axes"][0]["samples"], 40);

    // The first sample lies where it does in the whole.
    folder.good(&format!("bake {flags} -o a.zarr --box 10:30,4:9"));
    let first = |axis: &str| {
        let bytes = folder.read(&format!("a.zarr/{axis}/c.0"));
        f64::from_le_bytes(bytes[..8].try_into().unwrap())
    };
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    assert!(near(first("x"), 1.0 + 10.5 * 0.05), "{}", first("x"));
    assert!(near(first("y"), 5.0 + 4.5 * 0.05), "{}", first("y"));
}

#[test]
fn a_box_outside_the_whole_is_refused() {
    let folder = Folder::new();
    let bake = |flags: &str| folder.run(&format!("bake --size 64x32 -o x.npy {flags}"));
    let allowed = "parts of 0:64 along x, 0:32 along y";
    for part in ["0:65", "5:5", "9:3", ":,32:33", ":,:,0:1", ":,:,:"] {
        let words = ["--box", allowed];
        bake(&format!("--box {part}")).fails(2, &words);
    }
    for part in ["3", "0:4:8", "-1:3", "x", "", ":3"] {
        bake(&format!("--box={part}")).fails(2, &["--box", "such as 0:64,0:64,128:192"]);
    }
    let measured = "--box 0:4 --format r8unorm --range measured";
    let run = folder.run(&format!("bake --size 64x32 -o x.png {measured}"));
    run.fails(2, &["--range", "two numbers, or auto"]);
    let recipe = "size = [8, 8]\nbox = [[0, 9]]\nchannels = [\"a\"]\nnodes.a.kind = \"perlin\"\n";
    folder.write("a.toml", recipe);
    (folder.run("bake a.toml -o x.npy")).fails(2, &["a.toml:2", "box", "0:9", "0:8 along x"]);
}
