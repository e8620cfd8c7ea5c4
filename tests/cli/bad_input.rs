//! Bad input ends with exit code 2 and one line that names the flag, what was given and what is allowed.

use super::program::Folder;

/// Bakes with these flags, which must be refused with these words and leave nothing.
#[track_caller]
fn refused(flags: &str, words: &[&str]) {
    refused_as(flags, "x.npy", words);
}

#[track_caller]
fn refused_as(flags: &str, output: &str, words: &[&str]) {
    let folder = Folder::new();
    let run = folder.run(&format!("bake {flags} -o {output}"));
    run.fails(2, words);
    assert!(run.stdout.is_empty());
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn sizes() {
    let allowed = "whole numbers from 1 to 2147483648";
    refused("--size 0", &["--size", "0", allowed]);
    refused("--size 0x10x10", &["--size", "0x10x10", allowed]);
    refused("--size 4x4x4x4", &["--size", "4x4x4x4", allowed]);
    refused("--size 64x", &["--size", "64x", allowed]);
    refused("--size 99999999999", &["--size", "99999999999", allowed]);
    refused("--size -4", &["--size", "-4", allowed]);
    refused("--size -1x4", &["--size", "-1x4", allowed]);
    let limit = "limit is 1099511627776 samples; --max-samples";
    let size = "100000x100000x100000";
    let named = |size: &str| format!("--size: {size} needs");
    let words = [&named(size), "1000000000000000 samples", limit];
    refused(&format!("--size {size}"), &words);
    let size = "2147483648x2147483648x2147483648";
    refused(&format!("--size {size}"), &[&named(size), "2^64"]);
    let frames = "--size 1024x1024 --frames 2147483648";
    refused(frames, &["--size: 1024x1024", "2147483648 frames", limit]);
    let many = "--frames: 2000000 as .png";
    refused_as("--size 4x4 --frames 2000000", "x.png", &[many, "1000000"]);
}

#[test]
fn frequencies() {
    let allowed = "one number from 1e-12 to 1e12, or one for each of x, y, z";
    for bad in [
        "nan", "inf", "-inf", "0", "-1", "1,-2", "1e39", "four", "4,",
    ] {
        refused(&format!("--frequency {bad}"), &["--frequency: ", allowed]);
        refused(&format!("--cells {bad}"), &["--cells: ", allowed]);
    }
    refused(
        "--time-frequency 0 --frames 2",
        &["--time-frequency: got 0"],
    );
    refused("--frequency 4 --cells 4", &["--frequency", "--cells"]);
    refused(
        "--size 8x8x8 --frequency 1,2",
        &["--frequency: got [1.0, 2.0]", "up to z"],
    );
}

#[test]
fn values_beyond_a_half() {
    let flags = "--noise constant --set constant.value=70000 --format r16float";
    let words = ["format: got r16float", "70000", "65504"];
    refused_as(flags, "x.ktx2", &words);
    refused_as(flags, "x.raw", &words);
}

#[test]
fn other_parameters() {
    let octaves = "a whole number from 1 to 32";
    for bad in ["0", "33", "-1", "2.5", "many", "nan"] {
        refused(&format!("--octaves {bad}"), &["--octaves: ", octaves]);
    }
    refused("--gain -1", &["--gain: got -1", "from 0 to 100"]);
    refused(
        "--lacunarity inf",
        &["--lacunarity: got inf", "0.01 to 100"],
    );
    refused("--period 1.5", &["--period: got 1.5", "whole number"]);
    refused(
        "--hash md5",
        &["--hash: unknown name `md5`", "table, integer"],
    );
    refused(
        "--octave-tables no",
        &["--octave-tables", "distinct, shared"],
    );
    refused("--octave-period no", &["--octave-period", "scaled, same"]);
    let positions = &["--octave-positions", "shifted, aligned"];
    refused("--octave-positions no", positions);
    refused("--seed -1", &["--seed", "-1", "from 0 to 4294967295"]);
    for bad in ["3..1", "0..", "..5", "0..4294967296", "a..b"] {
        refused(&format!("--seed {bad}"), &["--seed", bad, "such as 0..9"]);
    }
    refused(
        "--seed 0..100000",
        &["--seed: got 100001 seeds", "up to 100000"],
    );
    // Before there is a path for each.
    let all = "--seed 0..4294967295";
    refused(all, &["--seed: got 4294967296 seeds", "up to 100000"]);
    refused_as("--seed 0..1", "-", &["--seed", "-o -", "-o FILE"]);
    let snippet = Folder::new().run("snippet --seed 0..1");
    snippet.fails(2, &["--seed: got 0..1", "one seed"]);
    refused("--noise perln", &["--noise", "perln", "'perlin'"]);
}

#[test]
fn grids() {
    refused("--frames 0", &["--frames: got 0", "from 1"]);
    for bad in ["0", "-1", "nan", "inf"] {
        refused(&format!("--duration {bad}"), &["--duration: ", "1e-12"]);
        refused(&format!("--extent {bad},1"), &["--extent: ", "1e-12"]);
    }
    refused("--extent 1,2,3", &["--extent", "1 to 2 numbers"]);
    let edges = ["--edge-samples: ", "8x1x8", "at least 2"];
    refused("--edge-samples --size 8x1x8", &edges);
    refused("--origin nan", &["--origin: ", "-1e15 to 1e15"]);
    refused("--origin 1,2,3,4,5", &["--origin: ", "one to four numbers"]);
    refused("--origin 1,b", &["--origin", "1,b", "numbers"]);
}

#[test]
fn numbers_that_are_none() {
    for bad in ["1.0", "0x10", "-3", "4294967296"] {
        let seed = "a whole number from 0 to 4294967295, or two";
        refused(&format!("--seed {bad}"), &["--seed", bad, seed]);
    }
    for bad in ["1.5", "-3", "x"] {
        let frames = "a whole number from 1 to 2147483648";
        refused(&format!("--frames {bad}"), &["--frames", bad, frames]);
    }
    refused("--duration=", &["--duration", "a number from 1e-12 to "]);
    let range = ["--range", "'-1e39,1e39'", "from -3.4e38 to 3.4e38"];
    refused("--range -1e39,1e39", &range);
    refused("--set perlin.kind=5", &["--set perlin.kind", "`5`"]);
    let constant = "--noise constant --frequency 3";
    refused(
        constant,
        &["--frequency", "no node has", "--set constant.value"],
    );
}

#[test]
fn every_flag_of_numbers_says_what_it_takes() {
    let values = "<N> <BYTES> <MIB> <SECONDS> <HOURS> <LENGTH> <IP:PORT>";
    let folder = Folder::new();
    let mut flags = 0;
    let commands = "bake bench check preview serve snippet verify";
    for command in commands.split(' ') {
        let rest = match command {
            "bake" => "-o x.npy",
            "check" => "x.npy",
            _ => "",
        };
        for line in folder.run(&format!("{command} --help")).text().lines() {
            let mut words = line.split_whitespace();
            let flag = words.find(|word| word.starts_with("--"));
            let value = words.next().filter(|value| values.contains(value));
            if let (Some(flag), Some(_)) = (flag, value) {
                let run = folder.run(&format!("{command} {flag} ? {rest}"));
                run.fails(2, &[flag, "?", " a"]);
                // What Rust's own parsers say does not tell what is allowed.
                for unsaid in ["digit", "literal", "syntax"] {
                    assert!(!run.stderr.contains(unsaid), "{}", run.stderr);
                }
                flags += 1;
            }
        }
    }
    assert!(flags > 10, "{flags}");
}

#[test]
fn adapters_that_name_none() {
    let allowed = "a part of an adapter's name, or its index";
    refused("--adapter=", &["--adapter: got \"\"", allowed]);
    refused("--adapter -1", &["--adapter: got \"-1\"", allowed]);
    for command in ["verify", "bench"] {
        for adapter in ["--adapter=", "--adapter=-1", "--adapter -1"] {
            let run = Folder::new().run(&format!("{command} {adapter}"));
            run.fails(2, &["--adapter: got \"", allowed]);
        }
    }
}

#[test]
fn a_switch_says_which_values_it_takes() {
    for switch in ["--seamless", "--edge-samples"] {
        for value in ["yes", "off", "1"] {
            for given in [format!("{switch} {value}"), format!("{switch}={value}")] {
                refused(&given, &[switch, &format!("'{value}'"), "true, false"]);
            }
        }
    }
}

#[test]
fn long_numbers_are_quoted_short() {
    for (flags, words) in [
        ("--frequency 1e300", ["--frequency: got 1e300", "to 1e12"]),
        (
            "--frequency 1e-300",
            ["--frequency: got 1e-300", "from 1e-12"],
        ),
        (
            "--duration 1e300 --frames 2",
            ["--duration: got 1e300", "to 1e12"],
        ),
        (
            "--noise constant --set constant.value=-1e300",
            ["got -1e300;", "-1e18"],
        ),
        (
            "--frequency 4,1e300",
            ["--frequency: got [4.0, 1e300]", "to 1e12"],
        ),
        (
            "--ramp [[0,\"#000000\"],[1e300,\"#ffffff\"]]",
            ["a stop at 1e300", "16 stops"],
        ),
    ] {
        refused(flags, &words);
    }
}

#[test]
fn an_origin_that_is_too_far_is_named() {
    for origin in ["1e15,0", "0,-4e15"] {
        let far = format!("--origin={origin} --frequency 5");
        refused(&far, &["--origin: "]);
    }
    refused(
        "--origin 1e15 --frequency 5",
        &["a position of 5", "below 4.5"],
    );
    let fast = "--frequency 1e12 --extent 1e12,1e12";
    refused(fast, &["--frequency: got a position of"]);
}

#[cfg(feature = "gpu")]
#[test]
fn a_plan_opens_the_adapter_that_is_named() {
    let folder = Folder::new();
    let run = folder.run("bake --size 4x4 --adapter zzz --plan");
    run.fails(1, &["named `zzz`"]);
    assert!(run.stdout.is_empty());
}

#[cfg(unix)]
#[test]
fn values_that_are_no_text_name_their_flag() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let with = |args: &[&[u8]]| {
        let mut command = folder.command("bake");
        command.args(args.iter().map(|arg| std::ffi::OsStr::from_bytes(arg)));
        super::program::Run::of(command.output().expect("the program starts"))
    };
    let path: &[u8] = b"\xfe.npy";
    for (args, flag) in [
        (&[b"-o", path, b"--title", b"\xff"][..], "--title"),
        (&[b"-o", path, b"--title=a\xff"], "--title"),
        (&[b"--set", b"perlin.hash=\xff", b"--output", path], "--set"),
    ] {
        let words = [&format!("error: {flag}: "), "\\xFF", "UTF-8"];
        with(args).fails(2, &words);
    }
}

#[test]
fn a_recipe_is_not_written_over() {
    let folder = Folder::new();
    let recipe = "channels = [\"a\"]\nsize = [4, 4]\nnodes.a.kind = \"perlin\"\n";
    for (name, args) in [
        ("r.toml", "snippet r.toml -o r.toml"),
        ("r.toml", "snippet r.toml -o ./deep/../r.toml"),
        ("r.npy", "bake ./r.npy -o r.npy"),
        ("r.raw.json", "bake r.raw.json -o r.raw"),
        ("r_0001.png", "bake r_0001.png --frames 2 -o r.png"),
        ("r.png", "bake r.png -o r.png --plan"),
    ] {
        std::fs::create_dir_all(folder.path("deep")).expect("a folder");
        folder.write(name, recipe);
        folder
            .run(args)
            .fails(2, &["--output: ", name, "the recipe itself"]);
        assert_eq!(folder.read(name), recipe.as_bytes());
        assert_eq!(folder.files(), ["deep", name]);
        std::fs::remove_file(folder.path(name)).expect("the file goes");
    }
    folder.write("r.npy", recipe);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("r.npy", folder.path("link.npy")).expect("a link");
        folder.run("bake r.npy -o link.npy").fails(2, &["link.npy"]);
        folder.run("bake link.npy -o r.npy").fails(2, &["r.npy"]);
    }
    // Another file of the same folder is written, over an old one too.
    folder.write("s.npy", recipe);
    folder.good("bake r.npy --backend cpu -o s.npy");
    assert!(folder.read("s.npy").starts_with(b"\x93NUMPY"));
}

#[test]
fn what_a_recipe_reads_is_not_written_over() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("lib")).expect("a folder");
    let mut png = std::io::Cursor::new(Vec::new());
    let picture = image::GrayImage::from_pixel(2, 2, image::Luma([51]));
    (picture.write_to(&mut png, image::ImageFormat::Png)).expect("a picture");
    let recipe = |picture: &str| {
        format!(
            "channels = ['a']\nsize = [4, 4]\n[imports]\nstone = 'stone.toml'\n[nodes]\n\
             a = 'stone.s * image(`{picture}`)'\n[outputs]\nalbedo = {{}}\n\
             normal = {{ channels = ['stone.s'], output = 'normal' }}\n"
        )
    };
    let stone = "channels = ['s']\nnodes.s = 'perlin(3)'\n";
    for (name, args) in [
        ("p.png", "bake r.toml -o p.png"),
        ("p.png", "bake r.toml -o lib/../p.png --plan"),
        ("p.png", "bake --size 4x4 --expr image(`p.png`) -o p.png"),
        ("p.png", "snippet r.toml -o p.png"),
        ("p.npy", "bake r.toml -o p.npy"),
        ("p_0001.png", "bake r.toml --frames 2 -o p.png"),
        ("p_seed3.png", "bake r.toml --seed 2..3 -o p.png"),
        ("r_albedo.png", "bake r.toml -o ./"),
        ("r_preview.png", "bake r.toml --preview -o ./"),
        ("lib/p.png", "bake lib/r.toml -o lib/p.png"),
    ] {
        for inner in ["", "lib/"] {
            let picture = name.trim_start_matches("lib/");
            folder.write(&format!("{inner}r.toml"), recipe(picture));
            folder.write(&format!("{inner}stone.toml"), stone);
        }
        folder.write(name, png.get_ref());
        let files = folder.files();
        let words = ["--output: ", name, "a picture that is read"];
        folder.run(args).fails(2, &words);
        assert_eq!(folder.read(name), *png.get_ref(), "{args}");
        assert_eq!(folder.files(), files, "{args}");
        std::fs::remove_file(folder.path(name)).expect("the file goes");
    }
    let unused =
        "channels = ['a']\nsize = [4, 4]\n[nodes]\na = 'perlin(3)'\nb = 'image(`u.png`)'\n";
    folder.write("u.toml", unused);
    folder.write("u.png", png.get_ref());
    folder
        .run("bake u.toml -o u.png")
        .fails(2, &["--output: got u.png, a picture that is read"]);
    folder.write("lib/p.png", png.get_ref());
    folder
        .run("snippet lib/r.toml -o lib/stone.toml")
        .fails(2, &["lib/stone.toml, a recipe that is imported;"]);
    folder.good("bake lib/r.toml --backend cpu -o p.png");
}

#[cfg(unix)]
#[test]
fn no_pipe_is_read_but_the_recipe_that_is_named() {
    let folder = Folder::new();
    let made =
        folder.shell("mkdir s.zarr && mkfifo pipe.toml pipe.png out.npy.json s.zarr/zarr.json");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    folder.write(
        "r.toml",
        "size = [4, 4]\nchannels = ['a']\nimports.i = 'pipe.toml'\nnodes.a = 'i.a'\n",
    );
    let refused = "it is not a regular file";
    folder
        .run("bake r.toml -o out.png")
        .fails(2, &["r.toml:3: imports.i: ", "pipe.toml: ", refused]);
    folder
        .run("info pipe.png")
        .fails(1, &["pipe.png: ", refused]);
    for args in ["info s.zarr", "bake --size 4x4 -o s.zarr"] {
        let file = ["s.zarr/zarr.json: ", refused];
        folder.run(args).fails(1, &file);
    }
    folder.good("bake --size 4x4 --backend cpu -o out.npy");
    folder.write(
        "s.toml",
        "size = [4, 4]\nchannels = ['a']\nnodes.a = 'perlin(3)'\n",
    );
    let run =
        folder.shell("cat s.toml > pipe.toml & \"$NOISE\" bake pipe.toml --backend cpu -o s.npy");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn what_info_could_not_hand_on_is_not_baked() {
    let folder = Folder::new();
    let with_title = |bytes: usize, output: &str| {
        let mut command = folder.command("bake --size 4x4 --backend cpu -o");
        command.args([output, "--title", &"x".repeat(bytes)]);
        super::program::Run::of(command.output().expect("the program starts"))
    };
    for output in ["x.png", "x.ktx2", "x.raw"] {
        let words = ["the recipe, with its title", "the limit is 65536 bytes"];
        with_title(65536, output).fails(2, &words);
        assert_eq!(folder.files(), [""; 0]);
    }
    assert_eq!(with_title(65536, "x.npy").code, Some(0));
    assert_eq!(with_title(65000, "x.png").code, Some(0));
    folder.write("again.toml", folder.good("info x.png").text());
    assert!(folder.baked("again.toml", "again.png") == folder.read("x.png"));
}

#[test]
fn what_others_wrote_stays_on_one_line() {
    let folder = Folder::new();
    let said = |given: &str| {
        let mut command = folder.command("bake -o x.npy --set");
        command.arg(format!("perlin.hash={given}"));
        super::program::Run::of(command.output().expect("the program starts"))
    };
    said("a\u{1b}[31mb\nc").fails(2, &["u{1b}", "table, integer"]);
    let long = said(&"x".repeat(30_000));
    long.fails(2, &["--set perlin.hash: ", " … ", "table, integer"]);
    assert!(long.stderr.chars().count() < 650);
}

#[test]
fn seamless_names_the_nearest_frequencies_that_close() {
    let nearest = "the nearest that close: 4 or 5";
    refused(
        "--seamless --frequency 4.3",
        &["--frequency: got 4.3", nearest],
    );
    refused("--seamless --cells 4.3", &["--cells: got 4.3", nearest]);
    let wide = "--seamless --frequency 3 --size 8x4";
    refused(wide, &["2 or 4", "or an extent along y"]);
    refused(
        "--seamless --frequency 0.3",
        &["--frequency", "1 is the least"],
    );
    let lacunarity = "--seamless --octaves 3 --lacunarity 2.2";
    refused(
        lacunarity,
        &[
            "--lacunarity: got 2.2",
            "octave of 8.8 cells",
            "whole lacunarity",
        ],
    );
    let time = "--seamless --frames 4 --time-frequency 1.5";
    refused(time, &["--time-frequency: got 1.5", "1 or 2"]);
}

#[test]
fn set() {
    refused(
        "--set perlin.freq=3",
        &["--set perlin.freq", "did you mean `frequency`?"],
    );
    refused(
        "--set perln.seed=3",
        &["--set perln.seed", "did you mean `perlin`?"],
    );
    refused("--set perlin", &["--set", "node.parameter=value"]);
    refused(
        "--set perlin=3",
        &["--set perlin: got this name", "node.parameter"],
    );
    refused(
        "--set seed=3",
        &["--set seed: got this name", "allowed: perlin.seed"],
    );
    refused(
        "--set perlin.seed=-1",
        &["--set perlin.seed: got -1", "from 0"],
    );
    refused(
        "--set fbm.persistence=-1",
        &["--set fbm.persistence: got -1", "from 0 to 100"],
    );
    refused(
        "--set perlin.kind=perlim",
        &["--set perlin.kind", "`perlin`"],
    );
    refused(
        "--set perlin.axes=zx",
        &["--set perlin.axes: got \"zx\"", "xyzw"],
    );
}

#[test]
fn files_and_formats() {
    let known = "npy, png, apng, gif, webp, exr, tif, ";
    refused_as("", "x.jpg", &["--output", "jpg", known]);
    refused_as("", "x.npz", &["--output", "npz", "did you mean `npy`?"]);
    refused_as("", "x.npy/", &["--output: got x.npy/", ".npy, .png"]);
    refused_as("", "x.npy/.", &["--output: got x.npy/.", ".npy, .png"]);
    refused_as("", "x", &["--output: got x", ".npy, .png, "]);
    refused(
        "--format r8",
        &["--format", "r8", "'r8unorm'", "rgba32float"],
    );
    refused(
        "--format r8unorm",
        &["--format: got r8unorm for .npy", "r32float"],
    );
    let png = "r8unorm, r16unorm, rgba8unorm, rgba16unorm";
    refused_as(
        "--format r32float",
        "x.png",
        &["--format: got r32float for .png", png],
    );
    refused_as(
        "--format rg8unorm --plan",
        "x.png",
        &["--format: got rg8unorm", png],
    );
    for bad in ["0,0", "nan,1", "0,inf", "1", "1,2,3", "low"] {
        refused(&format!("--range {bad}"), &["--range", "that differ"]);
    }
    let far = ["--range: got -3e38,3e38", "differ, by at most 3.4e38"];
    refused("--range -3e38,3e38", &far);
}

#[test]
fn flags_that_cannot_go_together() {
    refused_as("--json", "-", &["--json", "-o -"]);
    refused(
        "--backend cpu --adapter 0",
        &["--adapter: got 0", "--backend gpu"],
    );
    refused_as(
        "--sidecar",
        "-",
        &["--sidecar", "standard output", "only with .npy"],
    );
    refused(
        "--backend cpux",
        &["--backend", "auto, gpu, cpu, reference"],
    );
    Folder::new().run("bake").fails(2, &["--output"]);
    Folder::new()
        .run("bake --seamles -o x.npy")
        .fails(2, &["--seamless"]);
    Folder::new().run("bak").fails(2, &["bak", "'bake'"]);
    let alone = Folder::new().run("");
    assert_eq!((alone.code, alone.stdout), (Some(2), Vec::new()));
}

#[cfg(not(feature = "gpu"))]
#[test]
fn a_build_without_a_gpu_says_so() {
    let words = ["--backend: got gpu", "this build has no GPU backend"];
    refused("--backend gpu", &words);
    refused("--adapter llvmpipe", &words);
}
