//! Bakes that succeed: what stands in the file, on standard output and on standard error.

use super::program::Folder;

/// The samples of an `.npy` file, by another reader.
fn npy(bytes: &[u8]) -> (Vec<u64>, Vec<f32>) {
    let npy = npyz::NpyFile::new(bytes).expect("an .npy file");
    (npy.shape().to_vec(), npy.into_vec().expect("floats"))
}

#[test]
fn shapes() {
    let folder = Folder::new();
    for (flags, shape) in [
        ("--size 5", &[5][..]),
        ("--size 5x4", &[4, 5]),
        ("--size 5x4x3", &[3, 4, 5]),
        ("--size 5x4x3 --frames 2", &[2, 3, 4, 5]),
        ("--size 5 --frames 1", &[1, 5]),
        ("--noise constant --size 5x4", &[4, 5]),
    ] {
        let (found, samples) = npy(&folder.baked(flags, "x.npy"));
        assert_eq!(found, shape, "{flags}");
        assert_eq!(samples.len() as u64, shape.iter().product::<u64>());
    }
}

#[test]
fn the_reference_and_the_cpu_agree() {
    let folder = Folder::new();
    for size in ["37", "37x11", "13x11x7", "7x5x3 --frames 3"] {
        let flags = format!("--size {size} --octaves 4 --frequency 3 --seed 5 --origin -2.5");
        let (_, cpu) = npy(&folder.baked(&flags, "cpu.npy"));
        folder.good(&format!(
            "bake {flags} --backend reference -o reference.npy"
        ));
        let (_, reference) = npy(&folder.read("reference.npy"));
        let apart = (cpu.iter().zip(&reference)).map(|(a, b)| (a - b).abs());
        let largest = apart.max_by(f32::total_cmp).expect("samples");
        assert!(largest <= 1e-6, "{size}: {largest}");
        assert!(reference.iter().any(|v| v.abs() > 0.1), "{size}");
    }
}

#[test]
fn one_aligned_octave_is_its_source() {
    let folder = Folder::new();
    let source = folder.baked("--size 9x8x7 --seed 2", "source.npy");
    let octave = |flags: &str| {
        folder.baked(
            &format!("--size 9x8x7 --seed 2 --octaves 1 {flags}"),
            "octave.npy",
        )
    };
    assert!(source == octave("--octave-positions aligned"));
    assert!(source != octave(""), "an octave is shifted");
}

#[test]
fn one_closing_line_says_what_was_done() {
    let folder = Folder::new();
    let run = folder.good("bake --size 8x8x8 --backend cpu --range 0,0.1 -o x.png");
    assert!(run.stdout.is_empty());
    let line = run.stderr.trim_end();
    assert_eq!(line.lines().count(), 1, "{line}");
    for part in [
        "wgpu-noise: 512 samples in ",
        " s, backend cpu",
        "values outside 0..0.1 saturated",
        "atlas",
        "x.png",
    ] {
        assert!(line.contains(part), "`{part}` is missing in: {line}");
    }
    let run = folder.good("bake --size 8x8 --backend cpu --range auto -o x.png");
    assert!(!run.stderr.contains("saturated"), "{}", run.stderr);
    let run = folder.good("bake --size 8x8 --frames 3 --backend cpu -o f.png");
    assert!(
        run.stderr.contains("3 files f_0000.png to f_0002.png"),
        "{}",
        run.stderr
    );
}

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
fn a_measured_range_is_the_least_and_the_greatest_sample() {
    let folder = Folder::new();
    let flags = "--size 24x20 --frames 3 --octaves 3 --seed 4";
    let (_, samples) = npy(&folder.baked(flags, "x.npy"));
    let range = [f32::min, f32::max].map(|pick| samples.iter().copied().reduce(pick).unwrap());
    let run = folder.good(&format!(
        "bake {flags} --backend cpu --format r16unorm --range measured --json -o x.raw"
    ));
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    let found = [0, 1].map(|end| report["range"][end].as_f64().map(|end| end as f32));
    assert_eq!(found, range.map(Some));
    assert_eq!(report["used"], serde_json::json!([0.0, 1.0]));
    assert_eq!(report["saturated"], 0);
    let texels = folder.read("x.raw");
    let words: Vec<u16> = texels
        .chunks(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    assert_eq!(words.iter().filter(|word| **word == 0).count(), 1);
    assert_eq!(words.iter().filter(|word| **word == 65535).count(), 1);
    // A plan computes nothing, and so knows no range.
    let plan = folder.good(&format!("bake {flags} --range measured --plan -o x.png"));
    assert!(
        plan.text()
            .contains("the least and the greatest sample, found first, become 0..1")
    );
}

#[test]
fn the_range_is_that_of_the_noise_and_the_share_of_it_is_said() {
    let folder = Folder::new();
    for (noise, range) in [
        ("--noise worley", "0..1"),
        ("--noise perlin", "-1..1"),
        ("--noise worley --set worley.output=cell", "-1..1"),
        ("--noise worley --octaves 3", "0..1"),
        // In three dimensions it lies a little below 0 here and there.
        (
            "--octaves 3 --set fbm.kind=ridged --set fbm.form=plain --size 8x8x8",
            "0..1",
        ),
        ("--octaves 3 --set fbm.kind=hybrid", "-1..1"),
        ("--noise worley --range -2,2", "-2..2"),
    ] {
        let plan = folder.good(&format!("bake --plan -o x.png {noise}"));
        let line = format!("{range} becomes 0..1");
        assert!(plan.text().contains(&line), "{noise}: {}", plan.text());
    }
    let flags = "--size 64x64 --backend cpu --octaves 5 -o";
    let line = folder.good(&format!("bake {flags} x.png")).stderr;
    assert!(
        line.contains(" % of -1..1 used: --range measured uses all of it"),
        "{line}"
    );
    for all in ["x.png --range measured", "x.npy", "x.ktx2 --range -0.5,0.5"] {
        let line = folder.good(&format!("bake {flags} {all}")).stderr;
        assert!(!line.contains("used"), "{line}");
    }
    let line = folder.good("bake --size 8x8 --expr 0.5 -o x.png").stderr;
    assert!(line.contains(", all texels equal"), "{line}");
    // The ranges of a material's outputs have a meaning.
    let outputs = "channels = ['n']\nnodes.n = 'perlin(3)'\noutputs.height.channels = ['n']";
    folder.write("m.toml", outputs);
    let line = folder.good("bake m.toml --size 64x64 -o m/").stderr;
    assert!(
        line.contains("m/m_height.png") && !line.contains("used"),
        "{line}"
    );
    // Of colours nothing is lost, however few there are.
    let ramp = "--ramp [[0,\"#101010\"],[1,\"#202020\"]]";
    let line = folder.good(&format!("bake {flags} x.png {ramp}")).stderr;
    assert!(!line.contains("used"), "{line}");
}

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
fn auto_looks_for_a_gpu_where_one_would_pay_and_says_what_it_took() {
    let folder = Folder::new();
    let small = folder.good("bake --size 64x64 --octaves 5 -o x.npy");
    assert_eq!(small.stderr.lines().count(), 1, "{}", small.stderr);
    assert!(small.stderr.contains(", backend cpu, "), "{}", small.stderr);
    let large = |flags: &str| {
        let mut command = folder.command(&format!("{LARGE} {flags}"));
        command.env("RAYON_NUM_THREADS", "1");
        super::program::Run::of(command.output().expect("the program starts")).stderr
    };
    // It is opened once for both seeds, of which each has its closing line.
    let said = large("--seed 0..1");
    assert!(said.starts_with("wgpu-noise: computing on "), "{said}");
    assert_eq!(said.lines().count(), 1 + 2, "{said}");
    assert_eq!(large("--quiet"), "");
}

#[test]
fn quiet_leaves_errors() {
    let folder = Folder::new();
    let run = folder.good("--quiet bake --size 4x4 -o x.npy --json");
    assert_eq!(run.stderr, "");
    assert!(run.text().contains("\"samples\": 16"));
    folder
        .run("bake --size 0 -q -o x.npy")
        .fails(2, &["--size"]);
    assert_eq!(folder.good("gallery -q").stderr, "");
}

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

/// Texels of a row and column more than a power of two, and tiles whose origins are an extent apart.
#[test]
fn tiles_with_edge_samples_share_their_edges() {
    let folder = Folder::new();
    for (size, extent) in [(9, 1.0), (17, 0.25), (6, 0.1)] {
        let tile = |x: f64, y: f64| {
            let flags = format!(
                "--size {size}x{size} --extent {extent} --frequency 7.3 --octaves 4 --edge-samples --origin {x},{y}"
            );
            npy(&folder.baked(&flags, "x.npy")).1
        };
        let here = tile(0.0, 0.0);
        let [right, below] = [tile(extent, 0.0), tile(0.0, extent)];
        for i in 0..size {
            assert_eq!(
                right[i * size].to_bits(),
                here[i * size + size - 1].to_bits()
            );
            assert_eq!(below[i].to_bits(), here[(size - 1) * size + i].to_bits());
        }
        // Centres share nothing.
        let centres = |x: f64| {
            let flags =
                format!("--size {size}x{size} --extent {extent} --frequency 7.3 --origin {x}");
            npy(&folder.baked(&flags, "x.npy")).1
        };
        assert_ne!(centres(extent)[0], centres(0.0)[size - 1]);
    }
    // A flag takes it from a recipe that has it.
    folder.write(
        "edges.toml",
        "channels = [\"p\"]\nsize = [9, 9]\nedge_samples = true\nnodes.p.kind = \"perlin\"\n",
    );
    let plain = folder.baked("--size 9x9", "x.npy");
    assert!(plain != folder.baked("edges.toml", "x.npy"));
    for value in ["--edge-samples=false", "--edge-samples false"] {
        assert!(plain == folder.baked(&format!("edges.toml {value}"), "x.npy"));
    }
    // Closed, the last sample is the first; and the recipe keeps it.
    let flags = "--size 9x5 --extent 1,1 --frequency 4 --seamless --edge-samples";
    let (_, closed) = npy(&folder.baked(flags, "x.npy"));
    assert!((0..5).all(|y| closed[9 * y].to_bits() == closed[9 * y + 8].to_bits()));
    assert_eq!(closed[..9], closed[36..]);
    let png = folder.baked(flags, "x.png");
    folder.write("again.toml", folder.good("info x.png").text());
    assert!(png == folder.baked("again.toml", "again.png"));
}

#[test]
fn an_extent_may_be_short_as_an_origin_may() {
    let folder = Folder::new();
    let baked = |flags: &str| folder.baked(&format!("--size 8x4x2 {flags}"), "x.npy");
    assert!(baked("--extent 0.5") == baked("--extent 0.5,0.25,0.125"));
    assert!(baked("--extent 0.5,0.3") == baked("--extent 0.5,0.3,0.125"));
    assert!(baked("--extent 1") == baked(""));
    assert!(baked("--extent 0.5") != baked(""));
}

#[test]
fn a_range_with_the_greater_first_inverts() {
    let folder = Folder::new();
    let bytes = |range: &str| {
        let png = folder.baked(&format!("--size 16x16 --range {range}"), "x.png");
        image::load_from_memory(&png)
            .expect("a picture")
            .into_bytes()
    };
    let (upright, inverted) = (bytes("-0.5,0.7"), bytes("0.7,-0.5"));
    assert!(upright.iter().any(|v| *v < 100) && upright.iter().any(|v| *v > 150));
    for (a, b) in upright.iter().zip(&inverted) {
        assert!((i32::from(*a) + i32::from(*b) - 255).abs() <= 1, "{a}, {b}");
    }
    let run = folder.good("bake --size 16x16 --range 0.1,0 --backend cpu -o x.png");
    assert!(
        run.stderr.contains("outside 0.1..0 saturated"),
        "{}",
        run.stderr
    );
}

#[test]
fn seamless_takes_its_value_in_either_way_and_warns_where_it_closes_a_part() {
    let folder = Folder::new();
    let flags = "--size 9x9 --frequency 3";
    let closed = folder.baked(&format!("{flags} --seamless"), "x.npy");
    for value in ["--seamless=true", "--seamless true"] {
        assert!(
            closed == folder.baked(&format!("{flags} {value}"), "x.npy"),
            "{value}"
        );
    }
    let open = folder.baked(flags, "x.npy");
    for value in ["--seamless=false", "--seamless false"] {
        assert!(
            open == folder.baked(&format!("{flags} {value}"), "x.npy"),
            "{value}"
        );
    }
    let said = |flags: &str| {
        folder
            .good(&format!("bake perlin_2d --plan {flags}"))
            .stderr
    };
    let part = said("--extent 0.5,1 --seamless");
    assert!(
        part.contains("0.5 of the recipe's 1 units along x") && part.contains("--seamless=false"),
        "{part}"
    );
    assert_eq!(said("--extent 0.5,1 --seamless=false"), "");
    assert_eq!(said("--origin 3"), "");
    assert_eq!(said("--extent 2,1"), "");
}

#[test]
fn a_dash_writes_bare_samples_and_nothing_else() {
    let folder = Folder::new();
    let (_, samples) = npy(&folder.baked("--size 5x4x3", "x.npy"));
    let run = folder.good("bake --size 5x4x3 --backend cpu -o -");
    assert_eq!(
        run.stdout,
        samples
            .iter()
            .flat_map(|v| v.to_le_bytes())
            .collect::<Vec<u8>>()
    );
    let run = folder.good("bake --size 5x4x3 --backend cpu --format r8unorm -o -");
    assert_eq!(run.stdout.len(), 60);
    assert_eq!(folder.files(), ["x.npy"]);
}

#[test]
fn json_is_a_report_for_programs() {
    let folder = Folder::new();
    let run = folder.good("bake --size 6x5 --frames 2 --backend cpu --json -o x.png");
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(report["samples"], 60);
    assert_eq!(report["backend"], "cpu");
    assert_eq!(report["adapter"], serde_json::Value::Null);
    assert_eq!(report["form"], wgpu_noise::cpu::SimdLevel::detect().name());
    assert_eq!(report["size"], serde_json::json!([6, 5]));
    assert_eq!(report["frames"], 2);
    assert_eq!(report["format"], "r8unorm");
    assert_eq!(report["bytes"], 60);
    assert_eq!(report["range"], serde_json::json!([-1.0, 1.0]));
    assert_eq!(
        report["files"],
        serde_json::json!(["x_0000.png", "x_0001.png"])
    );
    assert!(
        report["seconds"]
            .as_f64()
            .is_some_and(|seconds| seconds >= 0.0)
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

#[test]
fn help_states_defaults_and_ranges() {
    let help = Folder::new().good("bake --help");
    for key in wgpu_noise::Recipe::KEYS {
        assert!(help.text().contains(key), "`{key}` is missing");
    }
    for part in [
        "[default: 256x256]",
        "a whole number from 1 to 32, or auto [default of an fbm: 5]",
        "r8unorm, r16unorm",
        "[default: 0,1 of colours and of a noise that is never negative, such as a distance, else -1,1]",
        ".ktx2  r8unorm, rg8unorm",
        "#rrggbbaa",
        "Every other node needs a recipe",
        "--quiet",
    ] {
        assert!(help.text().contains(part), "`{part}` is missing");
    }
}

#[test]
fn verify_finds_the_cpu_right() {
    let run = Folder::new().good("verify --backend cpu --every 11");
    let lines: Vec<&str> = run.text().lines().collect();
    assert!(lines.iter().all(|line| line.starts_with("pass  ")));
    for dimension in ["1-D", "2-D", "3-D", "4-D"] {
        let line = format!("pass  perlin     {dimension}: ");
        assert!(lines.iter().any(|l| l.starts_with(&line)), "{line}");
    }
    assert!(run.stderr.contains(" cases passed"), "{}", run.stderr);
    assert!(run.stderr.contains(", of "), "{}", run.stderr);
    let each = Folder::new().good("verify --backend cpu --every 20 --cases");
    assert!(each.text().lines().count() > 145);
    Folder::new()
        .run("verify --every 0")
        .fails(2, &["--every", "0"]);
}

#[test]
fn nodes_lists_kinds_and_functions_and_describes_each() {
    let all = Folder::new().good("nodes");
    for kind in wgpu_noise::noise::Kind::all() {
        assert!(all.text().contains(kind.name()));
        let page = Folder::new().good(&format!("nodes {kind}"));
        for param in kind.params() {
            assert!(page.text().contains(&format!("  {}", param.name)), "{kind}");
        }
    }
    let run = |line: &str| Folder::new().run(line);
    run("nodes wrap").fails(2, &["`wrap`, did you mean `warp`?"]);
    run("nodes voronoi").fails(2, &["`voronoi`, did you mean `worley`?"]);
    assert!(all.text().contains("\n  checker(count = 8)\n"));
    let page = Folder::new().good("nodes checker");
    assert!(
        page.text()
            .starts_with("checker(count = 8), in an expression: 1 and 0")
    );
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

#[test]
fn supersampled_pieces_are_those_of_the_whole() {
    let folder = Folder::new();
    let flags = "--noise worley --frequency 9 --supersample 4";
    let (_, whole) = npy(&folder.baked(&format!("{flags} --size 24x20"), "whole.npy"));
    let (_, piece) =
        npy(&folder.baked(&format!("{flags} --size 24x20 --box 5:17,3:9"), "piece.npy"));
    let rows = whole.chunks(24).skip(3).take(6);
    assert_eq!(
        rows.flat_map(|row| row[5..17].to_vec()).collect::<Vec<_>>(),
        piece
    );
    let (_, plain) = npy(&folder.baked("--noise worley --frequency 9 --size 24x20", "plain.npy"));
    assert_ne!(plain, whole);
    let run = folder.good(&format!("bake {flags} --size 24x20 --plan"));
    let plan = run.text();
    assert!(
        plan.contains("grid 480 samples, each the mean of 16"),
        "{plan}"
    );
}
