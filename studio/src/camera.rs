//! Where one looks: the part of the plane that a picture shows, as samples of a grid.

use serde::{Deserialize, Serialize};
use wgpu_noise::Grid;
use wgpu_noise::grid::Brick;

/// The most samples along a tile of a seamless noise, and so how far one can zoom into it.
const TILE_MAX: f64 = (1u32 << 24) as f64;
/// The least and the greatest length of a pixel, in units of the domain.
const UNITS: [f64; 2] = [1e-11, 1e6];

/// A part of the plane.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// The middle, in units of the domain.
    pub centre: [f64; 2],
    /// The length of a pixel, in units of the domain.
    pub unit: f64,
}

/// The samples of a picture, and what part of them the picture shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// The grid.
    pub grid: Grid,
    /// The samples of the grid.
    pub brick: Brick,
    /// The left and right, and the top and bottom of the picture, as shares of the brick. Outside 0 to 1 the brick repeats.
    pub shares: [[f64; 2]; 2],
}

impl Camera {
    /// Returns the camera that shows all of a grid's box in so many pixels.
    pub fn whole(grid: &Grid, pixels: [u32; 2]) -> Camera {
        let [x, y] = [0, 1].map(|axis| length(grid, axis));
        let unit = (x / f64::from(pixels[0])).max(y / f64::from(pixels[1]));
        Camera {
            centre: [grid.origin[0] + x / 2.0, grid.origin[1] + y / 2.0],
            unit,
        }
    }

    /// Moves by so many pixels.
    pub fn pan(&mut self, pixels: [f64; 2]) {
        for (centre, by) in self.centre.iter_mut().zip(pixels) {
            *centre += by * self.unit;
        }
    }

    /// Zooms by a factor, into a grid as far as it has samples; what lies so many pixels from the middle stays where it is.
    pub fn zoom(&mut self, of: &Grid, factor: f64, at: [f64; 2]) {
        // A large or small box is seen from beyond the limits.
        let [least, most] = [least_unit(of).min(self.unit), UNITS[1].max(self.unit)];
        let unit = (self.unit / factor).clamp(least, most);
        self.pan(at.map(|pixels| pixels * (1.0 - unit / self.unit)));
        self.unit = unit;
    }

    /// Returns the samples of a picture of so many pixels, one sample for `step` by `step` of them, in one slice of a volume.
    ///
    /// A seamless noise keeps the seams of its own box: the picture is a part of a finer grid over that box, or, from further
    /// away, the box again and again.
    pub fn sight(&self, of: &Grid, pixels: [u32; 2], step: u32, slice: u32) -> Sight {
        let mut grid = Grid {
            extent: Some((0..of.size.len()).map(|axis| length(of, axis)).collect()),
            edge_samples: false,
            ..of.clone()
        };
        let mut brick = Brick {
            start: [0, 0, slice, 0],
            size: [1; 4],
        };
        let mut shares = [[0.0, 1.0]; 2];
        for axis in 0..of.size.len().min(2) {
            let count = pixels[axis].div_ceil(step).max(1);
            let seen = f64::from(pixels[axis]) * self.unit;
            let first = self.centre[axis] - seen / 2.0;
            let box_length = length(of, axis);
            let tile = (box_length / seen * f64::from(count))
                .clamp(1.0, TILE_MAX)
                .round();
            if !of.seamless {
                (grid.size[axis], grid.origin[axis]) = (count, first);
                set_length(&mut grid, axis, seen);
                brick.size[axis] = count;
            } else if tile >= f64::from(count) {
                (grid.size[axis], brick.size[axis]) = (tile as u32, count);
                // The middle of the picture stays where it is, though the tile has a whole number of samples.
                grid.origin[axis] = self.centre[axis] - box_length / tile * f64::from(count) / 2.0;
            } else {
                (grid.size[axis], brick.size[axis]) = (tile as u32, tile as u32);
                // Whole boxes away it looks the same, and f32 still tells its samples apart. It begins with a whole sample.
                let boxes = (first - of.origin[axis]) / box_length;
                let skipped = ((boxes - boxes.floor()) * tile).round();
                shares[axis] = [skipped / tile, (skipped + f64::from(count)) / tile];
            }
        }
        Sight {
            grid,
            brick,
            shares,
        }
    }
}

/// Returns the least length of a pixel that has a sample of its own.
fn least_unit(grid: &Grid) -> f64 {
    if !grid.seamless {
        return UNITS[0];
    }
    let units = (0..grid.size.len().min(2)).map(|axis| length(grid, axis) / TILE_MAX);
    units.fold(UNITS[0], f64::max)
}

/// Returns the length of a grid's box along x or y; that along x where the grid does not have the axis.
pub fn length(grid: &Grid, axis: usize) -> f64 {
    grid.length(axis.min(grid.size.len().saturating_sub(1)))
}

fn set_length(grid: &mut Grid, axis: usize, length: f64) {
    if let Some(extent) = &mut grid.extent {
        extent[axis] = length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_box_is_the_grid_itself() {
        for grid in [Grid::new([64, 32]), Grid::new([64, 32]).seamless()] {
            let sight = Camera::whole(&grid, [64, 32]).sight(&grid, [64, 32], 1, 0);
            assert_eq!(sight.grid, grid.extent([1.0, 0.5]));
            assert_eq!(sight.brick, Brick::whole(&sight.grid, 0));
            assert_eq!(sight.shares, [[0.0, 1.0]; 2]);
        }
    }

    #[test]
    fn a_seamless_noise_repeats_from_afar_and_is_fine_from_near() {
        let grid = Grid::new([64, 64]).seamless();
        let mut camera = Camera::whole(&grid, [64, 64]);
        camera.zoom(&grid, 0.25, [0.0, 0.0]);
        let far = camera.sight(&grid, [64, 64], 1, 0);
        assert_eq!(
            (far.brick.size, far.shares),
            ([16, 16, 1, 1], [[0.5, 4.5]; 2])
        );
        camera.zoom(&grid, 64.0, [0.0, 0.0]);
        let near = camera.sight(&grid, [64, 64], 1, 0);
        assert_eq!(
            (near.grid.size, near.brick.size),
            (vec![1024, 1024], [64, 64, 1, 1])
        );
        assert!((near.grid.origin[0] - (0.5 - 1.0 / 32.0)).abs() < 1e-12);
    }

    #[test]
    fn zooming_keeps_the_place_under_the_pointer() {
        let mut camera = Camera {
            centre: [3.0, 4.0],
            unit: 0.5,
        };
        let place = |camera: Camera| camera.centre[0] + 10.0 * camera.unit;
        let before = place(camera);
        camera.zoom(&Grid::new([64, 64]), 8.0, [10.0, 0.0]);
        assert!((place(camera) - before).abs() < 1e-12 && camera.unit == 0.0625);
    }

    #[test]
    fn zooming_never_goes_the_other_way() {
        for (length, factor) in [(1e12, 0.5), (1e-12, 2.0)] {
            let grid = Grid::new([64, 64]).extent([length, length]);
            let mut camera = Camera::whole(&grid, [64, 64]);
            let before = camera;
            camera.zoom(&grid, factor, [0.0; 2]);
            assert_eq!(camera, before, "{length}");
            camera.zoom(&grid, 1.0 / factor, [0.0; 2]);
            assert_eq!(camera.unit, before.unit * factor, "{length}");
        }
    }

    #[test]
    fn one_zooms_into_a_seamless_noise_until_a_pixel_is_a_sample() {
        let plain = Grid::new([32, 64]);
        for (grid, least) in [
            (plain.clone(), UNITS[0]),
            (plain.seamless(), 2.0 / TILE_MAX),
        ] {
            let mut camera = Camera::whole(&grid, [64, 64]);
            camera.zoom(&grid, 1e15, [0.0; 2]);
            assert_eq!(camera.unit, least, "seamless: {}", grid.seamless);
            let Sight { grid, brick, .. } = camera.sight(&grid, [64, 64], 1, 0);
            let unit = length(&grid, 1) / f64::from(grid.size[1]);
            assert!((unit / least - 1.0).abs() < 1e-9, "{unit}");
            assert_eq!(brick.size[1], 64);
        }
    }
}
