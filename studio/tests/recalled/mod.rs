//! What outlives a restart and a device, and the window's colours.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use eframe::egui::{Key, Modifiers, pos2};
use serde_json::{Value, json};
use wgpu_noise::format::RecipeSource;
use wgpu_noise_studio::document::Document;
use wgpu_noise_studio::remembered::Remembered;
use wgpu_noise_studio::view::View;

use crate::support::{Desk, apart};

const SIZE: [u32; 2] = [1408, 640];
const VOLUME: &str =
    "size = [16, 16, 16]\nframes = 8\nchannels = ['n']\nnodes.n = 'fbm(perlin(3), octaves = 2)'";
/// What a window without a change remembers otherwise.
const PARTS: [&str; 8] = [
    "camera", "slice", "clock", "orbit", "levels", "tabs", "theme", "computes",
];

fn json_of(remembered: &Remembered) -> Value {
    serde_json::to_value(remembered).expect("JSON")
}

fn volume(desk: &mut Desk) {
    desk.studio
        .open(Document::of_text("volume.toml", VOLUME).expect("a document"));
    desk.picture();
}

#[test]
fn how_one_looks_at_it_outlives_the_device() {
    let Some(mut desk) = Desk::new(SIZE) else {
        return;
    };
    volume(&mut desk);
    let before = json_of(&desk.studio.remembered());
    let middle = desk.studio.seen.as_ref().expect("a picture").place.center();
    desk.scroll(middle, 300.0);
    desk.drag(middle, 37.0);
    let slice = desk.widget("slice z", "Slider");
    desk.drag(slice, 60.0);
    desk.click("Play");
    for _ in 0..6 {
        desk.step(Vec::new());
    }
    desk.click("Pause");
    desk.click("CPU");
    desk.click("Volume");
    desk.drag(middle, 90.0);
    desk.click("surface");
    desk.click("Graph");
    desk.click("Values");
    desk.click("system");
    desk.click("light");
    let picture = desk.picture();
    let left = Rc::new(RefCell::new(None));
    let into = left.clone();
    desk.studio
        .on_lost(Box::new(move |_, studio| drop(into.replace(Some(studio)))));
    desk.lose();
    desk.step(Vec::new());
    let left = left.take().expect("what was in it");
    let told = json_of(&left);
    for part in PARTS {
        assert_ne!(told[part], before[part], "the control: {part}");
    }

    let mut next = Desk::new(SIZE).expect("another device");
    let read = serde_json::from_value(told.clone()).expect("JSON");
    next.studio.recall(read);
    assert_eq!(json_of(&next.studio.remembered()), told);
    assert_eq!(apart(&next.picture(), &picture), 0);
    assert_eq!(
        json_of(&next.studio.remembered()),
        told,
        "after a frame, too"
    );
}

#[test]
fn what_an_older_studio_remembers_is_enough() {
    let Some(mut desk) = Desk::new(SIZE) else {
        return;
    };
    let older = json!({ "name": "volume.toml", "text": VOLUME, "file": null, "shown": VOLUME, "view": "Volume" });
    let older = serde_json::from_value(older).expect("JSON");
    desk.studio.recall(older);
    assert_eq!(desk.studio.document.text(), VOLUME);
    assert_eq!(desk.studio.view, View::Volume);
}

#[test]
fn the_window_is_dark_or_light_and_the_picture_the_same() {
    let Some(mut desk) = Desk::new(SIZE) else {
        return;
    };
    // Right of the text, in the panel.
    let corner = pos2(SIZE[0] as f32 - 3.0, SIZE[1] as f32 - 60.0);
    // The darkest and the brightest of the bar, and the picture.
    let mut seen = |from: &str, to: &str| {
        desk.click(from);
        desk.click(to);
        let picture = desk.picture();
        let bar = desk.part(pos2(0.0, 0.0), pos2(600.0, 28.0));
        let ends = [bar.iter().min().copied(), bar.iter().max().copied()];
        (
            desk.pixel(corner)[0],
            ends.map(|end| end.unwrap_or(0)),
            picture,
        )
    };
    let (dark, of_dark, picture) = seen("system", "dark");
    let (light, of_light, same) = seen("dark", "light");
    assert!(dark < 60 && light > 200, "{dark}, {light}");
    for [low, high] in [of_dark, of_light] {
        assert!(high - low > 100, "letters stand out: {low} to {high}");
    }
    assert_eq!(picture, same);
    let (again, ..) = seen("light", "system");
    assert_eq!(again, dark, "a system that says nothing has it dark");
}

/// What a program stores for its next start.
#[derive(Default)]
struct Storage(HashMap<String, String>);

impl eframe::Storage for Storage {
    fn get_string(&self, key: &str) -> Option<String> {
        self.0.get(key).cloned()
    }

    fn set_string(&mut self, key: &str, value: String) {
        self.0.insert(key.to_string(), value);
    }

    fn remove_string(&mut self, key: &str) {
        self.0.remove(key);
    }

    fn flush(&mut self) {}
}

#[test]
fn undo_returns_from_the_recipe_that_is_named_at_the_start_to_unsaved_changes() {
    let Some(mut desk) = Desk::new(SIZE) else {
        return;
    };
    let marble = desk.studio.document.text().to_string();
    desk.studio.document.set_key("seed", Some(9.into()));
    desk.studio.document.settle();
    desk.studio.document.set_key("seed", Some(10.into()));
    let edited = desk.studio.document.text().to_string();
    desk.studio.keep();
    let mut stored = Storage::default();
    eframe::App::save(&mut desk.studio, &mut stored);
    let named = || Some(RecipeSource::open("lava".as_ref()).expect("a preset"));

    let mut next = Desk::new(SIZE).expect("another device");
    next.studio.start(Some(&stored), None);
    assert_eq!(next.studio.document.text(), edited, "the control");
    assert!(next.studio.compare.is_some(), "the control");
    // Over another start, too.
    let mut stored = Storage::default();
    eframe::App::save(&mut next.studio, &mut stored);
    let mut last = Desk::new(SIZE).expect("another device");
    last.studio.start(Some(&stored), named());
    assert_eq!(last.studio.document.name(), "lava.toml");
    assert!(last.studio.compare.is_none());
    assert!(last.says("opened lava.toml; Undo returns to marble.toml and its edits"));
    for wanted in [&edited, &marble] {
        last.press(Key::Z, Modifiers::COMMAND);
        assert_eq!(last.studio.document.text(), wanted);
    }
}
