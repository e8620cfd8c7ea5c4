//! Files that are taken away: their types, and how far they are.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use eframe::egui::Event;
use wgpu_noise_studio::document::Subject;
use wgpu_noise_studio::take::command;

use crate::preset;
use crate::support::{Desk, folder};

const KTX2: &[u8] = b"\xabKTX 20\xbb";
const NPY: &[u8] = b"\x93NUMPY";

/// A studio that shows what one takes away, and types a path.
fn typed(name: &str) -> Option<(Desk, PathBuf)> {
    let mut desk = Desk::new([1024, 900])?;
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for path in [path.clone(), path.with_extension("npy")] {
        let _ = fs::remove_file(path);
    }
    desk.click("Take away");
    let field = desk.placeholder("marble.png");
    desk.point(field);
    desk.step(vec![Event::Text(path.display().to_string())]);
    Some((desk, path))
}

/// Waits until a sentence is there.
fn wait(desk: &mut Desk, said: &str) {
    let begun = Instant::now();
    while !desk.says(said) {
        assert!(begun.elapsed() < Duration::from_secs(60), "no {said}");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_type_is_that_of_the_path_and_the_path_that_of_the_type() {
    let Some((mut desk, path)) = typed("typed.ktx2") else {
        return;
    };
    // The menu follows the path, and so does the command.
    desk.labelled(".ktx2");
    let (document, given) = (&desk.studio.document, path.to_str().expect("a path"));
    let recipe = document.recipe();
    let command = command(
        document.name(),
        document.is_preset(),
        None,
        recipe,
        &recipe.size,
        given,
    );
    assert!(desk.says(&command), "{command}");
    desk.click("Bake");
    wait(&mut desk, "wrote ");
    assert!(fs::read(&path).expect("the file").starts_with(KTX2));
    // The path follows the menu.
    desk.click(".ktx2");
    desk.click(".npy");
    let path = path.with_extension("npy");
    assert!(desk.says(path.to_str().expect("a path")));
    desk.click("Bake");
    wait(&mut desk, "typed.npy");
    wait(&mut desk, "Bake");
    let begun = Instant::now();
    while !path.exists() && begun.elapsed() < Duration::from_secs(60) {
        desk.step(Vec::new());
    }
    assert!(fs::read(&path).expect("the file").starts_with(NPY));
}

#[test]
fn a_path_of_no_type_is_refused_in_a_sentence() {
    let Some((mut desk, path)) = typed("typed.docx") else {
        return;
    };
    desk.click("Bake");
    assert!(desk.says("unknown name `docx`"));
    assert!(!desk.says("Cancel") && !path.exists());
}

#[test]
fn a_file_is_finished_while_another_panel_is_shown() {
    let Some((mut desk, path)) = typed("elsewhere.ktx2") else {
        return;
    };
    desk.click("Bake");
    desk.click("Values");
    wait(&mut desk, "wrote ");
    assert!(fs::read(&path).expect("the file").starts_with(KTX2));
    desk.click("Take away");
    assert!(desk.says("Bake") && !desk.says("Cancel"));
}

#[test]
fn another_recipe_has_a_path_and_a_size_of_its_own() {
    let Some((mut desk, path)) = typed("first.png") else {
        return;
    };
    let path = path.to_str().expect("a path");
    let width = desk.widget(".png", "SpinButton");
    desk.drag(width, 60.0);
    assert!(desk.says(path) && desk.says("--size"), "the control");
    desk.studio.open(preset("lava"));
    assert!(!desk.says(path) && !desk.says("--size"));
    desk.placeholder("lava.png");
}

#[test]
fn a_file_is_put_beside_the_recipe() {
    let Some(mut desk) = Desk::new([1024, 900]) else {
        return;
    };
    let folder = folder("beside");
    let recipe = folder.join("beside.toml");
    fs::write(&recipe, desk.studio.document.text()).expect("a recipe");
    desk.open(&recipe).expect("a recipe");
    desk.click("Take away");
    for (typed, file) in [(None, "beside.png"), (Some("typed.png"), "typed.png")] {
        let file = folder.join(file);
        let _ = fs::remove_file(&file);
        if let Some(typed) = typed {
            let field = desk.placeholder("beside.png");
            desk.point(field);
            desk.step(vec![Event::Text(typed.to_string())]);
        }
        desk.click("Bake");
        wait(&mut desk, &format!("wrote {}", file.display()));
        assert!(file.exists());
    }
}

#[test]
fn a_picture_that_the_recipe_reads_is_not_written_over() {
    let Some(mut desk) = Desk::new([1024, 900]) else {
        return;
    };
    let folder = folder("spared");
    let wall = folder.join("wall.png");
    let _ = fs::remove_file(&wall);
    let recipe = folder.join("spared.toml");
    let text = |node: &str| format!("size = [4, 4]\nchannels = ['n']\nnodes.n = '{node}'\n");
    fs::write(&recipe, text("perlin(3)")).expect("a recipe");
    desk.open(&recipe).expect("a recipe");
    desk.click("Take away");
    let field = desk.placeholder("spared.png");
    desk.point(field);
    desk.step(vec![Event::Text("wall.png".to_string())]);
    desk.click("Bake");
    wait(&mut desk, &format!("wrote {}", wall.display()));
    let drawn = fs::read(&wall).expect("a picture");

    let document = &mut desk.studio.document;
    document.set_text(Subject::Recipe, text("0.5 * image(`wall.png`)"));
    assert_eq!(document.mistake(), None);
    desk.click("Bake");
    wait(&mut desk, "a picture that is read");
    assert!(fs::read(&wall).expect("a picture") == drawn);
}
