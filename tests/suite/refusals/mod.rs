//! What is refused by name: bad values of every parameter of every node and of the grid, and noises that are not defined.

mod bad_values;
mod graphs;
mod grids;
mod parameters;
mod reach;
mod seamless;
mod sources;

use wgpu_noise::noise::Picture;
use wgpu_noise::program::Program;
use wgpu_noise::{Error, Grid, Noise};

/// A picture of one pixel.
pub fn grey() -> Picture {
    Picture::new("grey.png", [1, 1], 1, vec![0.5]).expect("a picture")
}

pub fn check<K>(noise: &Noise<K>) -> Result<Program, Error> {
    Program::check(
        std::slice::from_ref(noise),
        Grid::new([4, 4, 4]).frames(2).axes(),
    )
}
