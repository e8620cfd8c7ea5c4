//! A sample of a march: the operations of the program in order, with a walked source between the planes of its strand's cell.

use super::march_cells::Place;
use super::strands::March;
use super::text::KernelComposer;
use super::walk::Walk;
use crate::program::{BlockId, FoldId, Multiple, Op, OpId, SourceId};
use crate::wgsl::compose::{FIELDS, Inputs, line, name, octave, state};

/// Writes the operations of sample `i`, or of one that follows in the same round, of a row, in the octaves that are open.
pub(super) struct Marched<'a, 'b> {
    pub composer: &'a mut KernelComposer<'b>,
    pub walk: &'a Walk,
    pub march: &'a March,
    pub places: &'a [Place<'a>],
    pub row: u32,
    /// How many samples after `i` it lies.
    pub ahead: u32,
    pub octaves: Vec<(FoldId, u32)>,
}

impl Marched<'_, '_> {
    /// Writes all operations, and the stores of the channels.
    pub fn sample(&mut self, depth: usize) {
        let (row, ahead) = (self.row, self.ahead);
        match row {
            0 => line!(self.composer, depth, "{{"),
            _ => line!(self.composer, depth, "if {row}u < rows {{"),
        }
        if ahead > 0 {
            line!(self.composer, depth + 1, "let i = i + {ahead}u;");
        }
        let at = match self.walk.axis {
            1 => "vec4<u32>(first.x, first.y + i, first.zw)".to_string(),
            _ => format!("vec4<u32>(first.x, first.y + {row}u, first.z + i, first.w)"),
        };
        line!(self.composer, depth + 1, "let at = {at};");
        let (letter, factors) = (FIELDS[self.walk.axis], self.march.factors);
        line!(
            self.composer,
            depth + 1,
            "let walked_at = at.{letter} * {factors}u;"
        );
        self.block(BlockId(0), depth + 1);
        let row_at = match row {
            0 => String::new(),
            _ => format!("{row}u * row_stride + "),
        };
        for (&op, channel) in self.composer.program.outputs.iter().zip(0..) {
            let value = name(op);
            // What all invocations share stands in parentheses: it is computed once for all of them.
            let beside = format!("({row_at}i * stride + {channel}u)");
            line!(
                self.composer,
                depth + 1,
                "samples[out + {beside}] = {value};"
            );
        }
        line!(self.composer, depth, "}}");
    }

    fn block(&mut self, block: BlockId, depth: usize) {
        let program = self.composer.program;
        for &op in &program.blocks[block.index()].ops {
            let walked = match program.ops[op.index()] {
                Op::Source(source) => self.added_to("0.0", source),
                _ => None,
            };
            match (&program.ops[op.index()], walked) {
                // Numbers are read where they are used: held over the run, many of them do not fit in scalar registers.
                (Op::Param(_), _) => self.composer.value(op, &name, &state, depth),
                _ if self.octaves.is_empty() && !self.walk.varies(op) => {}
                (_, Some(value)) => line!(self.composer, depth, "let {} = {value};", name(op)),
                (&Op::Fold(fold), _) if self.march.is_within(fold) => self.fold(op, fold, depth),
                (&Op::Fold(fold), _) => self.composer.fold(op, fold, depth),
                _ => self.composer.value(op, &name, &state, depth),
            }
        }
    }

    /// The sum of an expression and the value of a source, if it has a strand in the octaves that are open.
    fn added_to(&self, sum: &str, source: SourceId) -> Option<String> {
        self.places.iter().find_map(|place| {
            let member = place.member(source, &self.octaves)?;
            Some(place.added_to(sum, member, self.row))
        })
    }

    /// Writes a fold with strands in it, octave by octave.
    fn fold(&mut self, op: OpId, id: FoldId, depth: usize) {
        let program = self.composer.program;
        let fold = &program.folds[id.index()];
        line!(self.composer, depth, "var {} = 0.0;", name(op));
        if let Some(Multiple { source, .. }) = self.walk.summed(program, id) {
            return self.sum(op, id, source, depth);
        }
        for carried in &fold.carried {
            line!(self.composer, depth, "var {} = 0.0;", state(carried.op));
        }
        for k in 0..self.march.octaves(id) {
            match k {
                0 => line!(self.composer, depth, "{{"),
                _ => {
                    let count = self.composer.inputs.octaves(id);
                    line!(self.composer, depth, "if {k}u < {count} {{");
                }
            }
            line!(self.composer, depth + 1, "let {} = {k}u;", octave(id));
            self.octaves.push((id, k));
            self.block(fold.body, depth + 1);
            self.octaves.pop();
            let (weight, result) = (self.composer.inputs.weight(id), name(fold.result));
            line!(
                self.composer,
                depth + 1,
                "{} += {weight} * {result};",
                name(op)
            );
            for carried in &fold.carried {
                let (state, next) = (state(carried.op), name(carried.next));
                line!(self.composer, depth + 1, "{state} = {next};");
            }
            line!(self.composer, depth, "}}");
        }
        self.other_octaves(op, id, depth);
    }

    /// Writes the octaves of a fold that have no strands, each computed where it stands.
    fn other_octaves(&mut self, op: OpId, id: FoldId, depth: usize) {
        if self.march.is_open(id) {
            let first = self.march.octaves(id);
            self.composer.octaves_from(op, id, first, depth);
        }
    }

    /// Writes a fold that sums multiples of strands alone. Those of octaves that the job does not have are zero, so that it
    /// needs no comparison, and the weights are in the numbers that the host writes for a sample.
    fn sum(&mut self, op: OpId, id: FoldId, source: SourceId, depth: usize) {
        for k in 0..self.march.octaves(id) {
            self.octaves.push((id, k));
            if let Some(sum) = self.added_to(&name(op), source) {
                line!(self.composer, depth, "{} = {sum};", name(op));
            }
            self.octaves.pop();
        }
        self.other_octaves(op, id, depth);
    }
}
