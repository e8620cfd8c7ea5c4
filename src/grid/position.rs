//! Exact positions: turns a sample's index into a lattice cell and a fraction within it, in double-double arithmetic.
//!
//! Far from the origin a single float has few bits left for the fraction: at 10⁷ cells an f32 has none and an f64 has 29.
//! A double-double, the unevaluated sum of two f64 (Dekker 1971), carries about 104 bits, so that the fraction is correct
//! to its last bit up to [`CELLS_MAX`] cells from the origin.

/// The positions of the samples along one axis: sample i lies at origin + (first + i)·extent/steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The low end, in units of domain.
    pub origin: f64,
    /// The length, in units of domain.
    pub extent: f64,
    /// The number of samples.
    pub count: u32,
    /// The number of steps from sample to sample in the extent: `count`, or one less if samples lie at both ends.
    pub steps: u32,
    /// 0.5 for texel centres; 0 in time and if samples lie at both ends.
    pub first: f64,
}

impl Span {
    /// Returns the span of a single sample.
    pub fn point(origin: f64) -> Span {
        Span {
            origin,
            extent: 0.0,
            count: 1,
            steps: 1,
            first: 0.0,
        }
    }

    /// Returns the span of at least two samples, of which the first and the last lie at the ends.
    pub fn with_ends(origin: f64, extent: f64, count: u32) -> Span {
        Span {
            origin,
            extent,
            count,
            steps: count.saturating_sub(1),
            first: 0.0,
        }
    }

    /// Returns the distance from one sample to the next in units of domain, rounded.
    pub fn step(&self) -> f64 {
        self.extent / f64::from(self.steps)
    }

    /// Returns the two ends.
    pub fn ends(&self) -> [Double; 2] {
        [0.0, self.extent].map(|end| Double::product(end, 1.0).add(self.origin))
    }

    /// Returns the position of a sample.
    #[inline(always)]
    pub fn at(&self, index: u32) -> Double {
        Double::product(self.first + f64::from(index), self.extent)
            .divide(f64::from(self.steps))
            .add(self.origin)
    }
}

/// An affine map of one axis, position·scale/divisor + offset: the scales and translations between the grid and a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// Multiplies the position.
    pub scale: f64,
    /// Divides the product. It is 1 except in a map that must send both ends of a box to whole cells.
    pub divisor: f64,
    /// Is added to the quotient.
    pub offset: f64,
}

impl Affine {
    /// The map of every position to itself.
    pub const IDENTITY: Affine = Affine {
        scale: 1.0,
        divisor: 1.0,
        offset: 0.0,
    };

    /// Returns this map followed by a multiplication.
    pub fn times(self, factor: f64) -> Affine {
        Affine {
            scale: self.scale * factor,
            offset: self.offset * factor,
            ..self
        }
    }

    /// Returns this map with the slope `cells / extent`, kept as a fraction, so that `extent` units have exactly `cells`
    /// cells even if an f64 cannot hold the quotient.
    pub fn closing(self, cells: f64, extent: f64) -> Affine {
        Affine {
            scale: cells,
            divisor: extent,
            ..self
        }
    }

    /// Returns the slope: what one unit of position becomes, rounded.
    pub fn rate(self) -> f64 {
        self.scale / self.divisor
    }

    /// Returns a bound of the distance from 0 of a span's positions after this map.
    pub fn reach(self, span: &Span) -> f64 {
        (span.origin.abs() + span.extent.abs()) * self.rate().abs() + self.offset.abs()
    }

    /// Returns this map followed by an addition.
    pub fn plus(self, offset: f64) -> Affine {
        Affine {
            offset: self.offset + offset,
            ..self
        }
    }
}

/// The distance from the origin, in cells, below which positions are exact.
pub const CELLS_MAX: f64 = (1u64 << 52) as f64;

/// Returns the lattice cell of a position under a map, and the fraction within it: 0 ≤ fraction < 1, a multiple of 2⁻⁵³.
///
/// Every grid and the reference use this function, so that they agree exactly. |cell| must stay below `CELLS_MAX`.
///
/// ```
/// use wgpu_noise::grid::Span;
/// use wgpu_noise::internals::{Affine, position};
///
/// let span = Span { origin: 0.0, extent: 1.0, count: 4, steps: 4, first: 0.5 };
/// let cells = Affine::IDENTITY.times(8.0);
/// assert_eq!(position(span.at(3), cells), (7, 0.0));
/// ```
#[inline(always)]
pub fn position(at: Double, map: Affine) -> (i64, f64) {
    let whole = at.under(map);
    let floor = whole.high.floor();
    // The difference needs both parts: just below 0, such as −2⁻⁶⁰, high − floor is not an f64.
    let above = Double::sum(whole.high, -floor);
    let rest = Double::sum(above.high, above.low + whole.low);
    // A negative low part may put the position below the floor of the high part.
    let (cell, fraction) = if rest.high < 0.0 {
        (floor - 1.0, 1.0 + rest.high)
    } else {
        (floor, rest.high)
    };
    // f64 has steps of 2⁻⁵³ just below 1, so all fractions get that precision. Finer bits near 0 would keep the rounding
    // errors of positions that should be whole, and these errors differ from cell to cell.
    let fraction = (fraction * STEPS).round() / STEPS;
    if fraction < 1.0 {
        (cell as i64, fraction)
    } else {
        ((cell as i64).saturating_add(1), 0.0)
    }
}

/// The number of steps in a cell that a fraction can have.
const STEPS: f64 = (1u64 << 53) as f64;

/// Returns the value of a position under a map: a coordinate.
pub fn coordinate(at: Double, map: Affine) -> f64 {
    at.under(map).high
}

/// Returns the value of a position under a map less the nearest whole number, above −½ to ½: an angle in turns.
///
/// Unlike [`position`] it has the precision of a [`Double`] at any distance.
pub fn turns(at: Double, map: Affine) -> f64 {
    // The precision of a position's fraction, so that the angle is the same after whole turns.
    let turn = (at.under(map).turn() * STEPS).round() / STEPS;
    // −½ and ½ are the same angle.
    if turn == -0.5 { 0.5 } else { turn }
}

/// Returns a·b + c, rounded once. It is exact where c is the rounded product's negative, or the dividend of which a is the rounded
/// quotient.
#[cfg(not(all(windows, target_env = "gnu")))]
#[inline(always)]
pub(crate) fn fused(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

/// The same for the C library of MinGW, whose `fma` rounds twice: the exact product of halves of a and b (Dekker 1971).
#[cfg(all(windows, target_env = "gnu"))]
#[inline(always)]
pub(crate) fn fused(a: f64, b: f64, c: f64) -> f64 {
    let halves = |x: f64| {
        let scaled = x * 134_217_729.0;
        let upper = scaled - (scaled - x);
        [upper, x - upper]
    };
    let ([a_upper, a_lower], [b_upper, b_lower]) = (halves(a), halves(b));
    let high = a * b;
    let cross = (a_upper * b_upper - high) + a_upper * b_lower + a_lower * b_upper;
    (high + c) + (cross + a_lower * b_lower)
}

/// A position on one axis, in units of the domain: an unevaluated sum of two f64 that do not overlap.
///
/// The operations are the double-word algorithms of Joldes, Muller and Popescu (*Tight and Rigorous Error Bounds for Basic
/// Building Blocks of Double-Word Arithmetic*, 2017), with relative errors of at most 3·2⁻¹⁰⁶.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Double {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

impl Double {
    /// Returns the position under a map.
    #[inline(always)]
    pub(crate) fn under(self, map: Affine) -> Double {
        (self.multiply(map.scale).divide(map.divisor)).add(map.offset)
    }

    /// Returns the difference from the nearest whole number, above −½ and up to ½.
    pub(crate) fn turn(self) -> f64 {
        let part = |of: f64| of - (of - 0.5).ceil();
        part(part(self.high) + part(self.low))
    }

    /// Adds two f64 exactly: `high` is the rounded sum and `low` its rounding error (Knuth's two-sum).
    #[inline(always)]
    pub fn sum(a: f64, b: f64) -> Double {
        let high = a + b;
        let b_part = high - a;
        let low = (a - (high - b_part)) + (b - b_part);
        Double { high, low }
    }

    /// Multiplies two f64 exactly: a fused multiplication gives the rounding error of the product.
    #[inline(always)]
    pub(crate) fn product(a: f64, b: f64) -> Double {
        let high = a * b;
        Double {
            high,
            low: fused(a, b, -high),
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
        Double::sum(product.high, fused(self.low, b, product.low))
    }

    #[inline(always)]
    fn divide(self, b: f64) -> Double {
        // One step of long division: the fused remainder of the first quotient is exact.
        let first = self.high / b;
        let rest = fused(first, -b, self.high) + self.low;
        Double::sum(first, rest / b)
    }
}
