//! Exact positions: an index becomes a cell and a fraction, in double-double arithmetic.
//!
//! A position in f64 alone would lose the fraction far from the origin: at 10⁷ cells an f32 has
//! none left and an f64 has 29 bits. A double-double (Dekker 1971) carries about 104 bits, so the
//! fraction is right to its last bit as far out as cells can be counted.

/// Where the samples of one axis lie: sample i at origin + (first + i)·extent/steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The low end, in units of domain.
    pub origin: f64,
    /// The length, in units of domain.
    pub extent: f64,
    /// The number of samples.
    pub count: u32,
    /// How many samples lie a step apart in the extent: `count`, or one less where a sample lies at each end.
    pub steps: u32,
    /// 0.5 at texel centres, 0 in time and where a sample lies at each end.
    pub first: f64,
}

impl Span {
    /// A single sample.
    pub fn point(origin: f64) -> Span {
        Span {
            origin,
            extent: 0.0,
            count: 1,
            steps: 1,
            first: 0.0,
        }
    }

    /// Samples of which the first and the last lie at the ends; at least two.
    pub fn with_ends(origin: f64, extent: f64, count: u32) -> Span {
        Span {
            origin,
            extent,
            count,
            steps: count.saturating_sub(1),
            first: 0.0,
        }
    }

    /// Units from one sample to the next, rounded.
    pub fn step(&self) -> f64 {
        self.extent / f64::from(self.steps)
    }

    /// Where a sample lies.
    #[inline(always)]
    pub fn at(&self, index: u32) -> Double {
        Double::product(self.first + f64::from(index), self.extent)
            .divide(f64::from(self.steps))
            .add(self.origin)
    }
}

/// An affine map of one axis: what becomes of a position on its way to a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Map {
    /// Multiplies the position.
    pub scale: f64,
    /// Divides it after that; 1 but for a map that must meet whole cells at both ends of a box.
    pub divisor: f64,
    /// Added after that.
    pub offset: f64,
}

impl Map {
    /// The position itself.
    pub const IDENTITY: Map = Map {
        scale: 1.0,
        divisor: 1.0,
        offset: 0.0,
    };

    /// This map, then a multiplication.
    pub fn times(self, factor: f64) -> Map {
        Map {
            scale: self.scale * factor,
            offset: self.offset * factor,
            ..self
        }
    }

    /// This map, with exactly `cells` cells in `extent` units: the quotient need be no f64.
    pub fn closing(self, cells: f64, extent: f64) -> Map {
        Map {
            scale: cells,
            divisor: extent,
            ..self
        }
    }

    /// What one unit of position becomes, rounded.
    pub fn rate(self) -> f64 {
        self.scale / self.divisor
    }

    /// How far from the origin the positions of a span may lie after it.
    pub fn reach(self, span: &Span) -> f64 {
        (span.origin.abs() + span.extent.abs()) * self.rate().abs() + self.offset.abs()
    }

    /// This map, then an addition.
    pub fn plus(self, offset: f64) -> Map {
        Map {
            offset: self.offset + offset,
            ..self
        }
    }
}

/// The most cells from the origin at which positions are exact.
pub const CELLS_MAX: f64 = (1u64 << 52) as f64;

/// The cell and the fraction within it, 0 ≤ fraction < 1 and a multiple of 2⁻⁵³, of a place under a map.
///
/// The only such function: every grid and the reference use it. |cell| must stay below [`CELLS_MAX`].
///
/// ```
/// use wgpu_noise::grid::{Map, Span, position};
///
/// let span = Span { origin: 0.0, extent: 1.0, count: 4, steps: 4, first: 0.5 };
/// let cells = Map::IDENTITY.times(8.0);
/// assert_eq!(position(span.at(3), cells), (7, 0.0));
/// ```
#[inline(always)]
pub fn position(at: Double, map: Map) -> (i64, f64) {
    let whole = at.under(map);
    let floor = whole.high.floor();
    // Both parts of the difference: near 0 an f64 has bits that it has not above the floor below.
    let above = Double::sum(whole.high, -floor);
    let rest = Double::sum(above.high, above.low + whole.low);
    // The low part may reach below the floor of the high part.
    let (cell, fraction) = match rest.high < 0.0 {
        true => (floor - 1.0, 1.0 + rest.high),
        false => (floor, rest.high),
    };
    // Near 1 an f64 has no finer steps. The finer ones near 0 would hold what rounding left of whole numbers, and
    // that changes from place to place.
    let fraction = (fraction * STEPS).round() / STEPS;
    match fraction < 1.0 {
        true => (cell as i64, fraction),
        false => ((cell as i64).saturating_add(1), 0.0),
    }
}

/// Steps of a fraction.
const STEPS: f64 = (1u64 << 53) as f64;

/// The value of a place under a map: a coordinate.
pub fn coordinate(at: Double, map: Map) -> f64 {
    at.under(map).high
}

/// The same without whole numbers, above −½ to ½: an angle in turns. Unlike [`position`] it is as exact at any distance as
/// [`Double`]s are.
pub fn turns(at: Double, map: Map) -> f64 {
    // No finer than a position's fraction, so that it is the same after a whole turn.
    let turn = (at.under(map).turn() * STEPS).round() / STEPS;
    match turn == -0.5 {
        true => 0.5,
        false => turn,
    }
}

/// A place on one axis, in units of the domain: an unevaluated sum of two f64 that do not overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Double {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

impl Double {
    /// What a map makes of it.
    #[inline(always)]
    pub(crate) fn under(self, map: Map) -> Double {
        (self.multiply(map.scale).divide(map.divisor)).add(map.offset)
    }

    /// What is more or less than the nearest whole number, from −½ to ½.
    pub(crate) fn turn(self) -> f64 {
        let part = |of: f64| of - of.round();
        part(part(self.high) + part(self.low))
    }

    /// Knuth's two-sum: exact.
    #[inline(always)]
    pub fn sum(a: f64, b: f64) -> Double {
        let high = a + b;
        let b_part = high - a;
        let low = (a - (high - b_part)) + (b - b_part);
        Double { high, low }
    }

    /// Exact, by fused multiplication.
    #[inline(always)]
    fn product(a: f64, b: f64) -> Double {
        let high = a * b;
        Double {
            high,
            low: a.mul_add(b, -high),
        }
    }

    #[inline(always)]
    fn add(self, b: f64) -> Double {
        let sum = Double::sum(self.high, b);
        Double::sum(sum.high, sum.low + self.low)
    }

    #[inline(always)]
    fn multiply(self, b: f64) -> Double {
        let product = Double::product(self.high, b);
        Double::sum(product.high, self.low.mul_add(b, product.low))
    }

    #[inline(always)]
    fn divide(self, b: f64) -> Double {
        let first = self.high / b;
        let rest = first.mul_add(-b, self.high) + self.low;
        Double::sum(first, rest / b)
    }
}
