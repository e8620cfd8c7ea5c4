//! One lattice source along a run: cell by cell, two planes a cell.
//!
//! The text is three nested loops: over cells, over the planes that come before a cell's end (one,
//! or two where the run begins or a cell is skipped), and over the samples within the cell.
//! `layout` lists the planes. Each plane is computed in one place of the text, from its own key
//! alone, so a sample's bits do not depend on where its run began.

use super::values::{FIELDS, axis_at};
use super::{Composer, register};
use crate::gpu::runs::Walk;
use crate::program::{Hash, Lattice, OpId, SourceId};

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
    fn statement(self, value: &str) -> String {
        match self {
            Sink::Fill(op) => format!("{}[i] = {value};", register(op)),
            Sink::Add(op) => format!("{}[i] += {value};", register(op)),
            Sink::Output => format!("samples[out + i * stride] = {value};"),
            Sink::AddToOutput(op) => {
                format!("samples[out + i * stride] = {}[i] + {value};", register(op))
            }
        }
    }
}

impl Composer<'_> {
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
        let planes = Planes::of(source, walk.axis);
        let letter = FIELDS[walk.axis];
        let layer = self.layer(self.wholes.source(id), source.frame);
        let value = sink.statement("walk_value(cell, samples_at + i)");
        let times = weight.map_or(String::new(), |_| "weight * ".to_string());
        line!(self, depth, "{{");
        line!(self, depth + 1, "let layer = layers[{layer}];");
        if let Some(weight) = weight {
            line!(self, depth + 1, "let weight = {weight};");
        }
        for (name, i, axis) in &planes.across {
            let entry = axis_at(*axis, &format!("layer.first.{}", FIELDS[*i]));
            line!(self, depth + 1, "let {name} = {entry};");
        }
        if let Some(stem) = planes.stem() {
            line!(self, depth + 1, "let stem = {stem};");
        }
        let along = FIELDS[planes.along];
        line!(
            self,
            depth + 1,
            "let samples_at = layer.walked + at.{letter};"
        );
        line!(
            self,
            depth + 1,
            "var plane = axes[layer.first.{along} + at.{letter} / RUN].low;"
        );
        line!(self, depth + 1, "var i = 0u;");
        line!(self, depth + 1, "var low = vec2<f32>();");
        line!(self, depth + 1, "var high = vec2<f32>();");
        line!(self, depth + 1, "loop {{");
        line!(self, depth + 2, "var end = 0u;");
        line!(self, depth + 2, "loop {{");
        line!(self, depth + 3, "low = high;");
        line!(self, depth + 3, "let key = axes[plane].low;");
        line!(self, depth + 3, "end = axes[plane].high - at.{letter};");
        line!(self, depth + 3, "plane += 1u;");
        for text in planes.plane() {
            line!(self, depth + 3, "{text}");
        }
        line!(self, depth + 3, "high = {times}({});", planes.value());
        // Planes before the run end before it: the difference is negative.
        line!(
            self,
            depth + 3,
            "continuing {{ break if bitcast<i32>(end) > bitcast<i32>(i); }}"
        );
        line!(self, depth + 2, "}}");
        line!(self, depth + 2, "end = min(end, count);");
        line!(self, depth + 2, "let cell = walk_coefficients(low, high);");
        line!(self, depth + 2, "loop {{");
        line!(self, depth + 3, "{value}");
        line!(
            self,
            depth + 3,
            "continuing {{ i += 1u; break if i >= end; }}"
        );
        line!(self, depth + 2, "}}");
        line!(self, depth + 2, "continuing {{ break if i >= count; }}");
        line!(self, depth + 1, "}}");
        line!(self, depth, "}}");
    }
}

/// The planes of a source's lattice across the walk axis.
struct Planes<'a> {
    source: &'a Lattice,
    /// Which of the source's axes is the walk axis.
    along: usize,
    /// The other axes: their names, which of the source's axes they are, and of the grid's.
    across: Vec<(&'static str, usize, usize)>,
    /// The pattern in the names of the functions: `a` is an axis across, `k` the walk axis.
    pattern: String,
}

impl Planes<'_> {
    fn of(source: &Lattice, walk_axis: usize) -> Planes<'_> {
        let mut planes = Planes {
            source,
            along: 0,
            across: Vec::new(),
            pattern: String::new(),
        };
        for (i, &axis) in source.axes.iter().enumerate() {
            if axis == walk_axis {
                planes.along = i;
                planes.pattern.push('k');
            } else {
                let name = ["a", "b", "c"][planes.across.len()];
                planes.across.push((name, i, axis));
                planes.pattern.push('a');
            }
        }
        planes
    }

    /// What is hashed once a run.
    fn stem(&self) -> Option<String> {
        let before = &self.pattern[..self.along];
        if self.source.hash == Hash::Integer || before.is_empty() {
            return None;
        }
        let axes = ["a", "a, b"][before.len() - 1];
        Some(format!("walk_table_stem_{before}k(layer.table, {axes})"))
    }

    /// The hashes and the corners of the plane of a key: `corners`, and with a third axis across
    /// `past` and `future`.
    fn plane(&self) -> Vec<String> {
        let kind = self.source.kind.info().name;
        let d = self.source.axes.len();
        let corners = |hashes: &str| format!("walk_{kind}_{d}d({hashes})");
        if d == 4 {
            let mut lines = vec!["let face = walk_table_aak(layer.table, stem, key);".to_string()];
            let mut faces = [
                "noise_perms(layer.table, face + vec4<u32>(c.low))",
                "noise_perms(layer.table, face + vec4<u32>(c.high))",
            ];
            if self.source.hash == Hash::Integer {
                lines.clear();
                faces = [
                    "walk_integer_aak(layer.key, key, a, b, c.low ^ layer.key.w) >> vec4<u32>(27u)",
                    "walk_integer_aak(layer.key, key, a, b, c.high ^ layer.key.w) >> vec4<u32>(27u)",
                ];
            }
            lines.push(format!("let past = {};", corners(faces[0])));
            lines.push(format!("let future = {};", corners(faces[1])));
            return lines;
        }
        let hashes = match self.source.hash {
            Hash::Table => self.table_hashes(d),
            Hash::Integer => self.integer_hashes(d),
        };
        vec![format!("let corners = {};", corners(&hashes))]
    }

    fn table_hashes(&self, d: usize) -> String {
        let pattern = &self.pattern;
        let args = match pattern.as_str() {
            "k" => "key",
            "ka" => "key, a",
            "aka" => "stem, key, b",
            _ => "stem, key",
        };
        let hashes = format!("walk_table_{pattern}(layer.table, {args})");
        match d {
            1 => format!("noise_table_value({hashes}.xy)"),
            2 => format!("walk_table_edge_plane(layer.table, {hashes})"),
            _ => hashes,
        }
    }

    fn integer_hashes(&self, d: usize) -> String {
        let pattern = &self.pattern;
        let args = match pattern.as_str() {
            "k" => "key",
            "ka" | "ak" => "key, a",
            "aka" => "key, a, b",
            _ => "key, a, b, 0u",
        };
        let hashes = format!("walk_integer_{pattern}(layer.key, {args})");
        match d {
            1 => format!("noise_integer_value({hashes}.xy)"),
            _ => format!("{hashes} >> vec4<u32>(28u)"),
        }
    }

    /// Height and slope of the plane.
    fn value(&self) -> String {
        let pattern = &self.pattern;
        match pattern.as_str() {
            "k" => "walk_plane_k(corners)".to_string(),
            "ak" | "ka" => format!("walk_plane_{pattern}(corners, a)"),
            "aaka" => "walk_plane_aaka(past, future, a, b, c)".to_string(),
            _ => format!("walk_plane_{pattern}(corners, a, b)"),
        }
    }
}
