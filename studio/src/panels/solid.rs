//! The recipe's box as a surface or a volume, and the gestures that turn it.

use eframe::egui::{Response, TextureId, Ui};
use wgpu_noise::grid::Brick;
use wgpu_noise::{Error, Result};

use crate::Studio;
use crate::app::View;
use crate::camera::Sight;
use crate::picture::Shot;
use crate::solid::Look;

/// The samples along the longest side of a surface, and of a volume.
const SIDES: [u32; 2] = [320, 72];

/// Draws it, and turns it by this frame's gestures. Returns the texture, and that all of it is shown.
pub fn draw(
    studio: &mut Studio,
    ui: &Ui,
    response: &Response,
    pixels: [u32; 2],
) -> Result<(TextureId, [[f64; 2]; 2])> {
    turn(studio, ui, response);
    let scene = studio.scene()?;
    let is_volume = studio.view == View::Volume;
    let recipe = studio
        .document
        .recipe()
        .sized(SIDES[usize::from(is_volume)]);
    let grid = recipe.grid();
    let mut brick = Brick::whole(&grid, 0);
    if !is_volume {
        let slices = studio.document.recipe().grid().size3()[2];
        brick.start[2] = studio.slice * brick.size[2] / slices.max(1);
        brick.size[2] = 1;
    }
    let time = grid
        .frames
        .map_or(0.0, |_| studio.clock.share * grid.duration);
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
    };
    let look = match (is_volume, studio.is_surface) {
        (false, _) => Look::Relief(studio.height),
        (true, false) => Look::Density(studio.level),
        (true, true) => Look::Surface(studio.level),
    };
    let Some(solid) = &mut studio.solid else {
        let allowed = "a plane, on a machine without an adapter";
        return Err(Error::Invalid {
            field: "view".to_string(),
            given: "a surface or a volume".to_string(),
            allowed: allowed.to_string(),
        });
    };
    let texture = solid.draw(&shot, look, &studio.orbit, pixels)?;
    Ok((texture, [[0.0, 1.0]; 2]))
}

fn turn(studio: &mut Studio, ui: &Ui, response: &Response) {
    let by = response.drag_delta();
    studio.orbit.drag(by.x, by.y);
    if response.hovered() {
        let (zoom, scroll) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta()));
        studio.orbit.zoom(zoom * (scroll.y / 300.0).exp());
    }
}
