//! Numbers that bake writes, read back as pictures.

use crate::program::Folder;

#[test]
fn the_floats_that_bake_writes_are_read_as_pictures() {
    let folder = Folder::new();
    let values = |expression: &str| {
        folder.good(&format!(
            "bake --size 8x8 --expr {expression} --format r32float -o out.npy"
        ));
        folder.read("out.npy")
    };
    let ramp = values("x*3-y");
    let tail = |npy: &[u8]| npy[npy.len() - 8 * 8 * 4..].to_vec();
    assert_ne!(tail(&ramp), tail(&values("x*3+y")), "the control");
    for (file, format) in [
        ("f.exr", "r32float"),
        ("h.exr", "r16float"),
        ("f.tif", "r32float"),
        ("h.tif", "r16float"),
    ] {
        folder.good(&format!(
            "bake --size 8x8 --expr x*3-y --format {format} -o {file}"
        ));
        let read = values(&format!("image(`{file}`,filter=nearest)"));
        assert_eq!(tail(&read), tail(&ramp), "{file} {format}");
        let bytes = folder.read(file);
        std::fs::write(folder.path(file), &bytes[..bytes.len() - 64]).expect("written");
        let run = folder.run(&format!(
            "bake --size 8x8 --expr image(`{file}`) -o out.npy"
        ));
        run.fails(2, &["image.file", file]);
    }
    // Two channels are neither grey nor colours.
    folder.write(
        "two.toml",
        "size = [8, 8]\nchannels = ['a', 'b']\nnodes = { a = 'x', b = 'y' }\n",
    );
    folder.good("bake two.toml -o two.exr");
    let run = folder.run("bake --size 8x8 --expr image(`two.exr`) -o out.npy");
    run.fails(2, &["two.exr", "an EXR of one channel, or with R, G and B"]);
}

#[test]
fn what_bake_writes_as_npy_is_read_back_to_the_last_bit() {
    let folder = Folder::new();
    let recipe = |nodes: &[String]| {
        let list = |part: &dyn Fn(usize) -> String| {
            (0..nodes.len())
                .map(part)
                .collect::<Vec<String>>()
                .join(", ")
        };
        let channels = list(&|i| format!("'n{i}'"));
        let nodes = list(&|i| format!("n{i} = '{}'", nodes[i]));
        format!("channels = [{channels}]\nnodes = {{ {nodes} }}\n")
    };
    for (size, channels) in [
        ("9", 1),
        ("6x5", 1),
        ("6x5", 3),
        ("6x5x7", 1),
        ("6x5x7", 2),
        ("6x5x7", 4),
        ("3x5x7", 3),
    ] {
        let names = match channels {
            1 | 2 => ["luminance", "alpha", "", ""],
            _ => ["red", "green", "blue", "alpha"],
        };
        let nodes = |of: &dyn Fn(usize) -> String| (0..channels).map(of).collect::<Vec<String>>();
        let made = nodes(&|i| format!("3*x - y + 7*z^2 + {i}"));
        let read = nodes(&|i| {
            let channel = names[i];
            format!("image(`made.npy`, filter = nearest, channel = {channel})")
        });
        folder.write("made.toml", recipe(&made));
        folder.write("read.toml", recipe(&read));
        for flags in ["r32float", "r16float", "r32float --frames 1"] {
            let flags = format!("--size {size} --format {flags}");
            folder.good(&format!("bake made.toml {flags} -o made.npy"));
            let made = folder.read("made.npy");
            for backend in ["cpu", "reference"] {
                folder.good(&format!(
                    "bake read.toml {flags} --backend {backend} -o read.npy"
                ));
                let read = folder.read("read.npy");
                assert!(read == made, "{channels} of {flags} on {backend}");
            }
            folder.good(&format!(
                "bake read.toml {flags} --set n0.edges=mirror --origin -1 -o read.npy"
            ));
            assert!(folder.read("read.npy") != made, "the control");
        }
    }
    // In the plane a volume is its first slice, at z = 0.
    let bytes = |flags: &str, skipped: usize| {
        folder.good(&format!("bake {flags} --format r32float -o out.npy"));
        let npy = folder.read("out.npy");
        npy[npy.len() - skipped..][..6 * 5 * 4].to_vec()
    };
    folder.good("bake --size 6x5x7 --expr 3*x-y+z --format r32float -o made.npy");
    let made = folder.read("made.npy");
    let first = made[made.len() - 6 * 5 * 7 * 4..][..6 * 5 * 4].to_vec();
    let plane = bytes(
        "--size 6x5 --expr image(`made.npy`,filter=nearest)",
        6 * 5 * 4,
    );
    assert_eq!(plane, first);
    folder.write("cut.npy", &made[..made.len() - 1]);
    let run = folder.run("bake --size 8x8 --expr image(`cut.npy`) -o out.npy");
    run.fails(2, &["image.file", "cut.npy, which ends too early;"]);
}
