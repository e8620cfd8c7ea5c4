//! What becomes of one recipe when another is opened.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use eframe::egui::{Context, Key, Modifiers};
use wgpu_noise::format::RecipeSource;
use wgpu_noise_studio::document::{Document, Subject};
use wgpu_noise_studio::edge::Answer;
use wgpu_noise_studio::remembered::Remembered;

use crate::preset;
use crate::support::{Desk, folder};

const PLAIN: &str = "size = [64, 64]\nseed = 1\nchannels = ['n']\nnodes.n = 'perlin(4)'\n";

/// Writes a recipe in a folder of its own, which imports a file there.
fn written(name: &str, cells: u32) -> PathBuf {
    let folder = folder(&format!("opened_{name}"));
    let stone = format!("channels = ['s']\nnodes.s = 'perlin({cells})'");
    fs::write(folder.join(format!("{name}_stone.toml")), stone).expect("a file");
    let file = folder.join(format!("{name}.toml"));
    let text = format!(
        "size = [64, 64]\nseed = {cells}\nchannels = ['n']\nimports.stone = '{name}_stone.toml'\n[nodes.n]\nkind = 'abs'\nof = 'stone.s'\n"
    );
    fs::write(&file, text).expect("a file");
    file
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).expect("a file")
}

#[test]
fn back_to_a_leaves_the_file_of_b_as_it_is() {
    let Some(mut desk) = Desk::new([1280, 320]) else {
        return;
    };
    let [a, b] = [written("kept_a", 3), written("kept_b", 4)];
    let texts = [&a, &b].map(|file| read(file));
    desk.open(&a).expect("a recipe");
    desk.studio.keep();
    desk.open(&b).expect("a recipe");
    // What is kept outlives a restart, in its own folder.
    let left = serde_json::to_string(&desk.studio.remembered()).expect("JSON");
    let left: Remembered = serde_json::from_str(&left).expect("JSON");
    let mut next = Desk::new([1280, 320]).expect("another device");
    next.studio.recall(left);
    for mut desk in [desk, next] {
        desk.click("Back to A");
        assert_eq!(desk.studio.document.file(), Some(a.as_path()));
        assert_eq!(desk.studio.document.text(), texts[0]);
        assert_eq!(desk.studio.document.mistake(), None);
        desk.press(Key::S, Modifiers::COMMAND);
        assert_eq!([&a, &b].map(|file| read(file)), texts);
    }
}

#[test]
fn saved_edits_outlive_their_file() {
    let Some(mut desk) = Desk::new([1280, 320]) else {
        return;
    };
    let file = folder("opened_gone").join("gone.toml");
    fs::write(&file, PLAIN).expect("a file");
    desk.open(&file).expect("a recipe");
    desk.studio.document.set_key("seed", Some(9.into()));
    desk.press(Key::S, Modifiers::COMMAND);
    let saved = read(&file);
    assert_ne!(saved, PLAIN);
    let left = desk.studio.remembered();
    fs::remove_file(&file).expect("a file");
    desk.studio.recall(left);
    assert_eq!(desk.studio.document.text(), saved);
    assert_eq!(desk.studio.document.file(), None);
}

#[test]
fn a_file_with_a_mistake_is_the_recipes_own_after_a_restart() {
    let Some(mut desk) = Desk::new([1280, 320]) else {
        return;
    };
    let file = folder("opened_wrong").join("wrong.toml");
    fs::write(&file, PLAIN).expect("a file");
    desk.open(&file).expect("a recipe");
    let before = desk.picture();
    let wrong = PLAIN.replace("seed = 1", "seed = -1");
    (desk.studio.document).set_text(Subject::Text, wrong.clone());
    desk.press(Key::S, Modifiers::COMMAND);
    assert_eq!(read(&file), wrong);
    let left = desk.studio.remembered();
    desk.studio.open(preset("marble"));
    desk.studio.recall(left);
    assert_eq!(desk.studio.document.file(), Some(file.as_path()));
    assert_eq!(desk.studio.document.text(), wrong);
    assert!(desk.studio.document.mistake().is_some());
    assert!(
        desk.picture() == before,
        "the picture is the last right one"
    );
}

#[test]
fn what_was_written_while_another_recipe_was_open_is_read() {
    let Some(mut desk) = Desk::new([1280, 320]) else {
        return;
    };
    let file = folder("opened_written").join("written.toml");
    fs::write(&file, PLAIN).expect("a file");
    desk.open(&file).expect("a recipe");
    desk.picture();
    desk.studio.document.set_key("seed", Some(9.into()));
    desk.studio.open(preset("marble"));
    desk.picture();
    sleep(Duration::from_millis(20));
    let other = PLAIN.replace("seed = 1", "seed = 2");
    fs::write(&file, &other).expect("a file");
    desk.press(Key::Z, Modifiers::COMMAND);
    assert_eq!(desk.studio.document.file(), Some(file.as_path()));
    sleep(Duration::from_millis(450));
    desk.step(Vec::new());
    assert_eq!(desk.studio.document.text(), other);
}

#[test]
fn a_file_is_the_same_from_every_folder() {
    let source = RecipeSource {
        text: PLAIN.into(),
        name: "plain.toml".into(),
        file: Some("plain.toml".into()),
    };
    let document = Document::new(source).expect("a document");
    assert!(document.file().is_some_and(Path::is_absolute));
    assert_eq!(document.name(), "plain.toml");
}

#[test]
fn undo_returns_to_the_recipes_that_were_edited_before() {
    let Some(mut desk) = Desk::new([1280, 320]) else {
        return;
    };
    let (undo, redo) = (Modifiers::COMMAND, Modifiers::COMMAND | Modifiers::SHIFT);
    let original = desk.studio.document.text().to_string();
    let mut edited = Vec::new();
    for name in ["marble", "lava"] {
        desk.studio.open(preset(name));
        assert_eq!(desk.says("Undo returns"), name == "lava");
        desk.studio.document.set_key("seed", Some(99.into()));
        edited.push(desk.studio.document.text().to_string());
    }
    desk.studio.open(preset("caves"));
    assert!(desk.says("opened caves.toml; Undo returns to lava.toml and its edits"));
    let caves = desk.studio.document.text().to_string();
    // Back over both openings, one step each time, and on again.
    desk.click("Undo");
    assert_eq!(desk.studio.document.text(), edited[1]);
    assert!(desk.says("left caves.toml for lava.toml"));
    for _ in 0..2 {
        desk.press(Key::Z, undo);
    }
    assert_eq!(desk.studio.document.text(), edited[0]);
    desk.press(Key::Z, undo);
    assert_eq!(desk.studio.document.text(), original);
    desk.press(Key::Z, undo);
    assert_eq!(desk.studio.document.text(), original, "the first of all");
    for wanted in [
        &edited[0],
        &preset("lava").text().to_string(),
        &edited[1],
        &caves,
    ] {
        desk.press(Key::Z, redo);
        assert_eq!(desk.studio.document.text(), wanted);
    }
    desk.press(Key::Z, redo);
    assert_eq!(desk.studio.document.text(), caves, "the last of all");
}

#[test]
fn a_recipe_with_a_mistake_is_opened_with_it() {
    let Some(mut desk) = Desk::new([1280, 320]) else {
        return;
    };
    desk.studio.open(preset("marble"));
    let before = desk.picture();
    let text = PLAIN.replace("seed = 1", "seed = -1");
    let source = RecipeSource {
        text: text.clone(),
        name: "wrong.toml".into(),
        file: None,
    };
    let answers = desk.studio.answers.clone();
    answers.give(Answer::Open(source), &Context::default());
    assert!(desk.picture() == before, "the picture stays");
    assert_eq!(desk.studio.document.name(), "wrong.toml");
    assert_eq!(desk.studio.document.text(), text);
    let mistake = desk.studio.document.mistake().expect("a mistake");
    assert_eq!(mistake.line, Some(2));
    assert!(desk.says("line 2: "));
    // It outlives a restart, and can be mended.
    let left = desk.studio.remembered();
    desk.studio.recall(left);
    assert_eq!(desk.studio.document.text(), text);
    desk.studio.document.set_text(Subject::Text, PLAIN.into());
    assert_eq!(desk.studio.document.mistake(), None);
    assert!(desk.picture() != before, "the control");
}

#[test]
fn an_answer_is_for_the_recipe_that_was_open_when_it_was_asked_for() {
    let Some(mut desk) = Desk::new([1280, 320]) else {
        return;
    };
    let [a, b] = [written("asked_a", 3), written("asked_b", 4)];
    let texts = [&a, &b].map(|file| read(file));
    let picture = || Answer::Picture {
        node: "n".to_string(),
        param: "of",
        file: "wall.png".into(),
    };
    desk.open(&a).expect("a recipe");
    let asked = desk.studio.answers.clone();
    desk.open(&b).expect("a recipe");
    asked.give(Answer::Save(a.clone()), &Context::default());
    assert!(desk.says("wrote no "));
    asked.give(picture(), &Context::default());
    assert!(desk.says("did not take wall.png"));
    assert_eq!(desk.studio.document.file(), Some(b.as_path()));
    assert_eq!(desk.studio.document.text(), texts[1]);
    assert_eq!([&a, &b].map(|file| read(file)), texts);

    let copy = b.with_file_name("copy.toml");
    let _ = fs::remove_file(&copy);
    let asked = desk.studio.answers.clone();
    asked.give(Answer::Save(copy.clone()), &Context::default());
    assert!(desk.says("wrote "), "the control");
    assert_eq!(desk.studio.document.file(), Some(copy.as_path()));
    assert_eq!(read(&copy), texts[1]);
    asked.give(picture(), &Context::default());
    desk.step(Vec::new());
    assert_ne!(desk.studio.document.text(), texts[1], "the control");
}

#[test]
fn a_file_that_cannot_be_written_is_not_that_of_the_recipe() {
    let Some(mut desk) = Desk::new([1280, 320]) else {
        return;
    };
    let file = written("unwritten", 3);
    desk.open(&file).expect("a recipe");
    // A folder cannot be replaced by a file.
    let folder = file.parent().expect("a folder").to_path_buf();
    let asked = desk.studio.answers.clone();
    asked.give(Answer::Save(folder), &Context::default());
    desk.step(Vec::new());
    assert!(!desk.says("wrote "));
    assert_eq!(desk.studio.document.file(), Some(file.as_path()));
}

#[test]
fn two_answers_at_once_are_both_taken() {
    let Some(mut desk) = Desk::new([1280, 320]) else {
        return;
    };
    let file = written("asked_twice", 3);
    desk.open(&file).expect("a recipe");
    let copy = file.with_file_name("copy.toml");
    let _ = fs::remove_file(&copy);
    let asked = desk.studio.answers.clone();
    asked.give(Answer::Save(copy.clone()), &Context::default());
    asked.give(Answer::Said("and more".into()), &Context::default());
    assert!(desk.says("and more"));
    assert_eq!(read(&copy), read(&file));
}

#[test]
fn back_to_a_with_a_mistake_shows_the_last_right_picture_of_a() {
    let Some(mut desk) = Desk::new([1280, 320]) else {
        return;
    };
    let noise = |cells| PLAIN.replace("perlin(4)", &format!("perlin({cells})"));
    let open = |text: &str| Document::of_text("noise.toml", text).expect("a document");
    desk.studio.open(open(&noise(3)));
    let right = desk.picture();
    let wrong = noise(3).replace("seed = 1", "seed = -1");
    (desk.studio.document).set_text(Subject::Text, wrong.clone());
    desk.studio.keep();
    desk.studio.compare.as_mut().expect("A").split = 0.0;
    (desk.studio.document).set_text(Subject::Text, noise(9));
    assert!(desk.picture() != right, "the control");
    desk.click("Back to A");
    assert_eq!(desk.studio.document.text(), wrong);
    assert!(desk.studio.document.mistake().is_some());
    assert!(desk.picture() == right);
}
