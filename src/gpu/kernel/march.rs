//! The function of a run per invocation, sample by sample: the *march*.
//!
//! Each walked source is a *strand* in each octave: its present cell, that is four coefficients in registers with names of their
//! own, and the next plane of its lattice. All invocations of a workgroup walk along the same samples, so whether a strand
//! enters a new cell is the same for all of them: a branch that costs a GPU a comparison of two scalars.
//!
//! ```text
//! loop:
//!     each strand whose cell ends here: its next cell
//!     next = the least end of all cells
//!     loop over the samples before `next`:
//!         the program's operations in order; a walked source is a polynomial of its strand's cell
//!         store the channels
//! ```
//!
//! Octaves are written one after the other, for as many as the kernel has room for; those that the job does not have are zero,
//! or skipped by a comparison with its octave count. So no value is in an array, which GPUs index slowly or not at all.

use super::planes::Planes;
use super::strands::{March, Strand};
use super::text::KernelComposer;
use super::walk::Walk;
use crate::program::{BlockId, FoldId, Op, OpId};
use crate::wgsl::compose::{FIELDS, Inputs, line, name, octave, state};

/// A strand and its place among all strands.
struct Place<'a> {
    strand: &'a Strand,
    index: usize,
    planes: Planes<'a>,
}

impl Place<'_> {
    /// The name of one of its variables.
    fn named(&self, what: &str) -> String {
        named(self.index, what)
    }
}

fn named(strand: usize, what: &str) -> String {
    format!("s{strand}_{what}")
}

impl KernelComposer<'_> {
    /// Writes `march_stage` and `noise_run`, which `march.wgsl` calls.
    pub(super) fn march(&mut self, walk: &Walk, march: &March) {
        self.stage(march);
        line!(self, 0, "");
        self.begin_run(walk);
        self.fixed_values(walk);
        let program = self.program;
        let places: Vec<Place> = (march.strands.iter().enumerate())
            .map(|(index, strand)| {
                let planes = Planes::of(&program.sources[strand.source.index()], walk.axis);
                let planes = match strand.words {
                    Some(first) => planes.with_words(first),
                    None => planes,
                };
                Place {
                    strand,
                    index,
                    planes,
                }
            })
            .collect();
        for place in &places {
            self.begin_strand(place, walk, 1);
        }
        line!(self, 1, "var i = 0u;");
        line!(self, 1, "loop {{");
        for place in &places {
            self.enter_cell(place, walk, 2);
        }
        line!(self, 2, "var next = count;");
        for place in &places {
            line!(
                self,
                2,
                "next = min(next, bitcast<u32>({}));",
                place.named("end")
            );
        }
        line!(self, 2, "loop {{");
        self.marched_sample(walk, march, 3);
        line!(self, 3, "continuing {{ i += 1u; break if i >= next; }}");
        line!(self, 2, "}}");
        line!(self, 2, "continuing {{ break if i >= count; }}");
        line!(self, 1, "}}");
        line!(self, 0, "}}");
    }

    /// Writes `march_stage`: it copies the tables of all strands that the job has into workgroup memory.
    fn stage(&mut self, march: &March) {
        line!(self, 0, "\nfn march_stage(lane: u32) {{");
        for strand in &march.strands {
            let Some(to) = strand.words else { continue };
            self.begin_octaves_of(strand, 1);
            let layer = self.inputs.layer(strand.source);
            line!(self, 2, "march_copy({to}u, {layer}.words, lane);");
            line!(self, 1, "}}");
        }
        if march.words() > 0 {
            line!(self, 1, "workgroupBarrier();");
        }
        line!(self, 0, "}}");
    }

    /// Declares the values that are the same at all samples of the run.
    fn fixed_values(&mut self, walk: &Walk) {
        let program = self.program;
        for &op in &program.blocks[0].ops {
            match program.ops[op.index()] {
                _ if walk.varies(op) => {}
                Op::Fold(fold) => self.fold(op, fold, 1),
                _ => self.value(op, &name, &state, 1),
            }
        }
    }

    /// Opens a block that runs if the job has the octaves of a strand, with the numbers of these octaves.
    fn begin_octaves_of(&mut self, strand: &Strand, depth: usize) {
        let conditions: Vec<String> = (strand.octaves.iter())
            .filter(|(_, k)| *k > 0)
            .map(|&(fold, k)| format!("{k}u < {}", self.inputs.octaves(fold)))
            .collect();
        match conditions.as_slice() {
            [] => line!(self, depth, "{{"),
            _ => line!(self, depth, "if {} {{", conditions.join(" && ")),
        }
        self.octave_numbers(strand, depth + 1);
    }

    fn octave_numbers(&mut self, strand: &Strand, depth: usize) {
        for &(fold, k) in &strand.octaves {
            line!(self, depth, "let {} = {k}u;", octave(fold));
        }
    }

    /// Declares the variables of a strand. Without its octaves its cell is zero and never ends.
    fn begin_strand(&mut self, place: &Place, walk: &Walk, depth: usize) {
        let Place { strand, planes, .. } = place;
        for (what, value) in [
            ("plane", "0u"),
            ("end", "bitcast<i32>(count)"),
            ("high", "vec2<f32>()"),
            ("cell", "vec4<f32>()"),
        ] {
            line!(self, depth, "var {} = {value};", place.named(what));
        }
        if planes.stem().is_some() {
            line!(self, depth, "var {} = vec4<u32>();", place.named("stem"));
        }
        self.begin_octaves_of(strand, depth);
        line!(
            self,
            depth + 1,
            "let layer = {};",
            self.inputs.layer(strand.source)
        );
        let plane = planes.first(FIELDS[walk.axis]);
        line!(self, depth + 1, "{} = {plane};", place.named("plane"));
        line!(self, depth + 1, "{} = 0;", place.named("end"));
        if let Some(stem) = planes.stem() {
            self.axes_across(planes, depth + 1);
            line!(self, depth + 1, "{} = {stem};", place.named("stem"));
        }
        line!(self, depth, "}}");
    }

    /// Moves a strand to the cell of sample `i`, if its present cell ends there. The loop has one iteration for an adjacent cell,
    /// and two where the run begins or cells without samples are skipped.
    fn enter_cell(&mut self, place: &Place, walk: &Walk, depth: usize) {
        let Place { strand, planes, .. } = place;
        let [plane, end, high] = ["plane", "end", "high"].map(|what| place.named(what));
        line!(self, depth, "while {end} <= bitcast<i32>(i) {{");
        self.octave_numbers(strand, depth + 1);
        line!(
            self,
            depth + 1,
            "let layer = {};",
            self.inputs.layer(strand.source)
        );
        self.axes_across(planes, depth + 1);
        if planes.stem().is_some() {
            line!(self, depth + 1, "let stem = {};", place.named("stem"));
        }
        line!(self, depth + 1, "let key = axes[{plane}].low;");
        // It is relative to the run's first sample, and negative for a plane that lies before the run.
        let letter = FIELDS[walk.axis];
        line!(
            self,
            depth + 1,
            "{end} = bitcast<i32>(axes[{plane}].high - at.{letter});"
        );
        line!(self, depth + 1, "{plane} += 1u;");
        for text in planes.plane() {
            line!(self, depth + 1, "{text}");
        }
        let blended = planes.blended();
        let weight = (strand.summed).map(|fold| format!("{} * ", self.inputs.weight(fold)));
        line!(self, depth + 1, "let low = {high};");
        line!(
            self,
            depth + 1,
            "{high} = {}{blended};",
            weight.unwrap_or_default()
        );
        line!(
            self,
            depth + 1,
            "{} = walk_coefficients(low, {high});",
            place.named("cell")
        );
        line!(self, depth, "}}");
    }

    /// The operations of the program at sample `i`, and the stores of its channels.
    fn marched_sample(&mut self, walk: &Walk, march: &March, depth: usize) {
        let at = match walk.axis {
            1 => "vec4<u32>(first.x, first.y + i, first.zw)",
            _ => "vec4<u32>(first.xy, first.z + i, first.w)",
        };
        line!(self, depth, "let at = {at};");
        let (letter, vectors) = (FIELDS[walk.axis], march.vectors());
        line!(self, depth, "let walked_at = at.{letter} * {vectors}u;");
        let mut block = Marched {
            composer: self,
            walk,
            march,
            octaves: Vec::new(),
        };
        block.write(BlockId(0), depth);
        for (&op, channel) in self.program.outputs.iter().zip(0..) {
            let value = name(op);
            line!(
                self,
                depth,
                "samples[out + i * stride + {channel}u] = {value};"
            );
        }
    }
}

/// Writes the operations of a sample, in the octaves that are open.
struct Marched<'a, 'b> {
    composer: &'a mut KernelComposer<'b>,
    walk: &'a Walk,
    march: &'a March,
    octaves: Vec<(FoldId, u32)>,
}

impl Marched<'_, '_> {
    fn write(&mut self, block: BlockId, depth: usize) {
        let program = self.composer.program;
        for &op in &program.blocks[block.index()].ops {
            let strand = match program.ops[op.index()] {
                Op::Source(source) => self.march.index(source, &self.octaves),
                _ => None,
            };
            match (&program.ops[op.index()], strand) {
                // Numbers are read where they are used: held over the run, many of them do not fit in scalar registers.
                (Op::Param(_), _) => self.composer.value(op, &name, &state, depth),
                _ if self.octaves.is_empty() && !self.walk.varies(op) => {}
                (_, Some(strand)) => {
                    let (half, pair) = (["xy", "zw"][strand % 2], strand / 2);
                    let at = format!("walked[walked_at + {pair}u].{half}");
                    let value = format!("march_value({}, {at})", named(strand, "cell"));
                    line!(self.composer, depth, "let {} = {value};", name(op));
                }
                (&Op::Fold(fold), _) if self.march.is_within(fold) => self.fold(op, fold, depth),
                (&Op::Fold(fold), _) => self.composer.fold(op, fold, depth),
                _ => self.composer.value(op, &name, &state, depth),
            }
        }
    }

    /// Writes a fold with strands in it, octave by octave. The strands of octaves that the job does not have are zero, so a sum
    /// of strands alone needs no comparison.
    fn fold(&mut self, op: OpId, id: FoldId, depth: usize) {
        let program = self.composer.program;
        let fold = &program.folds[id.index()];
        let is_summed = self.walk.summed(program, id).is_some();
        line!(self.composer, depth, "var {} = 0.0;", name(op));
        for carried in &fold.carried {
            line!(self.composer, depth, "var {} = 0.0;", state(carried.op));
        }
        for k in 0..self.march.capacity(id) {
            match k {
                0 => line!(self.composer, depth, "{{"),
                _ if is_summed => line!(self.composer, depth, "{{"),
                _ => {
                    let count = self.composer.inputs.octaves(id);
                    line!(self.composer, depth, "if {k}u < {count} {{");
                }
            }
            line!(self.composer, depth + 1, "let {} = {k}u;", octave(id));
            self.octaves.push((id, k));
            self.write(fold.body, depth + 1);
            self.octaves.pop();
            let weight = match is_summed {
                true => String::new(),
                false => format!("{} * ", self.composer.inputs.weight(id)),
            };
            let result = name(fold.result);
            line!(
                self.composer,
                depth + 1,
                "{} += {weight}{result};",
                name(op)
            );
            for carried in &fold.carried {
                let (state, next) = (state(carried.op), name(carried.next));
                line!(self.composer, depth + 1, "{state} = {next};");
            }
            line!(self.composer, depth, "}}");
        }
    }
}
