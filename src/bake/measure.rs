//! What is measured before a bake: the range of its values, and how long it will take.

use std::time::Duration;

use super::plan::Plan;
use super::texels::with_extent;
use super::write::Progress;
use crate::format::BRICK_MAX;
use crate::grid::Brick;
use crate::memory::zeros;
use crate::stopwatch::Stopwatch;
use crate::texel::Packing;
use crate::{Backend, Job, Result};

/// The most times that a noise is measured, when each range that is found changes its number of octaves.
const ROUNDS: usize = 4;

impl Plan {
    /// Returns the plan with the least and the greatest value of its samples, over all channels and frames, as the range of
    /// its packing. A plan that need not be measured is returned unchanged.
    ///
    /// Computes every sample once, on a backend that `open` makes for a job. The two values do not depend on how the grid is
    /// cut. If `octaves = "auto"` depends on the range, the samples are measured again until both agree,
    /// at most four times.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory), and those of `open`, [`Backend::fill`] and [`Plan::new`].
    pub fn measure(
        mut self,
        open: &mut dyn FnMut(&Job) -> Result<Box<dyn Backend>>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Plan> {
        if !self.must_measure {
            return Ok(self);
        }
        for _ in 0..ROUNDS {
            let mut backend = open(&self.job)?;
            let range = extremes(backend.as_mut(), &self, BRICK_MAX, progress)?;
            let packing = Packing::new(self.packing.format, self.packing.channels, range)?;
            let before = octaves(&self.job);
            self = self.repacked(packing)?;
            if octaves(&self.job) == before {
                break;
            }
        }
        Ok(self)
    }

    /// Estimates how long computing the samples will take on a backend for [`Plan::job`], with those that measure the range;
    /// `None` is less than `least`, or unknown in a browser, where this crate has no clock.
    ///
    /// Computes some of the samples, more and more of them until the answer is certain: a fraction of a second. The time for
    /// writing files is not included.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory), and those of [`Backend::fill`].
    pub fn estimate(&self, backend: &mut dyn Backend, least: Duration) -> Result<Option<Duration>> {
        let whole = narrowed(self.piece);
        let middle = middle(&whole);
        let piece = |most: u64| whole.piece(middle, most);
        let of_steps = match &self.grid_steps {
            Some(steps) => steps.expected(backend)?,
            None => Some(Duration::ZERO),
        };
        let mut texels: Vec<u8> = Vec::new();
        let mut fill = |brick: &Brick| {
            texels = zeros(brick.samples() * u64::from(self.packing.bytes()))?;
            let start = Stopwatch::start();
            self.fill_from(None, backend, brick, &self.packing, &mut texels)?;
            Ok(start.elapsed())
        };
        // The first call includes what a backend does once, such as making pipelines.
        fill(&piece(FIRST))?;
        let mut most = FIRST;
        loop {
            let brick = piece(most);
            let (Some(time), Some(of_steps)) = (fill(&brick)?, of_steps) else {
                return Ok(None);
            };
            // With `octaves = "auto"` a range may be measured more than once.
            let times = if self.must_measure { 2.0 } else { 1.0 };
            let of_noise = time.mul_f64(self.samples() as f64 / brick.samples() as f64);
            let of_all = (of_noise + of_steps).mul_f64(times);
            if of_all < least {
                return Ok(None);
            }
            let is_all = most >= self.brick_samples.min(self.samples());
            if time >= LONG_ENOUGH || is_all {
                return Ok(Some(of_all));
            }
            most *= 4;
        }
    }
}

/// Returns the number of octaves of each fractal.
fn octaves(job: &Job) -> Vec<usize> {
    let counts = job.octaves.iter().map(|octaves| octaves.count());
    counts.collect()
}

/// Returns the least and the greatest value, computed in pieces of at most `bytes` bytes. If they are equal, returns the
/// neighbouring f32 numbers, so that the value lies in the middle of the range.
fn extremes(
    backend: &mut dyn Backend,
    plan: &Plan,
    bytes: u64,
    progress: &mut dyn FnMut(Progress),
) -> Result<[f32; 2]> {
    let packing = Packing::samples(plan.packing.channels)?;
    let all = plan.piece;
    let most = bytes / u64::from(packing.bytes());
    let channels = u64::from(packing.channels);
    let mut samples: Vec<f32> = zeros(all.piece(0, most).samples() * channels)?;
    let whole = plan.whole(backend)?;
    let [mut low, mut high] = [f32::INFINITY, f32::NEG_INFINITY];
    let mut done = 0;
    for brick in all.pieces(most) {
        let samples = &mut samples[..(brick.samples() * channels) as usize];
        let out = bytemuck::cast_slice_mut(samples);
        plan.fill_from(whole.as_ref(), backend, &brick, &packing, out)?;
        for value in samples {
            // In this form each compiles to a single min or max instruction.
            low = if *value < low { *value } else { low };
            high = if *value > high { *value } else { high };
        }
        done += brick.samples();
        progress(Progress {
            done,
            of: plan.samples(),
        });
    }
    // -0 becomes 0. Which of the two came first depends on how the grid is cut.
    Ok(with_extent([low + 0.0, high + 0.0]))
}

/// The number of samples of the first measurement of time: negligible in a bake that takes long.
const FIRST: u64 = 1 << 14;

/// A measurement of time that takes this long is reliable.
const LONG_ENOUGH: Duration = Duration::from_millis(50);

/// Returns a brick with shorter rows, if it has many long ones. A few samples of it then lie in many rows, as in a bake; a part
/// of a single row takes longer for each sample.
fn narrowed(whole: Brick) -> Brick {
    let rows = whole.samples() / u64::from(whole.size[0]);
    let mut narrowed = whole;
    if rows >= u64::from(WIDE) {
        narrowed.size[0] = whole.size[0].min(WIDE);
    }
    narrowed
}

/// From this many samples along x on, a longer row does not cost less for each sample.
const WIDE: u32 = 1024;

/// Returns the index of the sample in the middle of the slowest axis and at the start of all others, from which pieces are
/// whole rows and slices.
fn middle(whole: &Brick) -> u64 {
    let slowest = (0..4).rfind(|&axis| whole.size[axis] > 1).unwrap_or(0);
    let sizes = whole.size.map(u64::from);
    let stride: u64 = sizes[..slowest].iter().product();
    sizes[slowest] / 2 * stride
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Cpu;
    use crate::format::FileType;
    use crate::noise::Octaves;
    use crate::recipe::{Bounds, Range};
    use crate::texel::Format;
    use crate::{Grid, Noise};

    fn plan<K>(noise: Noise<K>, grid: &Grid, format: Format) -> Plan {
        let job = Job::of(&[noise], grid).unwrap();
        let range = Some(Range::Bounds(Bounds::Measured));
        Plan::new(job, Some(FileType::Raw), Some(format), range).unwrap()
    }

    fn on_the_cpu(plan: Plan) -> Plan {
        let mut open =
            |job: &Job| -> Result<Box<dyn Backend>> { Ok(Box::new(Cpu::new(job.clone()))) };
        plan.measure(&mut open, &mut |_| ()).unwrap()
    }

    #[test]
    fn the_range_is_that_of_all_frames_and_the_same_on_every_cut() {
        let noise = Noise::perlin().frequency(3.0).time_frequency(4.0).fbm();
        let grid = Grid::new([13, 11, 7]).frames(5);
        let plan = plan(noise, &grid, Format::R16Unorm);
        let mut backend = Cpu::new(plan.job.clone());
        let frames = (0..5).map(|frame| backend.sample(frame).unwrap().into_samples());
        let frames: Vec<Vec<f32>> = frames.collect();
        let ends = |samples: &[f32]| {
            let low = samples.iter().copied().fold(f32::INFINITY, f32::min);
            [
                low,
                samples.iter().copied().fold(f32::NEG_INFINITY, f32::max),
            ]
        };
        let expected = ends(&frames.concat());
        assert!(
            frames.iter().all(|frame| ends(frame) != expected),
            "one frame would do"
        );
        for bytes in [4, 40, 52, 1000, 5000, 1 << 20] {
            let found = extremes(&mut backend, &plan, bytes, &mut |_| ()).unwrap();
            assert_eq!(found, expected, "{bytes}");
        }
        assert_eq!(on_the_cpu(plan).packing.range, expected);
    }

    #[test]
    fn one_value_lies_in_the_middle_and_zeros_have_no_sign() {
        let grid = Grid::new([4]);
        let of = |noise: Noise| on_the_cpu(plan(noise, &grid, Format::R8Unorm)).packing;
        let packing = of(Noise::constant(0.3));
        let mut texel = [0];
        assert_eq!(packing.pack(&[0.3], &mut texel), 0);
        assert_eq!(texel, [128]);
        let [low, _] = of((Noise::constant(0.0) * -1.0).max(Noise::x())).range;
        assert_eq!(low.to_bits(), 0.125_f32.to_bits());
        let [low, high] = of(Noise::x().min(Noise::constant(0.0) * -1.0)).range;
        assert!(low.to_bits() == (-f32::from_bits(1)).to_bits() && high.to_bits() == 1);
    }

    #[test]
    fn automatic_octaves_agree_with_the_range_that_was_found() {
        let noise = Noise::perlin()
            .frequency(0.5)
            .fbm()
            .lacunarity(1.1)
            .octaves(Octaves::Auto);
        let plan = on_the_cpu(plan(noise, &Grid::new([64, 64]), Format::R8Unorm));
        // As the recipe with that range will be planned.
        let again = plan.clone().repacked(plan.packing).unwrap();
        assert!(octaves(&again.job) == octaves(&plan.job) && !plan.must_measure);
        let mut backend = Cpu::new(again.job.clone());
        let range = extremes(&mut backend, &again, BRICK_MAX, &mut |_| ()).unwrap();
        assert_eq!(range, plan.packing.range);
    }
}
