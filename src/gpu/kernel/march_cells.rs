//! The cells of a march: for each strand its next corners, and for each row the planes around its present cell that they blend
//! to.
//!
//! Rows that lie in one cell of y share the hashes, the gradients and the faces of planes; only the blend of a face is each
//! row's own. The rows of a source without y are equal, so it has one.

use super::planes::{Across, Ends, Planes};
use super::strands::{March, Member, Strand, Words};
use super::text::KernelComposer;
use super::walk::{ROWS_AXIS, Walk};
use crate::program::{FoldId, Program, SourceId};
use crate::wgsl::compose::{FIELDS, Inputs, line, octave};

/// The most planes on either side of a sample with which strands keep the ends of their cells across the walk axis, four
/// registers each. With more, each plane makes them anew.
const KEPT_ENDS_MAX: usize = 8;

/// A strand, its place among all strands, and what its corners blend to.
pub(super) struct Place<'a> {
    strand: &'a Strand,
    index: usize,
    /// The planes of the value or of a derivative across, by their number in the strand. They differ in how they are blended.
    planes: Vec<Planes<'a>>,
    /// The rows that have cells of their own.
    rows: u32,
    /// Whether it keeps the ends in registers by which corners are blended to edges.
    keeps_ends: bool,
}

impl<'a> Place<'a> {
    /// The places of all strands.
    pub fn all(program: &'a Program, walk: &Walk, march: &'a March) -> Vec<Place<'a>> {
        let place = |(index, strand): (usize, &'a Strand)| {
            let planes = strand.planes().into_iter().map(|member| {
                let source = &program.sources[member.source.index()];
                let planes = Planes::of(source, walk.axis);
                match strand.words {
                    Some(Words::Staged(table)) => planes.with_words(&format!("true, {table}u")),
                    Some(Words::Buffer) => planes.with_words("false, layer.words"),
                    None => planes,
                }
            });
            let planes: Vec<Planes> = planes.collect();
            let rows = match planes[0].between() {
                Some(between) if between.axis == ROWS_AXIS => walk.rows,
                _ => 1,
            };
            Place {
                strand,
                index,
                planes,
                rows,
                keeps_ends: march.planes() <= KEPT_ENDS_MAX,
            }
        };
        march.strands.iter().enumerate().map(place).collect()
    }

    /// The planes whose corners are those of all.
    fn corners(&self) -> &Planes<'a> {
        &self.planes[0]
    }

    /// The ends by which all planes are blended.
    fn ends(&self) -> Vec<Ends> {
        let mut all = Vec::new();
        for planes in &self.planes {
            for across in planes.by_ends() {
                let ends = planes.ends(across, &across.entry());
                if !all.contains(&ends) {
                    all.push(ends);
                }
            }
        }
        all
    }

    /// Whether it keeps these ends in registers.
    fn keeps(&self, ends: &Ends) -> bool {
        self.keeps_ends && ends.are_of_edges
    }

    /// The name of one of its variables.
    pub fn named(&self, what: &str) -> String {
        format!("s{}_{what}", self.index)
    }

    /// The name of the variable that it has for a row.
    fn of_row(&self, what: &str, row: u32) -> String {
        format!("{}{}", self.named(what), row.min(self.rows - 1))
    }

    /// The names of the planes of this number on either side of a row.
    fn around(&self, planes: usize, row: u32) -> [String; 2] {
        ["low", "high"].map(|side| self.of_row(&format!("{side}{planes}_"), row))
    }

    /// The member that is a source in these octaves.
    pub fn member(&self, source: SourceId, octaves: &[(FoldId, u32)]) -> Option<&Member> {
        (self.strand.members.iter())
            .find(|member| member.source == source && member.octaves == octaves)
    }

    /// The sum of an expression and the value of a member in the present cell of a row: see `walk.wgsl`.
    pub fn added_to(&self, sum: &str, member: &Member, row: u32) -> String {
        let [low, high] = self.around(member.planes, row);
        let factors = member.factors;
        format!("walk_add({sum}, {low}, {high}, walked[walked_at + {factors}u])")
    }
}

impl KernelComposer<'_> {
    /// Opens a block that runs if the job has the octaves of a strand, with the numbers of these octaves.
    pub(super) fn begin_octaves_of(&mut self, strand: &Strand, depth: usize) {
        let conditions: Vec<String> = (strand.first().octaves.iter())
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
        let first = strand.first();
        for &(fold, k) in &first.octaves {
            line!(self, depth, "let {} = {k}u;", octave(fold));
        }
        let layer = self.inputs.layer(first.source);
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
        self.axes_across(place.corners(), depth + 1);
    }

    /// Declares the variables of a strand. Without its octaves its planes are zero and its cell never ends.
    pub(super) fn begin_strand(&mut self, place: &Place, depth: usize) {
        line!(self, depth, "var {} = 0u;", place.named("plane"));
        let end = place.named("end");
        line!(self, depth, "var {end} = bitcast<i32>(count);");
        let stem = place.corners().stem();
        for row in 0..place.rows {
            for planes in 0..place.planes.len() {
                for plane in place.around(planes, row) {
                    line!(self, depth, "var {plane} = vec2<f32>();");
                }
            }
            if stem.is_some() {
                line!(self, depth, "var {} = 0u;", place.of_row("stem", row));
            }
        }
        let mut kept = place.ends();
        kept.retain(|ends| place.keeps(ends));
        for ends in &kept {
            line!(
                self,
                depth,
                "var {} = vec4<f32>();",
                place.named(&ends.name)
            );
        }
        self.begin_octaves_of(place.strand, depth);
        for ends in &kept {
            line!(
                self,
                depth + 1,
                "{} = {};",
                place.named(&ends.name),
                ends.value
            );
        }
        let plane = place.corners().first();
        line!(self, depth + 1, "{} = {plane};", place.named("plane"));
        line!(self, depth + 1, "{end} = 0;");
        if let Some(stem) = stem {
            for row in 0..place.rows {
                self.begin_row(place, row, depth + 1);
                let packed = place.of_row("stem", row);
                line!(self, depth + 2, "{packed} = march_pack({stem});");
                line!(self, depth + 1, "}}");
            }
        }
        line!(self, depth, "}}");
    }

    /// Moves a strand to its next planes, if its present cells end at sample `i`.
    pub(super) fn enter_planes(&mut self, place: &Place, walk: &Walk, depth: usize) {
        let [plane, end] = ["plane", "end"].map(|what| place.named(what));
        line!(self, depth, "if {end} <= bitcast<i32>(i) {{");
        self.layer_of(place.strand, depth + 1);
        line!(self, depth + 1, "let key = axis_entry({plane}).low;");
        // It is relative to the run's first sample, and negative for a plane that lies before the run.
        let letter = FIELDS[walk.axis];
        line!(
            self,
            depth + 1,
            "{end} = bitcast<i32>(axis_entry({plane}).high - at.{letter});"
        );
        line!(self, depth + 1, "{plane} += 1u;");
        for ends in place.ends() {
            let value = match place.keeps(&ends) {
                true => place.named(&ends.name),
                false => ends.value,
            };
            line!(self, depth + 1, "let {} = {value};", ends.name);
        }
        if place.corners().between().is_some() {
            for planes in 0..place.planes.len() {
                line!(self, depth + 1, "var face{planes} = mat3x2<f32>();");
            }
        }
        if place.rows > 1 {
            line!(self, depth + 1, "var face_of = 0u;");
        }
        for row in 0..place.rows {
            self.begin_row(place, row, depth + 1);
            self.planes_of_row(place, row, depth + 2);
            line!(self, depth + 1, "}}");
        }
        line!(self, depth, "}}");
    }

    /// Moves a row to the planes of `key`. Their faces are those of the row before, if it lies in the same cell.
    fn planes_of_row(&mut self, place: &Place, row: u32, depth: usize) {
        let between = place.corners().between();
        match between {
            Some(between) => self.faces_of_row(place, row, between, depth),
            None => self.corners(place, row, depth),
        }
        for (number, planes) in place.planes.iter().enumerate() {
            let [low, high] = place.around(number, row);
            let blended = match between {
                Some(between) => planes.blended_face(&format!("face{number}"), between),
                None => planes.value(),
            };
            line!(self, depth, "{low} = {high};");
            line!(self, depth, "{high} = {blended};");
        }
    }

    /// Computes the faces of a row, unless they are those of the row before.
    fn faces_of_row(&mut self, place: &Place, row: u32, between: Across, depth: usize) {
        let own = format!("{}.low", between.name);
        let inner = match row {
            0 => depth,
            _ => {
                line!(self, depth, "if {own} != face_of {{");
                depth + 1
            }
        };
        self.corners(place, row, inner);
        for (number, planes) in place.planes.iter().enumerate() {
            line!(self, inner, "face{number} = {};", planes.value());
        }
        if place.rows > 1 {
            line!(self, inner, "face_of = {own};");
        }
        if row > 0 {
            line!(self, depth, "}}");
        }
    }

    /// Declares the corners of the plane of `key` in the cell of a row.
    fn corners(&mut self, place: &Place, row: u32, depth: usize) {
        if place.corners().stem().is_some() {
            let packed = place.of_row("stem", row);
            line!(self, depth, "let stem = march_unpack({packed});");
        }
        for text in place.corners().plane() {
            line!(self, depth, "{text}");
        }
    }
}
