//! What the line below says.

use std::fs;
use std::path::Path;

use eframe::egui::{Event, Key, Modifiers};
use wgpu_noise_studio::document::Document;
use wgpu_noise_studio::view::View;

use crate::preset;
use crate::support::Desk;

fn of_text(text: &str) -> Document {
    Document::of_text("told.toml", text).expect("a document")
}

/// Lets seconds pass, ten frames each.
fn wait(desk: &mut Desk, seconds: usize) {
    for _ in 0..10 * seconds {
        desk.step(vec![Event::PointerGone]);
    }
}

#[test]
fn each_view_has_figures_of_its_own() {
    let Some(mut desk) = Desk::new([1280, 400]) else {
        return;
    };
    desk.studio.open(preset("caves"));
    desk.picture();
    assert!(desk.says(" a pixel") && !desk.says("72x72"));
    for (view, samples) in [
        (View::Relief, "320x320 samples"),
        (View::Volume, "72x72x72 samples"),
    ] {
        desk.studio.view = view;
        wait(&mut desk, 1);
        desk.picture();
        desk.finish();
        assert!(desk.says(samples), "{view:?}");
        assert!(desk.says("ms a frame") && !desk.says("– · "), "{view:?}");
        assert!(desk.says("octaves: rugged 4"), "{view:?}");
        assert!(!desk.says(" a pixel"), "{view:?} has no place in the plane");
    }
    desk.studio.view = View::Plane;
    desk.picture();
    assert!(desk.says(" a pixel") && !desk.says("72x72"));
}

#[test]
fn a_sentence_gives_the_line_back() {
    let Some(mut desk) = Desk::new([1024, 320]) else {
        return;
    };
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("told.toml");
    fs::write(
        &file,
        "size = [64, 64]\nchannels = ['n']\nnodes.n = 'perlin(3)'",
    )
    .expect("a file");
    desk.open(&file).expect("a recipe");
    desk.picture();
    desk.finish();
    assert!(desk.says("ms a frame"), "the control");
    desk.press(Key::S, Modifiers::COMMAND);
    assert!(desk.says("wrote ") && !desk.says("ms a frame"));
    wait(&mut desk, 3);
    assert!(desk.says("wrote "), "one has time to read it");
    wait(&mut desk, 8);
    assert!(!desk.says("wrote ") && desk.says("ms a frame"));
}

#[test]
fn what_only_files_have_is_said() {
    let Some(mut desk) = Desk::new([1024, 320]) else {
        return;
    };
    let noise = "channels = ['n']\nnodes.n = 'perlin(3)'";
    for (keys, said) in [
        ("blur = 0.05\n", "Files have blur,"),
        ("erosion = { iterations = 3 }\n", "Files have erosion,"),
        (
            "blur = 0.05\nerosion = { iterations = 3 }\n",
            "Files have erosion and blur,",
        ),
    ] {
        desk.studio
            .open(of_text(&format!("size = [64, 64]\n{keys}{noise}")));
        assert!(desk.says(said), "{keys}");
    }
    desk.studio
        .open(of_text(&format!("erosion = {{ iterations = 0 }}\n{noise}")));
    assert!(!desk.says("Files have"), "the control");
}
