//! The recipe's own keys: its seed, its seams, how many samples it has, and its time.

use eframe::egui::{DragValue, Ui};
use wgpu_noise::Recipe;

use super::number::{count, drag};
use crate::document::Document;

/// The least and the greatest duration that a grid may have, in units of w.
const DURATIONS: [f64; 2] = [1e-12, 1e12];
/// The frames of a recipe that begins to move.
const FRAMES: u32 = 48;

/// Shows the keys, and lets one change them.
pub fn own(document: &mut Document, ui: &mut Ui, draft: &Recipe) {
    ui.horizontal(|ui| {
        seed(document, ui, draft);
        let mut seamless = draft.seamless;
        let help = "opposite edges fit together, and so do the ends of an animation";
        if (ui.checkbox(&mut seamless, "seamless").on_hover_text(help)).changed() {
            document.set_key("seamless", Some(seamless.into()));
        }
    });
    ui.horizontal_wrapped(|ui| size(document, ui, draft));
    ui.horizontal_wrapped(|ui| time(document, ui, draft));
}

fn seed(document: &mut Document, ui: &mut Ui, draft: &Recipe) {
    let mut seed = draft.seed;
    let label = ui.label("seed");
    let drag = ui
        .add(DragValue::new(&mut seed).speed(0.1))
        .labelled_by(label.id);
    if drag.changed() {
        document.set_key("seed", Some(i64::from(seed).into()));
    }
    let throw = ui.button("throw").on_hover_text("another seed, by chance");
    if throw.clicked() {
        document.settle();
        document.set_key("seed", Some(i64::from(thrown(seed)).into()));
    }
}

/// The samples along each axis, as many axes as the recipe has.
fn size(document: &mut Document, ui: &mut Ui, draft: &Recipe) {
    let label = ui
        .label("size")
        .on_hover_text("the samples along x, y and z of a file");
    let mut size = draft.size.clone();
    let mut has_changed = false;
    for side in &mut size {
        has_changed |= count(ui, side).labelled_by(label.id).changed();
    }
    if has_changed {
        let size: Vec<i64> = size.into_iter().map(i64::from).collect();
        document.set_key("size", Some(size.into()));
    }
}

/// Whether the noise moves, in how many frames, and how long.
fn time(document: &mut Document, ui: &mut Ui, draft: &Recipe) {
    let mut moves = draft.frames.is_some();
    let help = "time is an axis of the noise, and a file has frames";
    if (ui.checkbox(&mut moves, "animate").on_hover_text(help)).changed() {
        document.settle();
        let frames = moves.then(|| i64::from(FRAMES).into());
        document.set_key("frames", frames);
    }
    let Some(mut frames) = draft.frames else {
        return;
    };
    let label = ui.label("frames");
    if count(ui, &mut frames).labelled_by(label.id).changed() {
        document.set_key("frames", Some(i64::from(frames).into()));
    }
    let mut duration = draft.duration;
    let help = "the time from the first frame to the one after the last, in units of w";
    let label = ui.label("duration").on_hover_text(help);
    let drag = drag(ui, &mut duration, DURATIONS);
    if drag.labelled_by(label.id).changed() {
        document.set_key("duration", Some(duration.into()));
    }
}

/// Returns the next of a sequence of seeds without an order that one sees: a step of SplitMix32's kind.
fn thrown(seed: u32) -> u32 {
    let mixed = seed.wrapping_add(0x9E37_79B9);
    let mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x85EB_CA6B);
    // Seeds that one can read out to somebody.
    (mixed ^ (mixed >> 13)) % 100_000
}
