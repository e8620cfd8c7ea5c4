//! Files that are not written over, not read, or not baked.

use crate::program::Folder;

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

/// Not on Windows, where a command has at most 32767 characters.
#[cfg(unix)]
#[test]
fn what_info_could_not_hand_on_is_not_baked() {
    use crate::program::Run;
    let folder = Folder::new();
    let with_title = |bytes: usize, output: &str| {
        let mut command = folder.command("bake --size 4x4 --backend cpu -o");
        command.args([output, "--title", &"x".repeat(bytes)]);
        Run::of(command.output().expect("the program starts"))
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
