//! Fades: the curves along which two corners blend.

use std::f64::consts::PI;

use super::choices::choices;

choices! {
    /// The curve that blends the values of two corners: the weight of the high corner by the position t between them.
    #[non_exhaustive]
    pub enum Fade {
        /// 6t⁵ − 15t⁴ + 10t³ (Perlin 2002): no jump in the first two derivatives.
        Quintic "quintic",
        /// 3t² − 2t³ (Perlin 1985): no jump in the first derivative.
        Cubic "cubic",
        /// (1 − cos πt)/2 (Elias 1998).
        Cosine "cosine",
        /// t: straight lines.
        Linear "linear",
        /// 0: each cell has the value of its low corner.
        None "none",
        /// No blend of two corners but Elias's cubic through four, which overshoots them by up to a half.
        Elias "elias",
    }
}

impl Fade {
    /// Returns the weight of the high corner at 0 ≤ t < 1. For [`Fade::Elias`], which has four weights, returns t.
    #[inline(always)]
    pub(crate) fn at(self, t: f64) -> f64 {
        match self {
            Fade::None => 0.0,
            Fade::Linear | Fade::Elias => t,
            Fade::Cosine => (0.5 * PI * t).sin().powi(2),
            Fade::Cubic => t * t * (3.0 - 2.0 * t),
            Fade::Quintic => t * t * t * (t * (t * 6.0 - 15.0) + 10.0),
        }
    }

    /// Returns the derivative of [`Fade::at`].
    pub(crate) fn slope(self, t: f64) -> f64 {
        match self {
            Fade::None => 0.0,
            Fade::Linear | Fade::Elias => 1.0,
            Fade::Cosine => 0.5 * PI * (PI * t).sin(),
            Fade::Cubic => 6.0 * t * (1.0 - t),
            Fade::Quintic => 30.0 * (t * (1.0 - t)).powi(2),
        }
    }
}
