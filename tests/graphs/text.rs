//! What is said of a graph: refusals, ranges, tolerances, and its recipe.

use wgpu_noise::noise::Kind;
use wgpu_noise::program::Positions;
use wgpu_noise::verify::Case;
use wgpu_noise::{Error, Job, Recipe};

use crate::promises::in_words;

/// A refusal is the caller's fault and names a node or a field of the grid.
pub fn refusal(case: &Case) -> Result<(), String> {
    let Err(refused) = case.job() else {
        return Ok(());
    };
    let text = refused.to_string();
    let named = match &refused {
        Error::Invalid { field, .. } | Error::Unknown { field, .. } => is_known(field),
        Error::TooLarge { .. } => true,
        _ => false,
    };
    match named && !text.contains("NaN") {
        true => Ok(()),
        false => Err(format!("no good refusal: {text}")),
    }
}

/// Whether a field's name begins with that of a node, which is its kind and perhaps a number, or of the grid.
fn is_known(field: &str) -> bool {
    let stem = field.split('.').next().unwrap_or_default();
    let kind = match stem.rsplit_once('_') {
        Some((kind, number)) if number.parse::<u32>().is_ok() => kind,
        _ => stem,
    };
    Kind::from_name(kind).is_some()
        || ["size", "extent", "origin", "frames", "duration"].contains(&stem)
}

/// Ranges and tolerances are numbers, and no sample may stray by more than the whole range.
pub fn bounds(case: &Case) -> Result<(), String> {
    let job = in_words(case.job())?;
    for channel in 0..case.channels.len() {
        let [low, high] = job.range(channel);
        if !(low <= high && low.is_finite() && high.is_finite()) {
            return Err(format!("channel {channel} has the range {low:e}..{high:e}"));
        }
        // Points lie anywhere in the box, samples at their centres.
        for (place, tolerance, most) in [
            ("on the grid", job.tolerance(channel), high - low),
            (
                "at exact points",
                job.tolerance_at(Positions::Points, channel),
                f64::MAX,
            ),
            (
                "at points",
                job.tolerance_at(Positions::Floats, channel),
                f64::MAX,
            ),
        ] {
            if !(0.0..=most).contains(&tolerance) {
                return Err(format!(
                    "the tolerance {place} is {tolerance:e}, of a range of {low:e}..{high:e}"
                ));
            }
        }
    }
    Ok(())
}

/// Written as a recipe and read again it is the same program with the same numbers.
pub fn survives_as_text(case: &Case) -> Result<(), String> {
    let recipe = Recipe::new(&case.channels, &case.grid, case.seed);
    let text = recipe.to_toml();
    let read = in_words(Recipe::parse(&text, "graph.toml"))?;
    if read != recipe {
        return Err(format!("another recipe:\n{text}"));
    }
    let [before, after] = [in_words(case.job())?, in_words(read.job())?];
    let bits = |job: &Job| -> Vec<u64> {
        job.params()
            .values()
            .iter()
            .map(|value| value.to_bits())
            .collect()
    };
    let same = before.program().to_string() == after.program().to_string()
        && bits(&before) == bits(&after)
        && before.grid() == after.grid();
    match same {
        true => Ok(()),
        false => Err("another program".into()),
    }
}
