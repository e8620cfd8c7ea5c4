//! The function of a run or a tile per invocation, sample by sample: the *march*.
//!
//! The lattice of each walked source is a *strand* in each octave: the two planes around its present cell, each a height and
//! a slope in registers with names of their own. A value in the cell is the sum of these four numbers, each times a factor
//! that depends on the sample alone, which the host computes; the weight of the octave is part of the factors. Derivatives
//! of the value take the same planes times other factors, or have planes of their own of the same corners. All invocations
//! of a workgroup walk along the same samples, so whether a strand enters a new cell is the same for all of them: a branch
//! that costs a GPU a comparison of two scalars.
//!
//! ```text
//! loop:
//!     each strand whose cell ends here: its next plane, for each row
//!     next = the least end of all cells
//!     loop over the samples before `next`, if there are any, and over the rows:
//!         the program's operations in order; a walked source is four products with the planes of its strand
//!         store the channels
//! ```
//!
//! Where a run begins a strand needs two planes, and so it does where it skips cells without samples. It enters one in each
//! round, and the first of these rounds has no samples. A loop of its own for each strand would cost every round a
//! comparison of the loop's count with its bound, which the translation of WGSL adds to all loops.
//!
//! Octaves are written one after the other, for as many as the kernel has room for; those that the job does not have are
//! zero, or skipped by a comparison with its octave count. Octaves for which there are not enough registers follow in a
//! loop, in which each sample is computed from its own position, as displaced sources are. Rows are written one after the
//! other, too. So no value is in an array, which GPUs index slowly or not at all.

use super::march_cells::Place;
use super::march_sample::Marched;
use super::strands::{March, Words};
use super::text::KernelComposer;
use super::walk::Walk;
use crate::program::{Op, Program};
use crate::wgsl::compose::{line, name, state};

/// The samples along the walk axis in a round of the inner loop. Where a sample is one strand, the loop takes more scalar
/// instructions than the sample takes vector ones: four share them, and eight if they are in one row.
fn samples_of_round(program: &Program, walk: &Walk, march: &March) -> u32 {
    match (program.sources.len(), march.strands.len()) {
        (1, 1) if walk.is_tile() => 4,
        (1, 1) => 8,
        _ => 1,
    }
}

impl KernelComposer<'_> {
    /// Writes `march_stage` and `noise_run`, which `march.wgsl` and `walk.wgsl` call.
    pub(super) fn march(&mut self, walk: &Walk, march: &March) {
        self.stage(march);
        line!(self, 0, "\nfn noise_run(first: vec4<u32>) {{");
        line!(self, 1, "let at = first;");
        self.begin_run(walk);
        self.fixed_values(walk);
        let places = Place::all(self.program, walk, march);
        for place in &places {
            self.begin_strand(place, 1);
        }
        line!(self, 1, "var i = 0u;");
        line!(self, 1, "loop {{");
        for place in &places {
            self.enter_planes(place, walk, 2);
        }
        line!(self, 2, "var next = bitcast<i32>(count);");
        for place in &places {
            let end = place.named("end");
            line!(self, 2, "next = min(next, {end});");
        }
        line!(self, 2, "if next <= bitcast<i32>(i) {{");
        line!(self, 3, "continue;");
        line!(self, 2, "}}");
        line!(self, 2, "loop {{");
        let sample = |composer: &mut Self, row: u32, ahead: u32, depth: usize| {
            let mut marched = Marched {
                composer,
                walk,
                march,
                places: &places,
                row,
                ahead,
                octaves: Vec::new(),
            };
            marched.sample(depth);
        };
        (0..walk.rows).for_each(|row| sample(self, row, 0, 3));
        let more = samples_of_round(self.program, walk, march) - 1;
        if more > 0 {
            line!(self, 3, "if bitcast<i32>(i) + {more} < next {{");
            for ahead in 1..=more {
                (0..walk.rows).for_each(|row| sample(self, row, ahead, 4));
            }
            line!(self, 4, "i += {more}u;");
            line!(self, 3, "}}");
        }
        line!(
            self,
            3,
            "continuing {{ i += 1u; break if i >= bitcast<u32>(next); }}"
        );
        line!(self, 2, "}}");
        line!(self, 2, "continuing {{ break if i >= count; }}");
        line!(self, 1, "}}");
        line!(self, 0, "}}");
    }

    /// Writes `march_stage`: it copies the tables of the strands that the job has into workgroup memory.
    fn stage(&mut self, march: &March) {
        line!(self, 0, "\nfn march_stage(lane: u32) {{");
        for strand in &march.strands {
            let Some(Words::Staged(to)) = strand.words else {
                continue;
            };
            self.begin_octaves_of(strand, 1);
            line!(self, 2, "walk_copy_words({to}u, layer.words, lane);");
            line!(self, 1, "}}");
        }
        if march.tables() > 0 {
            line!(self, 1, "workgroupBarrier();");
        }
        line!(self, 0, "}}");
    }

    /// Declares the values that are the same at all samples of the invocation.
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
}
