//! Folds over the octaves of one source that are summed row by row: of its values, of its values times a number of the octave,
//! which goes into the octave's weight, or of what a fractal makes of them.

use super::rows::OctaveTerm;
use crate::noise::Step;
use crate::program::{Carried, Fold, FoldId, Job, Op, OpId, Program, SourceId};

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
    /// The source.
    Value,
    /// The source times a number. A derivative has the cells per unit of its octave.
    Multiple(OpId),
    /// Another function of the source.
    Term(OctaveTerm<OpId>),
}

impl SummedRows {
    /// Recognises such a fold.
    pub fn of(program: &Program, fold: FoldId) -> Option<SummedRows> {
        let description = &program.folds[fold.index()];
        let ops = &program.blocks[description.body.index()].ops;
        let mut sources = ops.iter().filter_map(|op| match program.ops[op.index()] {
            Op::Source(source) => Some((*op, source)),
            _ => None,
        });
        let (op, source) = sources.next()?;
        // A source of an outer frame is the same in each octave.
        let frame = program.sources[source.index()].frame;
        if program.folds_around(frame).last() != Some(&fold) {
            return None;
        }
        let matcher = Matcher {
            program,
            fold,
            source,
            n: op,
        };
        let body = matcher.body(description)?;
        Some(SummedRows { fold, source, body })
    }

    /// Returns the weight of a layer of the source by which its values are multiplied: that of its octave times the number, or 1
    /// if the term of an octave is weighted.
    pub fn weight(&self, job: &Job, layer: usize) -> f32 {
        let weights = &job.octaves[self.fold.index()].weights;
        // The fold is the innermost around the source, and its octaves are the fastest index of a layer.
        let octave = layer % weights.len();
        match self.body {
            Body::Value => weights[octave],
            Body::Multiple(number) => weights[octave] * self.number(job, number, layer, octave),
            Body::Term(_) => 1.0,
        }
    }

    /// Returns the function that is summed, unless it is the source or a multiple of it.
    pub fn term(&self, job: &Job) -> Option<OctaveTerm<f32>> {
        let number = |op| self.number(job, op, 0, 0);
        match self.body {
            Body::Value | Body::Multiple(_) => None,
            Body::Term(term) => Some(term.map(number)),
        }
    }

    fn number(&self, job: &Job, op: OpId, layer: usize, octave: usize) -> f32 {
        let octaves = &job.octaves[self.fold.index()];
        match job.program.ops[op.index()] {
            Op::Param(slot) => job.numbers[slot.index()],
            Op::Number(bits) => f32::from_bits(bits),
            Op::OctaveScale { time: false, .. } => octaves.scales[octave],
            Op::OctaveScale { time: true, .. } => octaves.time_scales[octave],
            Op::Cells { source, axis } => job.layers[source.index()][layer].rates[axis],
            _ => args(&job.program, Step::Mul, op).map_or(1.0, |[a, b]| {
                self.number(job, a, layer, octave) * self.number(job, b, layer, octave)
            }),
        }
    }
}

/// Compares the body of a fold with the forms that are known, which `program/lower/bodies.rs` makes.
struct Matcher<'a> {
    program: &'a Program,
    fold: FoldId,
    source: SourceId,
    /// The operation that is the source.
    n: OpId,
}

impl Matcher<'_> {
    fn body(&self, fold: &Fold) -> Option<Body> {
        let result = fold.result;
        match fold.carried[..] {
            [] if result == self.n => Some(Body::Value),
            [] => (self.multiple(result)).or_else(|| self.term(result).map(Body::Term)),
            [carried] => (self.weighted_ridge(result, carried))
                .or_else(|| self.hybrid(result, carried))
                .map(Body::Term),
            _ => None,
        }
    }

    fn multiple(&self, result: OpId) -> Option<Body> {
        let [a, b] = args(self.program, Step::Mul, result)?;
        let number = if b == self.n { a } else { b };
        ([a, b].contains(&self.n) && self.is_number(number)).then_some(Body::Multiple(number))
    }

    fn term(&self, result: OpId) -> Option<OctaveTerm<OpId>> {
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
        args(self.program, Step::Abs, op) == Some([self.n])
    }

    /// Returns the offset of offset − |n|.
    fn ridge(&self, op: OpId) -> Option<OpId> {
        let [offset, magnitude] = args(self.program, Step::Sub, op)?;
        (self.is_constant(offset) && self.is_magnitude(magnitude)).then_some(offset)
    }

    /// Returns the strength of −triangle((n + 1)·strength/2).
    fn ping_pong(&self, op: OpId) -> Option<OpId> {
        let [wave, flipped] = args(self.program, Step::Mul, op)?;
        let [turns] = args(self.program, Step::Triangle, wave)?;
        let [ends, half] = args(self.program, Step::Mul, turns)?;
        let [above, strength] = args(self.program, Step::Mul, ends)?;
        let [n, one] = args(self.program, Step::Add, above)?;
        let literals = self.is(flipped, -1.0) && self.is(half, 0.5) && self.is(one, 1.0);
        (literals && n == self.n && self.is_constant(strength)).then_some(strength)
    }

    fn weighted_ridge(&self, result: OpId, carried: Carried) -> Option<OctaveTerm<OpId>> {
        let [square, weight] = args(self.program, Step::Mul, result)?;
        let [ridge, again] = args(self.program, Step::Mul, square)?;
        let offset = self.ridge(ridge)?;
        let [strong, low, high] = args(self.program, Step::Clamp, carried.next)?;
        let [signal, gain] = args(self.program, Step::Mul, strong)?;
        let literals = self.is(low, 0.0) && self.is(high, 1.0) && carried.first == 1.0;
        let places = again == ridge && weight == carried.op && signal == result;
        (literals && places && self.is_constant(gain))
            .then_some(OctaveTerm::WeightedRidge { offset, gain })
    }

    fn hybrid(&self, result: OpId, carried: Carried) -> Option<OctaveTerm<OpId>> {
        let [weight, raised] = args(self.program, Step::Mul, result)?;
        let [before, one] = args(self.program, Step::Min, weight)?;
        let [n, offset] = args(self.program, Step::Add, raised)?;
        let [signal, amplitude] = args(self.program, Step::Mul, carried.next)?;
        let literals = self.is(one, 1.0) && carried.first == 1.0;
        let places = before == carried.op && n == self.n && signal == result;
        let is_amplitude = self.program.ops[amplitude.index()] == Op::OctaveAmplitude(self.fold);
        (literals && places && is_amplitude && self.is_constant(offset))
            .then_some(OctaveTerm::Hybrid { offset })
    }

    /// Returns whether an operation is a product of numbers that are the same for all samples of an octave.
    fn is_number(&self, op: OpId) -> bool {
        match self.program.ops[op.index()] {
            Op::OctaveScale { fold, .. } => fold == self.fold,
            Op::Cells { source, .. } => source == self.source,
            _ if self.is_constant(op) => true,
            _ => args(self.program, Step::Mul, op)
                .is_some_and(|[a, b]| self.is_number(a) && self.is_number(b)),
        }
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

/// Returns the operands of an operation if it is this step.
fn args<const N: usize>(program: &Program, of: Step, op: OpId) -> Option<[OpId; N]> {
    match &program.ops[op.index()] {
        Op::Step { step, args } if *step == of => args[..].try_into().ok(),
        _ => None,
    }
}
