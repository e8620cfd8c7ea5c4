//! The line below: time, and what computes how fast.

use eframe::egui::{ComboBox, DragValue, Label, Slider, ThemePreference, Ui};
use wgpu_noise::Recipe;

use crate::Studio;
use crate::compare::Side;
use crate::view::{Computes, View};

/// Shows the line.
pub fn status(studio: &mut Studio, ui: &mut Ui) {
    ui.add_space(2.0);
    let recipe = studio.document.recipe();
    let is_animated = recipe.frames.is_some();
    // Of two volumes the slider goes through the deeper one.
    let depths = [Side::A, Side::B].map(|side| studio.recipe_of(side).grid().size3()[2]);
    let slices = depths[0].max(depths[1]);
    if is_animated {
        ui.horizontal_wrapped(|ui| time(studio, ui));
    }
    if matches!(studio.view, View::Relief | View::Volume) {
        ui.horizontal(|ui| solid(studio, ui));
    }
    if slices > 1 && studio.view != View::Volume {
        ui.horizontal(|ui| {
            studio.slice = studio.slice.min(slices - 1);
            ui.label("slice z");
            ui.spacing_mut().slider_width = (ui.available_width() - 90.0).clamp(60.0, 400.0);
            if ui
                .add(Slider::new(&mut studio.slice, 0..=slices - 1))
                .changed()
            {
                studio.still = 0.0;
            }
        });
    }
    if let Some(steps) = steps(studio.document.recipe()) {
        ui.weak(format!(
            "Files have {steps}, which the picture does not show."
        ));
    }
    ui.horizontal_wrapped(|ui| figures(studio, ui));
    ui.add_space(2.0);
}

fn time(studio: &mut Studio, ui: &mut Ui) {
    let clock = &mut studio.clock;
    let play = if clock.runs { "Pause" } else { "Play" };
    if ui.button(play).clicked() {
        clock.toggle();
    }
    ui.checkbox(&mut clock.loops, "loop");
    ui.add(
        DragValue::new(&mut clock.seconds)
            .range(0.1..=600.0)
            .speed(0.05)
            .suffix(" s"),
    )
    .on_hover_text("the seconds that the whole duration takes");
    let rest = ui.available_size_before_wrap().x;
    ui.spacing_mut().slider_width = (rest - 110.0).clamp(60.0, 400.0);
    let slider = Slider::new(&mut clock.share, 0.0..=1.0)
        .fixed_decimals(3)
        .text("time");
    if ui.add(slider).changed() {
        studio.still = 0.0;
    }
}

/// What is drawn of a surface or a volume.
fn solid(studio: &mut Studio, ui: &mut Ui) {
    // What stands beside the slider takes the rest.
    let beside = if studio.view == View::Relief {
        110.0
    } else {
        260.0
    };
    ui.spacing_mut().slider_width = (ui.available_width() - beside).clamp(60.0, 400.0);
    if studio.view == View::Relief {
        ui.add(Slider::new(&mut studio.levels.height, 0.0..=2.0).text("height"));
        return;
    }
    ui.selectable_value(&mut studio.levels.is_surface, false, "cloud");
    ui.selectable_value(&mut studio.levels.is_surface, true, "surface");
    let name = if studio.levels.is_surface {
        "level"
    } else {
        "density"
    };
    ui.add(Slider::new(&mut studio.levels.level, 0.01..=0.99).text(name));
}

fn figures(studio: &mut Studio, ui: &mut Ui) {
    if studio.stages[0].has_gpu() {
        ui.selectable_value(&mut studio.computes, Computes::Gpu, "GPU");
        ui.selectable_value(&mut studio.computes, Computes::Cpu, "CPU");
    }
    theme(studio, ui);
    if ui.button("?").on_hover_text("what keys do (F1)").clicked() {
        studio.helps = !studio.helps;
    }
    let line = match (&studio.failure, studio.said()) {
        (Some(failure), _) => failure.clone(),
        (None, Some(said)) => said.to_string(),
        (None, None) => told(studio),
    };
    ui.add(Label::new(line).truncate())
        .on_hover_text("F1 shows what keys do.");
}

/// Returns what computes the picture and how fast, and what and where it is, in words.
fn told(studio: &mut Studio) -> String {
    let drawing = studio.stages[0].drawing(studio.computes);
    let (name, taken) = (drawing.name(), drawing.milliseconds());
    let taken = match (&studio.solid, studio.view) {
        (Some(solid), View::Relief | View::Volume) => solid.milliseconds(studio.computes),
        _ => taken,
    };
    let taken = taken.map_or("–".to_string(), |taken| format!("{taken:.1} ms a frame"));
    let samples = studio.seen.as_ref().map_or(String::new(), |seen| {
        let sides = seen.sight.brick.size;
        let axes = if sides[2] > 1 { 3 } else { 2 };
        let sides: Vec<String> = sides[..axes].iter().map(u32::to_string).collect();
        let octaves = match seen.octaves.as_str() {
            "" => String::new(),
            octaves => format!(" · octaves: {octaves}"),
        };
        format!("{octaves} · {} samples", sides.join("x"))
    });
    let camera = studio.camera.filter(|_| studio.view == View::Plane);
    let place = camera.map_or(String::new(), |camera| {
        let [x, y] = camera.centre;
        format!(" · at {x:.6}, {y:.6} · {:.3e} a pixel", camera.unit)
    });
    format!("{taken} · {name}{samples}{place}")
}

/// Returns the steps of a recipe that only its files have, in words: they change the samples of the whole grid.
fn steps(recipe: &Recipe) -> Option<&'static str> {
    let erodes = (recipe.erosion.as_ref()).is_some_and(|erosion| erosion.iterations > 0);
    match (erodes, recipe.blur > 0.0) {
        (true, true) => Some("erosion and blur"),
        (true, false) => Some("erosion"),
        (false, true) => Some("blur"),
        (false, false) => None,
    }
}

/// Lets one choose dark or light colours of the window.
fn theme(studio: &mut Studio, ui: &mut Ui) {
    let all = [
        ThemePreference::Dark,
        ThemePreference::Light,
        ThemePreference::System,
    ];
    ComboBox::from_id_salt("theme")
        .width(50.0)
        .selected_text(studio.theme.name())
        .show_ui(ui, |ui| {
            for theme in all {
                ui.selectable_value(&mut studio.theme, theme, theme.name());
            }
        })
        .response
        .on_hover_text("Whether the window is dark or light");
}
