//! Derivatives against differences of values.

use serde_json::Value;
use wgpu_noise::bake::Plan;
use wgpu_noise::noise::Axis;
use wgpu_noise::reference::Reference;
use wgpu_noise::verify::Case;
use wgpu_noise::{Grid, Job, Noise};

use crate::promises::in_words;

/// The reference's derivative of the first channel along each axis is what its differences come to.
pub fn is_differentiated(case: &Case) -> Result<(), String> {
    let far = [0, 1, 2, 3]
        .map(|axis| case.grid.span(axis))
        .iter()
        .any(|span| span.origin.abs() + span.extent.abs() > 1e4);
    // A closed box that is moved has other samples, and far away a position has no room for a small step.
    if case.grid.seamless || far {
        return Ok(());
    }
    let noise = &case.channels[0];
    for axis in case.grid.axes().indices() {
        let slope = noise.clone().partial(Axis::ALL[axis]);
        let Ok(job) = Job::of(std::slice::from_ref(&slope), &case.grid) else {
            continue;
        };
        // Where a number is large, positions are so, too, and a small step is lost in them. A tiny one, such as the factor of
        // a stretch, divides them.
        let loses_steps = |number: &f64| *number != 0.0 && !(1e-5..=1e8).contains(&number.abs());
        if job.params().values().iter().any(loses_steps) || is_too_fine(job)? {
            continue;
        }
        for part in [0.1, 0.45, 0.8] {
            let index =
                [0, 1, 2, 3].map(|axis| (part * f64::from(case.grid.span(axis).count)) as u32);
            let found = exactly(case, &slope, &case.grid, index)?;
            let Some(limit) = limit(case, noise, axis, index)? else {
                continue;
            };
            if (found - limit.slope).abs() > limit.error {
                let Limit { slope, error } = limit;
                return Err(format!(
                    "along axis {axis} at {index:?} {found:e}, but the differences come to {slope:e} ± {error:e}"
                ));
            }
        }
    }
    Ok(())
}

/// Whether an octave has too many cells for differences to follow it: where it is faint its values do not tell, but its slope
/// does.
fn is_too_fine(job: Job) -> Result<bool, String> {
    let grid = job.grid().clone();
    let plan = in_words(Plan::new(job, None, None, None))?;
    let plan = serde_json::to_value(plan).map_err(|error| error.to_string())?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let octaves = (list(&plan["sources"]).into_iter()).flat_map(|source| list(&source["octaves"]));
    let mut along = octaves.flat_map(|octave| list(&octave));
    Ok(along.any(|along| {
        let axis = "xyzw"
            .find(along["axis"].as_str().unwrap_or("x"))
            .unwrap_or(0);
        let cells = along["cells"].as_f64().unwrap_or(f64::INFINITY);
        cells.abs() * STEP > 0.05 * grid.span(axis).extent
    }))
}

/// The small step of two.
const STEP: f64 = 1e-5;

/// What the differences of values come to, and how far that may be from the derivative.
struct Limit {
    slope: f64,
    error: f64,
}

/// `None` where the differences of two steps, or to both sides, differ: at a kink, or in noise that is too fine.
fn limit(
    case: &Case,
    noise: &Noise,
    axis: usize,
    index: [u32; 4],
) -> Result<Option<Limit>, String> {
    let at = |by: f64| {
        let mut grid = case.grid.clone();
        grid.origin[axis] += by;
        exactly(case, noise, &grid, index)
    };
    let (here, [a, b, c, d]) = (
        at(0.0)?,
        [at(-3.0 * STEP)?, at(-STEP)?, at(STEP)?, at(3.0 * STEP)?],
    );
    let [near, wide] = [(c - b) / (2.0 * STEP), (d - a) / (6.0 * STEP)];
    // The slopes to the right and to the left differ in proportion to the step, but at a kink by as much for any step.
    let bend = [(c - here) - (here - b), ((d - here) - (here - a)) / 3.0];
    let kink = (3.0 * bend[0] - bend[1]) / (2.0 * STEP);
    // Values as large come from positions in which a step of that size is lost.
    if here.abs() > 1e6 {
        return Ok(None);
    }
    let error = 1e-5 * near.abs().max(1.0) + 1e-9 * here.abs();
    let smooth = (near - wide).abs() <= error && kink.abs() <= error;
    Ok(smooth.then_some(Limit {
        slope: near,
        error: 2.0 * error,
    }))
}

fn exactly(case: &Case, noise: &Noise, grid: &Grid, index: [u32; 4]) -> Result<f64, String> {
    let case = Case {
        channels: vec![noise.clone()],
        grid: grid.clone(),
        ..case.clone()
    };
    let reference = in_words(Reference::new(&in_words(case.job())?))?;
    Ok(reference.values(index)[0])
}
