//! A parameter's widget, made of its row of data: name, unit, help, range, default.

use eframe::egui::{
    Align, Checkbox, ComboBox, DragValue, Label, Layout, Response, RichText, Slider,
    SliderClamping, TextEdit, Ui, vec2,
};
use wgpu_noise::Recipe;
use wgpu_noise::noise::table::Cell;
use wgpu_noise::noise::{Param, ParamType};

use super::curve;
use super::number::{format, list, numbers, optional, per_axis, slider};
use crate::document::wiring;
use crate::edge::{self, Answers};

/// A parameter's new value; `None` for its default.
pub type Change = Option<Cell>;

/// The word for a number that follows from the grid.
const AUTO: &str = "auto";
/// The width of the column of names, in points.
const NAME_WIDTH: f32 = 84.0;
const COORDINATES: [&str; 4] = ["x", "y", "z", "w"];

/// Shows a parameter, and returns its new value if it was changed.
pub fn row(
    ui: &mut Ui,
    recipe: &Recipe,
    node: &str,
    param: &'static Param,
    given: Option<&Cell>,
    answers: &Answers,
) -> Option<Change> {
    let mut change = None;
    ui.push_id((node, param.name), |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().slider_width = (ui.available_width() - 230.0).clamp(50.0, 320.0);
            let mut name = RichText::new(param.name);
            if given.is_none() {
                name = name.weak();
            }
            let help = format!("{}\n{}: {}", param.help, unit(param), param.allowed());
            let align = Layout::left_to_right(Align::Center);
            let label = ui.allocate_ui_with_layout(vec2(NAME_WIDTH, 18.0), align, |ui| {
                ui.set_min_width(NAME_WIDTH);
                ui.add(Label::new(name).truncate()).on_hover_text(help)
            });
            let label = label.inner;
            change = widget(ui, recipe, node, param, given, answers, &label);
            if given.is_some() && !param.is_required() {
                let reset = ui.small_button("×").on_hover_text("its default again");
                if reset.clicked() {
                    change = Some(None);
                }
            }
        });
    });
    change
}

fn unit(param: &Param) -> &str {
    if param.unit.is_empty() {
        "allowed"
    } else {
        param.unit
    }
}

fn widget(
    ui: &mut Ui,
    recipe: &Recipe,
    node: &str,
    param: &'static Param,
    given: Option<&Cell>,
    answers: &Answers,
    label: &Response,
) -> Option<Change> {
    if let Some(Cell::Text(name)) = given
        && recipe.parameters.contains_key(name)
    {
        ui.label(name)
            .on_hover_text("a parameter of the recipe; it stands above the nodes");
        return None;
    }
    match param.of {
        ParamType::Number { range, default } => optional(ui, given, default, |ui, value| {
            slider(ui, value, range, label)
        }),
        ParamType::Whole {
            range,
            auto,
            default,
        } => whole(ui, given, range, default, auto, label),
        ParamType::PerAxis {
            range,
            default,
            whole,
        } => per_axis(ui, given, range, default, whole, label),
        ParamType::List { range, most } => {
            let held = list(given, &[]);
            numbers(ui, held, 0..=most as usize, range, false)
        }
        ParamType::Vector { default, .. } => {
            let held = list(given, default);
            numbers(ui, held, 1..=3, [-1e18, 1e18], false)
        }
        ParamType::Choice { words } => choice(ui, given, words),
        ParamType::Axes => axes(ui, given),
        ParamType::Flag { default } => {
            let mut on = matches!(given, Some(Cell::Flag(true))) || given.is_none() && default;
            let box_ = ui
                .add(Checkbox::without_text(&mut on))
                .labelled_by(label.id);
            box_.changed().then_some(Some(Cell::Flag(on)))
        }
        ParamType::Path => {
            let change = path(ui, given, label);
            edge::ask_picture(ui, node, param.name, answers);
            change
        }
        ParamType::Points { default } => curve::points(ui, given, default),
        ParamType::Signal { range, default } => {
            signal(ui, recipe, node, given, range, default, label)
        }
        // A type that a later version adds can be edited as text.
        _ => {
            ui.label("in the text");
            None
        }
    }
}

fn whole(
    ui: &mut Ui,
    given: Option<&Cell>,
    [low, high]: [u32; 2],
    default: u32,
    auto: bool,
    label: &Response,
) -> Option<Change> {
    let mut is_auto = matches!(given, Some(Cell::Text(word)) if word == AUTO);
    let mut value = match given {
        Some(Cell::Number(number)) => *number as u32,
        _ => default,
    };
    let mut change = None;
    if !is_auto {
        let response = match high - low <= 64 {
            true => {
                let slider = Slider::new(&mut value, low..=high).format(format(0));
                ui.add(slider.clamping(SliderClamping::Edits))
            }
            false => {
                let drag = DragValue::new(&mut value).range(low..=high).speed(0.1);
                ui.add(drag.clamp_existing_to_range(false).format(format(0)))
            }
        };
        if response.labelled_by(label.id).changed() {
            change = Some(Some(Cell::Number(value.into())));
        }
    }
    if auto && ui.toggle_value(&mut is_auto, AUTO).changed() {
        change = Some(is_auto.then(|| Cell::Text(AUTO.into())));
    }
    change
}

fn choice(ui: &mut Ui, given: Option<&Cell>, words: &[&str]) -> Option<Change> {
    let held = match given {
        Some(Cell::Text(word)) => word.as_str(),
        _ => words[0],
    };
    let mut chosen = held;
    ComboBox::from_id_salt("choice")
        .selected_text(held)
        .show_ui(ui, |ui| {
            for word in words {
                ui.selectable_value(&mut chosen, word, *word);
            }
        });
    (chosen != held).then(|| Some(Cell::Text(chosen.to_string())))
}

fn path(ui: &mut Ui, given: Option<&Cell>, label: &Response) -> Option<Change> {
    let mut held = match given {
        Some(Cell::Text(path)) => path.clone(),
        _ => String::new(),
    };
    let edit = ui.add(TextEdit::singleline(&mut held).desired_width(120.0));
    let has_changed = edit.labelled_by(label.id).changed();
    has_changed.then_some(Some(Cell::Text(held)))
}

fn axes(ui: &mut Ui, given: Option<&Cell>) -> Option<Change> {
    let held = match given {
        Some(Cell::Text(letters)) => letters.as_str(),
        _ => "",
    };
    let mut changed = false;
    let letters: String = (COORDINATES.iter())
        .filter(|&&letter| {
            let mut on = held.contains(letter);
            changed |= ui.toggle_value(&mut on, letter).changed();
            on
        })
        .copied()
        .collect();
    changed.then(|| (!letters.is_empty()).then_some(Cell::Text(letters)))
}

/// A number, or the name of a node or coordinate.
fn signal(
    ui: &mut Ui,
    recipe: &Recipe,
    node: &str,
    given: Option<&Cell>,
    range: [f64; 2],
    default: Option<f64>,
    label: &Response,
) -> Option<Change> {
    let (held, number) = match given {
        Some(Cell::Text(name)) => (Some(name.as_str()), default.unwrap_or(0.0)),
        Some(Cell::Number(number)) => (None, *number),
        _ => (None, default.unwrap_or(0.0)),
    };
    let words = |name: Option<&str>| name.unwrap_or("number").to_string();
    let mut chosen = held;
    let others = recipe
        .nodes
        .keys()
        .map(String::as_str)
        .filter(|name| wiring::refusal(recipe, name, node).is_none());
    ComboBox::from_id_salt("input")
        .width(70.0)
        .selected_text(words(held))
        .show_ui(ui, |ui| {
            let names = others.chain(COORDINATES).map(Some);
            for name in [None].into_iter().chain(names) {
                ui.selectable_value(&mut chosen, name, words(name));
            }
        });
    if chosen != held {
        return Some(Some(match chosen {
            None => Cell::Number(number),
            Some(name) => Cell::Text(name.to_string()),
        }));
    }
    if held.is_some() {
        return None;
    }
    let mut number = number;
    slider(ui, &mut number, range, label).then_some(Some(Cell::Number(number)))
}
