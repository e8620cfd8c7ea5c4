//! Widgets of numbers: one that may be left out, one for each axis, and lists.

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::rc::Rc;

use eframe::egui::emath::format_with_decimals_in_range;
use eframe::egui::{DragValue, Response, Slider, SliderClamping, Ui, ValueFormat};
use wgpu_noise::noise::table::Cell;

use super::parameter::Change;

/// The most decimals of a number.
pub const DECIMALS: usize = 4;

/// Returns how a widget writes a number and reads it. egui reads a widget's text when that loses the focus, typed or not: as it was
/// written it is no other number, though it may have fewer decimals, or lie outside the range.
pub fn format(decimals: usize) -> ValueFormat<'static> {
    let written = Rc::new(RefCell::new(String::new()));
    let seen = written.clone();
    ValueFormat::default()
        .max_decimals(decimals)
        .custom_formatter(move |number, decimals| {
            let text = format_with_decimals_in_range(number, decimals);
            written.replace(text.clone());
            text
        })
        .custom_parser(move |text| {
            let is_typed = *text != *seen.borrow();
            let number = || text.trim().replace('−', "-").parse().ok();
            is_typed.then(number).flatten()
        })
}

/// A number that may be left out.
pub fn optional(
    ui: &mut Ui,
    given: Option<&Cell>,
    default: Option<f64>,
    show: impl FnOnce(&mut Ui, &mut f64) -> bool,
) -> Option<Change> {
    let held = match given {
        Some(Cell::Number(number)) => Some(*number),
        _ => default,
    };
    match held {
        Some(mut number) => show(ui, &mut number).then_some(Some(Cell::Number(number))),
        None => (ui.small_button("set").clicked()).then_some(Some(Cell::Number(1.0))),
    }
}

/// A slider for a short range, and a number to drag for a long one. Returns whether it changed, which a value outside the range,
/// or finer than the slider's steps, does only by a gesture.
pub fn slider(ui: &mut Ui, value: &mut f64, [low, high]: [f64; 2], label: &Response) -> bool {
    let response = if high - low <= 64.0 {
        let slider = Slider::new(value, low..=high).format(format(DECIMALS));
        ui.add(slider.clamping(SliderClamping::Edits))
    } else if low > 0.0 {
        // Of positive numbers of any size the slider shows those that people use.
        let near = (*value / 16.0).min(0.125).max(low)..=(*value * 2.0).max(16.0).min(high);
        let slider = Slider::new(value, near).format(format(DECIMALS));
        ui.add(slider.logarithmic(true).clamping(SliderClamping::Never))
    } else {
        drag(ui, value, [low, high])
    };
    response.labelled_by(label.id).changed()
}

/// A number that is dragged, by steps that suit its size.
pub fn drag(ui: &mut Ui, value: &mut f64, [low, high]: [f64; 2]) -> Response {
    let speed = (value.abs() * 0.01).max(0.002);
    ui.add(
        DragValue::new(value)
            .range(low..=high)
            .clamp_existing_to_range(false)
            .speed(speed)
            .format(format(DECIMALS)),
    )
}

/// A number of samples or frames. Where there are too many the recipe says so.
pub fn count(ui: &mut Ui, value: &mut u32) -> Response {
    let drag = DragValue::new(value).range(1..=u32::MAX);
    ui.add(drag.clamp_existing_to_range(false).format(format(0)))
}

/// One number for all axes, or one for each.
pub fn per_axis(
    ui: &mut Ui,
    given: Option<&Cell>,
    range: [f64; 2],
    default: Option<f64>,
    whole: bool,
    label: &Response,
) -> Option<Change> {
    if let Some(Cell::List(held)) = given {
        return numbers(ui, held.clone(), 1..=3, range, whole);
    }
    optional(ui, given, default, |ui, value| {
        let changed = slider(ui, value, range, label);
        if whole {
            *value = value.round();
        }
        changed
    })
    .or_else(|| {
        let split = ui
            .small_button("xyz")
            .on_hover_text("a number for each axis");
        let one = match given {
            Some(Cell::Number(number)) => *number,
            _ => default.unwrap_or(1.0),
        };
        split.clicked().then(|| Some(Cell::List(vec![one; 3])))
    })
}

/// The numbers that are given, or the default's.
pub fn list(given: Option<&Cell>, default: &[f64]) -> Vec<f64> {
    match given {
        Some(Cell::List(list)) => list.clone(),
        Some(Cell::Number(number)) => vec![*number],
        _ => default.to_vec(),
    }
}

/// Numbers in a list, which may have to be whole, with one more or one less.
pub fn numbers(
    ui: &mut Ui,
    mut held: Vec<f64>,
    lengths: RangeInclusive<usize>,
    range: [f64; 2],
    whole: bool,
) -> Option<Change> {
    let mut changed = false;
    // The octaves of a fractal are more than a panel is wide.
    ui.horizontal_wrapped(|ui| {
        for value in &mut held {
            if drag(ui, value, range).changed() {
                changed = true;
                if whole {
                    *value = value.round();
                }
            }
        }
    });
    if held.len() < *lengths.end() && ui.small_button("+").clicked() {
        held.push(held.last().copied().unwrap_or(1.0));
        changed = true;
    }
    if held.len() > *lengths.start() && ui.small_button("−").clicked() {
        held.pop();
        changed = true;
    }
    changed.then(|| (!held.is_empty()).then_some(Cell::List(held)))
}
