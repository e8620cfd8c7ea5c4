//! Fractals: a sub-graph summed over octaves.

use crate::limits::{ANY, OCTAVES_MAX, POSITIVE};

use super::param::{Info, Param, ParamType, choice, input, number, param};

/// A node that sums its sub-graph over octaves.
///
/// Octave k is n, the value of `of` at the position times lacunarityᵏ, and has the amplitude a = gainᵏ; `frequencies` and
/// `amplitudes` may give the factor and the amplitude of each octave instead. What is made of n, and added up, is the
/// fractal's own; all but [`Fractal::Hybrid`] add a times something of n. With `normalize`, the default, the sum is
/// divided by the sum of the amplitudes. The ranges below are those of normalized sums of an n within −1..1.
///
/// With `octaves = "auto"` octaves are added until the next would be finer than two samples a cell, along any axis of any
/// source below, on the whole grid, or weaker than half a step of the output
/// ([`Resolution`](crate::program::Resolution)): at least 1, and at most 32 or as many as the lists have. Other fractals,
/// around or below, count there as in their first octave, and displacements do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fractal {
    /// Fractional Brownian motion: n. −1..1.
    Fbm,
    /// Billows, or turbulence: |n|. 0..1. Perlin, *An Image Synthesizer*, SIGGRAPH 1985.
    Billow,
    /// Ridges. With `form = "musgrave"` the ridged multifractal of Musgrave (*Texturing and Modeling*, 3rd edition,
    /// chapter 16): s = (offset − |n|)²·w, where w is 1 in the first octave and clamp(s·ridge\_gain, 0, 1) of the octave
    /// before in each later one, so that ridges are rough and valleys smooth. 0..1 with an offset of 1, else within 0
    /// and the greater of offset² and (offset − 1)². With `form = "plain"` offset − |n|: offset − 1..offset.
    Ridged,
    /// n thrown back wherever it comes to −1 or 1 on its way through `strength` times the range: −1 where (n + 1)·strength
    /// is even, 1 where it is odd, straight lines between. −1..1.
    PingPong,
    /// The hybrid multifractal of Musgrave (*Texturing and Modeling*, 3rd edition, chapter 16): t = w·(n + offset)·a, where
    /// w is 1 in the first octave and min(t, 1) of the octave before in each later one, so that low land is smooth. With
    /// every default within −0.356..1.547.
    Hybrid,
}

impl Fractal {
    /// Every fractal.
    pub const ALL: &[Fractal] = &[
        Fractal::Fbm,
        Fractal::Billow,
        Fractal::Ridged,
        Fractal::PingPong,
        Fractal::Hybrid,
    ];

    /// The fractal's row of data.
    pub fn info(self) -> &'static Info {
        match self {
            Fractal::Fbm => &FBM,
            Fractal::Billow => &BILLOW,
            Fractal::Ridged => &RIDGED,
            Fractal::PingPong => &PING_PONG,
            Fractal::Hybrid => &HYBRID,
        }
    }
}

const LACUNARITY: [f64; 2] = [0.01, 100.0];
const GAIN: [f64; 2] = [0.0, 100.0];

/// What all fractals have, and then their own.
macro_rules! params {
    ($($own:expr),*) => {
        &[
            input("of", "the node that is summed"),
            Param {
                name: "octaves",
                aliases: &[],
                unit: "",
                help: "number of layers; auto: as many as the grid and the output can show",
                of: ParamType::Whole {
                    range: [1, OCTAVES_MAX],
                    default: 5,
                    auto: true,
                },
            },
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
                "the same in time; left out: as in space",
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
            param(
                "amplitudes",
                "",
                "the amplitude of each octave, in place of gain; as many as there are octaves",
                ParamType::List {
                    range: GAIN,
                    most: OCTAVES_MAX,
                },
            ),
            param(
                "frequencies",
                "",
                "the frequency factor of each octave, in place of lacunarity; as many as there are octaves",
                ParamType::List {
                    range: POSITIVE,
                    most: OCTAVES_MAX,
                },
            ),
            $($own),*
        ]
    };
}

const fn offset(help: &'static str, default: f64) -> Param {
    number("offset", "", help, ANY, Some(default))
}

static FBM: Info = Info {
    name: "fbm",
    help: "fractional Brownian motion: the weighted sum over octaves",
    params: params![],
};

static BILLOW: Info = Info {
    name: "billow",
    help: "billows, or turbulence: the weighted sum of magnitudes over octaves",
    params: params![],
};

static RIDGED: Info = Info {
    name: "ridged",
    help: "ridges: Musgrave's ridged multifractal, or the plain sum of 1 - |n|",
    params: params![
        choice(
            "form",
            "squares, each weighted by the octave before, or the plain sum",
            &["musgrave", "plain"]
        ),
        offset("what a ridge has before it is squared", 1.0),
        number(
            "ridge_gain",
            "",
            "how fast an octave's value becomes full weight for the next; of the musgrave form",
            GAIN,
            Some(2.0)
        )
    ],
};

static PING_PONG: Info = Info {
    name: "ping_pong",
    help: "the weighted sum over octaves of values thrown back and forth between -1 and 1",
    params: params![number(
        "strength",
        "",
        "how many times a value from -1 to 1 goes from end to end",
        GAIN,
        Some(2.0)
    )],
};

static HYBRID: Info = Info {
    name: "hybrid",
    help: "Musgrave's hybrid multifractal: smooth where it is low, rough where it is high",
    params: params![offset("added to every octave's value", 0.7)],
};
