//! What a picture shows: the noises of its colours, and the program that computes them.

use wgpu_noise::cpu::Cpu;
use wgpu_noise::recipe::{Bounds, Range};
use wgpu_noise::{Backend, Grid, Job, Noise, Params, Program, Recipe, Result, bake};

use crate::document::shape;

/// The colours of a recipe, each from 0 to 1: a program, and its numbers.
#[derive(Clone, Debug)]
pub struct Scene {
    program: Program,
    /// The numbers.
    pub params: Params,
    /// Equal for two scenes of which one kernel computes both.
    pub shape: String,
}

impl Scene {
    /// Makes the scene of a recipe: its colours, or one of its channels in grey. `range` is what becomes black and white.
    ///
    /// # Errors
    /// Those of [`Recipe::noises`] and [`Program::check`].
    pub fn new(recipe: &Recipe, channel: Option<usize>, range: [f32; 2]) -> Result<Scene> {
        let axes = recipe.grid().axes();
        let channels = recipe.noises()?;
        let plain = Program::check(&channels, axes)?;
        let colours = colours(channels, channel, range);
        let program = Program::check(&colours, axes)?;
        let is_scaled = range != [0.0, 1.0];
        Ok(Scene {
            params: program.params().clone().with_seed(recipe.seed),
            program,
            shape: format!("{} {channel:?} {is_scaled}", shape(recipe, plain.params())),
        })
    }

    /// Returns the number of components of a colour: 3, or 4 with opacity, by which the others are multiplied.
    pub fn components(&self) -> u32 {
        self.program.channels() as u32
    }

    /// Returns the scene on a grid.
    ///
    /// # Errors
    /// Those of [`Program::bind`].
    pub fn job(&self, grid: &Grid) -> Result<Job> {
        self.program.bind(&self.params, grid)
    }
}

/// The samples along the longest side over which a range is measured.
const MEASURED: u32 = 96;

/// Returns what a recipe stores as 0 and 1. What has to be measured is measured on fewer samples than a file has.
///
/// # Errors
/// Those of [`Recipe::job`], and a range that is none.
pub fn range(recipe: &Recipe) -> Result<[f32; 2]> {
    if recipe.range != Some(Range::Bounds(Bounds::Measured)) {
        return bake::range(&recipe.job()?, recipe.unorm_range());
    }
    let volume = Cpu::new(recipe.sized(MEASURED).job()?).sample(0)?;
    let values = || volume.samples().iter().copied();
    let low = values().fold(f32::INFINITY, f32::min);
    let high = values().fold(f32::NEG_INFINITY, f32::max);
    bake::range(&recipe.job()?, Some(Range::Of([low, high])))
}

/// Returns red, green and blue and, for four channels, opacity.
fn colours(channels: Vec<Noise>, only: Option<usize>, range: [f32; 2]) -> Vec<Noise> {
    let mut shown: Vec<Noise> = (channels.into_iter())
        .map(|channel| unit(channel, range))
        .collect();
    if let Some(only) = only.filter(|&only| only < shown.len()) {
        shown = vec![shown.swap_remove(only)];
    }
    match &shown[..] {
        [grey] => vec![grey.clone(); 3],
        [red, green] => vec![red.clone(), green.clone(), Noise::constant(0.0)],
        [red, green, blue, opacity] => {
            let opacity = opacity.clone().clamp(0.0, 1.0);
            // egui's textures have their colours multiplied by opacity.
            let mut shown: Vec<Noise> = [red, green, blue]
                .map(|colour| colour.clone().clamp(0.0, 1.0) * opacity.clone())
                .into();
            shown.push(opacity);
            shown
        }
        _ => shown,
    }
}

/// Returns the noise with a range mapped to 0 to 1.
fn unit(noise: Noise, range: [f32; 2]) -> Noise {
    if range == [0.0, 1.0] {
        return noise;
    }
    let [low, high] = range.map(f64::from);
    noise.remap([low, high], [0.0, 1.0])
}
