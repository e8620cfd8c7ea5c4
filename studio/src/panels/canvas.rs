//! The picture itself, and the gestures that move it.

use eframe::egui::{Color32, Rect, Response, Sense, Ui, Vec2, vec2};
use wgpu_noise::Result;

use super::solid;
use crate::Studio;
use crate::app::{Seen, View};
use crate::camera::Camera;
use crate::picture::Shot;

/// The seconds without a change after which a picture counts as still.
const STILL: f64 = 0.15;

/// Shows the picture in all of the space that is left.
pub fn canvas(studio: &mut Studio, ui: &mut Ui) {
    let (response, painter) = ui.allocate_painter(ui.available_size(), Sense::click_and_drag());
    let ratio = ui.pixels_per_point();
    // The whole pixels within.
    let first = (response.rect.min.to_vec2() * ratio).ceil();
    let last = (response.rect.max.to_vec2() * ratio).floor();
    let pixels = (last - first).max(vec2(1.0, 1.0));
    let place = Rect::from_min_size((first / ratio).to_pos2(), pixels / ratio);
    let pixels = [pixels.x as u32, pixels.y as u32];

    let drawn = match studio.view {
        View::Plane => {
            let camera = moved(studio, ui, &response, pixels, ratio);
            draw(studio, ui, &camera, place, pixels)
        }
        View::Tiled => draw(studio, ui, &tiled(studio, pixels), place, pixels),
        View::Relief | View::Volume => solid::draw(studio, ui, &response, pixels),
    };
    match drawn {
        Ok((texture, [x, y])) => {
            let uv = Rect::from_x_y_ranges(x[0] as f32..=x[1] as f32, y[0] as f32..=y[1] as f32);
            // What opacity lets through.
            painter.rect_filled(place, 0.0, Color32::BLACK);
            painter.image(texture, place, uv, Color32::WHITE);
            studio.failure = None;
        }
        Err(error) => studio.failure = Some(error.to_string()),
    }
}

/// Draws the picture, coarser while it moves if it would not be fluent otherwise.
fn draw(
    studio: &mut Studio,
    ui: &Ui,
    camera: &Camera,
    place: Rect,
    pixels: [u32; 2],
) -> Result<(eframe::egui::TextureId, [[f64; 2]; 2])> {
    let scene = studio.scene()?;
    let mut grid = studio.document.recipe().grid();
    if studio.view == View::Tiled {
        // What repeats is the recipe's own box, whether it fits together or not.
        grid.seamless = true;
    }
    let is_still = studio.still >= STILL;
    let step = if is_still { 1 } else { studio.pace.step() };
    if !is_still && step > 1 {
        ui.ctx().request_repaint_after_secs(STILL as f32);
    }
    let mut sight = camera.sight(&grid, pixels, step, studio.slice);
    sight.grid.seamless = studio.document.recipe().seamless;
    let time = match grid.frames {
        Some(_) => studio.clock.share * grid.duration,
        None => 0.0,
    };
    let shot = Shot {
        scene: &scene,
        sight: &sight,
        time,
        coarse: step > 1,
    };
    let before = studio.drawing().milliseconds();
    let texture = studio.drawing().draw(&shot)?;
    if let Some(taken) = studio
        .drawing()
        .milliseconds()
        .filter(|&taken| Some(taken) != before)
        && !is_still
    {
        studio.pace.learn(taken);
    }
    let shares = sight.shares;
    studio.seen = Some(Seen {
        place,
        scene,
        sight,
        time,
    });
    Ok((texture, shares))
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
            camera.zoom(factor, at.into_doubles());
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
