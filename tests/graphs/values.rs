//! Samples against the reference: on the grid, at every SIMD level of the CPU backend, and at points.

use wgpu_noise::cpu::{Cpu, Points, SimdLevel};
use wgpu_noise::grid::{Axes, Brick};
use wgpu_noise::noise::{ParamType, Value};
use wgpu_noise::program::Positions;
use wgpu_noise::verify::{self, Case, Expected, Outcome};
use wgpu_noise::{Backend, Job, Noise, Program};

use crate::promises::in_words;
use crate::support::Make;

/// Every sample lies within its bound of the reference and within its channel's range.
pub fn agrees(case: &Case, make: Make) -> Result<(), String> {
    let job = in_words(case.job())?;
    let expected = in_words(Expected::new(case, &job))?;
    compared(case, &job, &expected, make)
}

pub fn every_level_agrees(case: &Case) -> Result<(), String> {
    let job = in_words(case.job())?;
    let expected = in_words(Expected::new(case, &job))?;
    SimdLevel::available().into_iter().try_for_each(|level| {
        let make = |_: &Case, job| -> wgpu_noise::Result<Box<dyn Backend>> {
            Ok(Box::new(Cpu::with_simd_level(job, level)?))
        };
        compared(case, &job, &expected, &make).map_err(|found| format!("{level}: {found}"))
    })
}

fn compared(case: &Case, job: &Job, expected: &Expected, make: Make) -> Result<(), String> {
    let mut backend = in_words(make(case, job.clone()))?;
    let samples = in_words(verify::fill(backend.as_mut(), &Brick::all(&case.grid)))?;
    within_ranges(job, &samples)?;
    judged(case, expected.compare(&samples), &|moved| {
        in_words(verify::run(moved, |job| make(moved, job)))
    })
}

fn within_ranges(job: &Job, samples: &[f32]) -> Result<(), String> {
    let channels = job.program().channels();
    for (i, &sample) in samples.iter().enumerate() {
        let [low, high] = job.range(i % channels);
        if !(low..=high).contains(&f64::from(sample)) {
            return Err(format!(
                "sample {i} is {sample:e}, of a range of {low:e}..{high:e}"
            ));
        }
    }
    Ok(())
}

/// Samples that lie on the edge of a jump may all take its other side. Where too many do, the grid is moved off such edges:
/// one that is systematic is found there, too.
fn judged(
    case: &Case,
    outcome: Outcome,
    again: &dyn Fn(&Case) -> Result<Outcome, String>,
) -> Result<(), String> {
    if outcome.passed {
        return Ok(());
    }
    let others = elsewhere(case);
    if outcome.error > outcome.bound || others.is_empty() {
        return Err(outcome.to_string());
    }
    for moved in others {
        let outcome = again(&moved)?;
        if outcome.error > outcome.bound {
            return Err(format!("at {:?}: {outcome}", moved.grid.origin));
        }
        if outcome.strays as f64 <= 1.0 + outcome.strays_allowed {
            return Ok(());
        }
    }
    Err(outcome.to_string())
}

/// The case on grids that are moved by parts of a sample, and by many units where a sample is far smaller than a cell; then
/// with other numbers, where it is these that put samples on an edge.
fn elsewhere(case: &Case) -> Vec<Case> {
    let moved = |by: &dyn Fn(usize) -> f64| {
        let mut moved = case.clone();
        (0..4).for_each(|axis| moved.grid.origin[axis] += by(axis));
        moved
    };
    let step = |axis| {
        let span = case.grid.span(axis);
        span.extent / f64::from(span.count)
    };
    let mut all = vec![moved(&|axis| (0.137 + 0.1 * axis as f64) * step(axis))];
    for units in [0.4, 4e2, 4e5, 4e8, 4e11] {
        all.push(moved(&|axis| (1.37 + 0.2 * axis as f64) * units));
    }
    let nearest = all[..3].to_vec();
    for moved in &nearest {
        for factor in [1.0137, 0.9871] {
            let channels = moved.channels.iter();
            let shaken = |noise| shaken(noise, factor);
            all.push(Case {
                channels: channels.map(shaken).collect(),
                ..moved.clone()
            });
        }
    }
    all.retain(|case| case.job().is_ok());
    all
}

/// Those on which every node may stand.
const ALL_AXES: Axes = Axes {
    space: 3,
    time: true,
};

/// The noise with every number that need not be whole times a factor, and a little added to every input and to every vector;
/// what is left out, too, where it may stand beside the others. Lacunarities stay: beside a period they must be whole.
fn shaken(noise: &Noise, factor: f64) -> Noise {
    let node = noise.node();
    let params = (1..).zip(node.kind.params());
    params.fold(noise.clone(), |noise, (i, param)| {
        let added = f64::from(i) * (factor - 1.0);
        let whole = param.name.ends_with("lacunarity")
            || matches!(
                param.of,
                ParamType::Whole { .. } | ParamType::PerAxis { whole: true, .. }
            );
        let given = node.params.get(param.name);
        match (given, &param.of, param.default_number()) {
            (Some(Value::Noise(input)), ..) => noise.set(param.name, shaken(input, factor) + added),
            (Some(Value::List(numbers)), ParamType::Vector { .. }, _) => {
                with(noise, param.name, moved(numbers, added))
            }
            (None, ParamType::Vector { default, .. }, _) => {
                with(noise, param.name, moved(default, added))
            }
            (Some(Value::Number(number)), ..) if !whole => noise.set(param.name, number * factor),
            (None, _, Some(default)) if !whole => with(noise, param.name, default * factor),
            _ => noise,
        }
    })
}

/// Three numbers, each with another one added.
fn moved(numbers: &[f64], by: f64) -> Vec<f64> {
    let number = |i: usize| numbers.get(i).copied().unwrap_or_default() + by * (1.0 + i as f64);
    (0..3).map(number).collect()
}

/// The noise with another value of a parameter, unless that is refused.
fn with(noise: Noise, name: &str, value: impl Into<Value>) -> Noise {
    let changed = noise.clone().set(name, value);
    match Program::check([&changed], ALL_AXES) {
        Ok(_) => changed,
        Err(_) => noise,
    }
}

pub fn agrees_at_points(case: &Case) -> Result<(), String> {
    let run = |case: &Case| {
        in_words(verify::run_at_points(
            case,
            Positions::Points,
            |job, points| {
                let mut values = vec![f32::NAN; points.len() * job.program().channels()];
                Points::new(job)?.sample(points, &mut values)?;
                Ok(values)
            },
        ))
    };
    let outcome = run(case)?;
    // All of them may lie too far off.
    if outcome.samples == 0 {
        return Ok(());
    }
    judged(case, outcome, &run)
}
