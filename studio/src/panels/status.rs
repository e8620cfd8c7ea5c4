//! The line below: time, and what computes how fast.

use eframe::egui::{DragValue, Label, Slider, Ui};

use crate::Studio;
use crate::compare::Side;
use crate::keys::HELP;
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
        ui.add(Slider::new(&mut studio.height, 0.0..=2.0).text("height"));
        return;
    }
    ui.selectable_value(&mut studio.is_surface, false, "cloud");
    ui.selectable_value(&mut studio.is_surface, true, "surface");
    let name = if studio.is_surface {
        "level"
    } else {
        "density"
    };
    ui.add(Slider::new(&mut studio.level, 0.01..=0.99).text(name));
}

fn figures(studio: &mut Studio, ui: &mut Ui) {
    if studio.stages[0].has_gpu() {
        ui.selectable_value(&mut studio.computes, Computes::Gpu, "GPU");
        ui.selectable_value(&mut studio.computes, Computes::Cpu, "CPU");
    }
    let drawing = studio.stages[0].drawing(studio.computes);
    let name = drawing.name();
    let taken = drawing.milliseconds();
    let taken = taken.map_or("–".to_string(), |taken| format!("{taken:.1} ms a frame"));
    let samples = studio.seen.as_ref().map_or(String::new(), |seen| {
        let [x, y, ..] = seen.sight.brick.size;
        let octaves = match seen.octaves.as_str() {
            "" => String::new(),
            octaves => format!(" · octaves: {octaves}"),
        };
        format!("{octaves} · {x}x{y} samples")
    });
    let place = studio.camera.map_or(String::new(), |camera| {
        let [x, y] = camera.centre;
        format!(" · at {x:.6}, {y:.6} · {:.3e} a pixel", camera.unit)
    });
    let line = match (&studio.failure, &studio.notice) {
        (Some(failure), _) => failure.clone(),
        (None, Some(notice)) => notice.clone(),
        (None, None) => format!("{taken} · {name}{samples}{place}"),
    };
    ui.add(Label::new(line).truncate()).on_hover_text(HELP);
}
