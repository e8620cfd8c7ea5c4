//! The recipe's own parameters: numbers with names, for those who use the recipe.

use eframe::egui::Ui;
use wgpu_noise::Recipe;

use super::number::slider;
use crate::document::Document;

/// Shows each with its help, as a slider over its range.
pub fn parameters(document: &mut Document, ui: &mut Ui, draft: &Recipe) {
    for (name, parameter) in &draft.parameters {
        ui.horizontal(|ui| {
            let label = ui.label(name);
            let label = match &parameter.help {
                Some(help) => label.on_hover_text(help),
                None => label,
            };
            let mut value = parameter.default;
            if slider(ui, &mut value, parameter.range, &label) {
                document.set_parameter(name, value);
            }
        });
    }
}
