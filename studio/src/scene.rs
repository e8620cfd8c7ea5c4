//! What a picture shows: the noises of its colours, and the program that computes them.

use wgpu_noise::cpu::Cpu;
use wgpu_noise::recipe::{Bounds, Output, Range};
use wgpu_noise::{Backend, Grid, Job, Noise, Params, Program, Recipe, Result, Volume, bake};

use crate::document::shape;
use crate::view::Shown;

/// The samples along the longest side of a line, a plane and a volume over which a range is measured.
const MEASURED: [u32; 3] = [1024, 96, 48];

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
    /// Makes the scene of a recipe.
    ///
    /// # Errors
    /// Those of [`Recipe::noises`], [`Program::check`] and [`bake::range`].
    pub fn new(recipe: &Recipe, shown: Shown) -> Result<Scene> {
        let axes = recipe.grid().axes();
        let (plain, colours, is_scaled) = match shown {
            Shown::Gradient | Shown::Normals => {
                let colours = slopes(recipe, shown)?;
                (colours.clone(), colours, true)
            }
            Shown::Colours | Shown::Channel(_) => {
                let range = range(recipe)?;
                let channels = recipe.noises()?;
                let colours = colours(channels.clone(), shown, range);
                (channels, colours, range != [0.0, 1.0])
            }
        };
        let plain = Program::check(&plain, axes)?;
        let program = Program::check(&colours, axes)?;
        Ok(Scene {
            params: program.params().clone().with_seed(recipe.seed),
            program,
            shape: format!("{} {shown:?} {is_scaled}", shape(recipe, plain.params())),
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

/// Returns what a recipe stores as 0 and 1. What has to be measured is measured on fewer samples than a file has.
///
/// # Errors
/// Those of [`Recipe::job`] and [`bake::range`].
pub fn range(recipe: &Recipe) -> Result<[f32; 2]> {
    if recipe.range != Some(Range::Bounds(Bounds::Measured)) {
        return bake::range(&recipe.job()?, recipe.unorm_range());
    }
    let volume = sampled(recipe, MEASURED)?;
    let values = || volume.samples().iter().copied();
    let low = values().fold(f32::INFINITY, f32::min);
    let high = values().fold(f32::NEG_INFINITY, f32::max);
    bake::range(&recipe.job()?, Some(Range::Of([low, high])))
}

/// Returns few samples of a recipe's box at its first frame. `sides` has the samples along the longest side of a line, a plane and
/// a volume.
///
/// # Errors
/// Those of [`Recipe::job`] and of computing.
pub fn sampled(recipe: &Recipe, sides: [u32; 3]) -> Result<Volume> {
    let side = sides[recipe.size.len().clamp(1, 3) - 1];
    Cpu::new(recipe.sized(side).job()?).sample(0)
}

/// Returns red, green and blue and, for four channels, opacity.
fn colours(channels: Vec<Noise>, shown: Shown, range: [f32; 2]) -> Vec<Noise> {
    let mut colours: Vec<Noise> = (channels.into_iter())
        .map(|channel| unit(channel, range))
        .collect();
    if let Shown::Channel(only) = shown
        && only < colours.len()
    {
        colours = vec![colours.swap_remove(only)];
    }
    match &colours[..] {
        [grey] => vec![grey.clone(); 3],
        [red, green] => vec![red.clone(), green.clone(), Noise::constant(0.0).any()],
        [red, green, blue, opacity] => {
            let opacity = opacity.clone().clamp(0.0, 1.0);
            // egui's textures have their colours multiplied by opacity.
            let mut shown: Vec<Noise> = [red, green, blue]
                .map(|colour| colour.clone().clamp(0.0, 1.0) * opacity.clone())
                .into();
            shown.push(opacity);
            shown
        }
        _ => colours,
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

/// Returns the colours of the first channel's gradient, or of its normals. The steepest slope along an axis that is measured
/// is 1.
fn slopes(recipe: &Recipe, shown: Shown) -> Result<Vec<Noise>> {
    let of = Recipe {
        ramp: None,
        output: Some(Output::Gradient),
        channels: recipe.channels.iter().take(1).cloned().collect(),
        ..recipe.clone()
    };
    let volume = sampled(&of, MEASURED)?;
    let steepest = (volume.samples().chunks(volume.channels()))
        .flat_map(|sample| &sample[1..])
        .fold(f32::MIN_POSITIVE, |most, slope| most.max(slope.abs()));
    let mut along = (of.noises()?.into_iter().skip(1)).map(|slope| slope / f64::from(steepest));
    let mut next = || along.next().unwrap_or_else(|| Noise::constant(0.0).any());
    let [x, y, z] = [next(), next(), next()];
    let parts = match shown {
        Shown::Normals => {
            // The plane's y points down.
            let length = (x.clone() * x.clone() + y.clone() * y.clone() + 1.0).sqrt();
            let up = Noise::constant(1.0).any() / length.clone();
            [-x / length.clone(), y / length, up]
        }
        _ => [x, y, z],
    };
    Ok(parts.map(|part| part * 0.5 + 0.5).into())
}
