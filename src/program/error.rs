//! The error analysis: how far an f32 value of an operation may lie from the exact one.
//!
//! It is a running error analysis over the operations (Higham, *Accuracy and Stability of Numerical Algorithms*, section 3.3).
//! With exact arguments xᵢ, computed ones xᵢ + eᵢ, and f the operation,
//!
//! |computed − exact| ≤ Σᵢ max|∂f/∂xᵢ|·|eᵢ| + the roundings of f itself,
//!
//! with the maxima over the ranges of the arguments. Roundings are multiples of the roundoff u = 2⁻²⁴. For sources,
//! |∂f/∂xᵢ| is bounded by the Lipschitz constant, and their own roundings by [`ON_GRID`] and [`AT_POINTS`], to which the suite
//! holds them. The range of an operation holds the exact value and the computed one, so no error exceeds the width of the
//! range: errors are finite, however steep an operation is.

use super::interval::{Interval, least, size, width};
use super::op::{Fold, FoldId, Op, OpId, SourceId};
use super::steps::rounding::{Argument, SQUARE_ROOT, U, of_sum, rounding};
use super::steps::rules;
use super::{Block, Job, Layer, Positions, range};
use crate::noise::Step;

/// The bound of |f32 − f64| per unit of summed amplitude of a source, or a sum of its octaves, on a plain grid, where its axis
/// tables are exact.
pub const ON_GRID: f64 = 1e-6;
/// The bound of |f32 − f64| per unit of amplitude of a source at points, where cell and fraction are computed in f32.
pub const AT_POINTS: f64 = 4e-6;

impl Job {
    /// Returns how far a backend's value of a channel may lie from the reference's: at most the width of [`Job::range`], and 0
    /// only if nothing is computed.
    ///
    /// # Panics
    /// For a channel that the program does not have.
    pub fn tolerance(&self, channel: usize) -> f64 {
        self.tolerance_at(Positions::Tables, channel)
    }

    /// Returns the tolerance for positions that are computed in another way.
    ///
    /// # Panics
    /// For a channel that the program does not have.
    pub fn tolerance_at(&self, positions: Positions, channel: usize) -> f64 {
        errors(self, positions).of[self.program.outputs[channel].index()]
    }
}

/// Computes the error of every operation of a job.
pub(super) fn errors(job: &Job, positions: Positions) -> Errors<'_> {
    let mut analysis = Errors {
        job,
        positions,
        ranges: match positions {
            Positions::Tables => job.ranges.clone(),
            _ => range::ranges_at_points(job, positions),
        },
        of: vec![0.0; job.program.ops.len()],
    };
    analysis.run(&job.program.blocks[0]);
    analysis
}

/// The analysis and its results.
pub(super) struct Errors<'a> {
    pub job: &'a Job,
    positions: Positions,
    ranges: Vec<Interval>,
    /// The error of every operation.
    pub of: Vec<f64>,
}

impl Errors<'_> {
    /// Sets the errors of a block's operations.
    fn run(&mut self, block: &Block) {
        for &op in &block.ops {
            // `min` ignores NaN, which means an unbounded error.
            self.of[op.index()] = self.bound(op).min(width(self.ranges[op.index()]));
        }
    }

    /// The greatest magnitude of an operation's value.
    fn size(&self, op: OpId) -> f64 {
        size(self.ranges[op.index()])
    }

    /// Returns the error of an operation, from those of its operands.
    fn bound(&mut self, op: OpId) -> f64 {
        let program = &self.job.program;
        match &program.ops[op.index()] {
            Op::Coordinate(id) if self.positions != Positions::Tables => {
                self.job.coordinate_error(*id)
            }
            Op::Param(_)
            | Op::Coordinate(_)
            | Op::OctaveScale { .. }
            | Op::OctaveAmplitude(_)
            | Op::Cells { .. } => rounding(self.size(op)),
            Op::Number(_) => 0.0,
            // `body` has set the error of the value that the previous octave handed on.
            Op::Carried(..) => self.of[op.index()],
            // The noise's own error, plus Lipschitz constant times the error of the position.
            Op::Source(id) => {
                let source = &program.sources[id.index()];
                let strayed = (0..source.axes.len())
                    .filter_map(|i| self.cell_error(*id, i))
                    .reduce(f64::max);
                let by_position = strayed.map(|cells| source.lipschitz(self.job) * cells);
                source.own_error(self.job, strayed.is_none()) + by_position.unwrap_or_default()
            }
            Op::Fold(id) => self.fold(*id),
            Op::Step { step, args } => {
                let mut values: Vec<Argument> =
                    args.iter().map(|&arg| self.argument(arg)).collect();
                if let (Step::Div, [_, divisor]) = (step, &mut values[..]) {
                    let relative = self.relative(args[1]) * least(divisor.range);
                    divisor.error = divisor.error.min(relative);
                }
                rules(*step).bound(&values, self.ranges[op.index()])
            }
            Op::Picture { sampler, at } => {
                let at: Vec<Argument> = at.iter().map(|&op| self.argument(op)).collect();
                program.planes[sampler.plane as usize].error(*sampler, &at)
            }
        }
    }

    /// Returns the error of a divisor relative to its computed value, which is what a quotient depends on.
    ///
    /// Of a + s², a > 0, with an error e of s, the square's part is at most (2|s| + e)·e / (a + s²) ≤ e/√a + e²/a, however
    /// large s is. The square and the sum add a rounding each. Of a root it is no more than that of its argument, as |1 −
    /// √x| ≤ |1 − x|.
    fn relative(&self, divisor: OpId) -> f64 {
        let program = &self.job.program;
        let step = |op: OpId| match &program.ops[op.index()] {
            Op::Step { step, args } => Some((*step, &args[..])),
            _ => None,
        };
        let low = |op: OpId| self.ranges[op.index()][0];
        let own = self.of[divisor.index()] / least(self.ranges[divisor.index()]);
        match step(divisor) {
            Some((Step::Sqrt, &[of])) if low(of) > 0.0 => {
                own.min(self.relative(of) + SQUARE_ROOT * U)
            }
            Some((Step::Add, &[a, square])) if low(a) > 0.0 => match step(square) {
                Some((Step::Mul, &[s, same])) if s == same => {
                    let strayed = self.of[s.index()] / low(a).sqrt();
                    own.min(self.relative(a) + strayed * (1.0 + strayed) + 2.0 * U)
                }
                _ => own,
            },
            _ => own,
        }
    }

    /// Returns the error of a fold: Σₖ weightₖ·(error of the body in octave k), plus the roundings of the sum.
    fn fold(&mut self, id: FoldId) -> f64 {
        let program = &self.job.program;
        let fold = &program.folds[id.index()];
        let weights = &self.job.octaves[id.index()].weights;
        let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        let body = self.body(fold, weights, sum);
        if let Op::Source(_) = program.ops[fold.result.index()] {
            // A source's bound is per unit of summed amplitude and includes the roundings of the sum.
            return body;
        }
        body + of_sum(weights.len(), sum, self.size(fold.result))
    }

    /// Returns the weighted sum over the octaves of the error of a fold's body.
    fn body(&mut self, fold: &Fold, weights: &[f32], sum: f64) -> f64 {
        let body = &self.job.program.blocks[fold.body.index()];
        if fold.carried.is_empty() {
            self.run(body);
            return sum * self.of[fold.result.index()];
        }
        // The octaves are analysed one by one, because each hands the errors of its values on to the next.
        for carried in &fold.carried {
            self.of[carried.op.index()] = 0.0;
        }
        let of_octave = |&weight: &f32| {
            self.run(body);
            for carried in &fold.carried {
                self.of[carried.op.index()] = self.of[carried.next.index()];
            }
            f64::from(weight) * self.of[fold.result.index()]
        };
        weights.iter().map(of_octave).sum()
    }

    /// Returns an operation as the argument of a step: its range and its error.
    pub fn argument(&self, op: OpId) -> Argument {
        Argument {
            range: self.ranges[op.index()],
            error: self.of[op.index()],
        }
    }

    /// Returns the error, in cells, of the position at which a source is evaluated along its axis `i`; `None` if the position comes
    /// exactly from an axis table.
    pub fn cell_error(&self, source: SourceId, i: usize) -> Option<f64> {
        let program = &self.job.program;
        let lattice = &program.sources[source.index()];
        let displacement = program.frames[lattice.frame.index()].displacement;
        let displaced =
            displacement[lattice.axes[i]].map(|by| self.displaced(source.index(), i, by));
        let plain = match self.positions {
            Positions::Tables => return displaced,
            Positions::Points => self.job.split_error(source, i),
            Positions::Floats => self.job.position_error(source, i),
        };
        Some(displaced.unwrap_or_default() + plain)
    }

    /// Returns how many cells of a source the box spans along the source's axis `i`, in the octave with the fewest.
    pub fn cells_spanned(&self, source: SourceId, i: usize) -> f64 {
        let lattice = &self.job.program.sources[source.index()];
        let axis = lattice.axes[i];
        let extent = self.job.grid.span(axis).extent;
        let displacement = self.job.program.frames[lattice.frame.index()].displacement[axis];
        let moved = displacement.map_or(0.0, |by| width(self.ranges[by.index()]));
        let of_layer = |layer: &Layer| {
            (layer.cells[i].rate() * extent).abs() + f64::from(layer.rates[i]) * moved
        };
        let layers = self.job.layers[source.index()].iter().map(of_layer);
        layers.fold(f64::INFINITY, f64::min)
    }

    /// Returns the error in cells of a position with the displacement `by`, which is computed as plain + rate·by.
    ///
    /// The error of `by` is multiplied by the rate. The rate, the product and the sum are each rounded, which gives 3·u of
    /// rate·by, and the plain fraction, which is below 1, gives u. A snippet multiplies the rate of a parameter, a factor, and
    /// the frequency factor of an octave, which are rounded too: each of the last two gives 2·u.
    fn displaced(&self, id: usize, i: usize, by: OpId) -> f64 {
        let program = &self.job.program;
        let roundings = match self.positions {
            Positions::Tables | Positions::Points => 3.0,
            Positions::Floats if program.rescaling_fold(program.sources[id].frame).is_none() => 5.0,
            Positions::Floats => 7.0,
        };
        let rates = self.job.layers[id]
            .iter()
            .map(|layer| f64::from(layer.rates[i]));
        let rate = rates.fold(0.0, f64::max);
        rate * self.of[by.index()] + U * (roundings * rate * self.size(by) + 1.0)
    }
}
