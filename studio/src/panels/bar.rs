//! The bar above: which recipe, what is seen of it, undo, and what it is compared with.

use eframe::egui::{Button, ComboBox, Ui};
use wgpu_noise::recipe::Preset;

use crate::Studio;
use crate::app::NARROW;
use crate::document::Document;
use crate::view::{Shown, View};

/// Every view with its name and help.
const VIEWS: [(View, &str, &str); 4] = [
    (
        View::Plane,
        "Plane",
        "Drag to move, scroll or pinch to zoom, double-click to see all (1)",
    ),
    (
        View::Tiled,
        "Tiled",
        "The recipe's own picture three by three times, to judge its seams (2)",
    ),
    (
        View::Relief,
        "Relief",
        "The recipe's box as a lit surface; drag to turn it, scroll to come nearer (3)",
    ),
    (
        View::Volume,
        "Volume",
        "All of a volume; drag to turn it, scroll to come nearer (4)",
    ),
];

/// Shows the bar.
pub fn bar(studio: &mut Studio, ui: &mut Ui) {
    ui.add_space(3.0);
    // Where the bar has several rows, a line would end one of them.
    let is_one_row = ui.available_width() >= NARROW;
    let line = |ui: &mut Ui| is_one_row.then(|| ui.separator());
    ui.horizontal_wrapped(|ui| {
        presets(studio, ui);
        outputs(studio, ui);
        if ui.button("Open").on_hover_text("Ctrl+O").clicked() {
            studio.ask_open(ui.ctx());
        }
        if ui.button("Save").on_hover_text("Ctrl+S").clicked() {
            studio.save(ui.ctx());
        }
        line(ui);
        for (view, name, help) in VIEWS {
            let label = Button::selectable(studio.view == view, name);
            let label = ui.add_enabled(studio.can_show(view), label);
            if label.on_hover_text(help).clicked() {
                studio.view = view;
            }
        }
        shown(studio, ui);
        line(ui);
        let [undo, redo] = studio.can_undo_redo();
        let undo = ui.add_enabled(undo, Button::new("Undo"));
        if undo.on_hover_text("Ctrl+Z").clicked() {
            studio.undo();
        }
        let redo = ui.add_enabled(redo, Button::new("Redo"));
        if redo.on_hover_text("Ctrl+Shift+Z").clicked() {
            studio.redo();
        }
        line(ui);
        compare(studio, ui);
    });
    ui.add_space(1.0);
}

fn presets(studio: &mut Studio, ui: &mut Ui) {
    let name = studio.document.name().to_string();
    let is_in_file = studio.document.file().is_some();
    let shown = name.strip_suffix(".toml").unwrap_or(&name);
    ComboBox::from_id_salt("preset")
        .width(130.0)
        .height(500.0)
        .selected_text(shown)
        .show_ui(ui, |ui| {
            for preset in Preset::ALL {
                let is_shown = !is_in_file && preset.file() == name;
                let label = ui.selectable_label(is_shown, preset.name);
                let purpose = preset.recipe().ok().and_then(|recipe| recipe.purpose);
                if label.on_hover_text(purpose.unwrap_or_default()).clicked()
                    && let Ok(document) = Document::preset(preset)
                {
                    studio.open(document);
                }
            }
        });
}

/// Lets one choose the output that is shown, if the recipe has several.
fn outputs(studio: &mut Studio, ui: &mut Ui) {
    const OWN: &str = "own picture";
    if studio.document.whole().outputs.is_empty() {
        return;
    }
    let held = studio.document.output().map(str::to_string);
    let names = studio.document.whole().outputs.keys();
    let all: Vec<Option<String>> = [None].into_iter().chain(names.cloned().map(Some)).collect();
    let name = |output: &Option<String>| output.clone().unwrap_or_else(|| OWN.to_string());
    let mut chosen = held.clone();
    ComboBox::from_id_salt("output")
        .width(90.0)
        .selected_text(name(&held))
        .show_ui(ui, |ui| {
            for output in all {
                let label = name(&output);
                ui.selectable_value(&mut chosen, output, label);
            }
        })
        .response
        .on_hover_text("The file of the recipe that is shown and taken away");
    if chosen != held {
        studio.choose(chosen);
    }
}

/// Lets one choose which values are shown.
fn shown(studio: &mut Studio, ui: &mut Ui) {
    let names = studio.document.recipe().channel_names();
    let several = names.len() > 1;
    let channels = (names.into_iter().enumerate()).filter(|_| several);
    let values = [(Shown::Colours, "colours".to_string())]
        .into_iter()
        .chain(channels.map(|(i, name)| (Shown::Channel(i), name)))
        .chain(
            [(Shown::Gradient, "gradient"), (Shown::Normals, "normals")]
                .map(|(shown, name)| (shown, name.to_string())),
        );
    let values: Vec<(Shown, String)> = values.collect();
    let held = values.iter().find(|(shown, _)| *shown == studio.shown);
    ComboBox::from_id_salt("shown")
        .width(70.0)
        .selected_text(held.map_or("colours", |(_, name)| name))
        .show_ui(ui, |ui| {
            for (shown, name) in &values {
                ui.selectable_value(&mut studio.shown, *shown, name);
            }
        });
}

/// Lets one keep the recipe as it is, and compare it with what becomes of it.
fn compare(studio: &mut Studio, ui: &mut Ui) {
    let keep = ui
        .button("Keep A")
        .on_hover_text("Keep the recipe as it is now, A, beside what becomes of it, B (K)");
    if keep.clicked() {
        studio.keep();
    }
    if studio.compare.is_none() {
        return;
    }
    let switch = ui
        .button("A | B")
        .on_hover_text("All of B, all of A, or both; the line between them can be dragged (X)");
    if switch.clicked() {
        studio.switch();
    }
    if ui.button("Back to A").clicked() {
        studio.return_to_kept();
    }
    if ui.small_button("×").on_hover_text("B alone").clicked() {
        studio.compare = None;
    }
}
