//! A run of points: where each lies along each axis, axis by axis.

use super::CHUNK;
use crate::grid::Map;
use crate::grid::point::Position;

/// Where the points of a run lie.
#[derive(Clone, Debug, Default)]
pub(in crate::cpu) struct Run {
    /// By axis; none for those that points have not.
    axes: [Option<Along>; 4],
}

/// The places of a run along one axis: a whole number of chunks, past the last point that one again.
#[derive(Clone, Debug, Default)]
pub(in crate::cpu) struct Along {
    /// Whole parts; empty where positions have none of their own.
    pub(super) cells: Vec<i32>,
    pub(super) fractions: Vec<f32>,
}

impl Run {
    /// Room for points of these axes.
    pub fn new(axes: impl Iterator<Item = usize>) -> Run {
        let mut run = Run::default();
        for axis in axes {
            run.axes[axis] = Some(Along::default());
        }
        run
    }

    /// Takes over points, one at least; returns how many lie beyond the limits, by axis.
    pub fn set<P: Position>(&mut self, points: &[P], limits: [f64; 4]) -> u64 {
        let mut beyond = 0;
        let past = points.len().next_multiple_of(CHUNK) - points.len();
        for ((axis, along), limit) in self.axes.iter_mut().enumerate().zip(limits) {
            let Some(Along { cells, fractions }) = along else {
                continue;
            };
            fractions.clear();
            fractions.extend(points.iter().map(|point| point.part(axis).1));
            fractions.resize(points.len() + past, points[points.len() - 1].part(axis).1);
            if P::HAS_CELLS {
                cells.clear();
                cells.extend(points.iter().map(|point| point.part(axis).0));
                cells.resize(points.len() + past, points[points.len() - 1].part(axis).0);
            }
            beyond += points
                .iter()
                .filter(|point| !point.lies_within(axis, limit))
                .count() as u64;
        }
        beyond
    }

    /// Those along an axis.
    pub fn along(&self, axis: usize) -> Option<&Along> {
        self.axes[axis].as_ref()
    }
}

impl Along {
    /// What a map makes of each place.
    pub fn coordinates(&self, map: Map, out: &mut [f32]) {
        let (rate, offset) = (map.rate(), map.offset);
        for (i, out) in out.iter_mut().enumerate() {
            let cell = self.cells.get(i).copied().unwrap_or_default();
            *out = ((f64::from(cell) + f64::from(self.fractions[i])) * rate + offset) as f32;
        }
    }
}
