//! Lattice rows: y fixed as well, the corners of z and w collapse to one for each corner along x.
#![allow(
    clippy::needless_range_loop,
    reason = "counted loops unroll, and all stays in registers"
)]

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
        for i in 0..slice.len() {
            planes.hash(lanes, hashing, i, row, y);
        }
        let gradients = |i| planes.gradients(hashing, i, row);
        let corners = hashing.line.corners.len();
        match (hashing.axes.len(), slice) {
            (4, [a, b, c, d]) => {
                let (low, high) = ([gradients(0), gradients(1)], [gradients(2), gradients(3)]);
                self.add::<L, 2, true, true, true>(lanes, corners, [a, b], low);
                self.add::<L, 2, true, true, false>(lanes, corners, [c, d], high);
            }
            (_, [a, b]) => {
                let both = [gradients(0), gradients(1)];
                self.add::<L, 2, true, false, true>(lanes, corners, [a, b], both);
            }
            // Without z and w there are no heights: those of a row begin as 0 and stay so.
            (2, [only]) => {
                self.add::<L, 1, false, false, true>(lanes, corners, [only], [gradients(0)]);
            }
            // Some other set of axes.
            _ => {
                for (i, folded) in slice.iter().enumerate() {
                    let (folded, own) = ([folded], [gradients(i)]);
                    match i {
                        0 => self.add::<L, 1, true, false, true>(lanes, corners, folded, own),
                        _ => self.add::<L, 1, true, false, false>(lanes, corners, folded, own),
                    }
                }
            }
        }
    }

    /// Adds the contributions of `N` corners of the slice, or begins with them if `FIRST`.
    #[inline(always)]
    fn add<L: Lanes, const N: usize, const HEIGHTS: bool, const WIDE: bool, const FIRST: bool>(
        &mut self,
        lanes: L,
        corners: usize,
        folded: [&Folded; N],
        gradients: [&[u8]; N],
    ) {
        let (x_sums, y_sums, h_sums) = (&mut self.gx.0, &mut self.gy.0, &mut self.h.0);
        let mut gx = [lanes.table(&folded[0].gx); N];
        let mut gy = [lanes.table(&folded[0].gy); N];
        let mut gh = [lanes.table(&folded[0].h); N];
        for i in 1..N {
            gx[i] = lanes.table(&folded[i].gx);
            gy[i] = lanes.table(&folded[i].gy);
            gh[i] = lanes.table(&folded[i].h);
        }
        let mut at = 0;
        while at < corners && at <= CORNERS_MAX - L::WIDTH {
            let own = &gradients[0][at..];
            let mut x = lanes.choose::<WIDE>(gx[0], own);
            let mut y = lanes.choose::<WIDE>(gy[0], own);
            let mut h = lanes.choose::<WIDE>(gh[0], own);
            for i in 1..N {
                let own = &gradients[i][at..];
                x = lanes.add(x, lanes.choose::<WIDE>(gx[i], own));
                y = lanes.add(y, lanes.choose::<WIDE>(gy[i], own));
                h = lanes.add(h, lanes.choose::<WIDE>(gh[i], own));
            }
            put::<L, FIRST>(lanes, x, &mut x_sums[at..]);
            put::<L, FIRST>(lanes, y, &mut y_sums[at..]);
            if HEIGHTS {
                put::<L, FIRST>(lanes, h, &mut h_sums[at..]);
            }
            at += L::WIDTH;
        }
    }

    /// The same corner by corner, for what has no few gradients to choose from.
    pub fn collapse_each(&mut self, hashing: &Hashing, slice: &[SliceCorner], y: u32) {
        for (i, &x) in hashing.line.corners.iter().enumerate() {
            let mut sums = [0.0; 3];
            for corner in slice {
                let along = [x, y, corner.keys[0], corner.keys[1]];
                let mut keys = [0; 4];
                for (key, &axis) in keys.iter_mut().zip(hashing.axes) {
                    *key = along[axis];
                }
                let own = (hashing.corners).at(hashing.noise, &keys[..hashing.axes.len()]);
                let folded = corner.fold_corner(hashing.axes, &own);
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
