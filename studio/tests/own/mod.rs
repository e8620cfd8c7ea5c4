//! The widgets of the recipe's own keys, and those of its nodes.

use eframe::egui::{Event, Key, Modifiers};
use wgpu_noise::noise::table::Cell;
use wgpu_noise_studio::document::{Document, Subject};

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

#[test]
fn a_list_of_whole_numbers_stays_one() {
    let Some(mut desk) = Desk::new([1024, 640]) else {
        return;
    };
    let text =
        "size = [8, 8]\nchannels = ['n']\n[nodes.n]\nkind = 'perlin'\nperiod = [4, 4]   # cells\n";
    desk.studio
        .open(Document::of_text("whole.toml", text).expect("a document"));
    let period = desk.widget("period", "SpinButton");
    desk.drag(period, 60.0);
    let found = desk.studio.document.recipe().nodes["n"].params["period"].clone();
    let Cell::List(found) = found else {
        panic!("{found:?}");
    };
    assert!(
        found != [4.0; 2] && found.iter().all(|cells| cells.fract() == 0.0),
        "{found:?}"
    );
    let dragged = text.replace("[4, 4]", &format!("{found:?}"));
    assert_eq!(desk.studio.document.text(), dragged);
    assert_eq!(desk.studio.document.mistake(), None);
}

#[test]
fn a_parameter_under_its_alias_is_dragged_in_one_step() {
    let Some(mut desk) = Desk::new([1024, 640]) else {
        return;
    };
    desk.studio.open(crate::preset("fbm_root_half"));
    let text = desk.studio.document.text().to_string();
    let gain = desk.widget("gain", "SpinButton");
    desk.drag(gain, 40.0);
    let found = desk.studio.document.recipe().nodes["sum"].params["persistence"].clone();
    let Cell::Number(found) = found else {
        panic!("{found:?}");
    };
    assert!(found > 0.71, "{found}");
    let dragged = text.replace("0.70711", &found.to_string());
    assert_eq!(desk.studio.document.text(), dragged);
    desk.press(Key::Z, Modifiers::COMMAND);
    assert_eq!(desk.studio.document.text(), text);
}

#[test]
fn what_is_typed_into_a_field_without_a_pause_is_one_step() {
    let Some(mut desk) = Desk::new([1024, 640]) else {
        return;
    };
    let text = "size = [64, 64]\nframes = 8\nchannels = ['n']\nnodes.n = 'perlin(4)'\n";
    desk.studio
        .open(Document::of_text("typed.toml", text).expect("a document"));
    let of = |desk: &Desk| {
        let recipe = desk.studio.document.draft().expect("TOML");
        (recipe.frames, recipe.size.clone())
    };
    let frames = desk.widget("frames", "SpinButton");
    desk.point(frames);
    desk.step(Vec::new());
    type_in(&mut desk, "42");
    // Ten frames are a second.
    for _ in 0..11 {
        desk.step(Vec::new());
    }
    type_in(&mut desk, "78");
    assert_eq!(of(&desk).0, Some(4278));
    // The same key in two fields, without a pause.
    let width = desk.widget("size", "SpinButton");
    desk.point(width);
    desk.step(Vec::new());
    type_in(&mut desk, "32");
    desk.press(Key::Tab, Modifiers::NONE);
    desk.step(Vec::new());
    type_in(&mut desk, "16");
    assert_eq!(of(&desk), (Some(4278), vec![32, 16]));
    for wanted in [(4278, [32, 64]), (4278, [64, 64]), (42, [64, 64])] {
        desk.press(Key::Z, Modifiers::COMMAND);
        assert_eq!(of(&desk), (Some(wanted.0), wanted.1.to_vec()));
    }
    desk.press(Key::Z, Modifiers::COMMAND);
    assert_eq!(desk.studio.document.text(), text);
}

/// Types letters, one a frame.
fn type_in(desk: &mut Desk, letters: &str) {
    for letter in letters.chars() {
        desk.step(vec![Event::Text(letter.to_string())]);
    }
}

#[test]
fn to_pass_a_number_with_tab_changes_nothing() {
    let Some(mut desk) = Desk::new([1024, 1200]) else {
        return;
    };
    // More decimals than are shown, and numbers that are not allowed.
    let text = "size = [0, 64]\nframes = 3\nduration = 0.123456\nchannels = ['n']\n\
        ramp = [[-0.123456, '#000000'], [0.123456, '#ffffff']]\n\
        parameters.p = { default = 0.123456, range = [0, 0.1] }\n[nodes]\n\
        n = { kind = 'fbm', of = 'c', octaves = 70, gain = 0.123456 }\n\
        c = { kind = 'curve', of = 's', points = [[0.123456, 0], [1, 0.123456]] }\n\
        s = { kind = 'perlin', frequency = [0.123456, 1, 1] }\n";
    desk.studio
        .document
        .set_text(Subject::Text, text.to_string());
    // The text of the recipe would take Tab as a letter.
    desk.click("Values");
    desk.press(Key::Tab, Modifiers::NONE);
    desk.step(Vec::new());
    let first = desk.focus().expect("a control");
    let mut passed = 0;
    loop {
        desk.press(Key::Tab, Modifiers::NONE);
        desk.step(Vec::new());
        assert_eq!(desk.studio.document.text(), text, "{passed}");
        passed += 1;
        if desk.focus() == Some(first) {
            break;
        }
        assert!(passed < 200, "it never comes around");
    }
    assert!(passed > 40, "the control: {passed}");
    let gain = desk.widget("gain", "SpinButton");
    desk.point(gain);
    desk.step(Vec::new());
    type_in(&mut desk, "0.5");
    desk.press(Key::Tab, Modifiers::NONE);
    let typed = text.replace("gain = 0.123456", "gain = 0.5");
    assert_eq!(desk.studio.document.text(), typed, "the control");
}
