//! The studio without a pointer.

use eframe::egui::{Key, Modifiers};
use wgpu_noise_studio::document::Document;
use wgpu_noise_studio::view::View;

use crate::BOUND;
use crate::support::{Desk, apart};

#[test]
fn the_keys_are_shown_and_hidden() {
    let Some(mut desk) = Desk::new([1024, 640]) else {
        return;
    };
    let (what, none) = ("turn the control", Modifiers::NONE);
    assert!(!desk.says(what), "the control");
    desk.press(Key::F1, none);
    assert!(desk.says(what));
    desk.press(Key::F1, none);
    assert!(!desk.says(what));
    desk.press(Key::Questionmark, Modifiers::SHIFT);
    assert!(desk.says(what));
    desk.press(Key::Escape, none);
    assert!(!desk.says(what));
}

#[test]
fn tab_and_arrows_turn_a_number_and_move_the_picture() {
    let Some(mut desk) = Desk::new([1024, 900]) else {
        return;
    };
    let text = "size = [64, 64]\nchannels = ['n']\n[nodes.n]\nkind = 'fbm'\nof = 'p'\noctaves = 3\n[nodes.p]\nkind = 'perlin'\n";
    desk.studio
        .open(Document::of_text("keys.toml", text).expect("a document"));
    let before = desk.picture();
    let octaves = desk.widget("octaves", "Slider");
    let has_it = |desk: &Desk| desk.focus().is_some_and(|place| place.contains(octaves));
    let mut pressed = 0;
    while !has_it(&desk) {
        desk.press(Key::Tab, Modifiers::NONE);
        pressed += 1;
        assert!(pressed < 100, "Tab never comes to it");
    }
    desk.step(Vec::new());
    for _ in 0..2 {
        desk.press(Key::ArrowLeft, Modifiers::NONE);
    }
    let turned = text.replace("octaves = 3", "octaves = 1");
    assert_eq!(desk.studio.document.text(), turned);
    let after = desk.picture();
    assert!(apart(&after, &desk.computed()) <= BOUND);
    assert!(apart(&after, &before) > 10 * BOUND);

    // Without the focus the arrows are the picture's.
    desk.press(Key::Escape, Modifiers::NONE);
    desk.step(Vec::new());
    desk.press(Key::ArrowRight, Modifiers::NONE);
    assert_eq!(desk.studio.document.text(), turned);
    let moved = desk.picture();
    let width = desk.studio.seen.as_ref().expect("a picture").place.width() as usize;
    let part = |picture: &[u8], columns: std::ops::Range<usize>| {
        let rows = picture.chunks(3 * width);
        rows.flat_map(|row| row[3 * columns.start..3 * columns.end].to_vec())
            .collect::<Vec<u8>>()
    };
    let shifted = apart(&part(&moved, 0..width - 40), &part(&after, 40..width));
    assert!(shifted <= BOUND, "it is 40 pixels further: {shifted}");
    assert!(apart(&moved, &after) > 10 * BOUND, "the control");
}

#[test]
fn keys_move_the_plane_and_not_the_plane_behind_tiles() {
    let Some(mut desk) = Desk::new([1024, 320]) else {
        return;
    };
    desk.picture();
    for (view, moves) in [(View::Tiled, false), (View::Plane, true)] {
        desk.studio.view = view;
        for key in [Key::ArrowRight, Key::Minus] {
            let before = desk.studio.camera.expect("a camera");
            desk.press(key, Modifiers::NONE);
            let after = desk.studio.camera.expect("a camera");
            assert_eq!(after != before, moves, "{key:?}, {view:?}");
        }
    }
}
