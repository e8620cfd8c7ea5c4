//! One operation at one sample, whose index is `at`.

use super::noises::{At, displaced};
use super::{Composer, name, octave};
use crate::gpu::steps;
use crate::program::{Op, OpId, SourceId};

/// How the value of an operand is written.
pub(super) type Read<'a> = &'a dyn Fn(OpId) -> String;

/// How what an octave hands on to the next is written, by the operation that reads it.
pub(super) type State<'a> = &'a dyn Fn(OpId) -> String;

impl Composer<'_> {
    /// Declares the value of any operation but a fold; `state` is where that of a carried one is kept.
    pub(super) fn value(&mut self, op: OpId, read: Read, state: State, depth: usize) {
        let program = self.program;
        let value = match &program.ops[op.index()] {
            Op::Fold(_) => unreachable!("a fold is a loop, not a value"),
            Op::Source(source) => self.source_value(op, *source, read, depth),
            Op::Coordinate(id) => {
                let coordinate = program.coordinates[id.index()];
                let layer = self.layer(self.wholes.coordinate(*id), coordinate.frame);
                let entry = axis_at(coordinate.axis, &format!("layers[{layer}].first.x"));
                format!("{entry}.fraction")
            }
            Op::Param(slot) => format!("number({}u)", self.numbers.slot(*slot)),
            Op::Number(bits) => format!("{:?}", f32::from_bits(*bits)),
            Op::Cells { source, axis } => {
                let frame = program.sources[source.index()].frame;
                let layer = self.layer(self.wholes.source(*source), frame);
                format!("layers[{layer}].rate.{}", FIELDS[*axis])
            }
            Op::OctaveAmplitude(fold) => {
                let first = self.numbers.amplitude(*fold);
                format!("number({first}u + {})", octave(*fold))
            }
            Op::Carried(fold, i) => {
                let first = program.folds[fold.index()].carried[*i as usize].first;
                format!("select({}, {first:?}, {} == 0u)", state(op), octave(*fold))
            }
            Op::OctaveScale { fold, time } => {
                let first = self.numbers.scale(*fold, *time);
                format!("number({first}u + {})", octave(*fold))
            }
            Op::Step { step, args } => {
                let args: Vec<String> = args.iter().map(|&arg| read(arg)).collect();
                steps::expression(*step, &args)
            }
        };
        line!(self, depth, "let {} = {value};", name(op));
    }

    fn source_value(&mut self, op: OpId, id: SourceId, read: Read, depth: usize) -> String {
        let source = &self.program.sources[id.index()];
        let value = name(op);
        let layer = self.layer(self.wholes.source(id), source.frame);
        line!(self, depth, "let {value}_layer = layers[{layer}];");
        let displacement = self.program.frames[source.frame.index()].displacement;
        let mut axes = Vec::new();
        for (i, &axis) in source.axes.iter().enumerate() {
            let field = FIELDS[i];
            let plain = axis_at(axis, &format!("{value}_layer.first.{field}"));
            let axis_name = format!("{value}_{field}");
            match displacement[axis] {
                None => line!(self, depth, "let {axis_name} = {plain};"),
                Some(by) => {
                    let cells = format!("{} * {value}_layer.rate.{field}", read(by));
                    let period = format!("{value}_layer.period.{field}");
                    for text in displaced(source.columns(), &axis_name, &plain, &cells, &period) {
                        line!(self, depth, "{text}");
                    }
                }
            }
            axes.push(axis_name);
        }
        let at = At {
            source,
            layer: &format!("{value}_layer"),
            axes: &axes,
        };
        self.noise(&at)
    }
}

/// The components of a vector, by axis of a source.
pub(super) const FIELDS: [&str; 4] = ["x", "y", "z", "w"];

/// The entry of sample `at` in the table of an axis.
pub(super) fn axis_at(axis: usize, first: &str) -> String {
    format!("axes[{first} + at.{}]", FIELDS[axis])
}
