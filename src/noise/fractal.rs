//! Fractals: a weighted sum over octaves of a sub-graph.

use super::param::{Info, Param, ParamType, choice, input, number, param, whole};

/// A node that sums its sub-graph over octaves: octave k at position · lacunarityᵏ, weighted
/// gainᵏ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fractal {
    /// Fractional Brownian motion: the plain sum.
    Fbm,
}

impl Fractal {
    /// Every fractal.
    pub const ALL: &[Fractal] = &[Fractal::Fbm];

    /// The fractal's row of data.
    pub fn info(self) -> &'static Info {
        match self {
            Fractal::Fbm => &FBM,
        }
    }
}

/// The most octaves that a fractal may have.
pub(crate) const OCTAVES_MAX: u32 = 32;

const LACUNARITY: [f64; 2] = [0.01, 100.0];
const GAIN: [f64; 2] = [0.0, 100.0];

static FBM: Info = Info {
    name: "fbm",
    help: "fractional Brownian motion: the weighted sum over octaves",
    params: &[
        input("of", "the node that is summed"),
        whole("octaves", "", "number of layers", [1, OCTAVES_MAX], 5),
        number(
            "lacunarity",
            "",
            "frequency ratio from one octave to the next",
            LACUNARITY,
            Some(2.0),
        ),
        number(
            "time_lacunarity",
            "",
            "the same in time; left out: as lacunarity",
            LACUNARITY,
            None,
        ),
        Param {
            name: "gain",
            aliases: &["persistence"],
            unit: "",
            help: "amplitude ratio from one octave to the next",
            of: ParamType::Number {
                range: GAIN,
                default: Some(0.5),
            },
        },
        param(
            "normalize",
            "",
            "divide by the sum of the amplitudes",
            ParamType::Flag { default: true },
        ),
        choice(
            "octave_tables",
            "a table for each octave, or the first for all",
            &["distinct", "shared"],
        ),
        choice(
            "octave_period",
            "periods grow with the frequency, or stay the same in cells",
            &["scaled", "same"],
        ),
    ],
};
