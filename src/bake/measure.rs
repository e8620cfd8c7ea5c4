//! Before a bake: the values that it will have, and how long it will take.

use std::time::{Duration, Instant};

use super::plan::BRICK_MAX;
use super::{Plan, Progress};
use crate::grid::Brick;
use crate::memory::zeros;
use crate::texel::Packing;
use crate::{Backend, Job, Result};

/// The most times that a noise is measured anew because the range that was found changes its number of octaves.
const ROUNDS: usize = 4;

/// The plan with the range of the values that its samples have, over all channels and frames, where its packing has a use
/// for a range. Computes every sample once, on a backend that `open` makes for the plan's job.
///
/// Cutting the grid in any other way finds the same two numbers. Where `octaves = "auto"` depends on the range, the samples
/// are measured anew until both agree.
///
/// # Errors
/// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory), those of `open`, [`Backend::fill`] and [`Plan::new`].
pub fn measured(
    mut plan: Plan,
    open: &mut dyn FnMut(&Job) -> Result<Box<dyn Backend>>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Plan> {
    let packing = plan.packing;
    if packing.format.component().is_unorm() {
        for _ in 0..ROUNDS {
            let mut backend = open(&plan.job)?;
            let range = extremes(backend.as_mut(), &plan, BRICK_MAX, progress)?;
            let packing = Packing::new(packing.format, packing.channels, range)?;
            let next = Plan::new(plan.job.clone(), plan.file_type, packing)?;
            let settled = octaves(&next.job).eq(octaves(&plan.job));
            plan = next;
            if settled {
                break;
            }
        }
    }
    plan.measure = false;
    Ok(plan)
}

fn octaves(job: &Job) -> impl Iterator<Item = usize> {
    job.octaves.iter().map(|octaves| octaves.weights.len())
}

/// The least and the greatest sample, computed in pieces of so many bytes; a hair more where all are equal, so that they lie
/// in the middle of the range.
fn extremes(
    backend: &mut dyn Backend,
    plan: &Plan,
    bytes: u64,
    progress: &mut dyn FnMut(Progress),
) -> Result<[f32; 2]> {
    let packing = Packing::samples(plan.packing.channels)?;
    let all = Brick::all(&plan.job.grid);
    let most = bytes / u64::from(packing.bytes());
    let channels = u64::from(packing.channels);
    let mut samples: Vec<f32> = zeros(all.piece(0, most).samples() * channels)?;
    let [mut low, mut high] = [f32::INFINITY, f32::NEG_INFINITY];
    let mut done = 0;
    for brick in all.pieces(most) {
        let samples = &mut samples[..(brick.samples() * channels) as usize];
        backend.fill(&brick, &packing, bytemuck::cast_slice_mut(samples))?;
        for value in samples {
            // So written both are single instructions.
            low = if *value < low { *value } else { low };
            high = if *value > high { *value } else { high };
        }
        done += brick.samples();
        progress(Progress {
            done,
            of: plan.samples,
        });
    }
    // Of two zeros the one that came first would stay, which depends on the cut.
    let [low, high] = [low + 0.0, high + 0.0];
    Ok(match low < high {
        true => [low, high],
        false => [low.next_down(), high.next_up()],
    })
}

/// Samples of the first measurement of time, so few that they are no matter beside those of a bake that takes long.
const FIRST: u64 = 1 << 14;

/// A measurement of time is long enough to go by.
const LONG_ENOUGH: Duration = Duration::from_millis(50);

/// About how long computing the samples of a plan will take on a backend for its job: `None` for less than `least`.
///
/// Computes some of them: more and more until either answer is certain, a fraction of a second. What is written to the disk
/// takes its own time.
///
/// # Errors
/// As [`measured`].
pub fn estimate(
    backend: &mut dyn Backend,
    plan: &Plan,
    least: Duration,
) -> Result<Option<Duration>> {
    let whole = sampled(Brick::all(&plan.job.grid));
    let middle = middle(&whole);
    let piece = |most: u64| whole.piece(middle, most);
    let mut texels: Vec<u8> = Vec::new();
    let mut fill = |brick: &Brick| {
        texels = zeros(brick.samples() * u64::from(plan.packing.bytes()))?;
        let start = Instant::now();
        backend.fill(brick, &plan.packing, &mut texels)?;
        Ok(start.elapsed())
    };
    // The first makes what a backend makes once, such as pipelines.
    fill(&piece(FIRST))?;
    let mut most = FIRST;
    loop {
        let brick = piece(most);
        let time = fill(&brick)?;
        let of_all = time.mul_f64(plan.samples as f64 / brick.samples() as f64);
        if of_all < least {
            return Ok(None);
        }
        if time >= LONG_ENOUGH || most >= plan.brick_samples {
            return Ok(Some(of_all));
        }
        most *= 4;
    }
}

/// Part of the rows of a brick with many long ones: a few samples of it are of many rows, as a bake has them, while a piece of
/// one row takes longer for each sample.
fn sampled(whole: Brick) -> Brick {
    let rows = whole.samples() / u64::from(whole.size[0]);
    let mut sampled = whole;
    if rows >= u64::from(WIDE) {
        sampled.size[0] = whole.size[0].min(WIDE);
    }
    sampled
}

/// Samples along x beyond which a longer row costs no less for each.
const WIDE: u32 = 1024;

/// The sample in the middle of the slowest axis, where all others begin: from there on pieces are whole rows and slices.
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
    use crate::texel::Format;
    use crate::{Grid, Noise};

    fn plan(noise: Noise, grid: &Grid, format: Format) -> Plan {
        let job = Job::of(&[noise], grid).unwrap();
        let packing = Packing::new(format, 1, [-1.0, 1.0]).unwrap();
        Plan::new(job, Some(FileType::Raw), packing).unwrap()
    }

    fn on_the_cpu(plan: Plan) -> Plan {
        let mut open =
            |job: &Job| -> Result<Box<dyn Backend>> { Ok(Box::new(Cpu::new(job.clone()))) };
        measured(plan, &mut open, &mut |_| ()).unwrap()
    }

    #[test]
    fn the_range_is_that_of_all_frames_and_the_same_on_every_cut() {
        let noise = Noise::perlin().frequency(3.0).time_frequency(4.0).fbm();
        let grid = Grid::new([13, 11, 7]).frames(5);
        let plan = plan(noise, &grid, Format::R16Unorm);
        let mut backend = Cpu::new(plan.job.clone());
        let frames = (0..5).map(|frame| backend.sample(frame).unwrap().samples);
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
        let octaves = Noise::perlin()
            .frequency(0.5)
            .fbm()
            .lacunarity(1.1)
            .octaves("auto");
        let plan = on_the_cpu(plan(octaves, &Grid::new([64, 64]), Format::R8Unorm));
        // As the recipe with that range will be planned.
        let again = Plan::new(plan.job.clone(), plan.file_type, plan.packing).unwrap();
        assert!(octaves_of(&again) == octaves_of(&plan) && !plan.measure);
        let mut backend = Cpu::new(again.job.clone());
        let range = extremes(&mut backend, &again, BRICK_MAX, &mut |_| ()).unwrap();
        assert_eq!(range, plan.packing.range);
    }

    fn octaves_of(plan: &Plan) -> Vec<usize> {
        octaves(&plan.job).collect()
    }
}
