//! What keys do. The rest of the keyboard is egui's: Tab goes from one control to the next, arrows turn the one with the focus.

use eframe::egui::{Key, KeyboardShortcut, Modifiers, Ui};

use crate::Studio;
use crate::view::View;

/// The pixels that an arrow moves the picture by, and the factor of a zoom.
const STEP: f64 = 40.0;
const ZOOM: f64 = 1.25;

const SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// Keys, and what they do.
pub const KEYS: &[(&str, &str)] = &[
    ("F1, ?", "show this, Escape closes it"),
    ("Ctrl+O", "open a recipe"),
    ("Ctrl+S, Ctrl+Shift+S", "save, save as"),
    ("Ctrl+Z, Ctrl+Shift+Z", "undo, redo"),
    ("1 to 4", "plane, tiled, relief, volume"),
    ("arrows, + and −", "move and zoom, or turn and come nearer"),
    ("Home", "show all"),
    ("Space", "play"),
    ("K, X", "keep A; show B, A, or both"),
    ("Tab, Shift+Tab", "go from one control to the next, or back"),
    ("arrows, Enter", "turn the control, press it"),
    ("Escape", "leave the controls"),
];

/// Does what the keys of this frame ask for.
pub fn keys(studio: &mut Studio, ui: &Ui) {
    let pressed = |modifiers, key| {
        ui.input_mut(|input| input.consume_shortcut(&KeyboardShortcut::new(modifiers, key)))
    };
    // The longer of two that share a key comes first.
    if pressed(SHIFT, Key::Z) || pressed(Modifiers::COMMAND, Key::Y) {
        studio.redo();
    } else if pressed(Modifiers::COMMAND, Key::Z) {
        studio.undo();
    }
    if pressed(SHIFT, Key::S) {
        studio.save_as(ui.ctx());
    } else if pressed(Modifiers::COMMAND, Key::S) {
        studio.save(ui.ctx());
    }
    if pressed(Modifiers::COMMAND, Key::O) {
        studio.ask_open(ui.ctx());
    }
    if pressed(Modifiers::NONE, Key::F1) {
        studio.helps = !studio.helps;
    }
    if studio.helps && pressed(Modifiers::NONE, Key::Escape) {
        studio.helps = false;
    }
    // A control with the focus has all other keys.
    if ui.memory(|memory| memory.focused().is_some()) {
        return;
    }
    let views = [
        (Key::Num1, View::Plane),
        (Key::Num2, View::Tiled),
        (Key::Num3, View::Relief),
        (Key::Num4, View::Volume),
    ];
    for (key, view) in views {
        if pressed(Modifiers::NONE, key) && studio.can_show(view) {
            studio.view = view;
        }
    }
    if pressed(Modifiers::NONE, Key::Questionmark) {
        studio.helps = !studio.helps;
    }
    if pressed(Modifiers::NONE, Key::Space) && studio.document.recipe().frames.is_some() {
        studio.clock.toggle();
    }
    if pressed(Modifiers::NONE, Key::K) {
        studio.keep();
    }
    if pressed(Modifiers::NONE, Key::X) {
        studio.switch();
    }
    movement(studio, &|key| pressed(Modifiers::NONE, key));
}

/// Moves what is seen.
fn movement(studio: &mut Studio, pressed: &dyn Fn(Key) -> bool) {
    let along = |back, on| f64::from(i8::from(pressed(on)) - i8::from(pressed(back)));
    let by = [
        along(Key::ArrowLeft, Key::ArrowRight),
        along(Key::ArrowUp, Key::ArrowDown),
    ];
    let closer = pressed(Key::Plus) || pressed(Key::Equals);
    let factor = match (closer, pressed(Key::Minus)) {
        (true, _) => ZOOM,
        (_, true) => 1.0 / ZOOM,
        _ => 1.0,
    };
    if pressed(Key::Home) {
        studio.look_at_all();
    }
    if by == [0.0; 2] && factor == 1.0 {
        return;
    }
    match studio.view {
        View::Relief | View::Volume => {
            let [x, y] = by.map(|by| (by * STEP) as f32);
            studio.orbit.drag(x, y);
            studio.orbit.zoom(factor as f32);
        }
        View::Plane => {
            if let Some(camera) = &mut studio.camera {
                camera.pan(by.map(|by| by * STEP));
                camera.zoom(&studio.document.recipe().grid(), factor, [0.0; 2]);
            }
        }
        // It always shows the same, and the plane behind it stays where it is.
        View::Tiled => return,
    }
    studio.still = 0.0;
}
