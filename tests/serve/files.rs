//! Recipes of requests that import those of a folder.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::server::Server;

const HEADERS: &str = "Content-Type: application/toml\r\nAccept: image/png\r\n";
const STONE: &str = "channels = [\"stone\"]\n[nodes]\nstone = \"perlin(5)\"\n";

/// A recipe that imports another one.
fn importing(path: &str) -> String {
    format!(
        "size = [16, 16]\nchannels = [\"wall\"]\n[imports]\nstone = '{path}'\n[nodes]\nwall = \"stone.stone * 0.5\"\n"
    )
}

/// A folder with a folder of recipes in it, and recipes outside.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    fs::create_dir_all(folder.path().join("recipes/rough")).expect("a folder");
    write("outside.toml", STONE);
    write("recipes/stone.toml", STONE);
    write(
        "recipes/rough/stone.toml",
        "channels = [\"stone\"]\nimports = { inner = \"../stone.toml\" }\n\
        nodes = { stone = \"inner.stone * 1\" }\n",
    );
    write(
        "recipes/wrong.toml",
        "channels = [\"stone\"]\n[nodes]\nstone = \"perlim(5)\"\n",
    );
    write("recipes/notes.txt", STONE);
    symlink(
        folder.path().join("outside.toml"),
        folder.path().join("recipes/link.toml"),
    )
    .expect("a link");
    symlink(folder.path(), folder.path().join("recipes/up")).expect("a link");
    for name in ["pipe.toml", "pipe.png"] {
        let pipe = folder.path().join("recipes").join(name);
        let made = Command::new("mkfifo").arg(pipe).status();
        assert!(made.expect("mkfifo").success());
    }
    folder
}

fn server(folder: &Path) -> Server {
    Server::of(Server::command("--files").arg(folder.join("recipes")))
}

#[test]
fn a_recipe_imports_from_the_folder() {
    let folder = folder();
    let server = server(folder.path());
    let plain = importing("stone.toml").replace("stone.stone", "perlin(5)");
    let plain = plain.replace("[imports]\nstone = 'stone.toml'\n", "");
    let expected = Server::start("").bake(HEADERS, &plain).good();
    for path in ["stone.toml", "rough/../stone.toml", "rough/stone.toml"] {
        let answer = server.bake(HEADERS, &importing(path)).good();
        let pixels = |png: &[u8]| {
            image::load_from_memory(png)
                .expect("a picture")
                .into_luma16()
        };
        assert_eq!(pixels(&answer), pixels(&expected), "{path}");
    }
    let wrong = server.bake(HEADERS, &importing("wrong.toml"));
    wrong.fails(422, &["wrong.toml:3", "perlin"]);
}

#[test]
fn nothing_outside_the_folder_is_told_from_what_is_not_there() {
    let folder = folder();
    let server = server(folder.path());
    let outside = folder.path().join("outside.toml").display().to_string();
    let mut said = Vec::new();
    for path in [
        "none.toml",
        "../outside.toml",
        "../recipes/stone.toml",
        "rough/../../recipes/stone.toml",
        "pipe.toml",
        &outside,
        "link.toml",
        "notes.txt",
        "rough",
        "",
    ] {
        let answer = server.bake(HEADERS, &importing(path));
        answer.fails(422, &["imports.stone", "folder of recipes"]);
        let text = answer.text().to_string();
        assert!(
            path == outside || !text.contains(&folder.path().display().to_string()),
            "{text}"
        );
        said.push(text.replace(&format!("`{path}`"), "PATH"));
    }
    said.dedup();
    assert_eq!(said.len(), 1, "{said:#?}");
}

#[test]
fn without_a_folder_nothing_is_imported() {
    let folder = folder();
    let path = folder.path().join("outside.toml").display().to_string();
    let server = Server::start("");
    server
        .bake(HEADERS, &importing(&path))
        .fails(422, &["imports"]);
    let missing = Server::command("--files /nowhere")
        .output()
        .expect("it starts");
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("--files"));
}

#[test]
fn a_picture_is_read_from_the_folder_and_from_nowhere_else() {
    let folder = folder();
    let grey = |level: u8, path: &str| {
        let picture = image::GrayImage::from_pixel(2, 2, image::Luma([level]));
        picture.save(folder.path().join(path)).expect("a picture");
    };
    grey(51, "recipes/rough/wall.png");
    grey(51, "outside.png");
    grey(51, "recipes/far.png");
    let inside = folder.path().join("recipes/far.png").display().to_string();
    let text = |path: &str| {
        format!("size = [4, 4]\nrange = [0, 1]\nchannels = ['a']\nnodes.a = 'image(`{path}`)'\n")
    };
    let body = server(folder.path())
        .bake(HEADERS, &text("rough/wall.png"))
        .good();
    let found = image::load_from_memory(&body)
        .expect("a picture")
        .to_luma8();
    assert!(found.pixels().all(|pixel| pixel.0 == [51]));
    let outside = folder.path().join("outside.png").display().to_string();
    let server_of_files = server(folder.path());
    for path in [
        "../outside.png",
        &outside,
        &inside,
        "../recipes/far.png",
        "rough/../../recipes/far.png",
        "up/outside.png",
        "pipe.png",
        "none.png",
        "stone.toml",
        "rough",
    ] {
        let answer = server_of_files.bake(HEADERS, &text(path));
        answer.fails(422, &["recipe:4: a.file", "the server's folder"]);
    }
    // As TOML so JSON.
    let json = |path: &str| {
        format!(
            "{{\"size\": [4, 4], \"range\": [0, 1], \"channels\": [\"a\"], \
            \"nodes\": {{\"a\": {{\"kind\": \"image\", \"file\": \"{path}\"}}}}}}"
        )
    };
    let headers = "Content-Type: application/json\r\nAccept: image/png\r\n";
    let read = server_of_files
        .bake(headers, &json("rough/../far.png"))
        .good();
    let read = image::load_from_memory(&read)
        .expect("a picture")
        .to_luma8();
    assert!(read.pixels().all(|pixel| pixel.0 == [51]));
    let refused = server_of_files.bake(headers, &json("../outside.png"));
    refused.fails(422, &["a.file", "the server's folder"]);
    // Without a folder there are no pictures.
    let answer = Server::start("").bake(HEADERS, &text("rough/wall.png"));
    assert_eq!(answer.status, 422);
    assert!(answer.text().contains("not loaded"), "{}", answer.text());
}
