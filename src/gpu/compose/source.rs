//! One lattice source along a run, or along the runs of a tile: cell by cell, two planes a cell.
//!
//! The text is three nested loops: over cells, over the planes that come before a cell's end (one,
//! or two where the run begins or a cell is skipped), and over the samples within the cell. In a
//! tile one more goes over the rows that share a cell, and where the source lies on the axis of
//! rows, one around all over the cells of that axis.
//!
//! `layout` lists the planes. Each plane is computed in one place of the text, from its own key
//! alone, so a sample's bits do not depend on where its run began.

use super::buffers::axis_at;
use super::planes::Planes;
use super::{FIELDS, Inputs, Kernel, in_memory, line, register};
use crate::gpu::runs::{ROWS_AXIS, Walk};
use crate::program::{OpId, SourceId};

/// Where the samples of a walk go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sink {
    /// Into an operation's array.
    Fill(OpId),
    /// Added to an operation's array.
    Add(OpId),
    /// To memory: the only channel.
    Output,
    /// Added to an operation's array, and that to memory: the only channel.
    AddToOutput(OpId),
}

impl Sink {
    fn statement(self, walk: &Walk, value: &str) -> String {
        let memory = format!("samples[{}]", in_memory(walk));
        match self {
            Sink::Fill(op) => format!("{} = {value};", register(op, walk)),
            Sink::Add(op) => format!("{} += {value};", register(op, walk)),
            Sink::Output => format!("{memory} = {value};"),
            Sink::AddToOutput(op) => format!("{memory} = {} + {value};", register(op, walk)),
        }
    }
}

/// What is walked, how, and where its samples go.
struct SourceWalk<'a> {
    walk: &'a Walk,
    planes: Planes<'a>,
    /// The factor of its planes, or nothing.
    times: &'static str,
    sink: Sink,
}

impl SourceWalk<'_> {
    /// The axis between a plane's edges, where the rows of a tile lie along it: its name, and which of
    /// the source's axes it is.
    fn row_axis(&self) -> Option<(&'static str, usize)> {
        let (name, i, axis) = self.planes.between()?;
        (self.walk.is_tile() && axis == ROWS_AXIS).then_some((name, i))
    }
}

impl Kernel<'_> {
    /// Walks a source, times a weight where one is given, along the run.
    pub(super) fn walk(
        &mut self,
        id: SourceId,
        walk: &Walk,
        weight: Option<&str>,
        sink: Sink,
        depth: usize,
    ) {
        let source = &self.program.sources[id.index()];
        let what = SourceWalk {
            walk,
            planes: Planes::of(source, walk.axis),
            times: weight.map_or("", |_| "weight * "),
            sink,
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
            Some((_, i)) => self.cells_of_rows(&what, i, depth + 1),
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

    /// The rows of a tile, cell by cell of their axis: the source's axis `i`.
    fn cells_of_rows(&mut self, what: &SourceWalk, i: usize, depth: usize) {
        let (field, rows_along) = (FIELDS[i], FIELDS[ROWS_AXIS]);
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

    /// The cells of the walk axis, each up to its end or the run's.
    fn cells(&mut self, what: &SourceWalk, depth: usize) {
        let planes = &what.planes;
        for (name, i, axis) in &planes.across {
            let entry = axis_at(*axis, &format!("layer.first.{}", FIELDS[*i]));
            line!(self, depth, "let {name} = {entry};");
        }
        if let Some(stem) = planes.stem() {
            line!(self, depth, "let stem = {stem};");
        }
        let (along, letter) = (FIELDS[planes.along], FIELDS[what.walk.axis]);
        let plane = format!("axes[layer.first.{along} + at.{letter} / RUN].low");
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

    /// The planes up to a cell's high one: `low`, `high` and the cell's `end`.
    fn planes(&mut self, what: &SourceWalk, depth: usize) {
        let letter = FIELDS[what.walk.axis];
        line!(self, depth, "loop {{");
        line!(self, depth + 1, "low = high;");
        line!(self, depth + 1, "let key = axes[plane].low;");
        line!(self, depth + 1, "end = axes[plane].high - at.{letter};");
        line!(self, depth + 1, "plane += 1u;");
        for text in what.planes.plane() {
            line!(self, depth + 1, "{text}");
        }
        let (times, value) = (what.times, what.planes.value());
        let plane = match (what.row_axis(), what.planes.between()) {
            (None, Some((name, ..))) => format!("walk_plane({value}, {name})"),
            _ => value.to_string(),
        };
        line!(self, depth + 1, "high = {times}{plane};");
        // Planes before the run end before it: the difference is negative.
        line!(
            self,
            depth + 1,
            "continuing {{ break if bitcast<i32>(end) > bitcast<i32>(i); }}"
        );
        line!(self, depth, "}}");
    }

    /// A cell's samples; in a tile those of all rows that share it.
    fn rows(&mut self, what: &SourceWalk, depth: usize) {
        if !what.walk.is_tile() {
            line!(self, depth, "let cell = walk_coefficients(low, high);");
            self.samples(what, depth);
            return;
        }
        if what.row_axis().is_none() {
            line!(self, depth, "let cell = walk_coefficients(low, high);");
        }
        line!(self, depth, "let begin = i;");
        line!(self, depth, "for (var j = row; j < row_end; j += 1u) {{");
        line!(self, depth + 1, "i = begin;");
        if let Some((name, i)) = what.row_axis() {
            let (field, rows_along) = (FIELDS[i], FIELDS[ROWS_AXIS]);
            let entry = format!("axes[layer.first.{field} + first.{rows_along} + j]");
            let [low, high] = ["low", "high"].map(|edges| format!("walk_plane({edges}, {name})"));
            line!(self, depth + 1, "let {name} = {entry};");
            line!(
                self,
                depth + 1,
                "let cell = walk_coefficients({low}, {high});"
            );
        }
        self.samples(what, depth + 1);
        line!(self, depth, "}}");
    }

    /// The samples of a run within a cell.
    fn samples(&mut self, what: &SourceWalk, depth: usize) {
        let value = "walk_value(cell, samples_at + i)";
        let statement = what.sink.statement(what.walk, value);
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
