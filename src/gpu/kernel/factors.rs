//! What each sample along the walk axis takes of the planes around it.
//!
//! A run has the fraction and the fade of its samples, and computes the rest. A march and a sweep have the four factors of the
//! heights and the slopes of both planes, times the weight of the octave.

use super::strands::March;
use crate::grid::AxisTable;
use crate::noise::Fade;
use crate::program::{Job, Tables};
use crate::{Result, memory};

/// The factors of the height and the slope of the plane at the low end of a cell, and of those at the high end.
pub(super) type Factors = [[f32; 2]; 2];

/// The fraction and the fade of every sample of a run; of a derivative along the walk axis, whose fade is given, what
/// `walk_slope_coefficients` of `walk.wgsl` asks for.
pub(super) fn of_run(
    table: &AxisTable,
    derivative: Option<Fade>,
) -> impl ExactSizeIterator<Item = [f32; 2]> {
    samples(table).map(move |[fraction, fade]| match derivative {
        None => [fraction, fade],
        Some(of) => {
            let rise = of.slope(f64::from(fraction)) as f32;
            [fade + fraction * rise, rise]
        }
    })
}

/// The factors of every sample of an octave of this weight; those of a derivative along the walk axis, if its fade is given.
pub(super) fn of_octave(
    table: &AxisTable,
    weight: f32,
    derivative: Option<Fade>,
) -> impl ExactSizeIterator<Item = Factors> {
    samples(table).map(move |[fraction, fade]| {
        let ends = ends(f64::from(fraction), f64::from(fade), derivative);
        ends.map(|end| end.map(|part| (f64::from(weight) * part) as f32))
    })
}

/// The factors of every strand of a march: sample after sample, with those of all strands side by side. They are 0 for octaves
/// that the job does not have.
///
/// # Errors
/// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
pub(super) fn of_strands(
    job: &Job,
    tables: &Tables,
    walk_axis: usize,
    march: &March,
) -> Result<Vec<[f32; 2]>> {
    let width = 2 * march.factors;
    let mut walked = Vec::new();
    for member in march.members() {
        let source = &job.program.sources[member.source.index()];
        let along = source.along(walk_axis);
        let Some((layer, along)) = member.layer(job).zip(along) else {
            continue;
        };
        let table = &tables.sources[member.source.index()][layer][along];
        let factors = of_octave(table, member.weight(job), source.derived_fade(along));
        if walked.is_empty() {
            memory::extend(
                &mut walked,
                std::iter::repeat_n([0.0; 2], width * factors.len()),
            )?;
        }
        for (sample, own) in factors.enumerate() {
            let first = sample * width + 2 * member.factors;
            walked[first..first + 2].copy_from_slice(&own);
        }
    }
    Ok(walked)
}

/// The fraction and the fade of every sample of an axis.
fn samples(table: &AxisTable) -> impl ExactSizeIterator<Item = [f32; 2]> {
    let pairs = table.fraction.iter().zip(&table.fade);
    pairs.map(|(&fraction, &fade)| [fraction, fade])
}

/// What a sample takes of the height and the slope at the low end of its cell along an axis, and at the high end: `walk_ends` of
/// `walk.wgsl`, or `walk_slope_ends` for a derivative along the axis, whose fade is given.
fn ends(fraction: f64, fade: f64, derivative: Option<Fade>) -> [[f64; 2]; 2] {
    let weights = [1.0 - fade, fade];
    let [low, high] = [fraction, fraction - 1.0];
    match derivative.map(|of| of.slope(fraction)) {
        None => [
            [weights[0], weights[0] * low],
            [weights[1], weights[1] * high],
        ],
        Some(rise) => [
            [-rise, weights[0] - rise * low],
            [rise, weights[1] + rise * high],
        ],
    }
}
