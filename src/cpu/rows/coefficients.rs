//! A row: y fixed too, two lattice rows blend to four coefficients for each column.

use super::lattice_row::LatticeRow;
use super::{CORNERS_MAX, PerCorner};
use crate::cpu::simd::Lanes;

/// The columns of a row: a + b·u + fade(u)·(e + f·u), u from the column's low corner.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct Coefficients {
    pub a: PerCorner,
    pub b: PerCorner,
    pub e: PerCorner,
    pub f: PerCorner,
}

/// How two lattice rows count for a row between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// The weights of the rows.
    weight: [f32; 2],
    /// The same times the position along y, seen from the row.
    weighted: [f32; 2],
}

impl Blend {
    /// At a position between the rows, all of it times `weight`.
    pub fn new(weight: f32, fraction: f32, fade: f32) -> Blend {
        let [low, high] = [(1.0 - fade) * weight, fade * weight];
        Blend {
            weight: [low, high],
            weighted: [low * fraction, high * (fraction - 1.0)],
        }
    }

    /// One lattice row alone, where a source does not depend on y.
    pub fn only(weight: f32) -> Blend {
        Blend {
            weight: [weight, 0.0],
            weighted: [0.0; 2],
        }
    }
}

impl Coefficients {
    /// Computes them for `corners` corners, from the rows below and above; the rows' heights are
    /// 0 unless `HEIGHTS`.
    #[inline(always)]
    pub fn blend<L: Lanes, const HEIGHTS: bool>(
        &mut self,
        lanes: L,
        [low, high]: [&LatticeRow; 2],
        blend: Blend,
        corners: usize,
    ) {
        let ends = Ends {
            low,
            high,
            weight: [lanes.splat(blend.weight[0]), lanes.splat(blend.weight[1])],
            weighted: [
                lanes.splat(blend.weighted[0]),
                lanes.splat(blend.weighted[1]),
            ],
        };
        let (mut a, mut b) = ends.at::<L, HEIGHTS>(lanes, 0);
        let mut at = 0;
        while at < corners && at <= CORNERS_MAX - 2 * L::WIDTH {
            let (next_a, next_b) = ends.at::<L, HEIGHTS>(lanes, at + L::WIDTH);
            let (end_a, end_b) = (lanes.shifted(a, next_a), lanes.shifted(b, next_b));
            // Seen from the high corner the position is u − 1.
            let e = lanes.sub(lanes.sub(end_a, end_b), a);
            let f = lanes.sub(end_b, b);
            lanes.store(a, &mut self.a.0[at..][..L::WIDTH]);
            lanes.store(b, &mut self.b.0[at..][..L::WIDTH]);
            lanes.store(e, &mut self.e.0[at..][..L::WIDTH]);
            lanes.store(f, &mut self.f.0[at..][..L::WIDTH]);
            at += L::WIDTH;
            (a, b) = (next_a, next_b);
        }
    }
}

/// Height and slope at the corners along x, between two lattice rows.
struct Ends<'a, F> {
    low: &'a LatticeRow,
    high: &'a LatticeRow,
    weight: [F; 2],
    weighted: [F; 2],
}

impl<F: Copy> Ends<'_, F> {
    /// Those of the vector of corners from `at` on.
    #[inline(always)]
    fn at<L: Lanes<Floats = F>, const HEIGHTS: bool>(&self, lanes: L, at: usize) -> (F, F) {
        let low = lanes.mul(self.weighted[0], lanes.load(&self.low.gy.0[at..]));
        let mut height = lanes.mul_add(self.weighted[1], lanes.load(&self.high.gy.0[at..]), low);
        if HEIGHTS {
            height = lanes.mul_add(self.weight[0], lanes.load(&self.low.h.0[at..]), height);
            height = lanes.mul_add(self.weight[1], lanes.load(&self.high.h.0[at..]), height);
        }
        let low = lanes.mul(self.weight[0], lanes.load(&self.low.gx.0[at..]));
        let slope = lanes.mul_add(self.weight[1], lanes.load(&self.high.gx.0[at..]), low);
        (height, slope)
    }
}
