//! The bodies of folds: how each fractal computes the value of an octave from that of its sub-graph.

use super::Lowering;
use super::derive::By;
use crate::Result;
use crate::noise::fractal::{
    ERODED_SLOPE, FORM, HYBRID_OFFSET, RIDGE_GAIN, RIDGE_OFFSET, STRENGTH,
};
use crate::noise::{Fractal, Noise, RidgedForm, Step};
use crate::program::op::{Carried, FoldId, FrameId, Op, OpId};

/// The operation that is summed, and the values that an octave hands on to the next.
pub(super) type Body = (OpId, Vec<Carried>);

impl Lowering {
    /// Makes the body of a fold. `n` is the value of the sub-graph in the current octave, whose frame is `octave`.
    pub(super) fn body(
        &mut self,
        noise: &Noise,
        kind: Fractal,
        (fold, octave): (FoldId, FrameId),
        n: OpId,
    ) -> Result<Body> {
        match kind {
            Fractal::Fbm => Ok((n, Vec::new())),
            Fractal::Billow => Ok((self.unary(Step::Abs, n)?, Vec::new())),
            Fractal::Ridged => {
                let magnitude = self.unary(Step::Abs, n)?;
                let offset = self.number(noise, RIDGE_OFFSET)?;
                let ridge = self.binary(Step::Sub, offset, magnitude)?;
                match noise.node().get(FORM) {
                    RidgedForm::Plain => Ok((ridge, Vec::new())),
                    RidgedForm::Musgrave => self.weighted_ridge(noise, fold, ridge),
                }
            }
            Fractal::PingPong => Ok((self.ping_pong(noise, n)?, Vec::new())),
            Fractal::Hybrid => self.hybrid(noise, fold, n),
            Fractal::Eroded => self.eroded(noise, (fold, octave), n),
        }
    }

    /// Makes signal = ridge²·weight. The weight of the next octave is signal·`ridge_gain`, clamped to 0..1.
    fn weighted_ridge(&mut self, noise: &Noise, fold: FoldId, ridge: OpId) -> Result<Body> {
        let weight = self.make(Op::Carried(fold, 0))?;
        let square = self.binary(Step::Mul, ridge, ridge)?;
        let signal = self.binary(Step::Mul, square, weight)?;
        let ridge_gain = self.number(noise, RIDGE_GAIN)?;
        let strong = self.binary(Step::Mul, signal, ridge_gain)?;
        let (low, high) = (self.literal(0.0)?, self.literal(1.0)?);
        let next = self.make(Op::Step {
            step: Step::Clamp,
            args: vec![strong, low, high],
        })?;
        Ok((signal, carried(weight, 1.0, next)))
    }

    /// Makes −triangle((n + 1)·strength/2): (n + 1)·strength, reflected back and forth between −1 and 1.
    fn ping_pong(&mut self, noise: &Noise, n: OpId) -> Result<OpId> {
        let one = self.literal(1.0)?;
        let above = self.binary(Step::Add, n, one)?;
        let strength = self.number(noise, STRENGTH)?;
        let ends = self.binary(Step::Mul, above, strength)?;
        let half = self.literal(0.5)?;
        let turns = self.binary(Step::Mul, ends, half)?;
        let wave = self.unary(Step::Triangle, turns)?;
        let flipped = self.literal(-1.0)?;
        self.binary(Step::Mul, wave, flipped)
    }

    /// Makes signal = min(weight, 1)·(n + offset). The weight of the next octave is signal·amplitude.
    fn hybrid(&mut self, noise: &Noise, fold: FoldId, n: OpId) -> Result<Body> {
        let before = self.make(Op::Carried(fold, 0))?;
        let one = self.literal(1.0)?;
        let weight = self.binary(Step::Min, before, one)?;
        let offset = self.number(noise, HYBRID_OFFSET)?;
        let raised = self.binary(Step::Add, n, offset)?;
        let signal = self.binary(Step::Mul, weight, raised)?;
        let amplitude = self.make(Op::OctaveAmplitude(fold))?;
        let next = self.binary(Step::Mul, signal, amplitude)?;
        Ok((signal, carried(before, 1.0, next)))
    }

    /// Makes n / (1 + |d|²). Each component of d is the sum of the slopes of the octaves along an axis, over `slope`, and is
    /// handed on.
    fn eroded(
        &mut self,
        noise: &Noise,
        (fold, octave): (FoldId, FrameId),
        n: OpId,
    ) -> Result<Body> {
        let mut handed_on = Vec::new();
        let mut divisor = self.literal(1.0)?;
        for axis in 0..3 {
            let Some(rise) = self.slope(n, By::new(octave, axis))? else {
                continue;
            };
            let slope = self.number(noise, ERODED_SLOPE)?;
            let rise = self.binary(Step::Div, rise, slope)?;
            let before = self.make(Op::Carried(fold, handed_on.len() as u32))?;
            let sum = self.binary(Step::Add, before, rise)?;
            let square = self.binary(Step::Mul, sum, sum)?;
            divisor = self.binary(Step::Add, divisor, square)?;
            handed_on.extend(carried(before, 0.0, sum));
        }
        Ok((self.binary(Step::Div, n, divisor)?, handed_on))
    }
}

/// Hands on one value: `op` reads it, and `next` computes it for the next octave.
fn carried(op: OpId, first: f32, next: OpId) -> Vec<Carried> {
    vec![Carried { op, first, next }]
}
