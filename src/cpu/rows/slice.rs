//! A slice: z and w are fixed, so their weights fold into the gradients.

use crate::cpu::corner::{Corner, gradient_components};
use crate::cpu::piece::along;
use crate::grid::AxisTable;

/// A corner of z and w, as it counts for every (x, y).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SliceCorner {
    /// The keys along z and w.
    pub keys: [u32; 2],
    weight: f32,
    /// The weight times the position along z and w, seen from the corner.
    weighted: [f32; 2],
}

/// The gradients of a dimension in a slice: each is gx·(x − corner) + gy·(y − corner) + h.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Folded {
    pub gx: [f32; 32],
    pub gy: [f32; 32],
    pub h: [f32; 32],
}

impl Folded {
    pub const ZERO: Folded = Folded {
        gx: [0.0; 32],
        gy: [0.0; 32],
        h: [0.0; 32],
    };
}

impl SliceCorner {
    /// The corners of the slice through samples `at` of z and w, and how many there are: 1, 2 or 4,
    /// by how many of the two the source depends on.
    #[inline(always)]
    pub fn of(axes: &[usize], tables: &[AxisTable], at: [usize; 2]) -> ([SliceCorner; 4], usize) {
        let (z, nz) = ends(along(axes, tables, 2), at[0]);
        let (w, nw) = ends(along(axes, tables, 3), at[1]);
        let mut corners = [SliceCorner::default(); 4];
        for (i, w) in w[..nw].iter().enumerate() {
            for (j, z) in z[..nz].iter().enumerate() {
                let weight = z.weight * w.weight;
                corners[i * nz + j] = SliceCorner {
                    keys: [z.key, w.key],
                    weight,
                    weighted: [weight * z.from, weight * w.from],
                };
            }
        }
        (corners, nz * nw)
    }

    /// The gradients over a source's axes, two or more, folded.
    #[inline(always)]
    pub fn fold(&self, axes: &[usize], folded: &mut Folded) {
        let components = gradient_components(axes.len());
        let zero = &[0.0; 32];
        let mut g = [zero; 4];
        for (&axis, component) in axes.iter().zip(components) {
            g[axis] = component;
        }
        #[allow(
            clippy::needless_range_loop,
            reason = "the compiler makes vectors of a counted loop"
        )]
        for i in 0..32 {
            folded.gx[i] = self.weight * g[0][i];
            folded.gy[i] = self.weight * g[1][i];
            folded.h[i] = self.weighted[0] * g[2][i] + self.weighted[1] * g[3][i];
        }
    }

    /// What stands at one corner of a source on these axes, folded to gx, gy and h.
    pub fn fold_corner(&self, axes: &[usize], corner: &Corner) -> [f32; 3] {
        let mut g = [0.0; 4];
        for (&axis, component) in axes.iter().zip(corner.gradient) {
            g[axis] = component;
        }
        let height = self.weighted[0] * g[2] + self.weighted[1] * g[3];
        [
            self.weight * g[0],
            self.weight * g[1],
            height + self.weight * corner.height,
        ]
    }
}

/// One end of a cell along an axis.
#[derive(Clone, Copy, Default)]
struct End {
    key: u32,
    weight: f32,
    from: f32,
}

/// The ends of a sample's cell, and how many there are: a single one along an axis that the source
/// does not depend on.
#[inline(always)]
fn ends(table: Option<&AxisTable>, sample: usize) -> ([End; 2], usize) {
    let Some(table) = table else {
        let only = End {
            key: 0,
            weight: 1.0,
            from: 0.0,
        };
        return ([only, End::default()], 1);
    };
    let [low, high] = table.keys(sample);
    let (fraction, fade) = (table.fraction[sample], table.fade[sample]);
    let low = End {
        key: low,
        weight: 1.0 - fade,
        from: fraction,
    };
    let high = End {
        key: high,
        weight: fade,
        from: fraction - 1.0,
    };
    ([low, high], 2)
}
