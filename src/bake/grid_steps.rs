//! Steps on the samples of a whole grid, after they are computed and before they are packed: erosion, then blur.

use std::fmt;
use std::time::Duration;

use super::blur::{self, blur, deviation};
use crate::cpu;
use crate::erosion::{Erosion, Site, Task, erode};
use crate::grid::Brick;
use crate::memory::zeros;
use crate::stopwatch::Stopwatch;
use crate::texel::Packing;
use crate::{Backend, Error, Grid, Recipe, Result, backend};

/// The most samples of a grid with such steps. An erosion takes 32 bytes for each.
const SAMPLES_MAX: u64 = 1 << 26;

/// The samples along an axis of the grid on which the time of an erosion is measured, and the iterations.
const TRIAL: (u32, u32) = (128, 8);

/// The steps of a plan.
#[derive(Clone, Debug)]
pub(super) struct GridSteps {
    erosion: Option<Erosion>,
    site: Site,
    /// The standard deviation along x and y in samples; 0 blurs nothing.
    deviation: [f64; 2],
}

/// The samples of a whole grid after all steps.
pub(super) struct Whole {
    grid: Grid,
    samples: Vec<f32>,
}

impl GridSteps {
    /// Returns the steps of a valid recipe, if it has any.
    pub fn of(recipe: &Recipe) -> Result<Option<GridSteps>> {
        let (Some(key), &[x, y]) = (recipe.grid_step(), &recipe.size[..]) else {
            return Ok(None);
        };
        let samples = u64::from(x) * u64::from(y);
        if samples > SAMPLES_MAX {
            return Err(Error::too_large(
                format!("{x}x{y} with {key}"),
                format!("{samples} samples in memory"),
                format!("{SAMPLES_MAX} samples"),
            )
            .with_field("size"));
        }
        let grid = recipe.grid();
        let steps = [0, 1].map(|axis| grid.span(axis).step());
        Ok(Some(GridSteps {
            erosion: recipe
                .erosion
                .clone()
                .filter(|erosion| erosion.iterations > 0),
            site: Site {
                size: [x, y],
                wraps: recipe.seamless,
                step: steps[0],
                seed: recipe.seed,
            },
            deviation: deviation(recipe.blur, steps)?,
        }))
    }

    /// Takes all steps on the samples of a grid, on the backend as far as it can.
    pub fn whole(
        &self,
        grid: &Grid,
        mut samples: Vec<f32>,
        backend: &mut dyn Backend,
    ) -> Result<Whole> {
        if let Some(erosion) = &self.erosion {
            erode(erosion, &self.site, &mut samples, on(backend))?;
        }
        blur(&mut samples, self.size(), self.site.wraps, self.deviation)?;
        let grid = grid.clone();
        Ok(Whole { grid, samples })
    }

    /// Estimates how long the steps take; `None` in a browser.
    pub fn expected(&self, backend: &mut dyn Backend) -> Result<Option<Duration>> {
        let of_blur = blur::expected(self.size(), self.deviation);
        let of_erosion = self.expected_of_erosion(backend)?;
        Ok(of_erosion.map(|of_erosion| of_erosion + of_blur))
    }

    fn size(&self) -> [usize; 2] {
        self.site.size.map(|n| n as usize)
    }

    /// Estimates how long an erosion takes, from one of fewer samples.
    fn expected_of_erosion(&self, backend: &mut dyn Backend) -> Result<Option<Duration>> {
        let Some(erosion) = &self.erosion else {
            return Ok(Some(Duration::ZERO));
        };
        let (side, iterations) = TRIAL;
        let trial = Erosion {
            iterations,
            ..erosion.clone()
        };
        let site = Site {
            size: [side; 2],
            ..self.site
        };
        let mut heights = zeros(u64::from(side).pow(2))?;
        let mut run = || -> Result<Option<Duration>> {
            let start = Stopwatch::start();
            erode(&trial, &site, &mut heights, on(backend))?;
            Ok(start.elapsed())
        };
        // The first includes the start of threads.
        run()?;
        let [samples, of_trial] =
            [self.site.size, site.size].map(|[x, y]| f64::from(x) * f64::from(y));
        let iterations = f64::from(erosion.iterations) / f64::from(iterations);
        let share = iterations * samples / of_trial;
        Ok(run()?.map(|time| time.mul_f64(share)))
    }
}

impl fmt::Display for GridSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let erosion = self.erosion.as_ref();
        let erosion = erosion.map(|erosion| format!("eroded in {} iterations", erosion.iterations));
        let [x, y] = self.deviation;
        let blur = (x > 0.0).then(|| format!("blurred by {x:.2} x {y:.2} samples"));
        let steps: Vec<String> = erosion.into_iter().chain(blur).collect();
        f.write_str(&steps.join(", then "))
    }
}

impl Whole {
    /// Packs the samples of a brick, and returns how many values were outside the packing's range.
    pub fn pack(&self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        backend::check(&self.grid, 1, brick, packing, out.len())?;
        let [x, y] = [0, 1].map(|axis| brick.range(axis));
        let row = brick.size[0] as usize * packing.bytes() as usize;
        let mut saturated = 0;
        for (y, out) in y.zip(out.chunks_exact_mut(row)) {
            let start = y as usize * self.grid.size[0] as usize;
            let samples = &self.samples[start..][x.start as usize..x.end as usize];
            saturated += packing.pack(samples, out);
        }
        Ok(saturated)
    }
}

/// Returns what erodes soil: a backend, or the CPU if that is faster.
fn on(backend: &mut dyn Backend) -> impl FnMut(&Task, &mut [u32]) -> Result<()> + '_ {
    |task, soil| match backend.erode(task, soil)? {
        true => Ok(()),
        false => cpu::erode(task, soil),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Cpu;

    #[test]
    fn a_blur_takes_time() {
        let expected = |blur: &str| {
            let text = format!(
                "size = [4096, 4096]\nblur = {blur}\nchannels = ['n']\nnodes.n = 'perlin(4)'\n"
            );
            let recipe = Recipe::parse(&text, "blurred.toml").unwrap();
            let steps = GridSteps::of(&recipe).unwrap().unwrap();
            let mut backend = Cpu::new(recipe.job().unwrap());
            steps.expected(&mut backend).unwrap().unwrap()
        };
        assert!(Duration::ZERO < expected("0.001") && expected("0.001") < expected("0.01"));
    }
}
