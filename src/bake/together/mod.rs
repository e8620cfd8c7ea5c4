//! Several files of one graph, such as the maps of a material, of which what they share is computed once.

use super::plan::Plan;
use super::write::{self, Baking, Progress, Statistics, Texels};
use crate::format::{Sheet, Writer};
use crate::grid::Brick;
use crate::memory::{resize, zeros};
use crate::program::{Job, Merged};
use crate::texel::Packing;
use crate::{Backend, Error, Result, threads};

/// The most bytes of the samples or sub-samples that are computed at once.
const SAMPLES_BYTES: u64 = 32 << 20;

/// Several plans of one graph on the same grid, whose files are baked together: what they share is computed once, and the files
/// are written at the same time.
///
/// ```
/// use wgpu_noise::bake::{Plan, Together};
/// use wgpu_noise::cpu::Cpu;
/// use wgpu_noise::format::{self, FileType};
/// use wgpu_noise::recipe::Preset;
///
/// # let folder = tempfile::tempdir().unwrap();
/// # let folder = folder.path();
/// let maps = Preset::find("granite")?.recipe()?.sized(32).each_output();
/// let plan = |(_, map): &(_, _)| Plan::of_recipe(map, Some(FileType::Png));
/// let plans = maps.iter().map(plan).collect::<Result<Vec<_>, _>>()?;
/// let together = Together::of(&plans).expect("no fractal has other octaves in another map");
///
/// let mut writers = Vec::new();
/// for ((name, map), plan) in maps.iter().zip(&plans) {
///     let path = folder.join(format!("{name}.png"));
///     writers.push(format::create(&path, &plan.contents(map))?);
/// }
/// together.bake(&mut Cpu::new(together.job().clone()), &mut writers, &mut |_| ())?;
/// for writer in writers {
///     writer.finish()?;
/// }
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Together {
    /// What is computed: the channels of all files, each once, as floats.
    samples: Plan,
    files: Vec<File>,
}

/// One of the files.
#[derive(Clone, Debug)]
struct File {
    plan: Plan,
    /// Which of the channels it has.
    channels: Vec<usize>,
}

impl Together {
    /// Returns the plans as one.
    ///
    /// Returns `None` for plans that must be baked one after another: of other grids, files or numbers; with `octaves =
    /// "auto"` that the outputs end at different octaves; with a [range to be measured](Plan::must_measure); with steps on
    /// the whole grid; with sheets of very large tiles; and of more operations than one program takes.
    pub fn of(plans: &[Plan]) -> Option<Together> {
        let first = plans.first()?;
        if !plans.iter().all(|plan| first.is_cut_like(plan)) {
            return None;
        }
        let jobs: Vec<&Job> = plans.iter().map(Plan::job).collect();
        let Merged { job, channels } = Job::merged(&jobs)?;
        let taken = Packing::floats(job.program.channels() as u32);
        let most = SAMPLES_BYTES / (u64::from(taken.bytes()) * first.sub_samples());
        let of_plans = plans.iter().map(|plan| plan.brick_samples);
        let samples = Plan {
            job,
            packing: taken,
            taken,
            brick_samples: of_plans.fold(most, u64::min).max(1),
            ..first.clone()
        };
        let files = plans.iter().cloned().zip(channels);
        let files = files.map(|(plan, channels)| File { plan, channels });
        Some(Together {
            samples,
            files: files.collect(),
        })
    }

    /// Returns what is computed, as a plan: with the channels of all files, of which there may be more than four.
    pub fn samples(&self) -> &Plan {
        &self.samples
    }

    /// Returns the noise of all files, for which a backend is made.
    pub fn job(&self) -> &Job {
        self.samples.job()
    }

    /// Computes the bricks of all files on a backend for [`Together::job`], and hands the texels of each file to its writer, as
    /// [`Plan::bake`] does. `computing` and `device` of the statistics are those of all files.
    ///
    /// # Errors
    /// [`Error::Invalid`] for another number of writers than of plans; those of [`Plan::bake`].
    pub fn bake(
        &self,
        backend: &mut dyn Backend,
        writers: &mut [Writer],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<Statistics>> {
        if writers.len() != self.files.len() {
            let allowed = format!("{}, one for each plan", self.files.len());
            return Err(Error::invalid("writers", writers.len(), allowed));
        }
        let files = self.files.iter().zip(writers);
        let files = files.map(|(file, writer)| Baking::new(&file.plan, writer));
        let mut files = files.collect::<Result<Vec<_>>>()?;
        let mut samples = Vec::new();
        let compute = |brick: &Brick, _: Option<&Brick>, _| {
            self.compute(backend, brick, &mut samples)?;
            threads::map(&self.files, |file| {
                file.texels(brick, &samples, self.channels())
            })
        };
        write::bake(&mut files, &self.samples, compute, progress)?;
        let device = backend.take_device_times();
        let statistics = files.iter().map(|file| Statistics {
            device,
            ..file.statistics()
        });
        Ok(statistics.collect())
    }

    /// Computes the samples or sub-samples of a brick, in the memory of those of an earlier one.
    fn compute(
        &self,
        backend: &mut dyn Backend,
        brick: &Brick,
        samples: &mut Vec<f32>,
    ) -> Result<()> {
        let supersample = &self.samples.supersample;
        let brick = supersample
            .as_ref()
            .map_or(*brick, |supersample| supersample.refined(brick));
        resize(samples, brick.samples() * self.channels() as u64)?;
        let out = bytemuck::cast_slice_mut(samples);
        backend.fill(&brick, &self.samples.taken, out)?;
        Ok(())
    }

    /// Returns the number of channels of all files.
    fn channels(&self) -> usize {
        self.samples.taken.channels() as usize
    }
}

impl File {
    /// Returns the texels of a brick, from samples or sub-samples of `of` channels.
    fn texels(&self, brick: &Brick, samples: &[f32], of: usize) -> Result<Texels> {
        let taken = &self.plan.taken;
        let own = self.own(samples, of)?;
        let mut bytes = zeros(brick.samples() * u64::from(taken.bytes()))?;
        let saturated = match &self.plan.supersample {
            Some(supersample) => supersample.pack(brick, taken, &own, &mut bytes)?,
            None => taken.pack(&own, &mut bytes),
        };
        Ok(Texels { bytes, saturated })
    }

    /// Returns the file's own channels.
    fn own(&self, samples: &[f32], of: usize) -> Result<Vec<f32>> {
        let count = self.channels.len();
        let mut own: Vec<f32> = zeros((samples.len() / of * count) as u64)?;
        for (to, from) in own.chunks_exact_mut(count).zip(samples.chunks_exact(of)) {
            for (to, channel) in to.iter_mut().zip(&self.channels) {
                *to = from[*channel];
            }
        }
        Ok(own)
    }
}

impl Plan {
    /// Whether the files of another plan can be computed brick by brick with those of this one: both have the same bricks, and
    /// neither needs all of its samples before it writes the first.
    fn is_cut_like(&self, other: &Plan) -> bool {
        let alone = |plan: &Plan| {
            let is_banded = plan.sheet.as_ref().is_some_and(Sheet::is_banded);
            plan.must_measure || plan.has_grid_steps() || is_banded
        };
        !alone(self)
            && !alone(other)
            && (&self.grid, self.piece) == (&other.grid, other.piece)
            && self.parts.are_cut_like(&other.parts)
    }
}

#[cfg(test)]
mod tests;
