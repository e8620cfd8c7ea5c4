//! Folds over the octaves of one source that are summed row by row. A term is the source's value, that value times a number of the
//! octave (which goes into the weight), or another function of the value.

use super::rows::OctaveTerm;
use crate::noise::Step;
use crate::program::{Carried, FoldId, Job, Multiple, Op, OpId, Program, SourceId};

/// A fold that is the sum over the octaves of a source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SummedRows {
    pub fold: FoldId,
    pub source: SourceId,
    body: Body,
}

/// What is summed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Body {
    Multiple(Multiple),
    /// Another function of the source.
    Term(OctaveTerm<OpId>),
}

impl SummedRows {
    /// Recognises such a fold.
    pub fn of(program: &Program, fold: FoldId) -> Option<SummedRows> {
        if let Some(multiple) = program.summed_multiple(fold) {
            let (source, body) = (multiple.source, Body::Multiple(multiple));
            return Some(SummedRows { fold, source, body });
        }
        let (n, source) = program.own_source(fold)?;
        let body = Body::Term(Matcher { program, fold, n }.term()?);
        Some(SummedRows { fold, source, body })
    }

    /// Returns the weight of a layer of the source by which its values are multiplied, or 1 if the term of an octave is weighted.
    pub fn weight(&self, job: &Job, layer: usize) -> f32 {
        match self.body {
            Body::Multiple(multiple) => multiple.weight(job, self.fold, layer),
            Body::Term(_) => 1.0,
        }
    }

    /// Returns the function that is summed, unless it is a multiple of the source.
    pub fn term(&self, job: &Job) -> Option<OctaveTerm<f32>> {
        match self.body {
            Body::Multiple(_) => None,
            Body::Term(term) => Some(term.map(|op| job.number(op, 0))),
        }
    }
}

/// Compares the body of a fold with the forms that are known, which `program/lower/bodies.rs` makes.
struct Matcher<'a> {
    program: &'a Program,
    fold: FoldId,
    /// The operation that is the source.
    n: OpId,
}

impl Matcher<'_> {
    fn term(&self) -> Option<OctaveTerm<OpId>> {
        let fold = &self.program.folds[self.fold.index()];
        match fold.carried[..] {
            [] => self.of_value_alone(fold.result),
            [carried] => (self.weighted_ridge(fold.result, carried))
                .or_else(|| self.hybrid(fold.result, carried)),
            _ => None,
        }
    }

    /// Recognises a term of no value that octaves hand on.
    fn of_value_alone(&self, result: OpId) -> Option<OctaveTerm<OpId>> {
        if self.is_magnitude(result) {
            return Some(OctaveTerm::Magnitude);
        }
        if let Some(offset) = self.ridge(result) {
            return Some(OctaveTerm::Ridge { offset });
        }
        let strength = self.ping_pong(result)?;
        Some(OctaveTerm::PingPong { strength })
    }

    fn is_magnitude(&self, op: OpId) -> bool {
        self.program.args(Step::Abs, op) == Some([self.n])
    }

    /// Returns the offset of offset − |n|.
    fn ridge(&self, op: OpId) -> Option<OpId> {
        let [offset, magnitude] = self.program.args(Step::Sub, op)?;
        (self.is_constant(offset) && self.is_magnitude(magnitude)).then_some(offset)
    }

    /// Returns the strength of −triangle((n + 1)·strength/2).
    fn ping_pong(&self, op: OpId) -> Option<OpId> {
        let [wave, flipped] = self.program.args(Step::Mul, op)?;
        let [turns] = self.program.args(Step::Triangle, wave)?;
        let [ends, half] = self.program.args(Step::Mul, turns)?;
        let [above, strength] = self.program.args(Step::Mul, ends)?;
        let [n, one] = self.program.args(Step::Add, above)?;
        let literals = self.is(flipped, -1.0) && self.is(half, 0.5) && self.is(one, 1.0);
        (literals && n == self.n && self.is_constant(strength)).then_some(strength)
    }

    fn weighted_ridge(&self, result: OpId, carried: Carried) -> Option<OctaveTerm<OpId>> {
        let [square, weight] = self.program.args(Step::Mul, result)?;
        let [ridge, again] = self.program.args(Step::Mul, square)?;
        let offset = self.ridge(ridge)?;
        let [strong, low, high] = self.program.args(Step::Clamp, carried.next)?;
        let [signal, gain] = self.program.args(Step::Mul, strong)?;
        let literals = self.is(low, 0.0) && self.is(high, 1.0) && carried.first == 1.0;
        let places = again == ridge && weight == carried.op && signal == result;
        (literals && places && self.is_constant(gain))
            .then_some(OctaveTerm::WeightedRidge { offset, gain })
    }

    fn hybrid(&self, result: OpId, carried: Carried) -> Option<OctaveTerm<OpId>> {
        let [weight, raised] = self.program.args(Step::Mul, result)?;
        let [before, one] = self.program.args(Step::Min, weight)?;
        let [n, offset] = self.program.args(Step::Add, raised)?;
        let [signal, amplitude] = self.program.args(Step::Mul, carried.next)?;
        let literals = self.is(one, 1.0) && carried.first == 1.0;
        let places = before == carried.op && n == self.n && signal == result;
        let is_amplitude = self.program.ops[amplitude.index()] == Op::OctaveAmplitude(self.fold);
        (literals && places && is_amplitude && self.is_constant(offset))
            .then_some(OctaveTerm::Hybrid { offset })
    }

    /// Returns whether an operation is a number that is the same for all samples and octaves.
    fn is_constant(&self, op: OpId) -> bool {
        matches!(self.program.ops[op.index()], Op::Param(_) | Op::Number(_))
    }

    /// Returns whether an operation is this number.
    fn is(&self, op: OpId, number: f32) -> bool {
        self.program.ops[op.index()] == Op::Number(number.to_bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::RidgedForm;
    use crate::{Grid, Noise};

    fn is_summed(noise: Noise) -> bool {
        let program = Program::check([noise], Grid::new([4, 4]).axes()).expect("a right noise");
        SummedRows::of(&program, FoldId(0)).is_some()
    }

    /// The forms that lowering makes are those that are known here: another one would be slow, and else unnoticed.
    #[test]
    fn every_fractal_is_summed_row_by_row() {
        let one = Noise::perlin;
        for noise in [
            one().fbm().any(),
            one().billow().any(),
            one().ridged().any(),
            one().ridged().form(RidgedForm::Plain).any(),
            one().ping_pong().any(),
            one().hybrid().any(),
            one().fbm().partial(crate::noise::Axis::X),
        ] {
            assert!(is_summed(noise.clone()), "{noise:?}");
        }
        assert!(
            !is_summed(one().eroded().any()),
            "it depends on derivatives"
        );
        assert!(
            !is_summed(one().abs().sin().fbm().any()),
            "another function of the source"
        );
    }
}
