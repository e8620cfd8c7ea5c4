//! The colours of a recipe's values: stops that one moves, colours, adds and removes.

use eframe::egui::{Color32, DragValue, Mesh, Sense, Shape, Ui, pos2, vec2};
use wgpu_noise::recipe::{Ramp, Stop};

use super::number::{DECIMALS, format};
use crate::document::Document;

/// The most stops of a ramp.
const STOPS_MAX: usize = 16;

/// Shows the ramp, if the recipe has one, or a button that begins one where one channel allows it.
pub fn ramp(document: &mut Document, ui: &mut Ui, held: Option<&Ramp>, channels: usize) {
    let Some(Ramp(stops)) = held else {
        if channels == 1 && ui.small_button("Colour it").clicked() {
            let grey = |at, level| Stop {
                at,
                colour: [level; 3],
                opacity: None,
            };
            set(document, Some(vec![grey(-1.0, 0), grey(1.0, 255)]));
        }
        return;
    };
    let mut changed = stops.clone();
    strip(ui, stops);
    let mut gone = None;
    for (i, stop) in changed.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            ui.color_edit_button_srgb(&mut stop.colour);
            ui.add(
                DragValue::new(&mut stop.at)
                    .speed(0.005)
                    .format(format(DECIMALS)),
            );
            if stops.len() > 2 && ui.small_button("−").clicked() {
                gone = Some(i);
            }
        });
    }
    ui.horizontal(|ui| {
        if stops.len() < STOPS_MAX && ui.small_button("+").clicked() {
            changed.extend(after(stops));
        }
        if ui.small_button("×").on_hover_text("no colours").clicked() {
            changed.clear();
        }
    });
    if let Some(gone) = gone {
        changed.remove(gone);
    }
    if changed != *stops {
        set(document, (!changed.is_empty()).then_some(changed));
    }
}

/// Returns a stop as far behind the last as that is behind the one before.
fn after(stops: &[Stop]) -> Option<Stop> {
    let [.., before, last] = stops else {
        return None;
    };
    Some(Stop {
        at: 2.0 * last.at - before.at,
        ..*last
    })
}

fn set(document: &mut Document, stops: Option<Vec<Stop>>) {
    let ramp = stops.and_then(|stops| toml::Value::try_from(Ramp(stops)).ok());
    document.set_key("ramp", ramp);
}

/// Draws the colours from the first stop to the last.
fn strip(ui: &mut Ui, stops: &[Stop]) {
    let (place, _) =
        ui.allocate_exact_size(vec2(ui.available_width().min(320.0), 14.0), Sense::hover());
    let (Some(first), Some(last)) = (stops.first(), stops.last()) else {
        return;
    };
    let mut mesh = Mesh::default();
    for (stop, i) in stops.iter().zip(0..) {
        let share = ((stop.at - first.at) / (last.at - first.at).max(1e-9)) as f32;
        let x = place.left() + place.width() * share;
        let [r, g, b] = stop.colour;
        for y in [place.top(), place.bottom()] {
            mesh.colored_vertex(pos2(x, y), Color32::from_rgb(r, g, b));
        }
        if i > 0 {
            mesh.add_triangle(2 * i - 2, 2 * i - 1, 2 * i);
            mesh.add_triangle(2 * i - 1, 2 * i, 2 * i + 1);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
}
