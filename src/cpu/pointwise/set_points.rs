//! From the points of a run to their positions on the lattice of a source.
//!
//! The arithmetic is in f64, so that a fraction far from the origin is as precise as one near it. Near the origin it is in f32,
//! of which twice as many fit a vector: with a rate of two parts, a fraction is off by at most 2⁻²³.

use super::positions::AxisPositions;
use super::sample_positions::SamplePositions;
use crate::cpu::simd::{Floats, Lanes, SimdKernel};
use crate::cpu::sizes::GROUP_MAX;
use crate::grid::Affine;
use crate::grid::position::fused;
use crate::grid::table::{Columns, key};
use crate::program::positions::NEAR_CELLS_MAX;

/// Sets the positions of a run of points under a map to cells.
pub(in crate::cpu) struct SetPoints<'a> {
    pub positions: &'a mut SamplePositions,
    pub along: AxisPositions<'a>,
    /// How many points there are.
    pub count: usize,
    pub cells: Affine,
    pub period: u32,
    pub columns: Columns,
}

impl SimdKernel for SetPoints<'_> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, lanes: L) {
        let SetPoints {
            positions,
            along,
            count,
            cells,
            period,
            columns,
        } = self;
        let groups = ..count.next_multiple_of(GROUP_MAX);
        positions.is_complete = matches!(columns, Columns::Skewed(_));
        let to = (&mut positions.low[groups], &mut positions.fraction[groups]);
        split(lanes, along, cells, period, to);
        if let Columns::Skewed(factor) = columns {
            let to = (&mut positions.high[groups], &mut positions.fade[groups]);
            split(lanes, along, cells.times(factor), 0, to);
        }
    }
}

/// Maps positions, and splits the results into keys and fractions. How a point is mapped depends on no other point.
#[inline(always)]
fn split<L: Lanes>(
    lanes: L,
    along: AxisPositions,
    map: Affine,
    period: u32,
    (keys, fractions): (&mut [u32], &mut [f32]),
) {
    let exact = ToCells::new(map, period);
    let near = ToNearCells::new::<L>(map, period).filter(|_| along.wholes.is_empty());
    let Some(near) = near else {
        return exact.split(along, (keys, fractions));
    };
    near.split(lanes, along, (keys, fractions));
    if along.farthest > near.limit {
        exact.split_beyond(near.limit, along, (keys, fractions));
    }
}

/// A map of positions near the origin to cells, rate·position + offset.
struct ToNearCells {
    /// The rate rounded to f32, and what that leaves.
    rate: [f32; 2],
    /// The key of the whole number nearest to the offset.
    whole: u32,
    /// The rest of the offset, −½ to ½.
    rest: f32,
    /// The distance from the origin up to which positions are near.
    limit: f32,
}

impl ToNearCells {
    /// A number of this size has no fraction: 1.5·2²³. So a sum with it is rounded to a whole number, in its lowest bits.
    const SHIFT: f32 = 12_582_912.0;
    /// Rates whose two parts, and their products with a position, are not too small for an f32.
    const RATES: std::ops::Range<f64> = 1e-20..1e20;

    /// Returns the map; `None` if there is a period, if the rate is not in the range, or if the level rounds products.
    #[inline(always)]
    fn new<L: Lanes>(map: Affine, period: u32) -> Option<ToNearCells> {
        let (rate, whole) = (map.rate(), map.offset.round());
        let high = rate as f32;
        let fits = L::FUSED && period == 0 && ToNearCells::RATES.contains(&rate.abs());
        fits.then(|| ToNearCells {
            rate: [high, (rate - f64::from(high)) as f32],
            whole: key(whole as i64, 0),
            rest: (map.offset - whole) as f32,
            limit: (NEAR_CELLS_MAX / rate.abs()) as f32,
        })
    }

    /// Maps positions, and splits the results into keys and fractions.
    ///
    /// A product with the first part of the rate is rounded only after the nearest whole number is subtracted from it. The error
    /// is that of `Job::split_error`.
    #[inline(always)]
    fn split<L: Lanes>(
        &self,
        lanes: L,
        along: AxisPositions,
        (keys, fractions): (&mut [u32], &mut [f32]),
    ) {
        let [high, low] = self.rate;
        let to_key = self.whole.wrapping_sub(ToNearCells::SHIFT.to_bits());
        let shift = Floats::splat(lanes, ToNearCells::SHIFT);
        let positions = along.fractions.chunks_exact(L::WIDTH);
        let cells = (keys.chunks_exact_mut(L::WIDTH)).zip(fractions.chunks_exact_mut(L::WIDTH));
        for ((to_keys, to_fractions), positions) in cells.zip(positions) {
            let at = Floats::load(lanes, positions);
            let nearest = at.mul_add(high, shift);
            let rest = at.mul_add(high, shift - nearest) + at.mul_add(low, self.rest);
            let (over, fraction) = rest.split();
            let key = nearest.bits() + over + to_key;
            key.store(to_keys);
            fraction.store(to_fractions);
        }
    }
}

/// A map of positions to cells, rate·position + offset.
struct ToCells {
    rate: f64,
    /// The whole part of the offset, modulo the period.
    whole: f64,
    /// The fraction of the offset.
    rest: f64,
    /// The period in cells; 0 is none.
    period: u32,
}

impl ToCells {
    #[inline(always)]
    fn new(map: Affine, period: u32) -> ToCells {
        let whole = map.offset.floor();
        ToCells {
            rate: map.rate(),
            whole: f64::from(key(whole as i64, period)),
            rest: map.offset - whole,
            period,
        }
    }

    /// Maps positions, and splits the results into keys and fractions.
    #[inline(always)]
    fn split(&self, along: AxisPositions, (keys, fractions): (&mut [u32], &mut [f32])) {
        let cells = keys.iter_mut().zip(fractions);
        if along.wholes.is_empty() {
            for (to, &fraction) in cells.zip(along.fractions) {
                self.set(to, self.of_fraction(fraction));
            }
        } else {
            for ((to, &fraction), &whole) in cells.zip(along.fractions).zip(along.wholes) {
                self.set(to, self.of_parts(whole, fraction));
            }
        }
    }

    /// Does the same with the plain positions that are farther than this from the origin.
    #[inline(always)]
    fn split_beyond(
        &self,
        limit: f32,
        along: AxisPositions,
        (keys, fractions): (&mut [u32], &mut [f32]),
    ) {
        for (to, &fraction) in keys.iter_mut().zip(fractions).zip(along.fractions) {
            if fraction.abs() > limit {
                self.set(to, self.of_fraction(fraction));
            }
        }
    }

    /// Sets the key and the fraction of a position, which is the sum of a whole number and the rest.
    #[inline(always)]
    fn set(&self, (to_key, to_fraction): (&mut u32, &mut f32), [whole, rest]: [f64; 2]) {
        let over = rest.floor();
        *to_key = word(self.remainder(whole + over));
        *to_fraction = (rest - over) as f32;
    }

    /// Maps a fraction of a unit.
    #[inline(always)]
    fn of_fraction(&self, fraction: f32) -> [f64; 2] {
        [self.whole, f64::from(fraction) * self.rate + self.rest]
    }

    /// Maps whole units and a fraction. Each part is split on its own, so that no small number is added to a large one.
    #[inline(always)]
    fn of_parts(&self, units: i32, fraction: f32) -> [f64; 2] {
        // The product of a whole part and the rate has up to 84 bits. `high` is the product rounded to an f64, and the fused
        // multiply-add gives the exact error of that rounding.
        let units = f64::from(units);
        let high = units * self.rate;
        let floor = high.floor();
        let [whole, rest] = self.of_fraction(fraction);
        let error = fused(units, self.rate, -high);
        [whole + floor, rest + ((high - floor) + error)]
    }

    /// Returns a whole number modulo the period.
    #[inline(always)]
    fn remainder(&self, whole: f64) -> f64 {
        if self.period == 0 {
            return whole;
        }
        // The quotient is rounded, so its floor may be off by one, and the remainder off by one period.
        let p = f64::from(self.period);
        let rest = whole - p * (whole / p).floor();
        let lifted = if rest < 0.0 { rest + p } else { rest };
        if lifted >= p { lifted - p } else { lifted }
    }
}

/// Returns a whole number of magnitude less than 2⁵¹ as an integer, modulo 2³².
///
/// The sum with 3·2⁵¹ lies between 2⁵² and 2⁵³, where the last bit of an f64 counts 1. So the lowest bits of the sum are those
/// of the number in two's complement. This vectorises everywhere; a conversion of f64 to i64 needs AVX-512.
#[inline(always)]
fn word(whole: f64) -> u32 {
    const ONE_IN_THE_LAST_PLACE: f64 = (3_u64 << 51) as f64;
    (whole + ONE_IN_THE_LAST_PLACE).to_bits() as u32
}
