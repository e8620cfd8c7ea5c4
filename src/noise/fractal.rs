//! Fractals: a sub-graph summed over octaves.

use super::choices::choices;
use super::key::{
    Key, List, OctaveCount, Varying, choice, flag, input, key, list, number, optional, params,
};
use super::param::{Info, Param, ParamType};
use super::rows::rows;
use crate::limits::{ANY, OCTAVES_MAX, POSITIVE};

rows! {
    /// A node that sums its sub-graph over octaves of rising frequency and, as a rule, falling amplitude.
    ///
    /// In octave k, n is the value of `of` at the position times lacunarityᵏ, and the amplitude is a = gainᵏ; `frequencies` and
    /// `amplitudes` may list the factor and the amplitude of each octave instead. Each fractal adds up another function of n: all
    /// but [`Fractal::Hybrid`] multiply it by a. With `normalize`, the default, the sum is divided by the sum of the amplitudes.
    /// The ranges below are those of normalized sums of an n between −1 and 1.
    ///
    /// With [`Octaves::Auto`](super::Octaves::Auto) octaves are added until the next one would have less than two samples per
    /// cell, along any axis of any source below, on the whole grid, or would be weaker than half a step of the output
    /// ([`Resolution`](crate::program::Resolution)): at least 1, and at most 32 or the length of the lists. For this count other
    /// fractals, around or below, are taken in their first octave, and displacements are ignored. Without a lattice source below,
    /// as with pictures and coordinates alone, it is refused, unless there are lists.
    pub enum Fractal {
        /// Fractional Brownian motion: n. −1..1.
        Fbm => FBM,
        /// Billows, or turbulence: |n|. 0..1. Perlin, *An Image Synthesizer*, SIGGRAPH 1985.
        Billow => BILLOW,
        /// Ridges. By default the ridged multifractal of Musgrave (*Texturing and Modeling*, 3rd edition, chapter 16):
        /// s = (offset − |n|)²·w, where w is 1 in the first octave and clamp(s·ridge\_gain, 0, 1) of the octave before in each
        /// later one, so that ridges are rough and valleys smooth. 0..1 with an offset of 1, else between 0 and the greater of
        /// offset² and (offset − 1)². With [`RidgedForm::Plain`] offset − |n|: offset − 1..offset.
        Ridged => RIDGED,
        /// (n + 1)·strength, folded into −1..1: −1 where it is an even number, 1 where it is an odd one, and linear between.
        PingPong => PING_PONG,
        /// The hybrid multifractal of Musgrave (*Texturing and Modeling*, 3rd edition, chapter 16): t = w·(n + offset)·a, where
        /// w is 1 in the first octave and min(t, 1) of the octave before in each later one, so that low land is smooth. With
        /// every default within −0.356..1.547.
        Hybrid => HYBRID,
        /// Eroded hills: n / (1 + |d|²), where d is the sum of the gradients of `of` in the octaves so far, each in the units of its
        /// octave, over `slope`: smooth slopes below rough tops, as the rain leaves them (Quilez, *Value noise derivatives*, 2008).
        /// −1..1. It has no derivative.
        Eroded => ERODED,
    }
}

choices! {
    /// What [`Fractal::Ridged`] adds up.
    #[non_exhaustive]
    pub enum RidgedForm {
        /// Squares, each weighted by the octave before.
        Musgrave "musgrave",
        /// The plain sum.
        Plain "plain",
    }
}

choices! {
    /// Which tables the octaves of a fractal use.
    #[non_exhaustive]
    pub enum OctaveTables {
        /// A table for each octave.
        Distinct "distinct",
        /// The first octave's table for all.
        Shared "shared",
    }
}

choices! {
    /// Where the lattices of a fractal's octaves lie.
    #[non_exhaustive]
    pub enum OctavePositions {
        /// The lattice of each octave, also of the first, is shifted along each axis by a part of a cell, a multiple of 2⁻¹⁶
        /// that follows from the source's seed and the octave, so that the places where lattice noise is flat or 0 differ from
        /// octave to octave and from seed to seed. Shifts keep periods.
        Shifted "shifted",
        /// The lattices of all octaves have a corner at the origin, as in the classic texts. With a whole lacunarity, the
        /// corners of each octave are corners of all finer ones: there Perlin noise is 0 in all octaves.
        Aligned "aligned",
    }
}

choices! {
    /// The periods of a fractal's octaves, in cells.
    #[non_exhaustive]
    pub enum OctavePeriod {
        /// They grow with the frequency, so that all octaves repeat at the same place; the lacunarity must then be whole.
        Scaled "scaled",
        /// They stay the same in cells.
        Same "same",
    }
}

const RATIOS: [f64; 2] = [0.01, 100.0];
const GAINS: [f64; 2] = [0.0, 100.0];

pub(crate) const OF: Key<Varying> = input("of", "the node that is summed");

pub(crate) const OCTAVES: Key<OctaveCount> = key(
    "octaves",
    "",
    "number of octaves; auto: as many as the grid and the output can show",
    ParamType::Whole {
        range: [1, OCTAVES_MAX],
        default: 5,
        auto: true,
    },
);

pub(crate) const LACUNARITY: Key<f64> = number(
    "lacunarity",
    "",
    "frequency ratio from one octave to the next",
    RATIOS,
    2.0,
);

pub(crate) const TIME_LACUNARITY: Key<Option<f64>> = optional(
    "time_lacunarity",
    "",
    "the same in time; left out: as in space",
    RATIOS,
);

pub(crate) const GAIN: Key<f64> = Key::new(Param {
    aliases: &["persistence"],
    ..number(
        "gain",
        "",
        "amplitude ratio from one octave to the next",
        GAINS,
        0.5,
    )
    .param
});

pub(crate) const NORMALIZE: Key<bool> =
    flag("normalize", "divide by the sum of the amplitudes", true);

pub(crate) const OCTAVE_TABLES: Key<OctaveTables> = choice(
    "octave_tables",
    "a table for each octave, or the first for all",
);

pub(crate) const OCTAVE_POSITIONS: Key<OctavePositions> = choice(
    "octave_positions",
    "octaves shifted from one another by the seed, or aligned at the origin",
);

pub(crate) const OCTAVE_PERIOD: Key<OctavePeriod> = choice(
    "octave_period",
    "periods grow with the frequency, or stay the same in cells",
);

pub(crate) const AMPLITUDES: Key<List> = list(
    "amplitudes",
    "the amplitude of each octave, in place of gain; as many as there are octaves",
    GAINS,
    OCTAVES_MAX,
);

pub(crate) const FREQUENCIES: Key<List> = list(
    "frequencies",
    "the frequency factor of each octave, in place of lacunarity; as many as there are octaves",
    POSITIVE,
    OCTAVES_MAX,
);

pub(crate) const FORM: Key<RidgedForm> = choice(
    "form",
    "squares, each weighted by the octave before, or the plain sum",
);

pub(crate) const RIDGE_OFFSET: Key<f64> = number(
    "offset",
    "",
    "what a ridge has before it is squared",
    ANY,
    1.0,
);

pub(crate) const RIDGE_GAIN: Key<f64> = number(
    "ridge_gain",
    "",
    "how fast an octave's value becomes full weight for the next; of the musgrave form",
    GAINS,
    2.0,
);

pub(crate) const STRENGTH: Key<f64> = number(
    "strength",
    "",
    "how many times a value from -1 to 1 goes from end to end",
    GAINS,
    2.0,
);

pub(crate) const HYBRID_OFFSET: Key<f64> =
    number("offset", "", "added to every octave's value", ANY, 0.7);

pub(crate) const ERODED_SLOPE: Key<f64> = number(
    "slope",
    "per unit",
    "how steep the sum of the octaves' gradients is where an octave is half as strong",
    POSITIVE,
    4.0,
);

/// Lists the parameters that all fractals have, followed by those of one fractal.
macro_rules! fractal {
    ($($own:ident),*) => {
        params![
            OF,
            OCTAVES,
            LACUNARITY,
            TIME_LACUNARITY,
            GAIN,
            NORMALIZE,
            OCTAVE_TABLES,
            OCTAVE_POSITIONS,
            OCTAVE_PERIOD,
            AMPLITUDES,
            FREQUENCIES,
            $($own),*
        ]
    };
}

static FBM: Info = Info {
    name: "fbm",
    help: "fractional Brownian motion: the weighted sum over octaves",
    params: fractal![],
};

static BILLOW: Info = Info {
    name: "billow",
    help: "billows, or turbulence: the weighted sum of magnitudes over octaves",
    params: fractal![],
};

static RIDGED: Info = Info {
    name: "ridged",
    help: "ridges: Musgrave's ridged multifractal, or the plain sum of 1 - |n|",
    params: fractal![FORM, RIDGE_OFFSET, RIDGE_GAIN],
};

static PING_PONG: Info = Info {
    name: "ping_pong",
    help: "the weighted sum over octaves of values thrown back and forth between -1 and 1",
    params: fractal![STRENGTH],
};

static HYBRID: Info = Info {
    name: "hybrid",
    help: "Musgrave's hybrid multifractal: smooth where it is low, rough where it is high",
    params: fractal![HYBRID_OFFSET],
};

static ERODED: Info = Info {
    name: "eroded",
    help: "eroded hills: octaves that weaken where the sum so far is steep",
    params: fractal![ERODED_SLOPE],
};
