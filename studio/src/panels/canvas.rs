//! The picture itself, and the gestures that move it.

use eframe::egui::{Color32, Painter, Rect, Response, Sense, Ui, Vec2, vec2};
use wgpu_noise::{Grid, Result};

use super::solid;
use crate::Studio;
use crate::camera::{Camera, Sight};
use crate::compare::{self, Side};
use crate::picture::{Drawn, Shot};
use crate::scene::Scene;
use crate::view::{Seen, View};

/// Shows the picture in all of the space that is left.
pub fn canvas(studio: &mut Studio, ui: &mut Ui) {
    let (response, painter) = ui.allocate_painter(ui.available_size(), Sense::click_and_drag());
    if response.clicked() || response.dragged() {
        // The keys are the picture's again.
        ui.memory_mut(|memory| memory.stop_text_input());
    }
    let ratio = ui.pixels_per_point();
    // The whole pixels within.
    let first = (response.rect.min.to_vec2() * ratio).ceil();
    let last = (response.rect.max.to_vec2() * ratio).floor();
    let pixels = (last - first).max(vec2(1.0, 1.0));
    let place = Rect::from_min_size((first / ratio).to_pos2(), pixels / ratio);
    let pixels = [pixels.x as u32, pixels.y as u32];

    studio.failure = None;
    studio.is_working = false;
    // What opacity lets through.
    painter.rect_filled(place, 0.0, Color32::BLACK);
    match studio.view {
        View::Plane | View::Tiled => {
            let camera = match studio.view {
                View::Tiled => tiled(studio, pixels),
                _ => moved(studio, ui, &response, pixels, ratio),
            };
            for (side, part) in studio.sides(place) {
                let drawn = draw(studio, side, &camera, place, pixels);
                paint(studio, &painter.with_clip_rect(part), place, drawn);
            }
            compare::line(studio, ui, &painter, place);
        }
        View::Relief | View::Volume => {
            let drawn = solid::draw(studio, ui, &response, place, pixels);
            paint(studio, &painter, place, drawn);
        }
    }
    if studio.is_working {
        ui.request_repaint();
    } else if !studio.is_still() {
        ui.request_repaint_after(studio.until_still());
    }
}

/// Paints a picture, or notes why there is none.
fn paint(studio: &mut Studio, painter: &Painter, place: Rect, drawn: Result<Drawn>) {
    match drawn {
        Ok(drawn) => {
            let [x, y] = drawn.shares;
            let uv = Rect::from_x_y_ranges(x[0] as f32..=x[1] as f32, y[0] as f32..=y[1] as f32);
            painter.image(drawn.texture, place, uv, Color32::WHITE);
            studio.is_working |= !drawn.is_done;
        }
        Err(error) => studio.failure = Some(error.to_string()),
    }
}

/// Draws the picture of a side, coarser while it moves if it would not be fluent otherwise.
fn draw(
    studio: &mut Studio,
    side: Side,
    camera: &Camera,
    place: Rect,
    pixels: [u32; 2],
) -> Result<Drawn> {
    let (scene, is_new) = studio.scene(side)?;
    if is_new {
        studio.still = 0.0;
    }
    let recipe = studio.recipe_of(side);
    // What is tiled is the recipe's own box, whether it fits together or not.
    let grid = Grid {
        seamless: recipe.seamless || studio.view == View::Tiled,
        ..recipe.grid()
    };
    let is_still = studio.is_still();
    let step = if is_still { 1 } else { studio.pace.step() };
    let slice = studio.slice.min(grid.size3()[2] - 1);
    let mut sight = camera.sight(&grid, pixels, step, slice);
    sight.grid.seamless = recipe.seamless;
    let time = studio.time_of(&grid);
    let shot = Shot {
        scene: &scene,
        sight: &sight,
        time,
        coarse: step > 1,
        patient: is_still,
    };
    let stage = &mut studio.stages[side as usize];
    let drawn = stage.drawing(studio.computes).draw(&shot)?;
    if let Some(taken) = stage.news(studio.computes)
        && !is_still
    {
        studio.pace.learn(taken);
    }
    // Of two sides the figures below are those of the last.
    if studio
        .sides(place)
        .last()
        .is_some_and(|last| last.0 == side)
    {
        see(studio, place, scene, sight, time);
    }
    Ok(drawn)
}

/// Notes what the picture shows, for the figures below.
pub fn see(studio: &mut Studio, place: Rect, scene: Scene, sight: Sight, time: f64) {
    let octaves = match studio.seen.take() {
        Some(seen) if seen.is_of(&scene, &sight) => seen.octaves,
        _ => octaves(&scene, &sight),
    };
    studio.seen = Some(Seen {
        place,
        scene,
        sight,
        time,
        octaves,
    });
}

/// Returns the octaves in effect of every fractal.
fn octaves(scene: &Scene, sight: &Sight) -> String {
    let Ok(job) = scene.job(&sight.grid) else {
        return String::new();
    };
    let mut octaves: Vec<String> = (job.octaves())
        .map(|(node, count)| format!("{node} {count}"))
        .collect();
    octaves.dedup();
    octaves.join(", ")
}

/// Returns the camera after the gestures of this frame.
fn moved(
    studio: &mut Studio,
    ui: &Ui,
    response: &Response,
    pixels: [u32; 2],
    ratio: f32,
) -> Camera {
    let grid = studio.document.recipe().grid();
    let before = studio
        .camera
        .unwrap_or_else(|| Camera::whole(&grid, pixels));
    let mut camera = before;
    if response.double_clicked() {
        camera = Camera::whole(&grid, pixels);
    }
    camera.pan((-response.drag_delta() * ratio).into_doubles());
    if let Some(pointer) = response.hover_pos() {
        let (zoom, scroll) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta()));
        let factor = f64::from(zoom) * (f64::from(scroll.y) / 200.0).exp();
        if factor != 1.0 {
            let at = (pointer - response.rect.center()) * ratio;
            camera.zoom(&grid, factor, at.into_doubles());
        }
    }
    if camera != before {
        studio.still = 0.0;
    }
    studio.camera = Some(camera);
    camera
}

/// Returns the camera that shows a grid's box three times along its longer side.
fn tiled(studio: &Studio, pixels: [u32; 2]) -> Camera {
    let mut camera = Camera::whole(&studio.document.recipe().grid(), pixels);
    camera.unit *= 3.0;
    camera
}

trait IntoDoubles {
    fn into_doubles(self) -> [f64; 2];
}

impl IntoDoubles for Vec2 {
    fn into_doubles(self) -> [f64; 2] {
        [self.x.into(), self.y.into()]
    }
}
