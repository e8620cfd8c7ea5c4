//! The two ends of a sample's cell along one axis: what corners there contribute to the noise, or to a derivative of it.
//!
//! A corner contributes w·(g·Δ + h), where w is the product of its weights along all axes, g its gradient, Δ the offset of the
//! sample and h its height. Along the axis of the derivative the weight is 1 − s or s, with the fade s of the fraction. The
//! derivative of the contribution is w′·(g·Δ + h) + w·gₐ, with the slope −s′ or s′ of that weight in w′.

use crate::grid::AxisTable;
use crate::noise::Fade;
use crate::program::Lattice;

/// For a source that is a partial derivative: the fade along the axis of the derivative, and `None` along the others. For the
/// noise itself: `None` along all axes.
pub(super) type Slopes = [Option<Fade>; 4];

/// One end of a sample's cell along an axis: a corner there contributes weight·(g·Δ + h) + gradient_weight·gₐ, times its weights
/// along the other axes.
#[derive(Clone, Copy, Default)]
pub(super) struct CellEnd {
    pub key: u32,
    /// The weight; along the axis of the derivative its slope.
    pub weight: f32,
    /// The position of the sample, minus that of the corner.
    pub offset: f32,
    /// The weight along the axis of the derivative, and 0 along the others.
    pub gradient_weight: f32,
}

/// Returns the slopes of a source, by axis: x to w.
pub(super) fn slopes(source: &Lattice) -> Slopes {
    let mut slopes = [None; 4];
    for (i, &axis) in source.axes.iter().enumerate() {
        slopes[axis] = source.derived_fade(i);
    }
    slopes
}

impl CellEnd {
    /// The only end along an axis that the source does not depend on.
    pub const ONLY: CellEnd = CellEnd {
        key: 0,
        weight: 1.0,
        offset: 0.0,
        gradient_weight: 0.0,
    };

    /// Returns the low and the high end of a sample's cell. `slope` is the fade of a derivative along this axis.
    #[inline(always)]
    pub fn both(table: &AxisTable, sample: usize, slope: Option<Fade>) -> [CellEnd; 2] {
        let (fraction, fade) = (table.fraction[sample], table.fade[sample]);
        let (mut weights, mut gradient_weights) = ([1.0 - fade, fade], [0.0; 2]);
        if let Some(of) = slope {
            let slope = of.slope(f64::from(fraction)) as f32;
            (weights, gradient_weights) = ([-slope, slope], weights);
        }
        let [low, high] = table.keys(sample);
        [
            CellEnd {
                key: low,
                weight: weights[0],
                offset: fraction,
                gradient_weight: gradient_weights[0],
            },
            CellEnd {
                key: high,
                weight: weights[1],
                offset: fraction - 1.0,
                gradient_weight: gradient_weights[1],
            },
        ]
    }
}
