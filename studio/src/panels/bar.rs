//! The bar above: which recipe, what is seen of it, undo, the seed.

use eframe::egui::{Button, ComboBox, Ui};
use wgpu_noise::recipe::Preset;

use crate::Studio;
use crate::app::View;
use crate::document::Document;

/// Shows the bar.
pub fn bar(studio: &mut Studio, ui: &mut Ui) {
    ui.add_space(3.0);
    ui.horizontal_wrapped(|ui| {
        presets(studio, ui);
        ui.separator();
        let can_be_solid = studio.solid.is_some();
        let is_volume = studio.document.recipe().size.len() == 3;
        for (view, name, is_possible, help) in [
            (
                View::Plane,
                "Plane",
                true,
                "Drag to move, scroll or pinch to zoom, double-click to see all",
            ),
            (
                View::Tiled,
                "Tiled",
                true,
                "The recipe's own picture three by three times, to judge its seams",
            ),
            (
                View::Relief,
                "Relief",
                can_be_solid,
                "The recipe's box as a lit surface; drag to turn it, scroll to come nearer",
            ),
            (
                View::Volume,
                "Volume",
                can_be_solid && is_volume,
                "All of a volume; drag to turn it, scroll to come nearer",
            ),
        ] {
            let label = Button::selectable(studio.view == view, name);
            if ui
                .add_enabled(is_possible, label)
                .on_hover_text(help)
                .clicked()
            {
                studio.view = view;
            }
        }
        channels(studio, ui);
        ui.separator();
        let [undo, redo] = studio.document.can_undo_redo();
        if (ui
            .add_enabled(undo, Button::new("Undo"))
            .on_hover_text("Ctrl+Z"))
        .clicked()
        {
            studio.document.undo();
        }
        if (ui
            .add_enabled(redo, Button::new("Redo"))
            .on_hover_text("Ctrl+Shift+Z"))
        .clicked()
        {
            studio.document.redo();
        }
    });
    ui.add_space(1.0);
}

fn presets(studio: &mut Studio, ui: &mut Ui) {
    let name = studio.document.name.clone();
    let shown = name.strip_suffix(".toml").unwrap_or(&name);
    ComboBox::from_id_salt("preset")
        .width(130.0)
        .height(500.0)
        .selected_text(shown)
        .show_ui(ui, |ui| {
            for preset in Preset::ALL {
                let is_shown = preset.file() == name;
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

/// Lets one choose a channel, where there are several.
fn channels(studio: &mut Studio, ui: &mut Ui) {
    let names = studio.document.recipe().channel_names();
    if names.len() < 2 {
        return;
    }
    ui.separator();
    let shown = studio.channel.and_then(|channel| names.get(channel));
    ComboBox::from_id_salt("channel")
        .selected_text(shown.map_or("colours", |name| name))
        .show_ui(ui, |ui| {
            ui.selectable_value(&mut studio.channel, None, "colours");
            for (i, name) in names.iter().enumerate() {
                ui.selectable_value(&mut studio.channel, Some(i), name);
            }
        });
}
