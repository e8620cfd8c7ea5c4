//! `bake --preview`: the picture of a sphere of a material.

use image::RgbaImage;

use crate::program::Folder;

const MATERIAL: &str = "size = [32, 32]\nchannels = [\"hill\"]\n[nodes]\nhill = \"perlin(4)\"\nlight = \"0.8\"\n\
    none = \"0\"\nfull = \"1\"\n[outputs]\nalbedo = { channels = [\"light\", \"light\", \"none\"], range = [0, 1] }\n\
    normal = { channels = [\"hill\"], output = \"normal\", strength = 0.1 }\n\
    orm = { channels = [\"full\", \"full\", \"none\"], range = [0, 1] }\n";

/// Bakes the material in a folder of its own, and returns the picture.
fn preview(folder: &Folder, name: &str, material: &str) -> RgbaImage {
    folder.write(&format!("{name}.toml"), material);
    let run = folder.good(&format!("bake {name}.toml --preview -o {name}/"));
    assert!(run.stderr.contains("_preview.png"), "{}", run.stderr);
    let file = folder.read(&format!("{name}/{name}_preview.png"));
    image::load_from_memory(&file)
        .expect("a picture")
        .to_rgba8()
}

/// How many pixels differ clearly.
fn differing(a: &RgbaImage, b: &RgbaImage) -> usize {
    let pairs = a.pixels().zip(b.pixels());
    let clearly = |(a, b): &(&image::Rgba<u8>, &image::Rgba<u8>)| {
        (0..3).any(|part| a.0[part].abs_diff(b.0[part]) > 12)
    };
    pairs.filter(clearly).count()
}

/// An EXR holds light, a PNG colours as screens show them.
#[test]
fn a_sphere_is_the_same_from_an_exr() {
    let folder = Folder::new();
    let material = "size = [32, 32]\nchannels = [\"hill\"]\nramp = [[-1.0, \"#204060\"], [1.0, \"#e0c080\"]]\n\
        nodes.hill = \"perlin(4)\"\n[outputs]\nalbedo = {}\n\
        normal = { channels = [\"hill\"], output = \"normal\", strength = 0.1 }\n";
    let png = preview(&folder, "png", material);
    let exr = preview(
        &folder,
        "exr",
        &format!("format = \"r32float\"\n{material}"),
    );
    assert!(folder.path("exr/exr_albedo.exr").exists());
    assert_eq!(differing(&png, &exr), 0);
}

#[test]
fn a_sphere_shows_every_map() {
    let folder = Folder::new();
    let plain = preview(&folder, "plain", MATERIAL);
    assert_eq!(plain.dimensions(), (512, 512));
    let [red, green, blue, alpha] = plain.get_pixel(200, 180).0;
    assert!(red > 100 && green > 100 && blue < red / 2, "yellow");
    assert_eq!(alpha, 255);
    let corner = plain.get_pixel(1, 1).0;
    assert!(corner[0] == corner[2] && corner[0] < 80, "{corner:?}");
    assert_eq!(differing(&plain, &preview(&folder, "same", MATERIAL)), 0);
    let others = [
        ("albedo", "light = \"0.8\"", "light = \"0.3\""),
        ("normal", "strength = 0.1", "strength = 0.02"),
        (
            "directx",
            "output = \"normal\"",
            "output = \"normal_directx\"",
        ),
        (
            "occlusion",
            "[\"full\", \"full\", \"none\"]",
            "[\"none\", \"full\", \"none\"]",
        ),
        (
            "roughness",
            "[\"full\", \"full\", \"none\"]",
            "[\"full\", \"none\", \"none\"]",
        ),
        (
            "metal",
            "[\"full\", \"full\", \"none\"]",
            "[\"full\", \"full\", \"full\"]",
        ),
    ];
    for (name, old, new) in others {
        let changed = MATERIAL.replace(old, new);
        assert_ne!(changed, MATERIAL, "{name}");
        // DirectX's normals are the same slopes, and a renderer that knows them shows the same sphere.
        let count = differing(&plain, &preview(&folder, name, &changed));
        assert_eq!(count > 1000, name != "directx", "{name}: {count} pixels");
    }
}

#[test]
fn what_has_no_sphere_is_refused_before_anything_is_written() {
    let folder = Folder::new();
    folder.write("flat.toml", MATERIAL.replace("normal = {", "slope = {"));
    folder.write("solid.toml", MATERIAL.replace("[32, 32]", "[8, 8, 8]"));
    folder.write("named.toml", format!("{MATERIAL}preview = {{}}\n"));
    folder.write("good.toml", MATERIAL);
    let refused = [
        ("bake flat.toml --preview -o x/", "albedo and normal"),
        ("bake solid.toml --preview -o x/", "a volume"),
        ("bake named.toml --preview -o x/", "an output of that name"),
        ("bake good.toml --preview -o x.png", "-o FOLDER/"),
        (
            "bake good.toml --preview --seed 0..1 -o x/",
            "a range of seeds",
        ),
        (
            "bake good.toml --preview --size 5000x5000 -o x/",
            "the picture needs 5000x5000",
        ),
        ("bake good.toml --preview --resume -o x/", "--resume"),
    ];
    for (command, reason) in refused {
        folder.run(command).fails(2, &[reason]);
        assert!(!folder.path("x").exists(), "{command}");
    }
    folder.good("bake good.toml --preview --plan -o x/");
    assert!(!folder.path("x").exists(), "a plan writes nothing");
}
