//! Every node with its parameters, and the recipe's own keys above them.

use eframe::egui::{CollapsingHeader, DragValue, Image, Label, RichText, ScrollArea, Ui};
use wgpu_noise::Recipe;
use wgpu_noise::noise::Kind;

use super::{parameter, parameters, ramp};
use crate::Studio;
use crate::document::{Document, wiring};

/// Shows the recipe's keys and the nodes.
pub fn nodes(studio: &mut Studio, ui: &mut Ui) {
    ui.take_available_width();
    let Some(draft) = studio.document.draft().cloned() else {
        ui.label("The recipe has a mistake; its nodes are shown once it is mended.");
        return;
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.add_space(4.0);
        if let Some(title) = &draft.title {
            ui.label(RichText::new(title).strong());
        }
        recipe(&mut studio.document, ui, &draft);
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

/// The recipe's own keys.
fn recipe(document: &mut Document, ui: &mut Ui, draft: &Recipe) {
    ui.horizontal(|ui| {
        let mut seed = draft.seed;
        let label = ui.label("seed");
        let drag = ui
            .add(DragValue::new(&mut seed).speed(0.1))
            .labelled_by(label.id);
        if drag.changed() {
            document.set_key("seed", Some(i64::from(seed).into()));
        }
        if ui
            .button("throw")
            .on_hover_text("another seed, by chance")
            .clicked()
        {
            document.settle();
            document.set_key("seed", Some(i64::from(thrown(seed)).into()));
        }
        let mut seamless = draft.seamless;
        let help = "opposite edges fit together, and so do the ends of an animation";
        if (ui.checkbox(&mut seamless, "seamless").on_hover_text(help)).changed() {
            document.set_key("seamless", Some(seamless.into()));
        }
    });
}

/// Returns the next of a sequence of seeds without an order that one sees: a step of SplitMix32's kind.
fn thrown(seed: u32) -> u32 {
    let mixed = seed.wrapping_add(0x9E37_79B9);
    let mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x85EB_CA6B);
    // Seeds that one can read out to somebody.
    (mixed ^ (mixed >> 13)) % 100_000
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
                let given = wiring::given(row, param);
                if let Some(change) = parameter::row(ui, draft, name, param, given, &studio.answers)
                {
                    if given.is_some() && !row.params.contains_key(param.name) {
                        // It was given under another name.
                        let alias = param.aliases.iter().find(|&&a| row.params.contains_key(a));
                        alias
                            .into_iter()
                            .for_each(|alias| document.set(name, alias, None));
                    }
                    document.set(name, param.name, change);
                }
            }
        });
}
