//! The positions of a run of points, axis by axis.

use crate::cpu::sizes::{GROUP_MAX, TILE};
use crate::grid::Affine;
use crate::grid::point::Position;

/// The positions of a run of points, one array for each axis. The last point is repeated up to the end of its group.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct PointPositions {
    /// The whole units of the domain; empty if the points are plain floats.
    wholes: [Vec<i32>; 4],
    /// The rest of each position; all of it if the points are plain floats.
    fractions: [Vec<f32>; 4],
    /// Whether points have each axis.
    has: [bool; 4],
}

/// The positions of a run of points along one axis.
#[derive(Clone, Copy, Debug)]
pub(in crate::cpu) struct AxisPositions<'a> {
    /// The whole units of the domain; empty if the points are plain floats.
    pub(super) wholes: &'a [i32],
    pub(super) fractions: &'a [f32],
}

impl PointPositions {
    /// Allocates memory for a tile of points that have these axes.
    pub fn new<P: Position>(axes: impl Iterator<Item = usize>) -> PointPositions {
        let mut positions = PointPositions {
            wholes: std::array::from_fn(|_| vec![0; if P::HAS_WHOLE { TILE } else { 0 }]),
            fractions: std::array::from_fn(|_| vec![0.0; TILE]),
            has: [false; 4],
        };
        axes.for_each(|axis| positions.has[axis] = true);
        positions
    }

    /// Loads points, at least one and at most a tile; returns how many of their coordinates are farther from the origin than the
    /// limit of their axis.
    ///
    /// This is no [`SimdKernel`](crate::cpu::simd::SimdKernel), because with the instructions of AVX2 and AVX-512 the compiler
    /// transposes by gathering, which takes ten times as long.
    pub fn load<P: Position>(&mut self, points: &[P], limits: [f64; 4]) -> u64 {
        transpose(points, P::fraction, &mut self.fractions);
        if P::HAS_WHOLE {
            transpose(points, P::whole, &mut self.wholes);
        }
        let out_of_range = limits.into_iter().enumerate().map(|(axis, limit)| {
            let along = self.along(axis);
            along.map_or(0, |along| along.count_out_of_range(points.len(), limit))
        });
        u64::from(out_of_range.sum::<u32>())
    }

    /// Returns the positions along an axis; `None` if points do not have it.
    pub fn along(&self, axis: usize) -> Option<AxisPositions<'_>> {
        self.has[axis].then_some(AxisPositions {
            wholes: &self.wholes[axis],
            fractions: &self.fractions[axis],
        })
    }
}

/// Splits the four numbers of each point into an array for each axis.
fn transpose<P: Position, T: Copy>(points: &[P], of: impl Fn(P) -> [T; 4], to: &mut [Vec<T>; 4]) {
    let (count, end) = (points.len(), points.len().next_multiple_of(GROUP_MAX));
    let [x, y, z, w] = to.each_mut().map(|to| &mut to[..end]);
    // Four points at a time are a matrix of 4 by 4, which vectors transpose.
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

impl AxisPositions<'_> {
    /// Counts, among the first `count` positions, those farther from the origin than `limit`, and those that are NaN.
    #[expect(
        clippy::neg_cmp_op_on_partial_ord,
        reason = "a comparison with NaN is false, and NaN is out of range"
    )]
    fn count_out_of_range(&self, count: usize, limit: f64) -> u32 {
        let mut out_of_range = 0;
        if self.wholes.is_empty() {
            let limit = limit.min(f64::from(f32::MAX)) as f32;
            for fraction in &self.fractions[..count] {
                out_of_range += u32::from(!(fraction.abs() <= limit));
            }
        } else {
            for (&whole, &fraction) in self.wholes[..count].iter().zip(self.fractions) {
                let at = f64::from(whole) + f64::from(fraction);
                out_of_range += u32::from(!(at.abs() <= limit));
            }
        }
        out_of_range
    }

    /// Maps each position, and rounds it to f32.
    pub fn map_coordinates(&self, map: Affine, out: &mut [f32]) {
        let (rate, offset) = (map.rate(), map.offset);
        for (i, out) in out.iter_mut().enumerate() {
            let whole = self.wholes.get(i).copied().unwrap_or_default();
            *out = ((f64::from(whole) + f64::from(self.fractions[i])) * rate + offset) as f32;
        }
    }
}
