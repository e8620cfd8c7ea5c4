//! The cells of a march: for each strand its next plane, and for each row the two planes around its present cell.
//!
//! Rows that lie in one cell of y share the hashes, the gradients and the face of a plane; only the blend of the face is each
//! row's own. The rows of a source without y are equal, so it has one.

use super::planes::Planes;
use super::strands::{March, Strand, Words};
use super::text::KernelComposer;
use super::walk::{ROWS_AXIS, Walk};
use crate::program::Program;
use crate::wgsl::compose::{FIELDS, Inputs, line, octave};

/// The most strands that keep the ends of their cells along x, which are four registers each. With more, each plane makes them
/// anew.
const KEPT_ENDS_MAX: usize = 8;

/// A strand, its place among all strands, and the planes of its lattice.
pub(super) struct Place<'a> {
    pub strand: &'a Strand,
    index: usize,
    planes: Planes<'a>,
    /// The rows that have cells of their own.
    rows: u32,
    /// Whether it keeps the ends of its cell along x in registers.
    keeps_ends: bool,
}

impl<'a> Place<'a> {
    /// The places of all strands.
    pub fn all(program: &'a Program, walk: &Walk, march: &'a March) -> Vec<Place<'a>> {
        let place = |(index, strand): (usize, &'a Strand)| {
            let source = &program.sources[strand.source.index()];
            let planes = Planes::of(source, walk.axis);
            let planes = match strand.words {
                Some(Words::Staged(table)) => planes.with_words(&format!("true, {table}u")),
                Some(Words::Buffer) => planes.with_words("false, layer.words"),
                None => planes,
            };
            let across_rows = planes.between().map(|between| between.axis) == Some(ROWS_AXIS);
            Place {
                strand,
                index,
                planes,
                rows: if across_rows { walk.rows } else { 1 },
                keeps_ends: march.strands.len() <= KEPT_ENDS_MAX,
            }
        };
        march.strands.iter().enumerate().map(place).collect()
    }

    /// The name of one of its variables.
    pub fn named(&self, what: &str) -> String {
        format!("s{}_{what}", self.index)
    }

    /// The name of the variable that it has for a row.
    pub fn of_row(&self, what: &str, row: u32) -> String {
        format!("{}{}", self.named(what), row.min(self.rows - 1))
    }

    /// The sum of an expression and the value of its present cell in a row: see `march.wgsl`.
    pub fn added_to(&self, sum: &str, row: u32) -> String {
        let [low, high] = ["low", "high"].map(|plane| self.of_row(plane, row));
        format!(
            "march_add({sum}, {low}, {high}, walked[walked_at + {}u])",
            self.index
        )
    }
}

impl KernelComposer<'_> {
    /// Opens a block that runs if the job has the octaves of a strand, with the numbers of these octaves.
    pub(super) fn begin_octaves_of(&mut self, strand: &Strand, depth: usize) {
        let conditions: Vec<String> = (strand.octaves.iter())
            .filter(|(_, k)| *k > 0)
            .map(|&(fold, k)| format!("{k}u < {}", self.inputs.octaves(fold)))
            .collect();
        match conditions.as_slice() {
            [] => line!(self, depth, "{{"),
            _ => line!(self, depth, "if {} {{", conditions.join(" && ")),
        }
        self.layer_of(strand, depth + 1);
    }

    /// Declares the numbers of a strand's octaves, and its layer.
    fn layer_of(&mut self, strand: &Strand, depth: usize) {
        for &(fold, k) in &strand.octaves {
            line!(self, depth, "let {} = {k}u;", octave(fold));
        }
        let layer = self.inputs.layer(strand.source);
        line!(self, depth, "let layer = {layer};");
    }

    /// Opens a block with the axes across the walk axis at a row. Beyond the last row it is that one.
    fn begin_row(&mut self, place: &Place, row: u32, depth: usize) {
        line!(self, depth, "{{");
        if row > 0 {
            let y = format!("first.y + min({row}u, rows - 1u)");
            line!(
                self,
                depth + 1,
                "let at = vec4<u32>(first.x, {y}, first.zw);"
            );
        }
        self.axes_across(&place.planes, depth + 1);
    }

    /// Declares the variables of a strand. Without its octaves its planes are zero and its cell never ends.
    pub(super) fn begin_strand(&mut self, place: &Place, walk: &Walk, depth: usize) {
        let planes = &place.planes;
        line!(self, depth, "var {} = 0u;", place.named("plane"));
        let end = place.named("end");
        line!(self, depth, "var {end} = bitcast<i32>(count);");
        for row in 0..place.rows {
            let [low, high, stem] = ["low", "high", "stem"].map(|what| place.of_row(what, row));
            line!(self, depth, "var {low} = vec2<f32>();");
            line!(self, depth, "var {high} = vec2<f32>();");
            if planes.stem().is_some() {
                line!(self, depth, "var {stem} = 0u;");
            }
        }
        let ends = place.named("ends");
        let kept = planes.fastest().filter(|_| place.keeps_ends);
        if kept.is_some() {
            line!(self, depth, "var {ends} = vec4<f32>();");
        }
        self.begin_octaves_of(place.strand, depth);
        if let Some(fastest) = kept {
            let entry = fastest.entry();
            line!(self, depth + 1, "{ends} = walk_ends({entry});");
        }
        let plane = planes.first(FIELDS[walk.axis]);
        line!(self, depth + 1, "{} = {plane};", place.named("plane"));
        line!(self, depth + 1, "{end} = 0;");
        if let Some(stem) = planes.stem() {
            for row in 0..place.rows {
                self.begin_row(place, row, depth + 1);
                let packed = place.of_row("stem", row);
                line!(self, depth + 2, "{packed} = march_pack({stem});");
                line!(self, depth + 1, "}}");
            }
        }
        line!(self, depth, "}}");
    }

    /// Moves a strand to its next plane, if its present cells end at sample `i`.
    pub(super) fn enter_plane(&mut self, place: &Place, walk: &Walk, depth: usize) {
        let [plane, end] = ["plane", "end"].map(|what| place.named(what));
        line!(self, depth, "if {end} <= bitcast<i32>(i) {{");
        self.layer_of(place.strand, depth + 1);
        line!(self, depth + 1, "let key = axes[{plane}].low;");
        // It is relative to the run's first sample, and negative for a plane that lies before the run.
        let letter = FIELDS[walk.axis];
        line!(
            self,
            depth + 1,
            "{end} = bitcast<i32>(axes[{plane}].high - at.{letter});"
        );
        line!(self, depth + 1, "{plane} += 1u;");
        if let Some(fastest) = place.planes.fastest() {
            let ends = match place.keeps_ends {
                true => place.named("ends"),
                false => format!("walk_ends({})", fastest.entry()),
            };
            line!(self, depth + 1, "let ends = {ends};");
        }
        if place.planes.between().is_some() {
            line!(self, depth + 1, "var face = mat3x2<f32>();");
        }
        if place.rows > 1 {
            line!(self, depth + 1, "var face_of = 0u;");
        }
        for row in 0..place.rows {
            self.begin_row(place, row, depth + 1);
            let blended = self.plane_of_row(place, row, depth + 2);
            let [low, high] = ["low", "high"].map(|plane| place.of_row(plane, row));
            line!(self, depth + 2, "{low} = {high};");
            line!(self, depth + 2, "{high} = {blended};");
            line!(self, depth + 1, "}}");
        }
        line!(self, depth, "}}");
    }

    /// Computes the plane of `key` for a row, unless its face is that of the row before. Returns its blended value.
    fn plane_of_row(&mut self, place: &Place, row: u32, depth: usize) -> String {
        let planes = &place.planes;
        let Some(between) = planes.between() else {
            self.corners(place, row, depth);
            return planes.value().to_string();
        };
        let own = format!("{}.low", between.name);
        let inner = match row {
            0 => depth,
            _ => {
                line!(self, depth, "if {own} != face_of {{");
                depth + 1
            }
        };
        self.corners(place, row, inner);
        line!(self, inner, "face = {};", planes.value());
        if place.rows > 1 {
            line!(self, inner, "face_of = {own};");
        }
        if row > 0 {
            line!(self, depth, "}}");
        }
        format!("walk_plane(face, {})", between.name)
    }

    /// Declares the corners of the plane of `key` in the cell of a row.
    fn corners(&mut self, place: &Place, row: u32, depth: usize) {
        if place.planes.stem().is_some() {
            let packed = place.of_row("stem", row);
            line!(self, depth, "let stem = march_unpack({packed});");
        }
        for text in place.planes.plane() {
            line!(self, depth, "{text}");
        }
    }
}
