//! Fades: the curves along which two corners blend.

use std::f64::consts::PI;

/// How far a noise has come from the low to the high corner, by the position between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fade {
    /// 0: the low corner's value up to the high corner.
    None,
    /// t.
    Linear,
    /// (1 − cos πt)/2, as Hugo Elias has it.
    Cosine,
    /// 3t² − 2t³ (Perlin 1985).
    Cubic,
    /// 6t⁵ − 15t⁴ + 10t³ (Perlin 2002).
    Quintic,
    /// No blend of two: Elias's cubic through four corners, which goes up to ½ beyond them.
    Elias,
}

impl Fade {
    /// Every fade.
    pub const ALL: [Fade; 6] = [
        Fade::None,
        Fade::Linear,
        Fade::Cosine,
        Fade::Cubic,
        Fade::Quintic,
        Fade::Elias,
    ];

    /// The name in recipes.
    pub fn name(self) -> &'static str {
        match self {
            Fade::None => "none",
            Fade::Linear => "linear",
            Fade::Cosine => "cosine",
            Fade::Cubic => "cubic",
            Fade::Quintic => "quintic",
            Fade::Elias => "elias",
        }
    }

    /// The fade of that name.
    pub fn from_name(name: &str) -> Option<Fade> {
        Fade::ALL.into_iter().find(|fade| fade.name() == name)
    }

    /// The weight of the high corner at 0 ≤ t < 1; of Elias's cubic, which has four weights, t itself.
    #[inline(always)]
    pub fn at(self, t: f64) -> f64 {
        match self {
            Fade::None => 0.0,
            Fade::Linear | Fade::Elias => t,
            Fade::Cosine => (0.5 * PI * t).sin().powi(2),
            Fade::Cubic => t * t * (3.0 - 2.0 * t),
            Fade::Quintic => t * t * t * (t * (t * 6.0 - 15.0) + 10.0),
        }
    }

    /// The derivative of [`Fade::at`].
    pub fn slope(self, t: f64) -> f64 {
        match self {
            Fade::None => 0.0,
            Fade::Linear | Fade::Elias => 1.0,
            Fade::Cosine => 0.5 * PI * (PI * t).sin(),
            Fade::Cubic => 6.0 * t * (1.0 - t),
            Fade::Quintic => 30.0 * (t * (1.0 - t)).powi(2),
        }
    }
}
