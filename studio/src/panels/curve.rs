//! The points of a curve: its graph, and the numbers of each point.

use eframe::egui::{DragValue, Sense, Stroke, Ui, pos2, vec2};
use wgpu_noise::noise::table::Cell;

use super::number::{DECIMALS, format};

/// The most points that a curve may have.
const POINTS_MAX: usize = 16;

/// Shows the points, and returns them if they were changed.
pub fn points(ui: &mut Ui, given: Option<&Cell>, default: &[[f64; 2]]) -> Option<Option<Cell>> {
    let mut held = match given {
        Some(Cell::Points(points)) => points.clone(),
        _ => default.to_vec(),
    };
    let mut changed = false;
    ui.vertical(|ui| {
        graph(ui, &held);
        let mut gone = None;
        for i in 0..held.len() {
            ui.horizontal(|ui| {
                let number = |ui: &mut Ui, value: &mut f64| {
                    ui.add(DragValue::new(value).speed(0.005).format(format(DECIMALS)))
                        .changed()
                };
                let [at, value] = &mut held[i];
                changed |= number(ui, at);
                ui.label("→");
                changed |= number(ui, value);
                if held.len() > 2 && ui.small_button("−").clicked() {
                    gone = Some(i);
                }
            });
        }
        if let Some(gone) = gone {
            held.remove(gone);
            changed = true;
        }
        if held.len() < POINTS_MAX && ui.small_button("+").clicked() {
            let [at, value] = held.last().copied().unwrap_or([0.0, 0.0]);
            held.push([at + 0.25, value]);
            changed = true;
        }
    });
    changed.then_some(Some(Cell::Points(held)))
}

/// Draws straight lines between the points.
fn graph(ui: &mut Ui, points: &[[f64; 2]]) {
    let size = vec2(ui.available_width().clamp(60.0, 200.0), 48.0);
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    let bounds = |part: usize| {
        let of = points.iter().map(|point| point[part]);
        let low = of.clone().fold(f64::INFINITY, f64::min);
        let high = of.fold(f64::NEG_INFINITY, f64::max);
        [low, (high - low).max(1e-9)]
    };
    let [[x, width], [y, height]] = [bounds(0), bounds(1)];
    let inner = place.shrink(3.0);
    let line = (points.iter())
        .map(|point| {
            let [right, up] = [(point[0] - x) / width, (point[1] - y) / height];
            pos2(
                inner.left() + inner.width() * right as f32,
                inner.bottom() - inner.height() * up as f32,
            )
        })
        .collect();
    let visuals = ui.visuals();
    ui.painter()
        .rect_filled(place, 2.0, visuals.extreme_bg_color);
    let stroke = Stroke::new(1.5, visuals.hyperlink_color);
    ui.painter().line(line, stroke);
}
