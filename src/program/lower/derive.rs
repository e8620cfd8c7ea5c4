//! Derivatives of operations by the chain rule.
//!
//! A derivative is taken with respect to the position along an axis of the frame in which the derivative node is evaluated. The
//! position in any frame is the sum of a plain coordinate and a displacement. The plain coordinate is the independent variable
//! of its frame, even where operations compute the whole position and it is 0. The displacement is a function of the
//! coordinates of the frames that enclose it.
//!
//! The derivative of a source is a sum over its axes of three factors: its partial derivative per cell, the cells per unit, and
//! the derivative of its position. The last is the product of the scales of the frames between, plus the derivative of the
//! displacement. The derivative of a fold is a fold over the derivative of its body; its octaves also hand on the derivatives
//! of the values that they hand on.

use super::{Lowering, intern};
use crate::grid::TIME;
use crate::noise::derivative::{ALONG, COMPONENT, OF, POTENTIAL};
use crate::noise::key::Varying;
use crate::noise::{Input, Key, Noise, Step, fractal};
use crate::program::lattice::Lattice;
use crate::program::op::{Carried, CoordinateId, FoldId, FrameId, Op, OpId, SourceId};
use crate::program::{Frame, FrameStep};
use crate::{Error, Result};

/// The position with respect to which a derivative is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct By {
    frame: FrameId,
    axis: usize,
    /// Whether it is the derivative of the pieces between jumps. Otherwise jumps are refused.
    pub(super) in_pieces: bool,
}

impl By {
    pub(super) fn new(frame: FrameId, axis: usize) -> By {
        By {
            frame,
            axis,
            in_pieces: false,
        }
    }
}

/// The derivative of an operation; `None` where it is 0 everywhere.
pub(super) type Slope = Option<OpId>;

impl Lowering {
    pub(super) fn partial(&mut self, noise: &Noise, frame: FrameId) -> Result<OpId> {
        let axis = noise.node().get(ALONG).index();
        let slope = self.slope_of(noise, OF, By::new(frame, axis))?;
        self.or_zero(slope)
    }

    pub(super) fn curl(&mut self, noise: &Noise, frame: FrameId) -> Result<OpId> {
        let component = noise.node().get(COMPONENT).index();
        let [first, second] = [(component + 1) % 3, (component + 2) % 3];
        let by = |axis| By::new(frame, axis);
        let rises = self.slope_of(noise, POTENTIAL[second], by(first))?;
        let falls = self.slope_of(noise, POTENTIAL[first], by(second))?;
        let curl = self.minus(rises, falls)?;
        self.or_zero(curl)
    }

    fn slope_of(&mut self, noise: &Noise, param: Key<Varying>, by: By) -> Result<Slope> {
        let Input::Noise(of) = noise.node().get(param) else {
            return Ok(None);
        };
        let of = self.value(of, by.frame)?;
        self.slope(of, by)
    }

    /// Makes the derivative of an operation. Messages name the node of that operation.
    pub(super) fn slope(&mut self, op: OpId, by: By) -> Result<Slope> {
        if let Some(&slope) = self.derived.get(&(op, by)) {
            return Ok(slope);
        }
        let user = std::mem::replace(&mut self.at, self.labels[op.index()].clone());
        let slope = match self.ops[op.index()].clone() {
            Op::Param(_)
            | Op::Number(_)
            | Op::OctaveScale { .. }
            | Op::OctaveAmplitude(_)
            | Op::Cells { .. } => None,
            Op::Carried(..) => unreachable!("the derivative of its fold knows its own"),
            Op::Coordinate(id) => self.slope_of_coordinate(id, by)?,
            Op::Source(id) => self.slope_of_source(id, by)?,
            Op::Picture { sampler, at } => self.slope_of_picture(sampler, at, by)?,
            Op::Fold(id) => self.slope_of_fold(id, by)?,
            Op::Step { step, args } => {
                let by = By {
                    in_pieces: by.in_pieces || step == Step::Piecewise,
                    ..by
                };
                let slopes = (args.iter())
                    .map(|&arg| self.slope(arg, by))
                    .collect::<Result<Vec<_>>>()?;
                match slopes.iter().any(Option::is_some) {
                    true => self.slope_of_step(step, op, &args, &slopes, by)?,
                    false => None,
                }
            }
        };
        self.at = user;
        self.derived.insert((op, by), slope);
        // A derivative that is not refused is the same in pieces. Made again inside of a loop, it could not be read after it.
        let in_pieces = By {
            in_pieces: true,
            ..by
        };
        self.derived.entry((op, in_pieces)).or_insert(slope);
        Ok(slope)
    }

    fn slope_of_coordinate(&mut self, id: CoordinateId, by: By) -> Result<Slope> {
        let coordinate = self.coordinates[id.index()];
        self.plain(coordinate.frame, coordinate.axis, by)
    }

    fn slope_of_source(&mut self, id: SourceId, by: By) -> Result<Slope> {
        let source = self.sources[id.index()].clone();
        let displacement = self.frames[source.frame.index()].displacement;
        let mut sum = None;
        for (i, &axis) in source.axes.iter().enumerate() {
            let plain = self.plain(source.frame, axis, by)?;
            let displaced = match displacement[axis] {
                Some(displacement) => self.slope(displacement, by)?,
                None => None,
            };
            let Some(moved) = self.plus(plain, displaced)? else {
                continue;
            };
            if by.in_pieces && source.noise.properties().is_constant_in_cells() {
                continue;
            }
            let (partial, source) = self.partial_source(&source, i)?;
            let cells = self.make(Op::Cells { source, axis: i })?;
            let moved = self.times(Some(moved), cells)?;
            let term = self.times(moved, partial)?;
            sum = self.plus(sum, term)?;
        }
        Ok(sum)
    }

    /// Makes the partial derivative of a source along its axis `i`, per cell.
    fn partial_source(&mut self, source: &Lattice, i: usize) -> Result<(OpId, SourceId)> {
        if !source.noise.properties().has_derivative() {
            let allowed = "under partial and curl: perlin, classic, simplex, psrd, value with a fade, and worley with the output smooth_f1 unless its points swing";
            return Err(Error::invalid(self.at.to_string(), "a derivative", allowed));
        }
        let partial = Lattice {
            partial: Some(i),
            ..source.clone()
        };
        let id = SourceId(intern(&mut self.sources, partial));
        Ok((self.make(Op::Source(id))?, id))
    }

    fn slope_of_fold(&mut self, id: FoldId, by: By) -> Result<Slope> {
        let (noise, frame) = self.folded[id.index()].clone();
        if !self.is_below(frame, by.frame) {
            return Ok(None);
        }
        // The derivatives of the displacements around the fold are made here, so that they lie outside of its loop.
        for (axis, displacement) in (0..).zip(self.frames[frame.index()].displacement) {
            if let Some(displacement) = displacement
                && self.reads(id, axis)
            {
                self.slope(displacement, by)?;
            }
        }
        let kind = self.folds[id.index()].kind;
        let (fold, octave) = self.open_fold(&noise, kind, frame)?;
        let n = self.signal(&noise, fractal::OF, octave)?;
        // If the sub-graph does not depend on the position, neither do the weights of the octaves.
        if self.slope(n, by)?.is_none() {
            self.open.pop();
            return Ok(None);
        }
        let (result, mut carried) = self.body(&noise, kind, (fold, octave), n)?;
        let slopes = self.slopes_carried(fold, &carried, by)?;
        for (value, op) in carried.clone().into_iter().zip(slopes) {
            let next = self.slope(value.next, by)?;
            let next = self.or_zero(next)?;
            carried.push(Carried {
                op,
                first: 0.0,
                next,
            });
        }
        let slope = self.slope(result, by)?;
        let slope = self.or_zero(slope)?;
        self.close_fold(fold, (slope, carried)).map(Some)
    }

    /// Makes the operations that read the derivatives of the values that the previous octave handed on.
    fn slopes_carried(&mut self, fold: FoldId, carried: &[Carried], by: By) -> Result<Vec<OpId>> {
        let places = carried.len() as u32..;
        (carried.iter().zip(places))
            .map(|(value, place)| {
                let slope = self.make(Op::Carried(fold, place))?;
                self.derived.insert((value.op, by), Some(slope));
                Ok(slope)
            })
            .collect()
    }

    /// Makes the derivative of a frame's plain coordinate along an axis with respect to that of an enclosing frame.
    fn plain(&mut self, frame: FrameId, axis: usize, by: By) -> Result<Slope> {
        if axis != by.axis || !self.is_below(frame, by.frame) {
            return Ok(None);
        }
        let mut moved = Some(self.literal(1.0)?);
        let mut at = frame;
        while at != by.frame {
            let Frame { step, parent, .. } = self.frames[at.index()].clone();
            let factor = match step {
                FrameStep::Scale(factors) => factors[axis].map(Op::Param),
                FrameStep::Octave(fold) => Some(Op::OctaveScale {
                    fold,
                    time: axis == TIME,
                }),
                FrameStep::Made(made) if made[axis] => return Ok(None),
                FrameStep::Same | FrameStep::Translate(_) | FrameStep::Made(_) => None,
            };
            if let Some(factor) = factor {
                let factor = self.make(factor)?;
                moved = self.times(moved, factor)?;
            }
            at = parent.unwrap_or(by.frame);
        }
        Ok(moved)
    }

    /// Returns whether a source or a coordinate within a fold depends on the position along an axis.
    fn reads(&self, fold: FoldId, axis: usize) -> bool {
        let octave = FrameStep::Octave(fold);
        let is_within =
            |frame| (self.upward(frame)).any(|at| self.frames[at.index()].step == octave);
        let mut sources = self.sources.iter();
        let mut coordinates = self.coordinates.iter();
        sources.any(|one| one.axes.contains(&axis) && is_within(one.frame))
            || coordinates.any(|one| one.axis == axis && is_within(one.frame))
    }

    /// Returns whether a frame is `above`, or was made from it, directly or through other frames.
    fn is_below(&self, frame: FrameId, above: FrameId) -> bool {
        self.upward(frame).any(|at| at == above)
    }

    /// Iterates over a frame and those that it was made from, directly or through other frames.
    fn upward(&self, frame: FrameId) -> impl Iterator<Item = FrameId> {
        std::iter::successors(Some(frame), |at| self.frames[at.index()].parent)
    }
}

/// Arithmetic on derivatives.
impl Lowering {
    pub(super) fn plus(&mut self, a: Slope, b: Slope) -> Result<Slope> {
        match (a, b) {
            (Some(a), Some(b)) => self.binary(Step::Add, a, b).map(Some),
            (one, None) | (None, one) => Ok(one),
        }
    }

    pub(super) fn minus(&mut self, a: Slope, b: Slope) -> Result<Slope> {
        match (a, b) {
            (Some(a), Some(b)) => self.binary(Step::Sub, a, b).map(Some),
            (a, None) => Ok(a),
            (None, b) => {
                let minus_one = self.literal(-1.0)?;
                self.times(b, minus_one)
            }
        }
    }

    pub(super) fn times(&mut self, slope: Slope, factor: OpId) -> Result<Slope> {
        let one = Op::Number(1f32.to_bits());
        match slope {
            None => Ok(None),
            Some(slope) if self.ops[slope.index()] == one => Ok(Some(factor)),
            Some(slope) if self.ops[factor.index()] == one => Ok(Some(slope)),
            Some(slope) => self.binary(Step::Mul, slope, factor).map(Some),
        }
    }

    pub(super) fn over(&mut self, slope: Slope, divisor: OpId) -> Result<Slope> {
        match slope {
            None => Ok(None),
            Some(slope) => self.binary(Step::Div, slope, divisor).map(Some),
        }
    }

    /// `a` where `by` is below `edge`, else `b`.
    pub(super) fn either(&mut self, a: Slope, b: Slope, by: OpId, edge: OpId) -> Result<Slope> {
        if a == b {
            return Ok(a);
        }
        let args = vec![self.or_zero(a)?, self.or_zero(b)?, by, edge];
        let step = Step::Select;
        self.make(Op::Step { step, args }).map(Some)
    }

    fn or_zero(&mut self, slope: Slope) -> Result<OpId> {
        slope.map_or_else(|| self.literal(0.0), Ok)
    }
}
