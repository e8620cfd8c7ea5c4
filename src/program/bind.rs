//! Binds a program to numbers and a grid: makes and checks a [`Job`].

use std::sync::Arc;

use super::binder::Binder;
use super::{FoldId, Job, Params, Program, Resolution, SourceId, Whole, jump, range, winding};
use crate::{Error, Grid, Noise, Result};

/// The largest displacement, in cells. A displaced position is an f32: at 2¹² cells 12 of its 24 bits are left for the fraction.
pub const DISPLACEMENT_MAX: f64 = 4096.0;

impl Job {
    /// Makes a job of one to four channels, with the numbers that they were described with, on a grid.
    ///
    /// # Errors
    /// Those of [`Program::check`] and [`Program::bind`].
    pub fn of(channels: impl IntoIterator<Item: Into<Noise>>, grid: &Grid) -> Result<Job> {
        grid.validate()?;
        let program = Arc::new(Program::check(channels, grid.axes())?);
        Job::new(&program, &program.params, grid)
    }

    /// Returns the job with another seed, to which each source adds its own.
    ///
    /// # Errors
    /// Those of [`Program::bind`].
    pub fn with_seed(self, seed: u32) -> Result<Job> {
        Job::new(&self.program, &self.params.with_seed(seed), &self.grid)
    }

    /// Binds the program to numbers and a grid: see [`Program::bind`].
    pub(crate) fn new(program: &Arc<Program>, params: &Params, grid: &Grid) -> Result<Job> {
        grid.validate()?;
        if grid.axes() != program.axes {
            let allowed = format!(
                "the axes that the program was checked for, {:?}",
                program.axes
            );
            return Err(Error::invalid(
                "grid",
                format!("{:?}", grid.axes()),
                allowed,
            ));
        }
        if !params.is_like(&program.params) {
            let given = format!("{} numbers with other names", params.slots().len());
            return Err(Error::invalid(
                "params",
                given,
                "Program::params, and what is set in a clone of them",
            ));
        }
        let job = Job::checked(program, params, grid)?;
        jump::check(&job)?;
        if grid.seamless {
            winding::check(&job)?;
        }
        Ok(job)
    }

    /// Makes a job and checks its numbers, ranges and displacements.
    fn checked(program: &Arc<Program>, params: &Params, grid: &Grid) -> Result<Job> {
        let octaves = match &program.whole {
            // The reference evaluates the whole graph, also where the operations of a derivative need only part of it. So
            // all of its numbers must be right, and all of its sources count for `octaves = "auto"`.
            Some(Whole { program, folds }) => {
                let whole = Job::checked(program, params, grid)?;
                let octaves_of = |fold: &FoldId| whole.octaves[fold.index()].clone();
                Some(folds.iter().map(octaves_of).collect())
            }
            None => None,
        };
        let mut binder = Binder::new(program, params, grid, octaves)?;
        let mut job = Job {
            program: Arc::clone(program),
            params: params.clone(),
            grid: grid.clone(),
            numbers: params.values().iter().map(|&n| n as f32).collect(),
            layers: (program.sources.iter())
                .map(|source| binder.layers(source))
                .collect::<Result<_>>()?,
            coordinates: (program.coordinates.iter())
                .map(|coordinate| binder.maps(coordinate))
                .collect(),
            octaves: binder.octaves,
            tables: binder.tables,
            ranges: Vec::new(),
        };
        job.ranges = range::ranges(&job)?;
        job.check_displacements()?;
        Ok(job)
    }

    /// Sets the number `node.parameter` and binds the program again.
    ///
    /// # Errors
    /// Those of [`Params::set`] and [`Program::bind`]; the job is then unchanged.
    pub fn set(&mut self, name: &str, value: f64) -> Result<()> {
        let mut params = self.params.clone();
        params.set(name, value)?;
        *self = Job::new(&self.program, &params, &self.grid)?;
        Ok(())
    }

    /// Returns the job for an output of that resolution, in which fractals with `octaves = "auto"` may have another number of
    /// octaves. A job without such fractals is not bound again.
    ///
    /// # Errors
    /// Those of [`Program::bind`].
    pub fn with_resolution(mut self, resolution: Resolution) -> Result<Job> {
        self.params = self.params.with_resolution(resolution);
        match self.has_auto_octaves() {
            true => Job::new(&self.program, &self.params, &self.grid),
            false => Ok(self),
        }
    }

    /// Whether the output's resolution decides how many octaves a fractal has.
    pub(super) fn has_auto_octaves(&self) -> bool {
        let whole = self.program.whole.as_ref();
        let folds = whole.map_or(&self.program.folds, |whole| &whole.program.folds);
        folds.iter().any(|fold| self.params.at(fold.octaves) < 1.0)
    }

    /// Refuses sources whose position may be displaced by more than [`DISPLACEMENT_MAX`].
    fn check_displacements(&self) -> Result<()> {
        for (id, (source, layers)) in (0..).zip(self.program.sources.iter().zip(&self.layers)) {
            let frame = &self.program.frames[source.frame.index()];
            for (i, &axis) in source.axes.iter().enumerate() {
                let Some(by) = frame.displacement[axis] else {
                    continue;
                };
                let [low, high] = self.ranges[by.index()];
                let fastest = layers
                    .iter()
                    .map(|layer| layer.rates[i])
                    .fold(0.0, f32::max);
                let cells = low.abs().max(high.abs()) * f64::from(fastest);
                // The range includes roundings, so a displacement of exactly the limit may seem to exceed it.
                if cells > DISPLACEMENT_MAX * (1.0 + 1e-5) {
                    return Err(Error::invalid(
                        self.program.labels[by.index()].to_string(),
                        format!(
                            "a displacement of up to {cells:.0} cells of {}",
                            self.program.source_label(SourceId(id))
                        ),
                        format!("at most {DISPLACEMENT_MAX} cells"),
                    ));
                }
            }
        }
        Ok(())
    }
}
