//! The positions of a run of points, axis by axis.

use crate::Result;
use crate::cpu::aligned::Aligned;
use crate::cpu::simd::{Floats, Lanes, SimdKernel};
use crate::cpu::sizes::GROUP_MAX;
use crate::grid::Affine;
use crate::grid::point::Position;

/// The positions of a run of points, one array for each axis. The last point is repeated up to the end of its group.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct PointPositions {
    /// The whole units of the domain; empty along axes that points do not have, and if the points are plain floats.
    wholes: [Aligned<i32>; 4],
    /// The rest of each position, all of it if the points are plain floats; empty along axes that points do not have.
    fractions: [Aligned<f32>; 4],
    /// The largest distance of a point from the origin along each axis; infinite if points have whole units.
    farthest: [f32; 4],
    /// Whether points have whole units.
    pub has_wholes: bool,
}

/// The positions of a run of points along one axis.
#[derive(Clone, Copy, Debug)]
pub(in crate::cpu) struct AxisPositions<'a> {
    /// The whole units of the domain; empty if the points are plain floats.
    pub(super) wholes: &'a [i32],
    pub(super) fractions: &'a [f32],
    /// The largest distance of a point from the origin; infinite if there are whole units.
    pub(super) farthest: f32,
}

impl PointPositions {
    /// Makes room for a number of points that have these axes.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new<P: Position>(
        count: usize,
        axes: impl Iterator<Item = usize>,
    ) -> Result<PointPositions> {
        let count = count.next_multiple_of(GROUP_MAX);
        let mut positions = PointPositions {
            wholes: Default::default(),
            fractions: Default::default(),
            farthest: [f32::INFINITY; 4],
            has_wholes: P::HAS_WHOLE,
        };
        for axis in axes {
            positions.fractions[axis] = Aligned::zeros(count)?;
            if P::HAS_WHOLE {
                positions.wholes[axis] = Aligned::zeros(count)?;
            }
        }
        Ok(positions)
    }

    /// Returns the positions along an axis; `None` if points do not have it.
    pub fn along(&self, axis: usize) -> Option<AxisPositions<'_>> {
        self.has(axis).then_some(AxisPositions {
            wholes: &self.wholes[axis],
            fractions: &self.fractions[axis],
            farthest: self.farthest[axis],
        })
    }

    /// Whether points have an axis.
    fn has(&self, axis: usize) -> bool {
        !self.fractions[axis].is_empty()
    }
}

/// Loads points, at least one and at most as many as there is room for. Returns whether all of their coordinates are within
/// the limits of their axes.
pub(in crate::cpu) struct LoadPoints<'a, P> {
    pub positions: &'a mut PointPositions,
    pub points: &'a [P],
    pub limits: [f64; 4],
}

impl<P: Position> SimdKernel for LoadPoints<'_, P> {
    type Output = bool;

    #[inline(always)]
    fn execute<L: Lanes>(self, lanes: L) -> bool {
        let LoadPoints {
            positions,
            points,
            limits,
        } = self;
        let groups = points.len() / GROUP_MAX * GROUP_MAX;
        for first in (0..groups).step_by(L::WIDTH) {
            positions.set(lanes, first, &points[first..][..L::WIDTH]);
        }
        // The last point is repeated up to the end of its group.
        if let Some(&last) = points[groups..].last() {
            let mut rest = [last; GROUP_MAX];
            rest[..points.len() - groups].copy_from_slice(&points[groups..]);
            for first in (0..GROUP_MAX).step_by(L::WIDTH) {
                positions.set(lanes, groups + first, &rest[first..][..L::WIDTH]);
            }
        }
        let mut within = true;
        for axis in 0..4 {
            within &= !positions.has(axis) || positions.measure(axis, points.len(), limits[axis]);
        }
        within
    }
}

impl PointPositions {
    /// Sets a vector of points, which begins at point `first`.
    #[inline(always)]
    fn set<L: Lanes, P: Position>(&mut self, lanes: L, first: usize, points: &[P]) {
        // The numbers of a point are its whole units, if it has such, and its fraction.
        let numbers: &[[f32; 4]] = bytemuck::cast_slice(points);
        let fractions = if P::HAS_WHOLE {
            let wholes = lanes.load_transposed::<2>(&numbers[..2 * L::WIDTH - 1]);
            for (to, whole) in self.wholes.iter_mut().zip(wholes) {
                if !to.is_empty() {
                    let to = bytemuck::cast_slice_mut(&mut to[first..]);
                    Floats::new(lanes, whole).bits().store(to);
                }
            }
            lanes.load_transposed::<2>(&numbers[1..])
        } else {
            lanes.load_transposed::<1>(numbers)
        };
        for (to, fraction) in self.fractions.iter_mut().zip(fractions) {
            if !to.is_empty() {
                Floats::new(lanes, fraction).store(&mut to[first..]);
            }
        }
    }

    /// Finds the farthest of the first `count` points along an axis. Returns whether none is farther from the origin than `limit`;
    /// false for NaN.
    #[inline(always)]
    fn measure(&mut self, axis: usize, count: usize, limit: f64) -> bool {
        let fractions = &self.fractions[axis][..count];
        let wholes = &self.wholes[axis];
        if wholes.is_empty() {
            // The bits of distances are in the order of the distances, and those of NaN are above all.
            let distance = |fraction: &f32| fraction.abs().to_bits();
            let farthest = fractions.iter().map(distance).fold(0, u32::max);
            self.farthest[axis] = f32::from_bits(farthest);
            return f64::from(self.farthest[axis]) <= limit;
        }
        let positions = wholes.iter().zip(fractions);
        let positions = positions.map(|(&whole, &fraction)| f64::from(whole) + f64::from(fraction));
        positions.fold(true, |within, at| within & (at.abs() <= limit))
    }
}

impl AxisPositions<'_> {
    /// Maps each position, removes whole turns from an angle, and rounds the rest to f32.
    pub fn map_coordinates(&self, map: Affine, in_turns: bool, out: &mut [f32]) {
        let (rate, offset) = (map.rate(), map.offset);
        for (i, out) in out.iter_mut().enumerate() {
            let whole = self.wholes.get(i).copied().unwrap_or_default();
            let at = (f64::from(whole) + f64::from(self.fractions[i])) * rate + offset;
            let turns = if in_turns { at.round() } else { 0.0 };
            *out = (at - turns) as f32;
        }
    }
}
