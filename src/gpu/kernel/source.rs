//! One lattice source along a run, or along the runs of a tile: cell by cell, with two planes per cell.
//!
//! Along the walk axis the noise within a cell is A + B*u + fade(u)*(E + F*u), where u is the fraction. The four coefficients
//! follow from the planes at the cell's two ends (see `walk.wgsl`). So hashes, corner gradients and the blends along all other
//! axes are computed once per plane, and a sample costs a few operations.
//!
//! The text is three nested loops:
//!
//! ```text
//! loop over cells:
//!     loop over planes up to the cell's high one: low = high; high = the next plane
//!     cell = coefficients(low, high)
//!     loop over the samples in the cell
//! ```
//!
//! The loop over planes has one iteration for an adjacent cell, and two where a run begins or cells without samples are
//! skipped. It is a loop, and not the same text twice, because drivers inline all functions that it calls.
//!
//! In a tile, the rows that share a cell compute its samples one row after the other. If the rows lie side by side along an
//! axis of the source, a further loop around all of this goes over the cells of that axis, and the face of each plane is kept:
//! each row blends its own plane from it.
//!
//! `lattices` lists the planes. Each plane is computed from its own key alone and in one place of the text, so a sample has
//! the same bits wherever its run begins.

use super::planes::{Across, Ends, Planes};
use super::text::{KernelComposer, element, index_in_memory};
use super::walk::{ROWS_AXIS, Walk};
use crate::program::{OpId, SourceId};
use crate::wgsl::compose::{FIELDS, Inputs, line};

/// The destination of the samples of a walked source.
#[derive(Clone, Copy, Debug)]
pub(super) enum Assign {
    /// They fill an operation's array.
    Fill(OpId),
    /// They are added to an operation's array.
    Add(OpId),
    /// They are stored in memory, as the only channel.
    Output,
    /// They are added to an operation's array, and the sum is stored in memory, as the only channel.
    AddToOutput(OpId),
}

impl Assign {
    fn statement(self, walk: &Walk, value: &str) -> String {
        let memory = format!("samples[{}]", index_in_memory(walk));
        match self {
            Assign::Fill(op) => format!("{} = {value};", element(op, walk)),
            Assign::Add(op) => format!("{} += {value};", element(op, walk)),
            Assign::Output => format!("{memory} = {value};"),
            Assign::AddToOutput(op) => format!("{memory} = {} + {value};", element(op, walk)),
        }
    }
}

/// A source and how it is walked.
struct WalkedSource<'a> {
    walk: &'a Walk,
    planes: Planes<'a>,
    /// `weight * `, or nothing. A plane is linear in its corners, so it is multiplied by the weight of its octave, once per
    /// plane and not once per sample.
    times: &'static str,
    assign: Assign,
}

impl WalkedSource<'_> {
    /// The axis between the edges of a plane, if the rows of a tile lie along it.
    fn row_axis(&self) -> Option<Across> {
        (self.planes.between()).filter(|between| self.walk.is_tile() && between.axis == ROWS_AXIS)
    }
}

impl KernelComposer<'_> {
    /// Walks a source along the run, times a weight if one is given.
    pub(super) fn walk(
        &mut self,
        id: SourceId,
        walk: &Walk,
        weight: Option<&str>,
        assign: Assign,
        depth: usize,
    ) {
        let source = &self.program.sources[id.index()];
        let what = WalkedSource {
            walk,
            planes: Planes::of(source, walk.axis),
            times: weight.map_or("", |_| "weight * "),
            assign,
        };
        let letter = FIELDS[walk.axis];
        line!(self, depth, "{{");
        line!(self, depth + 1, "let layer = {};", self.inputs.layer(id));
        if let Some(weight) = weight {
            line!(self, depth + 1, "let weight = {weight};");
        }
        line!(
            self,
            depth + 1,
            "let samples_at = layer.walked + at.{letter};"
        );
        match what.row_axis() {
            Some(rows) => self.cells_of_rows(&what, rows, depth + 1),
            None => {
                if walk.is_tile() {
                    line!(self, depth + 1, "let row = 0u;");
                    line!(self, depth + 1, "let row_end = rows;");
                }
                self.cells(&what, depth + 1);
            }
        }
        line!(self, depth, "}}");
    }

    /// The rows of a tile, cell by cell of the axis along which they lie: all rows in one cell share its edges.
    fn cells_of_rows(&mut self, what: &WalkedSource, rows: Across, depth: usize) {
        let (field, rows_along) = (FIELDS[rows.own], FIELDS[ROWS_AXIS]);
        line!(self, depth, "var row = 0u;");
        line!(self, depth, "loop {{");
        line!(
            self,
            depth + 1,
            "let at = vec4<u32>(first.x, first.y + row, first.zw);"
        );
        let entry = format!("layer.first.{field} + at.{rows_along}");
        line!(
            self,
            depth + 1,
            "let row_end = row + walk_rows({entry}, rows - row);"
        );
        self.cells(what, depth + 1);
        line!(self, depth + 1, "row = row_end;");
        line!(self, depth + 1, "continuing {{ break if row >= rows; }}");
        line!(self, depth, "}}");
    }

    /// The cells of the walk axis, each up to its end or the end of the run.
    fn cells(&mut self, what: &WalkedSource, depth: usize) {
        let planes = &what.planes;
        self.axes_across(planes, depth);
        for across in planes.by_ends() {
            let Ends { name, value, .. } = planes.ends(across, across.name);
            line!(self, depth, "let {name} = {value};");
        }
        if let Some(stem) = planes.stem() {
            line!(self, depth, "let stem = {stem};");
        }
        let plane = planes.first();
        let kept = match what.row_axis() {
            Some(_) => "mat3x2<f32>",
            None => "vec2<f32>",
        };
        line!(self, depth, "var plane = {plane};");
        line!(self, depth, "var i = 0u;");
        line!(self, depth, "var low = {kept}();");
        line!(self, depth, "var high = {kept}();");
        line!(self, depth, "loop {{");
        line!(self, depth + 1, "var end = 0u;");
        self.planes(what, depth + 1);
        line!(self, depth + 1, "end = min(end, count);");
        self.rows(what, depth + 1);
        line!(self, depth + 1, "continuing {{ break if i >= count; }}");
        line!(self, depth, "}}");
    }

    /// Declares the axes across the walk axis.
    pub(super) fn axes_across(&mut self, planes: &Planes, depth: usize) {
        for across in &planes.across {
            line!(self, depth, "let {} = {};", across.name, across.entry());
        }
    }

    /// The planes up to the high one of the next cell that has samples: sets `low`, `high` and the cell's `end`.
    fn planes(&mut self, what: &WalkedSource, depth: usize) {
        let letter = FIELDS[what.walk.axis];
        line!(self, depth, "loop {{");
        line!(self, depth + 1, "low = high;");
        line!(self, depth + 1, "let key = axis_entry(plane).low;");
        line!(
            self,
            depth + 1,
            "end = axis_entry(plane).high - at.{letter};"
        );
        line!(self, depth + 1, "plane += 1u;");
        for text in what.planes.plane() {
            line!(self, depth + 1, "{text}");
        }
        let times = what.times;
        let plane = match what.row_axis() {
            // The face is kept, and each row blends it.
            Some(_) => what.planes.value(),
            None => what.planes.blended(),
        };
        line!(self, depth + 1, "high = {times}{plane};");
        // `end` is relative to the run's first sample. It is negative for a plane that lies before the run.
        line!(
            self,
            depth + 1,
            "continuing {{ break if bitcast<i32>(end) > bitcast<i32>(i); }}"
        );
        line!(self, depth, "}}");
    }

    /// The samples of a cell; in a tile, those of all rows that share it.
    fn rows(&mut self, what: &WalkedSource, depth: usize) {
        if what.row_axis().is_none() {
            let cell = what.planes.coefficients(["low", "high"]);
            line!(self, depth, "let cell = {cell};");
        }
        if !what.walk.is_tile() {
            self.samples(what, depth);
            return;
        }
        line!(self, depth, "let begin = i;");
        line!(self, depth, "for (var j = row; j < row_end; j += 1u) {{");
        line!(self, depth + 1, "i = begin;");
        if let Some(rows @ Across { name, own, .. }) = what.row_axis() {
            let (field, rows_along) = (FIELDS[own], FIELDS[ROWS_AXIS]);
            let entry = format!("axis_entry(layer.first.{field} + first.{rows_along} + j)");
            let [low, high] = ["low", "high"].map(|face| what.planes.blended_face(face, rows));
            let cell = what.planes.coefficients([&low, &high]);
            line!(self, depth + 1, "let {name} = {entry};");
            line!(self, depth + 1, "let cell = {cell};");
        }
        self.samples(what, depth + 1);
        line!(self, depth, "}}");
    }

    /// The samples of a run within a cell.
    fn samples(&mut self, what: &WalkedSource, depth: usize) {
        let value = "walk_value(cell, samples_at + i)";
        let statement = what.assign.statement(what.walk, value);
        line!(self, depth, "loop {{");
        line!(self, depth + 1, "{statement}");
        line!(
            self,
            depth + 1,
            "continuing {{ i += 1u; break if i >= end; }}"
        );
        line!(self, depth, "}}");
    }
}
