//! Pictures that a recipe names: read beside it, or made.

use crate::program::Folder;

#[test]
fn pictures_are_read_beside_the_recipe_and_named_by_their_digest() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("lib")).expect("a folder");
    let grey = |level: u8, path: &str| {
        let picture = image::GrayImage::from_pixel(2, 2, image::Luma([level]));
        picture.save(folder.path(path)).expect("a picture");
    };
    grey(51, "lib/wall.png");
    let text = "size = [4, 4]\nrange = [0, 1]\nchannels = ['a']\nnodes.a = 'image(`wall.png`)'\n";
    folder.write("lib/wall.toml", text);
    folder.write(
        "outer.toml",
        "size = [4, 4]\nrange = [0, 1]\nchannels = ['b']\nimports.lib = 'lib/wall.toml'\nnodes.b = 'lib.a * 1'\n",
    );
    let pixels = |args: &str| {
        folder.good(&format!("bake {args} -o out.png"));
        let found = image::load_from_memory(&folder.read("out.png")).expect("a picture");
        found.to_luma8().into_raw()
    };
    for args in [
        "lib/wall.toml",
        "outer.toml",
        "--size 4x4 --range 0,1 --expr image(`lib/wall.png`)",
        "lib/wall.toml --backend reference",
    ] {
        assert_eq!(pixels(args), [51; 16], "{args}");
    }
    // The recipe in a file names the picture and its digest, and makes the file again beside the picture alone.
    folder.good("bake lib/wall.toml -o out.png");
    let recipe = folder.good("info out.png");
    assert!(recipe.text().contains("wall.png#"), "{}", recipe.text());
    folder.write("lib/again.toml", recipe.text());
    assert_eq!(pixels("lib/again.toml"), [51; 16]);
    // What lies in another folder is told where the picture is.
    folder.good("bake lib/wall.toml --backend cpu --resume -o out.npy");
    for command in ["status out.npy", "check out.npy --backend cpu"] {
        folder.good(&format!("{command} --files lib"));
        let run = folder.run(command);
        run.fails(2, &["a.file: got wall.png (", "--files names another"]);
    }
    grey(52, "lib/wall.png");
    assert_eq!(pixels("lib/wall.toml"), [52; 16]);
    let run = folder.run("bake lib/again.toml -o out.png");
    run.fails(2, &["a.file", "wall.png with the digest"]);
    std::fs::remove_file(folder.path("lib/wall.png")).expect("it goes");
    let run = folder.run("bake lib/wall.toml -o out.png");
    run.fails(2, &["lib/wall.toml:4: a.file: got lib/wall.png ("]);
    folder.write("lib/wall.png", "no picture");
    let run = folder.run("bake lib/wall.toml -o out.png");
    run.fails(
        2,
        &[
            "lib/wall.toml:4: a.file",
            "PNG, EXR, TIFF, JPEG, WebP or .npy",
        ],
    );
    let run = folder.run("bake --size 4x4 --noise image -o out.png");
    run.fails(2, &["image.file: got nothing"]);
    grey(51, "wall.png");
    let run = folder.good("snippet --expr image(`wall.png`) --name wall");
    let bound = "noise_picture_a, a texture that need not be filtered at group 0, binding 4: ";
    assert!(run.text().contains(bound), "{}", run.text());
    assert!(run.text().contains("of wall.png."), "{}", run.text());
    folder.write(
        "slope.toml",
        "size = [4, 4]\nchannels = ['a']\noutput = 'gradient'\nnodes.a = 'image(`wall.png`)'\n",
    );
    let message = "slope.toml:4: a.filter: got bilinear, of which a derivative is taken; allowed: bicubic or spline";
    (folder.run("bake slope.toml -o out.exr")).fails(2, &[message]);
    folder.good("bake slope.toml --set a.filter=bicubic -o out.exr");
}

#[test]
fn made_pictures_need_no_file() {
    let folder = Folder::new();
    let bake = "bake --size 16x16 --format r8unorm -o blue.png";
    folder.good(&format!(
        "{bake} --expr image(`blue-noise:16`,filter=nearest)"
    ));
    let found = image::load_from_memory(&folder.read("blue.png")).expect("a picture");
    let mut levels = found.to_luma8().into_raw();
    levels.sort_unstable();
    assert!(
        levels.into_iter().eq(0..=255),
        "256 pixels, each with a level of its own"
    );
    // What the file holds bakes the same again, in another folder, too.
    std::fs::create_dir(folder.path("lib")).expect("a folder");
    std::fs::rename(folder.path("blue.png"), folder.path("lib/blue.png")).expect("it moves");
    let recipe = folder.good("info lib/blue.png");
    folder.write("again.toml", recipe.stdout);
    folder.good("bake again.toml -o again.png");
    assert_eq!(folder.read("lib/blue.png"), folder.read("again.png"));
    folder.write(
        "lib/masks.toml",
        "size = [4, 4]\nrange = [0, 1]\nchannels = ['mask']\nnodes.mask = 'image(`blue-noise:16`, filter = nearest)'\n",
    );
    folder.write(
        "user.toml",
        "size = [4, 4]\nrange = [0, 1]\nchannels = ['masks.mask']\nimports.masks = 'lib/masks.toml'\n",
    );
    folder.good("bake user.toml -o imported.png");
    folder.good("bake lib/masks.toml -o own.png");
    assert_eq!(
        pixels_of(&folder, "imported.png"),
        pixels_of(&folder, "own.png")
    );
    for (name, message) in [
        ("blue-noise:8", "a side of 8 of blue-noise"),
        ("wavelet-noise:17", "an even one"),
        ("blue-noise:big", "blue-noise:SIDE"),
    ] {
        folder.write(
            "wrong.toml",
            format!("size = [4, 4]\nchannels = ['a']\nnodes.a = 'image(`{name}`)'\n"),
        );
        let run = folder.run("bake wrong.toml -o wrong.png");
        run.fails(2, &["wrong.toml:3: a.file", message]);
    }
    let many: Vec<String> = (0..9)
        .map(|seed| format!("image(`blue-noise:16:{seed}`)"))
        .collect();
    folder.write(
        "many.toml",
        format!(
            "size = [4, 4]\nchannels = ['a']\nnodes.a = '{}'\n",
            many.join(" + ")
        ),
    );
    (folder.run("bake many.toml -o many.png")).fails(2, &["at most 8 made pictures"]);
}

fn pixels_of(folder: &Folder, file: &str) -> Vec<u8> {
    let found = image::load_from_memory(&folder.read(file)).expect("a picture");
    found.to_luma8().into_raw()
}

#[test]
fn the_picture_of_an_unused_node_is_read_when_it_is_needed() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("lib")).expect("a folder");
    folder.write(
        "lib/wall.toml",
        "size = [4, 4]\nrange = [0, 1]\nchannels = ['a']\n[nodes]\na = '0.4'\nb = 'image(`wall.png`)'\n",
    );
    let pixel = |args: &str| {
        folder.good(&format!("bake {args} -o out.png --format r8unorm"));
        let found = image::load_from_memory(&folder.read("out.png")).expect("a picture");
        found.to_luma8().into_raw()[0]
    };
    assert_eq!(pixel("lib/wall.toml"), 102);
    let run = folder.run("bake lib/wall.toml --expr b -o out.png");
    run.fails(2, &["b.file", "lib/wall.png"]);
    let picture = image::GrayImage::from_pixel(2, 2, image::Luma([51]));
    picture
        .save(folder.path("lib/wall.png"))
        .expect("a picture");
    assert_eq!(pixel("lib/wall.toml"), 102);
    assert_eq!(pixel("lib/wall.toml --expr b*1"), 51);
}
