//! The value of one operation at one sample.

use super::noises::{SourceCall, axis_statements};
use super::{Composer, FIELDS, Inputs, Read, name, number, octave, steps};
use crate::program::{Op, OpId, SourceId};

/// Returns the variable in which an octave keeps a value for the next one, given the operation that reads it.
type State<'a> = &'a dyn Fn(OpId) -> String;

impl<I: Inputs> Composer<'_, I> {
    /// Declares the value of an operation that is not a fold.
    pub fn value(&mut self, op: OpId, read: Read, state: State, depth: usize) {
        let program = self.program;
        let value = match &program.ops[op.index()] {
            Op::Fold(_) => unreachable!("a fold is a loop, not a value"),
            Op::Source(source) => self.source_value(op, *source, read, depth),
            Op::Coordinate(id) => self.inputs.coordinate(*id),
            Op::Param(slot) => self.inputs.number(*slot),
            Op::Number(bits) => number(f32::from_bits(*bits)),
            Op::Cells { source, axis } => {
                let layer = self.inputs.layer(*source);
                self.inputs.rate(*source, *axis, &layer)
            }
            Op::OctaveAmplitude(fold) => self.inputs.amplitude(*fold),
            Op::Carried(fold, i) => {
                let first = program.folds[fold.index()].carried[*i as usize].first;
                format!("select({}, {first:?}, {} == 0u)", state(op), octave(*fold))
            }
            Op::OctaveScale { fold, time } => self.inputs.scale(*fold, *time),
            Op::Step { step, args } => {
                let args: Vec<String> = args.iter().map(|&arg| read(arg)).collect();
                steps::expression(*step, &args)
            }
            Op::Picture { sampler, at } => {
                let filter = sampler.filter.name();
                let along = match sampler.along {
                    None => String::new(),
                    Some(axis) => format!("_along_{}", FIELDS[axis]),
                };
                let (picture, edges) = (self.inputs.picture(sampler.plane), sampler.edges as u32);
                let at: Vec<String> = at.iter().map(|&at| read(at)).collect();
                match &at[..] {
                    // A picture is the first slice of itself.
                    [x, y] => {
                        format!("noise_picture_{filter}{along}({picture}, {edges}u, 0, {x}, {y})")
                    }
                    volume => {
                        let at = volume.join(", ");
                        format!("noise_volume_{filter}{along}({picture}, {edges}u, {at})")
                    }
                }
            }
        };
        line!(self, depth, "let {} = {value};", name(op));
    }

    /// Declares the layer and the axes of a source, and returns its value.
    fn source_value(&mut self, op: OpId, id: SourceId, read: Read, depth: usize) -> String {
        let source = &self.program.sources[id.index()];
        let layer = format!("{}_layer", name(op));
        line!(self, depth, "let {layer} = {};", self.inputs.layer(id));
        let displacement = self.program.frames[source.frame.index()].displacement;
        let mut axes = Vec::new();
        for (i, &along) in source.axes.iter().enumerate() {
            let axis_name = format!("{}_{}", name(op), FIELDS[i]);
            let plain = self.inputs.axis(source, i, &layer);
            let cells = displacement[along]
                .map(|by| format!("{} * {}", read(by), self.inputs.rate(id, i, &layer)));
            let period = format!("{layer}.period.{}", FIELDS[i]);
            let of = (&axis_name[..], &plain[..], &period[..]);
            let faded = self.inputs.is_faded();
            for text in axis_statements(source.columns(), of, cells.as_deref(), faded) {
                line!(self, depth, "{text}");
            }
            axes.push(axis_name);
        }
        let at = SourceCall {
            source,
            layer: &layer,
            axes: &axes,
        };
        self.noise(&at)
    }
}
