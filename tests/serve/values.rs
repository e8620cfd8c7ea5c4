//! Answers are what `wgpu-noise bake` writes.

use crate::server::{Server, command};

/// The file that `bake` writes for a preset.
fn baked(args: &str, extension: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(format!("x.{extension}"));
    let mut command = command(&format!("bake --backend cpu {args} -o"));
    let run = command.arg(&path).output().expect("it starts");
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    std::fs::read(path).expect("a file")
}

/// Whether a picture has the texels and the recipe of another. They may be compressed in different ways.
fn is_picture(found: &[u8], expected: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.png");
    let [found, expected] = [found, expected].map(|bytes| {
        std::fs::write(&path, bytes).expect("a file");
        let recipe = wgpu_noise::format::read_recipe(&path).expect("a recipe");
        (image::load_from_memory(bytes).expect("a picture"), recipe)
    });
    found == expected
}

#[test]
fn presets_with_changes_are_the_files_of_bake() {
    let server = Server::start("");
    let file = |found: &[u8], expected: &[u8]| found == expected;
    for (extension, is) in [
        ("png", is_picture as fn(&[u8], &[u8]) -> bool),
        ("ktx2", file),
        ("npy", file),
        ("raw", file),
        ("dds", file),
        ("tif", file),
        ("exr", file),
        ("vdb", file),
    ] {
        let path =
            format!("/v1/presets/marble.{extension}?size=16x16&seed=5&nodes.rough.octaves=3");
        let found = server.get(&path).good();
        let args = "marble --size 16x16 --set rough.octaves=3 --seed";
        assert!(
            is(&found, &baked(&format!("{args} 5"), extension)),
            "{extension}"
        );
        assert!(
            !is(&found, &baked(&format!("{args} 6"), extension)),
            "{extension}"
        );
    }
}

#[test]
fn parameters_of_a_preset_are_set_by_name() {
    let server = Server::start("");
    let path = "/v1/presets/caves.npy?size=8x8x8&parameters.width";
    let found = server.get(&format!("{path}=0.1")).good();
    assert_eq!(found, baked("caves --size 8x8x8 --set width=0.1", "npy"));
    assert_ne!(found, server.get(&format!("{path}=0.01")).good());
    let answer = server.get(&format!("{path}=1"));
    assert_eq!(answer.status, 422);
}

#[test]
fn every_key_of_the_query_is_a_flag_of_bake() {
    let server = Server::start("");
    for (query, flags) in [
        ("extent=2,3", "--extent 2,3"),
        ("origin=0.5,1", "--origin 0.5,1"),
        ("frames=3&duration=2", "--frames 3 --duration 2"),
        ("edge_samples=true", "--edge-samples"),
        ("expr=noise*0.5", "--expr noise*0.5"),
        (
            "nodes.noise.period=4&nodes.noise.frequency=4&seamless=true",
            "--period 4 --frequency 4 --seamless",
        ),
    ] {
        let found = server
            .get(&format!("/v1/presets/perlin_2d.npy?size=8x8&{query}"))
            .good();
        let flags = format!("perlin_2d --size 8x8 {flags}");
        assert!(found == baked(&flags, "npy"), "{query}");
        assert!(found != baked("perlin_2d --size 8x8", "npy"), "{query}");
    }
    for (query, flags) in [
        ("format=r16unorm", "--format r16unorm"),
        ("range=0,0.5", "--range 0,0.5"),
        ("range=auto", "--range auto"),
        ("supersample=2", "--supersample 2"),
        ("title=x", "--title x"),
        ("licence=x", "--licence x"),
        (
            "ramp=[[0,%22%23000000%22],[1,%22%23ffffff%22]]&ramp_space=linear",
            "--ramp [[0,\"#000000\"],[1,\"#ffffff\"]] --ramp-space linear",
        ),
    ] {
        let found = server
            .get(&format!("/v1/presets/classic.png?size=8x8&{query}"))
            .good();
        let expected = baked(&format!("classic --size 8x8 {flags}"), "png");
        assert!(is_picture(&found, &expected), "{query}");
        let other = baked("classic --size 8x8", "png");
        assert!(!is_picture(&found, &other), "{query}");
    }
    let gradient = server
        .get("/v1/presets/classic.npy?size=8x8&output=gradient")
        .good();
    assert!(gradient.len() > 3 * 8 * 8 * 4);
}

#[test]
fn an_output_of_a_preset_is_the_file_of_a_bake() {
    let server = Server::start("");
    let folder = tempfile::tempdir().expect("a folder");
    let run = command("bake rust --size 16x16 --backend cpu -o")
        .arg(folder.path())
        .output();
    assert!(run.expect("it starts").status.success());
    let file = |output: &str| {
        std::fs::read(folder.path().join(format!("rust_{output}.png"))).expect("a file")
    };
    for output in ["normal", "orm", "albedo"] {
        let query = format!("/v1/presets/rust.png?size=16x16&outputs={output}");
        let found = server.get(&query).good();
        assert!(is_picture(&found, &file(output)), "{output}");
        assert!(!is_picture(&found, &file("ao")), "{output}");
    }
    // What replaces the recipe comes first, wherever it stands.
    let of = |query: &str| server.get(&format!("/v1/presets/rust.png?{query}")).good();
    let weak = of("outputs=normal&size=16x16&strength=0.1");
    assert!(is_picture(
        &of("strength=0.1&size=16x16&outputs=normal"),
        &weak
    ));
    assert!(!is_picture(&weak, &file("normal")));
    // Normals have a range of their own, and that of the preset is one of heights.
    let normals = server.get("/v1/presets/marble.png?size=8x8&output=normal");
    let texels: serde_json::Value =
        serde_json::from_str(normals.header("noise-texels").expect("a header")).expect("JSON");
    assert_eq!(texels["range"], serde_json::json!([-1.0, 1.0]));
    let refused = server.get("/v1/presets/rust.png?outputs=normals");
    assert_eq!(refused.status, 422);
}

#[test]
fn a_recipe_in_toml_and_in_json_gives_the_same_file() {
    let server = Server::start("");
    let print = |args: &str| {
        let run = command(&format!("presets classic {args}"))
            .output()
            .expect("it starts");
        String::from_utf8(run.stdout).expect("text")
    };
    let accept = "Accept: application/x-npy\r\n";
    let toml = server.bake(accept, &print("")).good();
    let json = format!("{accept}Content-Type: application/json; charset=utf-8\r\n");
    assert!(toml == server.bake(&json, &print("--json")).good());
    assert!(toml == baked("classic", "npy"));
}

#[test]
fn a_picture_of_an_animation_is_one_frame() {
    let server = Server::start("");
    let preset = "fire.npy?size=8x8&frames=4";
    let all = server.get(&format!("/v1/presets/{preset}")).good();
    let texels = |file: &[u8], frames: usize| {
        let bytes = frames * 8 * 8 * 4 * 4;
        file[file.len() - bytes..].to_vec()
    };
    let all = texels(&all, 4);
    for (frame, expected) in all.chunks_exact(all.len() / 4).enumerate() {
        let time = frame as f64 / 4.0;
        let one = server
            .get(&format!("/v1/presets/{preset}&time={time}"))
            .good();
        assert!(texels(&one, 1) == expected, "{frame}");
    }
    let picture = |query: &str| {
        server
            .get(&format!("/v1/presets/fire.png?size=8x8{query}"))
            .good()
    };
    assert!(picture("") == picture("&time=0"));
    assert!(picture("") != picture("&time=0.5"));
}

#[test]
fn headers_describe_texels() {
    let server = Server::start("");
    let answer = server.get("/v1/presets/cloud_curl.raw?size=8x4&format=rg8unorm");
    let texels: serde_json::Value =
        serde_json::from_str(answer.header("noise-texels").expect("a header")).expect("JSON");
    let expected = serde_json::json!({"size": [8, 4], "frames": null, "format": "rg8unorm",
        "components": 2, "range": [-9.0, 9.0], "transfer": "linear"});
    assert_eq!(texels, expected);
    assert_eq!(answer.body.len(), 8 * 4 * 2);
    // Colours, which an .exr alone has in linear light.
    for (extension, transfer) in [("raw", "srgb"), ("exr", "linear")] {
        let answer = server.get(&format!("/v1/presets/wood_rings.{extension}?size=8x4"));
        let texels: serde_json::Value =
            serde_json::from_str(answer.header("noise-texels").expect("a header")).expect("JSON");
        assert_eq!(texels["transfer"], transfer, "{extension}");
    }
}

#[test]
fn the_list_is_that_of_the_program() {
    let run = command("presets --json").output().expect("it starts");
    assert!(Server::start("").get("/v1/presets").good() == run.stdout);
}
