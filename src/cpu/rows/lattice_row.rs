//! Lattice rows: the corners along x at the y of a corner. For each of them the corners along z and w are summed.
#![allow(
    clippy::needless_range_loop,
    reason = "counted loops of a constant length are unrolled, and arrays stay in registers"
)]

use super::buffers::{PerCorner, ROW_CORNERS_MAX};
use super::plane::{Hashing, Planes};
use super::slice::{SliceCorner, WeightedGradients};
use crate::cpu::corner::{VALUES_OF_BYTES, directions};
use crate::cpu::simd::Lanes;
use crate::program::LatticeNoise;

/// The corners along x of one lattice row. Each contributes gx·Δx + gy·Δy + h to a sample at that offset.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct LatticeRow {
    pub gx: PerCorner,
    pub gy: PerCorner,
    pub h: PerCorner,
}

impl LatticeRow {
    /// Sums the contributions of the slice's corners to lattice row `row`, whose key along y is `y`, for a noise of two
    /// dimensions or more whose corners have one of a few gradients.
    #[inline(always)]
    pub fn sum_gradients<L: Lanes>(
        &mut self,
        lanes: L,
        hashing: &Hashing,
        planes: &mut Planes,
        slice: &[WeightedGradients],
        (row, y): (usize, u32),
    ) {
        for i in 0..slice.len() {
            planes.hash_row(lanes, hashing, i, row, y);
        }
        let gradients = |i| planes.hashes(hashing, i, row);
        let corners = hashing.x.keys.len();
        // Two slice corners at a time, so that each sum is loaded and stored once for both.
        match (hashing.axes.len(), slice) {
            // In four dimensions there are 32 gradients, in fewer 16.
            (4, [a, b, c, d]) => {
                let (low, high) = ([gradients(0), gradients(1)], [gradients(2), gradients(3)]);
                self.add::<L, 2, true, true, true>(lanes, corners, [a, b], low);
                self.add::<L, 2, true, true, false>(lanes, corners, [c, d], high);
            }
            (_, [a, b]) => {
                let both = [gradients(0), gradients(1)];
                self.add::<L, 2, true, false, true>(lanes, corners, [a, b], both);
            }
            // Without z and w all heights are 0. They were initialised to 0 and are not written.
            (2, [only]) => {
                self.add::<L, 1, false, false, true>(lanes, corners, [only], [gradients(0)]);
            }
            // Any other set of axes, such as x, z and w.
            _ => {
                for (i, weighted) in slice.iter().enumerate() {
                    let (weighted, own) = ([weighted], [gradients(i)]);
                    match i {
                        0 => self.add::<L, 1, true, false, true>(lanes, corners, weighted, own),
                        _ => self.add::<L, 1, true, false, false>(lanes, corners, weighted, own),
                    }
                }
            }
        }
    }

    /// Adds the contributions of `N` corners of the slice to the sums, or begins the sums with them if `FIRST`. `gradients`
    /// holds, for each of these corners, the gradient indices along its lattice row: less than 32 if `ALL_32`, else less than
    /// 16. Heights are summed if `HEIGHTS`.
    #[inline(always)]
    fn add<L: Lanes, const N: usize, const HEIGHTS: bool, const ALL_32: bool, const FIRST: bool>(
        &mut self,
        lanes: L,
        corners: usize,
        weighted: [&WeightedGradients; N],
        gradients: [&[u8]; N],
    ) {
        let (x_sums, y_sums, h_sums) = (&mut self.gx.0, &mut self.gy.0, &mut self.h.0);
        // The tables stay in registers over the loop, in which lane i is the corner `at + i` along x.
        let mut gx = [lanes.float_table(&weighted[0].gx); N];
        let mut gy = [lanes.float_table(&weighted[0].gy); N];
        let mut gh = [lanes.float_table(&weighted[0].h); N];
        for i in 1..N {
            gx[i] = lanes.float_table(&weighted[i].gx);
            gy[i] = lanes.float_table(&weighted[i].gy);
            gh[i] = lanes.float_table(&weighted[i].h);
        }
        let mut at = 0;
        while at < corners && at <= ROW_CORNERS_MAX - L::WIDTH {
            let own = &gradients[0][at..];
            let mut x = lanes.look_up_floats::<ALL_32>(gx[0], own);
            let mut y = lanes.look_up_floats::<ALL_32>(gy[0], own);
            let mut h = lanes.look_up_floats::<ALL_32>(gh[0], own);
            for i in 1..N {
                let own = &gradients[i][at..];
                x = lanes.add(x, lanes.look_up_floats::<ALL_32>(gx[i], own));
                y = lanes.add(y, lanes.look_up_floats::<ALL_32>(gy[i], own));
                h = lanes.add(h, lanes.look_up_floats::<ALL_32>(gh[i], own));
            }
            add_to::<L, FIRST>(lanes, x, &mut x_sums[at..]);
            add_to::<L, FIRST>(lanes, y, &mut y_sums[at..]);
            if HEIGHTS {
                add_to::<L, FIRST>(lanes, h, &mut h_sums[at..]);
            }
            at += L::WIDTH;
        }
    }

    /// Does what [`LatticeRow::sum_gradients`] does for noises of which a byte of a hash tells all about a corner: value noise
    /// and classic noise with a permutation table.
    #[inline(always)]
    pub fn sum_hashes<L: Lanes>(
        &mut self,
        lanes: L,
        hashing: &Hashing,
        planes: &mut Planes,
        slice: &[SliceCorner],
        (row, y): (usize, u32),
    ) {
        let corners = hashing.x.keys.len();
        let (gx, gy) = (&mut self.gx.0[..corners], &mut self.gy.0[..corners]);
        let h = &mut self.h.0[..corners];
        h.fill(0.0);
        // Value noise has no gradients: these sums were initialised to 0 and are not written.
        if hashing.noise == LatticeNoise::Classic {
            gx.fill(0.0);
            gy.fill(0.0);
        }
        let values = &*VALUES_OF_BYTES;
        for (i, corner) in slice.iter().enumerate() {
            planes.hash_row(lanes, hashing, i, row, y);
            let hashes = &planes.hashes(hashing, i, row)[..corners];
            match hashing.noise {
                LatticeNoise::Value(_) => {
                    for at in 0..corners {
                        h[at] += corner.weight * values[hashes[at] as usize];
                    }
                }
                LatticeNoise::Classic => {
                    let directions = directions(hashing.axes.len());
                    for at in 0..corners {
                        let gradient = directions[hashes[at] as usize];
                        let own = corner.weigh_gradient(hashing.axes, gradient);
                        (gx[at], gy[at], h[at]) =
                            (gx[at] + own[0], gy[at] + own[1], h[at] + own[2]);
                    }
                }
                _ => unreachable!("a byte selects only values and the gradients of classic noise"),
            }
        }
    }

    /// Does what [`LatticeRow::sum_gradients`] does, corner by corner, for all other noises.
    pub fn sum_corners(&mut self, hashing: &Hashing, slice: &[SliceCorner], y: u32) {
        for (i, &x) in hashing.x.keys.iter().enumerate() {
            let mut sums = [0.0; 3];
            for corner in slice {
                // The keys of the source's own axes, in their order.
                let along = [x, y, corner.keys[0], corner.keys[1]];
                let mut keys = [0; 4];
                for (key, &axis) in keys.iter_mut().zip(hashing.axes) {
                    *key = along[axis];
                }
                let value = (hashing.hash).corner_value(hashing.noise, &keys[..hashing.axes.len()]);
                let mut weighted = corner.weigh_gradient(hashing.axes, value.gradient);
                weighted[2] += corner.weight * value.height;
                for (sum, own) in sums.iter_mut().zip(weighted) {
                    *sum += own;
                }
            }
            [self.gx.0[i], self.gy.0[i], self.h.0[i]] = sums;
        }
    }
}

/// Adds a vector to a sum, or begins the sum with it if `FIRST`.
#[inline(always)]
fn add_to<L: Lanes, const FIRST: bool>(lanes: L, value: L::Floats, sum: &mut [f32]) {
    let value = if FIRST {
        value
    } else {
        lanes.add(lanes.load(sum), value)
    };
    lanes.store(value, &mut sum[..L::WIDTH]);
}
