//! The histogram of the recipe's values, and their measured range.

use eframe::egui::{Rect, Sense, Ui, pos2, vec2};
use wgpu_noise::{Recipe, Result, Volume};

use crate::Studio;
use crate::scene::sampled;

/// The samples along the longest side of a line, a plane and a volume that are counted.
const COUNTED: [u32; 3] = [4096, 256, 48];
const BINS: usize = 96;

/// The counted values of each channel.
pub struct Values {
    of: Recipe,
    channels: Vec<Counted>,
}

struct Counted {
    name: String,
    range: [f32; 2],
    mean: f64,
    bins: [u32; BINS],
}

/// Shows the histogram of every channel.
pub fn values(studio: &mut Studio, ui: &mut Ui) {
    let recipe = studio.document.recipe();
    if studio
        .values
        .as_ref()
        .is_none_or(|values| values.of != *recipe)
    {
        match count(recipe) {
            Ok(values) => studio.values = Some(values),
            Err(error) => {
                // Those of another recipe are not shown in their place.
                ui.label(error.to_string());
                return;
            }
        }
    }
    let Some(values) = &studio.values else { return };
    for channel in &values.channels {
        let [low, high] = channel.range;
        ui.strong(&channel.name);
        ui.label(format!(
            "measured from {low:.4} to {high:.4}, mean {:.4}",
            channel.mean
        ));
        bars(ui, &channel.bins);
        ui.horizontal(|ui| {
            ui.weak(format!("{low:.3}"));
            ui.add_space((ui.available_width() - 40.0).max(0.0));
            ui.weak(format!("{high:.3}"));
        });
    }
    ui.weak("counted on the recipe's own box, at its first frame");
}

fn count(recipe: &Recipe) -> Result<Values> {
    let volume = sampled(recipe, COUNTED)?;
    let names = recipe.channel_names().into_iter().enumerate();
    Ok(Values {
        of: recipe.clone(),
        channels: names.map(|(i, name)| counted(&volume, i, name)).collect(),
    })
}

fn counted(volume: &Volume, channel: usize, name: String) -> Counted {
    let values = || {
        volume
            .samples()
            .iter()
            .skip(channel)
            .step_by(volume.channels())
    };
    let low = values().copied().fold(f32::INFINITY, f32::min);
    let high = values().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut bins = [0; BINS];
    for value in values() {
        let share = (value - low) / (high - low).max(f32::MIN_POSITIVE);
        bins[((share * BINS as f32) as usize).min(BINS - 1)] += 1;
    }
    let sum: f64 = values().copied().map(f64::from).sum();
    Counted {
        name,
        range: [low, high],
        mean: sum / values().count() as f64,
        bins,
    }
}

fn bars(ui: &mut Ui, bins: &[u32; BINS]) {
    let size = vec2(ui.available_width().min(480.0), 90.0);
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    let most = bins.iter().copied().max().unwrap_or(1).max(1) as f32;
    let width = place.width() / BINS as f32;
    let colour = ui.visuals().hyperlink_color;
    ui.painter()
        .rect_filled(place, 2.0, ui.visuals().extreme_bg_color);
    for (i, &count) in bins.iter().enumerate() {
        let left = place.left() + width * i as f32;
        let height = (place.height() - 4.0) * count as f32 / most;
        let top = pos2(left, place.bottom() - height);
        let bar = Rect::from_min_max(top, pos2(left + width, place.bottom()));
        ui.painter().rect_filled(bar, 0.0, colour);
    }
}
