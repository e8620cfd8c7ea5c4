//! A run of points: where each lies along each axis, axis by axis.

use super::CHUNK;
use crate::cpu::TILE;
use crate::cpu::simd::{Kernel, Lanes};
use crate::grid::Map;
use crate::grid::point::Position;

/// Where the points of a run lie, by axis; from the last one to the end of its chunk there is that one again.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct Run {
    /// Whole parts; empty where positions have none of their own.
    cells: [Vec<i32>; 4],
    fractions: [Vec<f32>; 4],
    /// Which axes points have.
    has: [bool; 4],
}

/// The places of a run along one axis.
#[derive(Clone, Copy, Debug)]
pub(in crate::cpu) struct Along<'a> {
    pub(super) cells: &'a [i32],
    pub(super) fractions: &'a [f32],
}

impl Run {
    /// Room for a tile of points of these axes.
    pub fn new<P: Position>(axes: impl Iterator<Item = usize>) -> Run {
        let mut run = Run {
            cells: std::array::from_fn(|_| vec![0; if P::HAS_CELLS { TILE } else { 0 }]),
            fractions: std::array::from_fn(|_| vec![0.0; TILE]),
            has: [false; 4],
        };
        axes.for_each(|axis| run.has[axis] = true);
        run
    }

    /// Those along an axis, where points have it.
    pub fn along(&self, axis: usize) -> Option<Along<'_>> {
        self.has[axis].then_some(Along {
            cells: &self.cells[axis],
            fractions: &self.fractions[axis],
        })
    }
}

/// Takes over points, one at least and at most a tile; returns how many coordinates lie beyond the limits, by axis.
pub(in crate::cpu) struct Set<'a, P> {
    pub run: &'a mut Run,
    pub points: &'a [P],
    pub limits: [f64; 4],
}

impl<P: Position> Kernel for Set<'_, P> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> u64 {
        let Set {
            run,
            points,
            limits,
        } = self;
        by_axis(points, P::fraction, &mut run.fractions);
        if P::HAS_CELLS {
            by_axis(points, P::cell, &mut run.cells);
        }
        let mut beyond = 0;
        for (axis, limit) in limits.into_iter().enumerate() {
            if let Some(along) = run.along(axis) {
                beyond += along.beyond(points.len(), limit);
            }
        }
        u64::from(beyond)
    }
}

/// Sorts what points have four of by axis.
#[inline(always)]
fn by_axis<P: Position, T: Copy>(points: &[P], of: impl Fn(P) -> [T; 4], to: &mut [Vec<T>; 4]) {
    let (count, end) = (points.len(), points.len().next_multiple_of(CHUNK));
    let [x, y, z, w] = to.each_mut().map(|to| &mut to[..end]);
    // Four points at a time are a square, which vectors turn.
    let (squares, rest) = points.as_chunks::<4>();
    for (i, &[a, b, c, d]) in squares.iter().enumerate() {
        let [a, b, c, d] = [of(a), of(b), of(c), of(d)];
        x[4 * i..4 * i + 4].copy_from_slice(&[a[0], b[0], c[0], d[0]]);
        y[4 * i..4 * i + 4].copy_from_slice(&[a[1], b[1], c[1], d[1]]);
        z[4 * i..4 * i + 4].copy_from_slice(&[a[2], b[2], c[2], d[2]]);
        w[4 * i..4 * i + 4].copy_from_slice(&[a[3], b[3], c[3], d[3]]);
    }
    let last = of(points[count - 1]);
    for i in count - rest.len()..end {
        let [at_x, at_y, at_z, at_w] = points.get(i).map_or(last, |&point| of(point));
        (x[i], y[i], z[i], w[i]) = (at_x, at_y, at_z, at_w);
    }
}

impl Along<'_> {
    /// How many of the first lie farther from the origin than that, or nowhere.
    #[inline(always)]
    #[expect(
        clippy::neg_cmp_op_on_partial_ord,
        reason = "what is no number is beyond"
    )]
    fn beyond(&self, count: usize, limit: f64) -> u32 {
        let mut beyond = 0;
        match self.cells.is_empty() {
            true => {
                let limit = limit.min(f64::from(f32::MAX)) as f32;
                for fraction in &self.fractions[..count] {
                    beyond += u32::from(!(fraction.abs() <= limit));
                }
            }
            false => {
                for (&cell, &fraction) in self.cells[..count].iter().zip(self.fractions) {
                    let at = f64::from(cell) + f64::from(fraction);
                    beyond += u32::from(!(at.abs() <= limit));
                }
            }
        }
        beyond
    }

    /// What a map makes of each place.
    pub fn coordinates(&self, map: Map, out: &mut [f32]) {
        let (rate, offset) = (map.rate(), map.offset);
        for (i, out) in out.iter_mut().enumerate() {
            let cell = self.cells.get(i).copied().unwrap_or_default();
            *out = ((f64::from(cell) + f64::from(self.fractions[i])) * rate + offset) as f32;
        }
    }
}
