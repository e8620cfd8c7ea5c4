//! The function of a run or a tile per invocation, octave by octave: the *sweep*.
//!
//! It is for programs that sum the octaves of one walked source and nothing else. Each sample is a sum in a register, so the only
//! loop is the one over octaves, in which each sample has its own text:
//!
//! ```text
//! loop over octaves:
//!     copy the octave's corner words and the record of the run
//!     the first two planes, for each row
//!     sample 0: each row's sum grows by four products with its planes
//!     if a cell ends before sample 1: its next plane, for each row
//!     sample 1
//!     ...
//! store the sums
//! ```
//!
//! An octave has all registers for itself, where a march holds the planes of all octaves, and no values move between registers.
//! Where cells end is in the record, the same for all invocations of a workgroup: see `records`. What that costs: each run
//! begins with two planes of each octave, and runs are short, since each sample is a register and some text.

use super::lone_sum::LoneSum;
use super::planes::{Across, Planes};
use super::records;
use super::text::KernelComposer;
use super::walk::Walk;
use crate::noise::Hash;
use crate::wgsl::compose::{Inputs, line};

impl KernelComposer<'_> {
    /// Writes `noise_run`, which `sweep.wgsl` calls.
    pub(super) fn sweep(&mut self, walk: &Walk, own: &LoneSum) {
        let source = &self.program.sources[own.summed.source.index()];
        let planes = Planes::of(source, walk.axis);
        let planes = match source.hash {
            Hash::Table => planes.with_words("true, 0u"),
            _ => planes,
        };
        line!(self, 0, "\nfn noise_run(first: vec4<u32>, lane: u32) {{");
        // Invocations beyond the end of a row compute its last sample, since they take part in copies.
        let x = "min(first.x, job.size.x - 1u)";
        line!(self, 1, "let at = vec4<u32>({x}, first.yzw);");
        self.begin_run(walk);
        for (row, i) in samples(walk) {
            line!(self, 1, "var {} = 0.0;", sum(row, i));
        }
        self.begin_octaves(own.fold, 0, 0, 1);
        let layer = self.inputs.layer(own.summed.source);
        line!(self, 2, "let layer = {layer};");
        self.copies(source.hash, 2);
        self.axes_of_rows(walk, &planes, 2);
        self.add_octave_to_sums(walk, &planes, 2);
        line!(self, 1, "}}");
        self.store_sums(walk, 1);
        line!(self, 0, "}}");
    }

    /// Copies what a workgroup shares of an octave.
    fn copies(&mut self, hash: Hash, depth: usize) {
        line!(self, depth, "workgroupBarrier();");
        if hash == Hash::Table {
            line!(self, depth, "walk_copy_words(0u, layer.words, lane);");
        }
        let record = "layer.walked, run_index, lane";
        line!(self, depth, "sweep_copy_record({record});");
        line!(self, depth, "workgroupBarrier();");
        line!(self, depth, "let head = sweep_record[0];");
    }

    /// Declares the axes across the walk axis, and what follows from them, with names of their own for the second row.
    fn axes_of_rows(&mut self, walk: &Walk, planes: &Planes, depth: usize) {
        self.axes_across(planes, depth);
        for across in planes.by_ends() {
            let ends = planes.ends(across, across.name);
            line!(self, depth, "let {} = {};", ends.name, ends.value);
        }
        let stem = planes.stem();
        if let Some(stem) = &stem {
            line!(self, depth, "let stem = {stem};");
        }
        let Some((rows, second)) = rows(walk, planes) else {
            return;
        };
        let (name, second) = (rows.name, second.name);
        line!(self, depth, "var {second} = {name};");
        if stem.is_some() {
            line!(self, depth, "var stem1 = stem;");
        }
        line!(self, depth, "{{");
        let y = "at.y + min(1u, rows - 1u)";
        line!(self, depth + 1, "let at = vec4<u32>(at.x, {y}, at.zw);");
        line!(self, depth + 1, "let {name} = {};", rows.entry());
        line!(self, depth + 1, "{second} = {name};");
        if let Some(stem) = stem {
            line!(self, depth + 1, "stem1 = {stem};");
        }
        line!(self, depth, "}}");
    }

    /// Adds an octave's value to the sum of each sample.
    fn add_octave_to_sums(&mut self, walk: &Walk, planes: &Planes, depth: usize) {
        let rows = 0..walk.rows;
        for (number, plane) in (0..).zip(["even", "odd"]) {
            for row in rows.clone() {
                line!(self, depth, "var {plane}{row} = vec2<f32>();");
            }
            line!(self, depth, "{{");
            self.next_planes(walk, planes, number, depth + 1);
            for row in rows.clone() {
                line!(self, depth + 1, "{plane}{row} = next{row};");
            }
            line!(self, depth, "}}");
        }
        for i in 0..walk.run {
            if i > 0 {
                self.enter_planes_before(i, walk, planes, depth);
            }
            let at = records::factors(walk.run) + i;
            line!(
                self,
                depth,
                "let factors{i} = bitcast<vec4<f32>>(sweep_record[{at}]);"
            );
            for row in rows.clone() {
                let (own, planes) = (sum(row, i), format!("even{row}, odd{row}"));
                line!(
                    self,
                    depth,
                    "{own} = walk_add({own}, {planes}, factors{i});"
                );
            }
        }
    }

    /// Replaces the lower planes, if a cell ends before a sample.
    fn enter_planes_before(&mut self, i: u32, walk: &Walk, planes: &Planes, depth: usize) {
        let bit = 1u32 << i;
        line!(self, depth, "if (head.x & {bit}u) != 0u {{");
        self.next_planes(walk, planes, i + 1, depth + 1);
        line!(self, depth + 1, "let is_odd = (head.y & {bit}u) != 0u;");
        for row in 0..walk.rows {
            let [even, odd, next] = ["even", "odd", "next"].map(|of| format!("{of}{row}"));
            line!(self, depth + 1, "{even} = select({next}, {even}, is_odd);");
            line!(self, depth + 1, "{odd} = select({odd}, {next}, is_odd);");
        }
        line!(self, depth, "}}");
    }

    /// Declares the planes of a key of the record, one for each row. Rows in one cell share its face.
    fn next_planes(&mut self, walk: &Walk, planes: &Planes, number: u32, depth: usize) {
        let [at, word] = [records::KEYS + number / 4, number % 4];
        line!(self, depth, "let key = sweep_record[{at}][{word}];");
        let corners = |composer: &mut Self, depth| {
            for text in planes.plane() {
                line!(composer, depth, "{text}");
            }
        };
        corners(self, depth);
        let Some((rows, second)) = rows(walk, planes) else {
            line!(self, depth, "let next0 = {};", planes.blended());
            return;
        };
        line!(self, depth, "var face = {};", planes.value());
        let next = planes.blended_face("face", rows);
        line!(self, depth, "let next0 = {next};");
        let (name, own) = (rows.name, second.name);
        line!(self, depth, "if {own}.low != {name}.low {{");
        line!(self, depth + 1, "let {name} = {own};");
        if planes.stem().is_some() {
            line!(self, depth + 1, "let stem = stem1;");
        }
        corners(self, depth + 1);
        line!(self, depth + 1, "face = {};", planes.value());
        line!(self, depth, "}}");
        let next = planes.blended_face("face", second);
        line!(self, depth, "let next1 = {next};");
    }

    /// Stores the sums of the samples that the grid has. Most runs are whole, and need no comparison for each sample.
    fn store_sums(&mut self, walk: &Walk, depth: usize) {
        if walk.is_tile() {
            let second = "min(1u, rows - 1u) * row_stride";
            line!(self, depth, "let second = out + {second};");
        }
        let row_at = ["out", "second"];
        line!(self, depth, "if first.x >= job.size.x {{");
        line!(self, depth + 1, "return;");
        line!(self, depth, "}}");
        for (condition, is_whole) in [("count == RUN", true), ("count < RUN", false)] {
            line!(self, depth, "if {condition} {{");
            for (row, i) in samples(walk) {
                let value = sum(row, i);
                let at = format!("{} + {i}u * stride", row_at[row as usize]);
                match is_whole {
                    true => line!(self, depth + 1, "samples[{at}] = {value};"),
                    false => line!(
                        self,
                        depth + 1,
                        "if {i}u < count {{ samples[{at}] = {value}; }}"
                    ),
                }
            }
            line!(self, depth, "}}");
        }
    }
}

/// The rows and the samples of a run or a tile.
fn samples(walk: &Walk) -> impl Iterator<Item = (u32, u32)> + use<> {
    let rows = walk.rows;
    (0..walk.run).flat_map(move |i| (0..rows).map(move |row| (row, i)))
}

/// The name of the sum of a sample.
fn sum(row: u32, i: u32) -> String {
    format!("s{row}_{i}")
}

/// The axis along which the rows of a tile lie, and the same with the name that it has for the second row.
fn rows(walk: &Walk, planes: &Planes) -> Option<(Across, Across)> {
    let rows = planes.between().filter(|_| walk.is_tile())?;
    let name = if rows.name == "a" { "a1" } else { "b1" };
    Some((rows, Across { name, ..rows }))
}
