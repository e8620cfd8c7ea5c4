//! Lattice rows: y fixed as well, the corners of z and w collapse to one for each corner along x.

use super::plane::{Hashing, Planes};
use super::slice::{Folded, SliceCorner};
use super::{CORNERS_MAX, PerCorner};
use crate::cpu::simd::Lanes;

/// The corners along x of one lattice row: each gx·(x − corner) + gy·(y − corner) + h.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct LatticeRow {
    pub gx: PerCorner,
    pub gy: PerCorner,
    pub h: PerCorner,
}

impl LatticeRow {
    /// Sums what the corners of the slice contribute to lattice row `row`, of key `y`, in two
    /// dimensions or more.
    #[inline(always)]
    pub fn collapse<L: Lanes>(
        &mut self,
        lanes: L,
        hashing: &Hashing,
        planes: &mut Planes,
        slice: &[Folded],
        (row, y): (usize, u32),
    ) {
        for (i, folded) in slice.iter().enumerate() {
            let gradients = planes.row(lanes, hashing, i, row, y);
            match (hashing.axes.len(), i) {
                (4, 0) => self.add::<L, true, true>(lanes, hashing, folded, gradients),
                (4, _) => self.add::<L, true, false>(lanes, hashing, folded, gradients),
                (_, 0) => self.add::<L, false, true>(lanes, hashing, folded, gradients),
                (_, _) => self.add::<L, false, false>(lanes, hashing, folded, gradients),
            }
        }
    }

    #[inline(always)]
    fn add<L: Lanes, const WIDE: bool, const FIRST: bool>(
        &mut self,
        lanes: L,
        hashing: &Hashing,
        folded: &Folded,
        gradients: &[u8],
    ) {
        let (gx, gy, h) = (
            lanes.table(&folded.gx),
            lanes.table(&folded.gy),
            lanes.table(&folded.h),
        );
        let corners = hashing.line.corners.len();
        let (x_sums, y_sums, h_sums) = (&mut self.gx.0, &mut self.gy.0, &mut self.h.0);
        let mut at = 0;
        while at < corners && at <= CORNERS_MAX - L::WIDTH {
            let own = &gradients[at..];
            put::<L, FIRST>(lanes, lanes.choose::<WIDE>(gx, own), &mut x_sums[at..]);
            put::<L, FIRST>(lanes, lanes.choose::<WIDE>(gy, own), &mut y_sums[at..]);
            put::<L, FIRST>(lanes, lanes.choose::<WIDE>(h, own), &mut h_sums[at..]);
            at += L::WIDTH;
        }
    }

    /// The same in one dimension, along any axis.
    pub fn collapse_slopes(&mut self, hashing: &Hashing, slice: &[SliceCorner], y: u32) {
        let axis = hashing.axes[0];
        for (i, &x) in hashing.line.corners.iter().enumerate() {
            let mut sums = [0.0; 3];
            for corner in slice {
                let key = [x, y, corner.keys[0], corner.keys[1]][axis];
                let folded = corner.fold_slope(axis, hashing.corners.slope(key));
                for (sum, own) in sums.iter_mut().zip(folded) {
                    *sum += own;
                }
            }
            [self.gx.0[i], self.gy.0[i], self.h.0[i]] = sums;
        }
    }
}

/// Begins a sum, or adds to it.
#[inline(always)]
fn put<L: Lanes, const FIRST: bool>(lanes: L, value: L::Floats, sum: &mut [f32]) {
    let value = match FIRST {
        true => value,
        false => lanes.add(lanes.load(sum), value),
    };
    lanes.store(value, &mut sum[..L::WIDTH]);
}
