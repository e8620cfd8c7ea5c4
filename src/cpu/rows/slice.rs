//! A slice: the samples with a given z and w. The weights of its corners along these axes are multiplied into the gradients.

use super::axis_corners::table_along;
use super::cell_ends::{CellEnd, Slopes};
use crate::cpu::corner::gradient_components;
use crate::grid::AxisTable;
use crate::noise::Fade;

/// A corner along z and w, and its weight, which is the same for every (x, y) of the slice.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SliceCorner {
    /// The keys along z and w.
    pub keys: [u32; 2],
    /// The product of the weights along z and w.
    pub weight: f32,
    /// weight·Δz and weight·Δw, where Δz and Δw are the offsets of the slice from the corner. That along the axis of a derivative
    /// also has the weight of the gradient itself.
    weighted_offset: [f32; 2],
}

/// All gradients, multiplied by the weight of one corner of the slice. A gradient contributes gx·Δx + gy·Δy + h.
///
/// With the corner's weight t, gradient g gives gx = t·g.x, gy = t·g.y and h = t·(g.z·Δz + g.w·Δw). There are 16 or 32
/// gradients and up to two thousand corners along x, so the products are computed once for each gradient, and looked up for
/// each corner.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct WeightedGradients {
    pub gx: [f32; 32],
    pub gy: [f32; 32],
    pub h: [f32; 32],
}

impl WeightedGradients {
    pub const ZERO: WeightedGradients = WeightedGradients {
        gx: [0.0; 32],
        gy: [0.0; 32],
        h: [0.0; 32],
    };
}

impl SliceCorner {
    /// Returns the corners of the slice at the samples `at` of z and w, and their number. The corner along z varies fastest.
    /// There are two corners for each of these axes that the source depends on, so their number is 1, 2 or 4.
    #[inline(always)]
    pub fn of(
        axes: &[usize],
        tables: &[AxisTable],
        at: [usize; 2],
        slopes: Slopes,
    ) -> ([SliceCorner; 4], usize) {
        let (z, nz) = ends(table_along(axes, tables, 2), at[0], slopes[2]);
        let (w, nw) = ends(table_along(axes, tables, 3), at[1], slopes[3]);
        let mut corners = [SliceCorner::default(); 4];
        for (i, w) in w[..nw].iter().enumerate() {
            for (j, z) in z[..nz].iter().enumerate() {
                // A corner contributes weight·(g·Δ + h), and g once more along the axis of a derivative. The terms along z and
                // w are known here.
                let weight = z.weight * w.weight;
                corners[i * nz + j] = SliceCorner {
                    keys: [z.key, w.key],
                    weight,
                    weighted_offset: [
                        weight * z.offset + z.gradient_weight * w.weight,
                        weight * w.offset + z.weight * w.gradient_weight,
                    ],
                };
            }
        }
        (corners, nz * nw)
    }

    /// Weighs all gradients of a source on these axes, two or more.
    #[inline(always)]
    pub fn weigh_gradients(&self, axes: &[usize], weighted: &mut WeightedGradients) {
        let components = gradient_components(axes.len());
        let zero = &[0.0; 32];
        // The components by axis of the grid: for a source on y and w the first component is along y, and that along x is 0.
        let mut g = [zero; 4];
        for (&axis, component) in axes.iter().zip(components) {
            g[axis] = component;
        }
        #[allow(
            clippy::needless_range_loop,
            reason = "the compiler vectorises a counted loop over arrays of one length"
        )]
        for i in 0..32 {
            weighted.gx[i] = self.weight * g[0][i];
            weighted.gy[i] = self.weight * g[1][i];
            weighted.h[i] = self.weighted_offset[0] * g[2][i] + self.weighted_offset[1] * g[3][i];
        }
    }

    /// Weighs the gradient at one corner of a source on these axes: gx, gy and h.
    #[inline(always)]
    pub fn weigh_gradient(&self, axes: &[usize], gradient: [f32; 4]) -> [f32; 3] {
        let mut g = [0.0; 4];
        for (&axis, component) in axes.iter().zip(gradient) {
            g[axis] = component;
        }
        let height = self.weighted_offset[0] * g[2] + self.weighted_offset[1] * g[3];
        [self.weight * g[0], self.weight * g[1], height]
    }
}

/// Returns the ends of a sample's cell along an axis, and their number, which is 1 if the source does not depend on the axis.
#[inline(always)]
fn ends(table: Option<&AxisTable>, sample: usize, slope: Option<Fade>) -> ([CellEnd; 2], usize) {
    match table {
        Some(table) => (CellEnd::both(table, sample, slope), 2),
        None => ([CellEnd::ONLY, CellEnd::default()], 1),
    }
}
