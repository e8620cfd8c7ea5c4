//! Every error says what was wrong, in JSON.

use crate::server::Server;

const TOML: &str = "Content-Type: application/toml\r\n";
const JSON: &str = "Content-Type: application/json\r\n";

#[test]
fn paths_and_queries() {
    let server = Server::start("");
    for (status, path, words) in [
        (
            400,
            "/v1/tiles/marble/33/0/0.png",
            &["z: got 33", "0 to 32"][..],
        ),
        (400, "/v1/tiles/marble/-1/0/0.png", &["z: got -1"]),
        (
            400,
            "/v1/tiles/marble/0/1e3/0.png",
            &["x: got 1e3", "274877906944"],
        ),
        (
            400,
            "/v1/tiles/marble/0/0/99999999999999999999.png",
            &["y: got 9999"],
        ),
        (400, "/v1/volumes/clouds/17/0/0/0.raw", &["lod: got 17"]),
        (400, "/v1/presets/%ff.png", &["UTF-8"]),
        (
            400,
            "/v1/presets/marble.png?title=%C3%A9%ff",
            &["query: got title=%C3%A9%ff", "UTF-8"],
        ),
        (404, "/v1/presets/marbel.png", &["did you mean `marble`?"]),
        (
            404,
            "/v1/tiles/marbel/0/0/0.png",
            &["did you mean `marble`?"],
        ),
        (
            404,
            "/v1/volumes/cloud/0/0/0/0.raw",
            &["did you mean `clouds`?"],
        ),
        (404, "/v1/snippets/marbel", &["did you mean `marble`?"]),
        (
            404,
            "/v1/presets/marble.jpg",
            &["jpg", "png, ktx2, npy, raw, dds, tif, exr, vdb"],
        ),
        (404, "/v1/presets/marble", &["extension"]),
        (404, "/v1/tiles/marble/0/0/0.ktx2", &["ktx2", "png, webp"]),
        (404, "/v1/volumes/clouds/0/0/0/0.png", &["raw"]),
        (404, "/v1/tiles/marble/0/0", &["no route", "openapi.json"]),
        (404, "/v2", &["no route"]),
        (
            422,
            "/v1/presets/marble.png?seed=-1",
            &["seed: got -1", "0 to 4294967295"],
        ),
        (422, "/v1/presets/marble.png?size=0x4", &["size: got 0x4"]),
        (422, "/v1/presets/marble.png?frames=0", &["frames: got 0"]),
        (
            422,
            "/v1/tiles/marble/1/0/0.png?format=r32float",
            &["format: got r32float", "r16unorm"],
        ),
        (
            422,
            "/v1/tiles/marble/1/0/0.webp?format=r16unorm",
            &["format: got r16unorm", ".png"],
        ),
        (
            422,
            "/v1/presets/caves.raw?parameters.widht=1",
            &["widht: got this name", "width"],
        ),
        (
            422,
            "/v1/presets/marble.png?size=8x8&size=9x9",
            &["size: got a second value"],
        ),
        (
            422,
            "/v1/presets/marble.png?size=4,4",
            &["such as 64x64x64"],
        ),
        (422, "/v1/presets/marble.png?extent=NaN,1", &["extent: "]),
        (
            422,
            "/v1/presets/marble.png?sede=1",
            &["unknown name `sede`", "seed"],
        ),
        (
            422,
            "/v1/presets/marble.png?nodes.rough.octaves=99",
            &["rough.octaves: got 99"],
        ),
        (
            422,
            "/v1/presets/marble.png?nodes.rouhg.octaves=9",
            &["did you mean `rough`?"],
        ),
        (
            422,
            "/v1/presets/marble.png?nodes.octaves=9",
            &["octaves", "rough.octaves"],
        ),
        (
            422,
            "/v1/presets/marble.png?format=r32float",
            &["format: got r32float for .png"],
        ),
        (
            422,
            "/v1/presets/marble.png?range=measured",
            &["range: got measured"],
        ),
        (
            422,
            "/v1/tiles/marble/0/0/0.png?range=measured",
            &["range: got measured"],
        ),
        (
            422,
            "/v1/volumes/clouds/0/0/0/0.raw?range=measured",
            &["range: got measured"],
        ),
        (400, "/v1/tiles/marble/0/+1/0.png", &["x: got +1"]),
        (422, "/v1/presets/marble.png?time=1", &["time: got 1"]),
        (422, "/v1/presets/fire.png?time=soon", &["time: got soon"]),
        (422, "/v1/presets?x=1", &["unknown name `x`"]),
        (422, "/v1/openapi.json?x=1", &["unknown name `x`"]),
        (
            422,
            "/v1/tiles/perlin_2d/0/9999999999/0.png?nodes.noise.frequency=1e9",
            &["origin", "cells"],
        ),
        (
            422,
            "/v1/snippets/marble?lang=rust",
            &["lang: got rust", "wgsl, glsl"],
        ),
        (422, "/v1/snippets/marble?lang=spirv", &["spirv"]),
        (422, "/v1/snippets/marble?name=for", &["for"]),
    ] {
        let answer = server.get(path);
        let found = String::from_utf8_lossy(&answer.body);
        assert_eq!(answer.status, status, "{path}: {found}");
        answer.fails(status, words);
    }
}

#[test]
fn a_wrong_name_is_answered_with_a_list_of_all() {
    let server = Server::start("");
    for (path, field, known) in [
        (
            "/v1/presets/marbel.png",
            "preset",
            &["marble", "wood_rings"][..],
        ),
        (
            "/v1/presets/fire.png?tmie=1",
            "query",
            &["seed", "time", "v"],
        ),
        (
            "/v1/tiles/fire/0/0/0.png?x=1",
            "query",
            &["format", "time", "v"],
        ),
        (
            "/v1/snippets/marble?x=1",
            "query",
            &["lang", "table", "parameters.NAME", "v"],
        ),
        ("/v1/presets?x=1", "query", &["v"]),
    ] {
        let problem = server.get(path).json();
        assert_eq!(problem["field"], field, "{path}");
        let allowed = problem["allowed"].as_str().expect("words");
        let allowed: Vec<&str> = allowed.split(", ").collect();
        for name in known {
            let count = allowed.iter().filter(|allowed| *allowed == name).count();
            assert_eq!(count, 1, "{path}: {name} in {allowed:?}");
        }
    }
}

#[test]
fn recipes_with_their_line() {
    let server = Server::start("");
    let toml = |text: &str| server.bake(TOML, text);
    let json = |text: &str| server.bake(JSON, text);
    let node = "[nodes.n]\nkind = \"perlin\"\n";

    let answer = toml(&format!("channels = [\"n\"]\n{node}frequency = -1\n"));
    answer.fails(422, &["recipe:4: n.frequency: got -1"]);
    let problem = answer.json();
    assert_eq!(
        (&problem["line"], &problem["field"]),
        (&4.into(), &"n.frequency".into())
    );
    assert!(
        problem["allowed"]
            .as_str()
            .expect("words")
            .starts_with("one number")
    );

    // What only the grid can refuse.
    let answer = toml(&format!(
        "channels = [\"n\"]\nseamless = true\n{node}frequency = 1.5\n"
    ));
    answer.fails(422, &["recipe:5: n.frequency", "seamless"]);
    assert_eq!(answer.json()["line"], 5);

    toml("channels = [\"n\"\n").fails(422, &["recipe:"]);
    toml("").fails(422, &["channels"]);
    let unknown = toml(&format!("channels = [\"m\"]\n{node}"));
    unknown.fails(422, &["recipe:1", "unknown name `m`"]);
    assert_eq!(unknown.json()["allowed"], "n, x, y, z, w");

    let twice =
        r#"{"channels": ["n"], "nodes": {"n": {"kind": "perlin"}, "n": {"kind": "worley"}}}"#;
    json(twice).fails(422, &["two nodes `n`"]);
    json("[\"title\"]").fails(422, &["got a list"]);

    // The limits are for the box, not for the whole.
    let whole = "size = [1000000, 1000000]\nchannels = [\"n\"]\n";
    toml(&format!("{whole}{node}")).fails(422, &["size: "]);
    toml(&format!("{whole}box = [[0, 8], [0, 8]]\n{node}")).good();

    let answer = json("{\"channels\": [\"n\"],\n\"sizes\": [4]}");
    answer.fails(422, &["sizes"]);
    assert_eq!(answer.json()["line"], 2);
    json("{").fails(422, &["EOF"]);
    json("{\"nodes\": {\"n\": {\"kind\": \"perlin\", \"seed\": null}}}")
        .fails(422, &["a parameter of a node must be a number"]);
    toml("outputs.q = 5").fails(422, &["outputs.q", "a table [outputs.NAME]"]);
    let answer = json(
        "{\"channels\": [\"n\"], \"nodes\": {\"n\": {\"kind\": \"perlin\", \"frequency\": -1}}}",
    );
    answer.fails(422, &["n.frequency: got -1"]);
    assert_eq!(answer.json()["field"], "n.frequency");

    let frames = format!("channels = [\"n\"]\nframes = 3\nrange = \"measured\"\n{node}");
    toml(&frames).fails(422, &["recipe:3: range: got measured"]);
}

#[test]
fn types_of_bodies_and_answers() {
    let server = Server::start("");
    server
        .bake("Accept: text/html\r\n", "x")
        .fails(406, &["image/png"]);
    server
        .bake("Accept: image/png;q=0\r\n", "x")
        .fails(406, &["image/png"]);
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    server.bake(form, "x").fails(415, &["application/toml"]);
    let packed = format!("{TOML}Content-Encoding: gzip\r\n");
    server.bake(&packed, "x").fails(415, &["Content-Encoding"]);
    let answer = server.ask("POST", "/v1/bake", TOML, b"title = \"\xff\"");
    answer.fails(400, &["UTF-8"]);
    let answer = server.ask("POST", "/v1/bake?format=gif", TOML, b"");
    answer.fails(
        422,
        &["format: got gif", "png, ktx2, npy, raw, dds, tif, exr, vdb"],
    );
    let answer = server.ask("POST", "/v1/bake?seed=1", TOML, b"");
    answer.fails(422, &["unknown name `seed`"]);
}

#[test]
fn long_texts_are_quoted_in_part() {
    let server = Server::start("");
    let long = "x".repeat(10_000);
    let recipe = format!("channels = [\"{long}\"]\n[nodes.n]\nkind = \"perlin\"\n");
    let path = format!("/v1/presets/classic.png?{long}=1");
    for (answer, start) in [
        (server.bake(TOML, &recipe), "recipe:1: "),
        (server.bake(TOML, &format!("{long} = 1")), "recipe:1: "),
        (
            server.bake(JSON, &format!("{{\"{long}\": 1}}")),
            "recipe:1: ",
        ),
        (server.get(&path), "query: unknown name `xxx"),
        (server.get(&format!("/{long}")), "no route /xxx"),
        (server.get(&format!("/v1/presets/{long}.png")), "preset"),
    ] {
        answer.fails(answer.status, &[" … "]);
        let problem = answer.json();
        let error = problem["error"].as_str().expect("a message");
        assert!(error.starts_with(start), "{error}");
        for text in ["error", "field", "allowed"] {
            let length = problem[text]
                .as_str()
                .map_or(0, |text| text.chars().count());
            assert!(length <= 603, "{text}: {length}");
        }
    }
}
