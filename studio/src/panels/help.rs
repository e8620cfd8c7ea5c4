//! What keys do, in a window of its own.

use eframe::egui::{Align2, Grid, Ui, Vec2, Window};

use crate::Studio;
use crate::keys::KEYS;

/// Shows the keys while they are asked for.
pub fn help(studio: &mut Studio, ui: &Ui) {
    Window::new("Keys")
        .open(&mut studio.helps)
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .collapsible(false)
        .resizable(false)
        .show(ui.ctx(), |ui| {
            Grid::new("keys").num_columns(2).show(ui, |ui| {
                for &(keys, what) in KEYS {
                    ui.strong(keys);
                    ui.label(what);
                    ui.end_row();
                }
            });
        });
}
