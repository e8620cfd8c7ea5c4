//! The derivative of each value step by the chain rule, as operations.
//!
//! At a kink the derivative is the one that the reference defines: that of the first argument where two are equal, that of `of`
//! at the ends of a clamp, and 0 where the argument of `abs` is 0. The derivative of a step that jumps is refused, except
//! where the arguments that select the side do not depend on the position, or within `piecewise`.

use super::Lowering;
use super::derive::{By, Slope};
use crate::noise::Step;
use crate::program::op::{Op, OpId};
use crate::{Error, Result};

impl Lowering {
    /// Makes the derivative of a step from those of its arguments, at least one of which is not 0 everywhere.
    pub(super) fn slope_of_step(
        &mut self,
        step: Step,
        value: OpId,
        args: &[OpId],
        slopes: &[Slope],
        by: By,
    ) -> Result<Slope> {
        let arg = |i: usize| args.get(i).copied().unwrap_or(value);
        let [a, b, c, d, e] = std::array::from_fn(arg);
        let slope = |i: usize| slopes.get(i).copied().flatten();
        let [da, db, dc, dd, de] = std::array::from_fn(slope);
        match step {
            Step::Add => self.plus(da, db),
            Step::Sub => self.minus(da, db),
            Step::Mul => {
                let (first, second) = (self.times(da, b)?, self.times(db, a)?);
                self.plus(first, second)
            }
            Step::Div => {
                let taken = self.times(db, value)?;
                let over = self.minus(da, taken)?;
                self.over(over, b)
            }
            Step::Min => self.either(db, da, b, a),
            Step::Max => self.either(db, da, a, b),
            Step::SmoothMin => {
                let (mixed, lowers) = self.smooth([a, b, c], [da, db, dc])?;
                self.minus(mixed, lowers)
            }
            Step::SmoothMax => {
                let (mixed, raises) = self.smooth([b, a, c], [da, db, dc])?;
                self.plus(mixed, raises)
            }
            Step::Mix => {
                let way = self.binary(Step::Sub, b, a)?;
                let along = self.times(dc, way)?;
                let mixed = self.mixed(da, db, c)?;
                self.plus(mixed, along)
            }
            Step::Piecewise => Ok(da),
            Step::Select if by.in_pieces || dc.is_none() && dd.is_none() => {
                self.either(da, db, c, d)
            }
            Step::Threshold if by.in_pieces || da.is_none() && db.is_none() => {
                self.either(dc, da, a, b)
            }
            Step::Sign | Step::Floor | Step::Step if by.in_pieces => Ok(None),
            Step::Fract if by.in_pieces => Ok(da),
            Step::Select
            | Step::Threshold
            | Step::Sign
            | Step::Floor
            | Step::Fract
            | Step::Step => {
                let given = format!("a derivative of {}, which jumps", step.info().name);
                let allowed = "under partial and curl, what does not jump, or is within piecewise";
                Err(Error::invalid(self.at.to_string(), given, allowed))
            }
            Step::Abs => {
                let sign = self.unary(Step::Sign, a)?;
                self.times(da, sign)
            }
            Step::Sqrt => {
                let twice = self.binary(Step::Add, value, value)?;
                self.over(da, twice)
            }
            Step::Pow => self.power([a, b], value, [da, db]),
            Step::Exp => self.times(da, value),
            Step::Log => self.over(da, a),
            Step::Sin => {
                let cos = self.unary(Step::Cos, a)?;
                self.turning(da, cos, std::f32::consts::TAU)
            }
            Step::Cos => {
                let sin = self.unary(Step::Sin, a)?;
                self.turning(da, sin, -std::f32::consts::TAU)
            }
            // The wave falls up to half a turn, and rises beyond.
            Step::Triangle => {
                let part = self.unary(Step::Fract, a)?;
                let half = self.literal(0.5)?;
                let (down, up) = (self.literal(-4.0)?, self.literal(4.0)?);
                let steep = self.either(Some(up), Some(down), half, part)?;
                self.times(da, steep.unwrap_or(down))
            }
            Step::Remap => {
                let way = self.remapped([a, b, c], [da, db, dc])?;
                let width = self.binary(Step::Sub, e, d)?;
                let moved = self.times(way, width)?;
                let stretched = self.minus(de, dd)?;
                let part = match stretched {
                    Some(_) => self.part([a, b, c])?,
                    None => a,
                };
                let stretched = self.times(stretched, part)?;
                let sum = self.plus(moved, stretched)?;
                self.plus(dd, sum)
            }
            Step::Clamp => self.clamped([a, b, c], [da, db, dc]),
            Step::Smoothstep => {
                let part = self.part([a, b, c])?;
                let part = self.within_unit(part)?;
                let six = self.literal(6.0)?;
                let hump = self.hump(part)?;
                let hump = self.binary(Step::Mul, six, hump)?;
                let way = self.remapped([a, b, c], [da, db, dc])?;
                self.times(way, hump)
            }
            Step::Bias => {
                let of = self.within_unit(a)?;
                self.bent(a, [da, db], of, b)
            }
            Step::GainCurve => {
                let [one, two] = [self.literal(1.0)?, self.literal(2.0)?];
                let of = self.within_unit(a)?;
                let rest = self.binary(Step::Sub, one, of)?;
                let near = self.binary(Step::Min, of, rest)?;
                let twice = self.binary(Step::Mul, two, near)?;
                let twice = self.within_unit(twice)?;
                let bias = self.binary(Step::Sub, one, b)?;
                // Half of the bias counts, whose number falls as the gain rises; beyond ½ it is taken from 1.
                let half = self.literal(0.5)?;
                let is_beyond = self.binary(Step::Step, of, half)?;
                let sign = self.binary(Step::Sub, is_beyond, half)?;
                let of_bias = self.times(db, sign)?;
                self.bent(a, [da, of_bias], twice, bias)
            }
            Step::Terrace => self.terraced([a, b, c], value, [da, db, dc]),
            Step::Curve => self.curved(a, da, args.get(1..).unwrap_or_default()),
        }
    }

    /// Interpolates between two slopes: a + t·(b − a).
    fn mixed(&mut self, a: Slope, b: Slope, t: OpId) -> Result<Slope> {
        let way = self.minus(b, a)?;
        let part = self.times(way, t)?;
        self.plus(a, part)
    }

    /// Makes the derivative of a smooth minimum of a and b for a constant radius, and by how much it falls as the radius
    /// grows: t·(1 − t) times the radius's slope, t = clamp(½ + (b − a)/(2·radius), 0, 1). For a smooth maximum, exchange a
    /// and b but not their slopes.
    fn smooth(
        &mut self,
        [a, b, radius]: [OpId; 3],
        [da, db, of_radius]: [Slope; 3],
    ) -> Result<(Slope, Slope)> {
        let apart = self.binary(Step::Sub, b, a)?;
        let radii = self.binary(Step::Div, apart, radius)?;
        let half = self.literal(0.5)?;
        let weight = self.binary(Step::Mul, radii, half)?;
        let weight = self.binary(Step::Add, weight, half)?;
        let weight = self.within_unit(weight)?;
        let mixed = self.mixed(db, da, weight)?;
        let hump = self.hump(weight)?;
        Ok((mixed, self.times(of_radius, hump)?))
    }

    /// t·(1 − t).
    fn hump(&mut self, t: OpId) -> Result<OpId> {
        let one = self.literal(1.0)?;
        let rest = self.binary(Step::Sub, one, t)?;
        self.binary(Step::Mul, t, rest)
    }

    fn power(
        &mut self,
        [of, exponent]: [OpId; 2],
        value: OpId,
        [da, de]: [Slope; 2],
    ) -> Result<Slope> {
        let base = match da {
            None => None,
            Some(_) => {
                let one = self.literal(1.0)?;
                let lower = self.binary(Step::Sub, exponent, one)?;
                let power = self.binary(Step::Pow, of, lower)?;
                let factor = self.binary(Step::Mul, exponent, power)?;
                self.times(da, factor)?
            }
        };
        let exponent = match de {
            None => None,
            Some(_) => {
                let log = self.unary(Step::Log, of)?;
                let factor = self.binary(Step::Mul, log, value)?;
                self.times(de, factor)?
            }
        };
        self.plus(base, exponent)
    }

    fn turning(&mut self, slope: Slope, wave: OpId, per_turn: f32) -> Result<Slope> {
        let per_turn = self.literal(per_turn)?;
        let factor = self.binary(Step::Mul, wave, per_turn)?;
        self.times(slope, factor)
    }

    /// (of − low) / (high − low).
    fn part(&mut self, [of, low, high]: [OpId; 3]) -> Result<OpId> {
        let above = self.binary(Step::Sub, of, low)?;
        let width = self.binary(Step::Sub, high, low)?;
        self.binary(Step::Div, above, width)
    }

    /// The slope of (of − low) / (high − low).
    fn remapped(&mut self, args: [OpId; 3], [of, low, high]: [Slope; 3]) -> Result<Slope> {
        let mut above = self.minus(of, low)?;
        if let Some(widens) = self.minus(high, low)? {
            let part = self.part(args)?;
            let taken = self.times(Some(widens), part)?;
            above = self.minus(above, taken)?;
        }
        let width = self.binary(Step::Sub, args[2], args[1])?;
        self.over(above, width)
    }

    /// min(max(of, low), high).
    fn clamped(&mut self, [of, low, high]: [OpId; 3], slopes: [Slope; 3]) -> Result<Slope> {
        let raised = self.binary(Step::Max, of, low)?;
        let slope = self.either(slopes[1], slopes[0], of, low)?;
        self.either(slopes[2], slope, high, raised)
    }

    fn within_unit(&mut self, of: OpId) -> Result<OpId> {
        let args = vec![of, self.literal(0.0)?, self.literal(1.0)?];
        let step = Step::Clamp;
        self.make(Op::Step { step, args })
    }

    /// Makes the derivative of bias·t / d, d = (1 − bias)·(1 − t) + bias·t: the slope of `of` times bias·(1 − bias) / d², and 0
    /// unless `of` lies between 0 and 1, and the slope of the bias times t·(1 − t) / d².
    fn bent(
        &mut self,
        of: OpId,
        [slope, of_bias]: [Slope; 2],
        t: OpId,
        bias: OpId,
    ) -> Result<Slope> {
        let [zero, one] = [self.literal(0.0)?, self.literal(1.0)?];
        let rest = self.binary(Step::Sub, one, bias)?;
        let below = self.make(Op::Step {
            step: Step::Mix,
            args: vec![rest, bias, t],
        })?;
        let below = self.binary(Step::Mul, below, below)?;
        let slope = self.clamped([of, zero, one], [slope, None, None])?;
        let [of_slope, of_bend] = [self.hump(bias)?, self.hump(t)?];
        let (slope, of_bias) = (self.times(slope, of_slope)?, self.times(of_bias, of_bend)?);
        let above = self.plus(slope, of_bias)?;
        self.over(above, below)
    }

    /// Makes the derivative of (⌊v⌋ + 1 − (1 − part)/ramp) / steps on a ramp, of ⌊v⌋ / steps elsewhere; v = of·steps, part =
    /// v − ⌊v⌋.
    fn terraced(
        &mut self,
        [of, steps, ramp]: [OpId; 3],
        value: OpId,
        [da, of_steps, of_ramp]: [Slope; 3],
    ) -> Result<Slope> {
        let scaled = self.binary(Step::Mul, of, steps)?;
        let part = self.unary(Step::Fract, scaled)?;
        let one = self.literal(1.0)?;
        let flat = self.binary(Step::Sub, one, ramp)?;
        let rises = self.binary(Step::Step, part, flat)?;
        // The change of the height on a ramp, in ramps.
        let stretches = self.times(of_steps, of)?;
        let stretches = self.over(stretches, steps)?;
        let moves = self.plus(da, stretches)?;
        let below_top = self.binary(Step::Sub, one, part)?;
        let below_top = self.binary(Step::Div, below_top, ramp)?;
        let widens = self.times(of_ramp, below_top)?;
        let widens = self.over(widens, steps)?;
        let climbs = self.plus(moves, widens)?;
        let climbs = self.times(climbs, rises)?;
        let climbs = self.over(climbs, ramp)?;
        let shrinks = self.times(of_steps, value)?;
        let shrinks = self.over(shrinks, steps)?;
        self.minus(climbs, shrinks)
    }

    /// Makes the derivative of a curve: the slope of the segment that contains `of`, and 0 beyond the first and the last point.
    fn curved(&mut self, of: OpId, slope: Slope, points: &[OpId]) -> Result<Slope> {
        let mut line = None;
        for ends in points.windows(4).step_by(2).rev() {
            let &[from, low, to, high] = ends else {
                continue;
            };
            let rise = self.binary(Step::Sub, high, low)?;
            let run = self.binary(Step::Sub, to, from)?;
            let steep = self.binary(Step::Div, rise, run)?;
            line = self.either(Some(steep), line, of, to)?;
        }
        let line = match points.first() {
            Some(&first) => self.either(None, line, of, first)?,
            None => None,
        };
        match line {
            Some(line) => self.times(slope, line),
            None => Ok(None),
        }
    }
}
