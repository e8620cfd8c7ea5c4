//! The widgets of the recipe's own keys.

use eframe::egui::{Key, Modifiers};
use wgpu_noise_studio::document::Document;

use crate::BOUND;
use crate::support::{Desk, apart};

#[test]
fn a_still_recipe_is_resized_and_animated() {
    let Some(mut desk) = Desk::new([1024, 640]) else {
        return;
    };
    let text = "# kept\nsize = [64, 32]\nchannels = ['n']\n[nodes]\nn = 'perlin(4)'   # a source\n";
    desk.studio
        .open(Document::of_text("own.toml", text).expect("a document"));
    assert!(!desk.says("frames") && !desk.says("Play"), "the control");
    let width = desk.widget("size", "SpinButton");
    desk.drag(width, 40.0);
    let size = desk.studio.document.recipe().size.clone();
    assert!(size[0] > 64 && size[1] == 32, "{size:?}");
    let resized = text.replace("[64, 32]", &format!("{size:?}"));
    assert_eq!(desk.studio.document.text(), resized);

    desk.click("animate");
    assert_eq!(desk.studio.document.recipe().frames, Some(48));
    let still = desk.picture();
    assert!(apart(&still, &desk.computed()) <= BOUND);
    desk.click("Play");
    for _ in 0..6 {
        desk.step(Vec::new());
    }
    desk.click("Pause");
    let moved = desk.picture();
    assert!(apart(&moved, &desk.computed()) <= BOUND);
    assert!(apart(&moved, &still) > 10 * BOUND, "it moves");

    let frames = desk.widget("frames", "SpinButton");
    desk.drag(frames, 40.0);
    let duration = desk.widget("duration", "SpinButton");
    desk.drag(duration, 40.0);
    let recipe = desk.studio.document.recipe();
    assert!(recipe.frames > Some(48), "{:?}", recipe.frames);
    assert!(recipe.duration > 1.0, "{}", recipe.duration);
    assert_eq!(desk.studio.document.mistake(), None);
    let all = desk.studio.document.text();
    assert!(
        all.contains("# kept") && all.contains("# a source"),
        "{all}"
    );

    desk.click("animate");
    assert_eq!(desk.studio.document.recipe().frames, None);
    for _ in 0..5 {
        desk.press(Key::Z, Modifiers::COMMAND);
    }
    assert_eq!(
        desk.studio.document.text(),
        text,
        "each gesture is one step"
    );
}
