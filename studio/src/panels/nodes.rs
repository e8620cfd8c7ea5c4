//! Every node with its parameters, and the recipe's own keys above them.

use eframe::egui::{CollapsingHeader, Image, Label, RichText, ScrollArea, Ui};
use wgpu_noise::Recipe;
use wgpu_noise::noise::Kind;

use super::{own, parameter, parameters, ramp};
use crate::Studio;
use crate::document::wiring;

/// Shows the recipe's keys and the nodes.
pub fn nodes(studio: &mut Studio, ui: &mut Ui) {
    ui.take_available_width();
    let Some(draft) = studio.document.draft().cloned() else {
        ui.label("The recipe has a mistake; its nodes are shown once it is mended.");
        return;
    };
    // A long number is no reason for a wider panel.
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        ui.add_space(4.0);
        if let Some(title) = &draft.title {
            ui.label(RichText::new(title).strong());
        }
        own::own(&mut studio.document, ui, &draft);
        ramp::ramp(
            &mut studio.document,
            ui,
            draft.ramp.as_ref(),
            draft.channels.len(),
        );
        parameters::parameters(&mut studio.document, ui, &draft);
        for name in wiring::in_order(&draft) {
            node(studio, ui, &draft, &name);
        }
    });
}

/// A node: its name, kind, inputs and parameters.
fn node(studio: &mut Studio, ui: &mut Ui, draft: &Recipe, name: &str) {
    let row = &draft.nodes[name];
    let title = RichText::new(format!("{name}  ·  {}", row.kind));
    CollapsingHeader::new(title)
        .id_salt(("node", name))
        .default_open(true)
        .show(ui, |ui| {
            let Some(kind) = Kind::from_name(&row.kind) else {
                ui.label("there is no such kind");
                return;
            };
            ui.horizontal_top(|ui| {
                if let Some(picture) = studio.thumbnails.get(ui.ctx(), name) {
                    ui.add(Image::new(picture));
                }
                ui.add(Label::new(RichText::new(kind.info().help).weak()).wrap());
            });
            let document = &mut studio.document;
            for param in kind.params() {
                let (key, given) = wiring::given(row, param).unzip();
                if let Some(change) = parameter::row(ui, draft, name, param, given, &studio.answers)
                {
                    document.set(name, key.unwrap_or(param.name), change);
                }
            }
        });
}
