//! A slice: z and w are fixed, so their weights fold into the gradients.

use crate::cpu::corner::gradients;
use crate::cpu::piece::along;
use crate::grid::AxisTable;

/// A corner of z and w, as it counts for every (x, y).
#[derive(Clone, Debug)]
pub(super) struct SliceCorner {
    /// The keys along z and w.
    pub keys: [u32; 2],
    /// The folded form of each gradient.
    pub folded: Vec<Folded>,
    weight: f32,
    /// The position along z and w, seen from the corner.
    from: [f32; 2],
}

/// A gradient in a slice: gx·(x − corner) + gy·(y − corner) + h.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Folded {
    pub gx: f32,
    pub gy: f32,
    pub h: f32,
}

impl SliceCorner {
    /// The corners of the slice through samples `at` of z and w: 1, 2 or 4, by how many of the two
    /// the source depends on.
    pub fn of(axes: &[usize], tables: &[AxisTable], at: [usize; 2]) -> Vec<SliceCorner> {
        let z = ends(along(axes, tables, 2), at[0]);
        let w = ends(along(axes, tables, 3), at[1]);
        (w.iter().flat_map(|w| z.iter().map(move |z| (z, w))))
            .map(|(z, w)| {
                let mut corner = SliceCorner {
                    keys: [z.key, w.key],
                    folded: Vec::new(),
                    weight: z.weight * w.weight,
                    from: [z.from, w.from],
                };
                if axes.len() > 1 {
                    corner.folded = (gradients(axes.len()).iter())
                        .map(|gradient| corner.fold(axes, gradient))
                        .collect();
                }
                corner
            })
            .collect()
    }

    /// A gradient over the source's axes, folded.
    pub fn fold(&self, axes: &[usize], gradient: &[f32]) -> Folded {
        let mut g = [0.0; 4];
        for (&axis, component) in axes.iter().zip(gradient) {
            g[axis] = *component;
        }
        Folded {
            gx: self.weight * g[0],
            gy: self.weight * g[1],
            h: self.weight * (g[2] * self.from[0] + g[3] * self.from[1]),
        }
    }
}

/// One end of a cell along an axis.
#[derive(Clone, Copy)]
struct End {
    key: u32,
    weight: f32,
    from: f32,
}

/// The ends of a sample's cell; a single one along an axis that the source does not depend on.
fn ends(table: Option<&AxisTable>, sample: usize) -> Vec<End> {
    let Some(table) = table else {
        return vec![End {
            key: 0,
            weight: 1.0,
            from: 0.0,
        }];
    };
    let [low, high] = table.keys(sample);
    let (fraction, fade) = (table.fraction[sample], table.fade[sample]);
    vec![
        End {
            key: low,
            weight: 1.0 - fade,
            from: fraction,
        },
        End {
            key: high,
            weight: fade,
            from: fraction - 1.0,
        },
    ]
}
