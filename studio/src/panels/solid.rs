//! The recipe's box as a surface or a volume, and the gestures that turn it.

use eframe::egui::{Rect, Response, Ui};
use wgpu_noise::grid::Brick;
use wgpu_noise::{Error, Result};

use super::canvas;
use crate::Studio;
use crate::camera::Sight;
use crate::picture::{Drawn, Shot};
use crate::view::View;

/// The samples along the longest side of a surface, and of a volume.
const SIDES: [u32; 2] = [320, 72];
/// The fewest that there are while something moves.
const SIDE_MIN: u32 = 24;

/// Draws it, and turns it by this frame's gestures.
pub fn draw(
    studio: &mut Studio,
    ui: &Ui,
    response: &Response,
    place: Rect,
    pixels: [u32; 2],
) -> Result<Drawn> {
    turn(studio, ui, response);
    let (scene, is_new) = studio.scene(studio.foremost())?;
    if is_new {
        studio.still = 0.0;
    }
    let is_volume = studio.view == View::Volume;
    let recipe = studio.recipe_of(studio.foremost());
    let slices = recipe.grid().size3()[2];
    let is_still = studio.is_still();
    let step = if is_still { 1 } else { studio.pace.step() };
    let side = (SIDES[usize::from(is_volume)] / step).max(SIDE_MIN);
    let grid = recipe.sized(side).grid();
    let mut brick = Brick::whole(&grid, 0);
    if !is_volume {
        let slice = u64::from(studio.slice.min(slices - 1));
        brick.start[2] = (slice * u64::from(brick.size[2]) / u64::from(slices)) as u32;
        brick.size[2] = 1;
    }
    let time = studio.time_of(&grid);
    let sight = Sight {
        grid,
        brick,
        shares: [[0.0, 1.0]; 2],
    };
    let shot = Shot {
        scene: &scene,
        sight: &sight,
        time,
        coarse: false,
        patient: is_still,
    };
    let look = studio.levels.look(is_volume);
    let Some(solid) = &mut studio.solid else {
        let allowed = "a plane, on a machine without an adapter";
        return Err(Error::invalid(
            "view".to_string(),
            "a surface or a volume",
            allowed.to_string(),
        ));
    };
    let drawn = solid.draw(&shot, studio.computes, look, &studio.orbit, pixels)?;
    if let Some(taken) = solid.news(studio.computes)
        && !is_still
    {
        studio.pace.learn(taken);
    }
    canvas::see(studio, place, scene, sight, time);
    Ok(drawn)
}

fn turn(studio: &mut Studio, ui: &Ui, response: &Response) {
    let by = response.drag_delta();
    studio.orbit.drag(by.x, by.y);
    if response.hovered() {
        let (zoom, scroll) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta()));
        studio.orbit.zoom(zoom * (scroll.y / 300.0).exp());
    }
}
