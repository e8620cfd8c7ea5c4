//! One operation at one sample, whose index is `at`.

use super::{Composer, name, octave};
use crate::gpu::steps;
use crate::program::{Hash, Lattice, Op, OpId, SourceId};

/// How the value of an operand is written.
pub(super) type Read<'a> = &'a dyn Fn(OpId) -> String;

impl Composer<'_> {
    /// Declares the value of any operation but a fold.
    pub(super) fn value(&mut self, op: OpId, read: Read, depth: usize) {
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
            Op::Literal(bits) => format!("{:?}", f32::from_bits(*bits)),
            Op::Cells { source, axis } => {
                let frame = program.sources[source.index()].frame;
                let layer = self.layer(self.wholes.source(*source), frame);
                format!("layers[{layer}].rate.{}", FIELDS[*axis])
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
            let moved = match displacement[axis] {
                None => plain,
                Some(by) => format!(
                    "noise_displaced({plain}, {} * {value}_layer.rate.{field}, {value}_layer.period.{field})",
                    read(by)
                ),
            };
            let axis = format!("{value}_{field}");
            line!(self, depth, "let {axis} = {moved};");
            axes.push(axis);
        }
        call(source, &format!("{value}_layer"), &axes.join(", "))
    }
}

/// The components of a vector, by axis of a source.
pub(super) const FIELDS: [&str; 4] = ["x", "y", "z", "w"];

/// The entry of sample `at` in the table of an axis.
pub(super) fn axis_at(axis: usize, first: &str) -> String {
    format!("axes[{first} + at.{}]", FIELDS[axis])
}

/// The call of a source's function with the hashes of its corners.
fn call(source: &Lattice, layer: &str, axes: &str) -> String {
    let kind = source.kind.info().name;
    let d = source.axes.len();
    let hashes = match (source.hash, d) {
        (Hash::Table, 1) => format!("noise_table_value(noise_table_1d({layer}.table, {axes}))"),
        // perlin_2d is the plane z = 0 of perlin_3d, hash and all.
        (Hash::Table, 2) => {
            format!("noise_perms({layer}.table, noise_table_2d({layer}.table, {axes}))")
        }
        (Hash::Table, _) => format!("noise_table_{d}d({layer}.table, {axes})"),
        (Hash::Integer, 1) => format!("noise_integer_value(noise_integer_1d({layer}.key, {axes}))"),
        (Hash::Integer, _) => format!("noise_top_{d}d(noise_integer_{d}d({layer}.key, {axes}))"),
    };
    match source.partial {
        None => format!("noise_{kind}_{d}d({hashes}, {axes})"),
        Some(_) if d == 1 => format!("noise_{kind}_gradient_1d({hashes}, {axes})"),
        Some(axis) => {
            let field = FIELDS[axis];
            format!("noise_{kind}_gradient_{d}d({hashes}, {axes}).{field}")
        }
    }
}
