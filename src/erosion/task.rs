//! The steps of an erosion, from heights to heights.

use super::fixed::ONE;
use super::rules::Rates;
use super::settings::Erosion;
use super::terrain::Terrain;
use crate::memory::collect;
use crate::{Error, Result};

/// The steps of an erosion on integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub(crate) terrain: Terrain,
    pub(crate) rates: Rates,
    pub(crate) iterations: u32,
}

/// Where heights lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Site {
    /// The numbers of samples along x and y.
    pub size: [u32; 2],
    /// Whether opposite borders meet.
    pub wraps: bool,
    /// The distance of two samples, in units of the domain.
    pub step: f64,
    /// The seed of the rain.
    pub seed: u32,
}

/// Heights of soil are less than this, in 65536ths of the distance of two samples.
const SOIL_END: f64 = (1u32 << 29) as f64;

/// Erodes heights, row by row, on coarser grids first. `run` carries out the steps on soil of one grid.
///
/// # Errors
/// [`Error::Invalid`] for a relief with which the terrain is too high, [`Error::OutOfHostMemory`], and those of `run`.
pub(crate) fn erode(
    erosion: &Erosion,
    site: &Site,
    heights: &mut [f32],
    mut run: impl FnMut(&Task, &mut [u32]) -> Result<()>,
) -> Result<()> {
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for height in &*heights {
        low = low.min(*height);
        high = high.max(*height);
    }
    let unit = f64::from(ONE) * erosion.relief / site.step;
    let above = |height: f32| (f64::from(height) - f64::from(low)) * unit;
    let most = above(high);
    if most.is_nan() || most >= SOIL_END {
        let samples = SOIL_END / f64::from(ONE);
        let given = format!(
            "{}, heights of {:.0} samples",
            erosion.relief,
            most / f64::from(ONE)
        );
        let allowed = format!("one with which the terrain is less than {samples} samples high");
        return Err(Error::invalid("erosion.relief", given, allowed));
    }
    let soil = |height: &f32| above(*height).round() as u32;
    let mut after: Vec<u32> = collect(heights.iter().map(soil))?;
    let task = Task::new(erosion, site);
    erode_on_grids(&task, erosion.coarsest as usize, &mut after, &mut run)?;
    for (height, after) in heights.iter_mut().zip(after) {
        let change = f64::from(after) - f64::from(soil(height));
        *height = (f64::from(*height) + change / unit) as f32;
    }
    Ok(())
}

/// Erodes soil on each grid in turn, from the coarsest on, which has `coarsest` samples along its shorter side. So water crosses
/// a large terrain in few steps, and carves valleys of all sizes.
fn erode_on_grids(
    task: &Task,
    coarsest: usize,
    soil: &mut [u32],
    run: &mut impl FnMut(&Task, &mut [u32]) -> Result<()>,
) -> Result<()> {
    if let Some(coarser) = task.terrain.coarser(coarsest) {
        let before = task.terrain.coarsen(soil, &coarser)?;
        let mut after: Vec<u32> = collect(before.iter().copied())?;
        let coarse = Task {
            terrain: coarser,
            ..task.clone()
        };
        erode_on_grids(&coarse, coarsest, &mut after, run)?;
        task.terrain.refine(soil, &coarser, &before, &after)?;
    }
    run(task, soil)
}

impl Task {
    /// Returns the steps of an erosion whose numbers are within their ranges.
    pub fn new(erosion: &Erosion, site: &Site) -> Task {
        Task {
            terrain: Terrain {
                size: site.size.map(|n| n as usize),
                wraps: site.wraps,
            },
            rates: Rates::of(erosion, site.seed),
            iterations: erosion.iterations,
        }
    }
}
