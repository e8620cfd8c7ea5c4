//! The lattice noises: one file for each, with everything that the program needs to know about it.
//!
//! How a noise is computed is elsewhere: its definition is in `reference/`, the code of the backends is in `cpu/pointwise/` and
//! `shaders/noise/`.
//!
//! Most bounds are suprema over all points of a cell and all values or gradients of its corners, chosen independently of each
//! other. A hash makes neighbouring corners independent, so no smaller bound is safe.

mod classic;
mod perlin;
mod psrd;
mod simplex;
mod value;
mod worley;

use super::error::{AT_POINTS, ON_GRID};
use super::interval::Interval;
use super::{Params, SlotId};
use crate::Result;
use crate::grid::table::Columns;

pub use psrd::Psrd;
pub(crate) use simplex::{skew, unskew};
pub use value::ValueNoise;
pub use worley::{Worley, WorleyValue};

/// The noise that a lattice source computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LatticeNoise {
    /// Improved Perlin noise.
    Perlin,
    /// Gradient noise with unit gradients and a cubic fade, as of 1985.
    Classic,
    /// Value noise: numbers at corners, interpolated.
    Value(ValueNoise),
    /// Simplex noise.
    Simplex,
    /// Periodic simplex noise.
    Psrd(Psrd),
    /// Cellular noise.
    Worley(Worley),
}

impl LatticeNoise {
    /// Returns what the program knows about the noise.
    pub(super) fn properties(&self) -> &dyn Properties {
        match self {
            LatticeNoise::Perlin => &perlin::Perlin,
            LatticeNoise::Classic => &classic::Classic,
            LatticeNoise::Value(value) => value,
            LatticeNoise::Simplex => &simplex::Simplex,
            LatticeNoise::Psrd(psrd) => psrd,
            LatticeNoise::Worley(worley) => worley,
        }
    }

    /// Returns the name that its functions carry, as in `noise_perlin_2d`.
    pub fn name(&self) -> &'static str {
        self.properties().name()
    }
}

/// What the bounds of a noise depend on beside its own structure.
pub(super) struct Setting<'a> {
    /// The job's numbers, by slot.
    pub numbers: &'a [f32],
    /// The number of the source's axes.
    pub axes: usize,
}

impl Setting<'_> {
    fn number(&self, slot: SlotId) -> f64 {
        f64::from(self.numbers[slot.index()])
    }
}

/// What the program knows about a lattice noise: its axis tables, and bounds of its values, slopes, errors and jumps.
///
/// Lengths are in cells.
pub(super) trait Properties {
    /// Returns the name that its functions carry.
    fn name(&self) -> &'static str;

    /// Returns what its axis tables hold.
    fn columns(&self, axes: usize) -> Columns;

    /// Returns whether two corners are blended along each axis. Along a line inside a cell the value is then
    /// A + B·f + fade(f)·(C + D·f), f being the fraction, which row walkers and walking kernels use.
    fn blends_two_corners(&self) -> bool {
        false
    }

    /// Refuses combinations of numbers that the ranges of the single parameters allow; `axes` is the number of the source's axes.
    fn check(&self, _params: &Params, _axes: usize) -> Result<()> {
        Ok(())
    }

    /// Returns of what number a period along the source's axis `i` must be a multiple.
    fn period_step(&self, _axes: usize, _i: usize) -> u32 {
        1
    }

    /// Returns the least and the greatest exact value.
    fn range(&self, at: &Setting) -> Interval;

    /// Returns whether computed values are never negative, despite rounding, as with distances.
    fn is_never_negative(&self) -> bool {
        false
    }

    /// Returns a bound of Σ|∂noise/∂axis| over the axes: a Lipschitz constant for the maximum norm of positions.
    fn lipschitz(&self, at: &Setting) -> f64;

    /// Returns whether it has derivatives everywhere except at kinks; otherwise lowering refuses `partial`.
    fn has_derivative(&self) -> bool {
        true
    }

    /// Returns whether it has one value in each cell, and jumps between cells.
    fn is_constant_in_cells(&self) -> bool {
        false
    }

    /// Returns bounds of its partial derivatives, if it has any.
    fn derivative(&self, at: &Setting) -> Derivative;

    /// Returns how far an f32 value may lie from the exact one at the same position, per unit of amplitude: on a grid, whose axis
    /// tables are exact, or at points.
    fn accuracy(&self, on_grid: bool) -> f64 {
        if on_grid { ON_GRID } else { AT_POINTS }
    }

    /// Returns the amplitude that [`Properties::accuracy`] refers to, for values in a range.
    fn amplitude(&self, _range: Interval) -> f64 {
        1.0
    }

    /// Returns how many jumps of the value a line of one cell along the source's axis `i` crosses on average.
    fn jumps(&self, _at: &Setting, _i: usize) -> f64 {
        0.0
    }

    /// Returns the same number for its partial derivatives.
    fn derivative_jumps(&self) -> f64 {
        0.0
    }

    /// Returns the part of the samples that lie on the wrong side of a jump even at exact positions, because of roundings in the
    /// noise itself.
    fn own_jumps(&self, _at: &Setting) -> f64 {
        0.0
    }
}

/// Bounds of a noise's partial derivatives, per cell.
pub(super) struct Derivative {
    /// The greatest magnitude of ∂noise/∂axis.
    pub most: f64,
    /// A bound of Σ|∂²noise/∂axis∂other| over the axes `other`: the derivative's Lipschitz constant for the maximum norm.
    pub lipschitz: f64,
}

/// Returns the interval from −most to most.
fn both_ways(most: f64) -> Interval {
    [-most, most]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::noise::{Derivative, Kind, Value};
    use crate::program::{Job, Lattice};
    use crate::reference::Reference;
    use crate::verify;

    /// The points in each case.
    const POINTS: usize = 200;
    /// About how far apart two points are, in cells along each axis.
    const APART: f64 = 1.0 / 1024.0;

    /// Returns the source of a job that is a source alone, or the partial derivative of one, without jumps.
    fn alone(job: &Job) -> Option<&Lattice> {
        let [noise] = job.program.noises() else {
            return None;
        };
        let node = noise.node();
        let is_alone = match node.kind {
            Kind::Source(_) => true,
            Kind::Derivative(Derivative::Partial) => {
                let of = node.params.values().find_map(|value| match value {
                    Value::Noise(of) => Some(of.node().kind),
                    _ => None,
                });
                matches!(of, Some(Kind::Source(_)))
            }
            _ => false,
        };
        let [source] = &job.program.sources[..] else {
            return None;
        };
        let jumps = (0..source.axes.len()).any(|i| source.jumps(job, i) > 0.0);
        (is_alone && !jumps).then_some(source)
    }

    /// Returns the steepest slope between near points, as a share of the bound.
    fn steepest(job: &Job, source: &Lattice) -> f64 {
        let reference = Reference::new(job).unwrap();
        let rates: Vec<f64> = (job.layers[0][0].cells.iter())
            .map(|cells| cells.rate())
            .collect();
        // A derivative per unit of the domain is that per cell, times the cells in a unit.
        let unit = source.partial.map_or(1.0, |along| rates[along]);
        let mut state = 1u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 8) / f64::from(1 << 24)
        };
        let mut steepest: f64 = 0.0;
        for _ in 0..POINTS {
            let (mut here, mut there, mut cells) = ([0.0f32; 4], [0.0f32; 4], 0.0f64);
            for (&axis, rate) in source.axes.iter().zip(&rates) {
                let at = 50.0 * random();
                let step = if random() < 0.5 { APART } else { -APART };
                here[axis] = (at / rate) as f32;
                there[axis] = ((at + step) / rate) as f32;
                let apart = f64::from(there[axis] - here[axis]) * rate;
                cells = cells.max(apart.abs());
            }
            let change = reference.values_at(there)[0] - reference.values_at(here)[0];
            steepest = steepest.max(change.abs() / cells);
        }
        steepest / (unit.abs() * source.lipschitz(job))
    }

    #[test]
    fn no_noise_changes_faster_than_its_bound() {
        let mut shares: BTreeMap<(String, usize, bool), f64> = BTreeMap::new();
        for case in verify::cases().into_iter().step_by(5) {
            let job = case.job().unwrap();
            let Some(source) = alone(&job) else { continue };
            let share = steepest(&job, source);
            assert!(
                share <= 1.0 + 1e-6,
                "{}, {}: {share}",
                case.name,
                case.axes()
            );
            let key = (
                source.noise.name().to_string(),
                source.axes.len(),
                source.partial.is_some(),
            );
            let most = shares.entry(key).or_default();
            *most = most.max(share);
        }
        assert!(shares.len() > 20, "{shares:?}");
        // The control: a fiftieth of a bound would not hold. That of worley's derivatives is the widest.
        for (noise, share) in &shares {
            assert!(*share > 0.02, "{noise:?}: {share}");
        }
    }
}
