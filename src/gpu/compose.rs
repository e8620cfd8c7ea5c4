//! From a program to the text of its kernel.
//!
//! The text depends on the structure alone: numbers, seeds, periods and octave counts are read from
//! buffers. Equal texts are one pipeline.

use std::fmt::Write;

use super::layout::{NumberAt, WholeAt};
use super::steps;
use crate::noise::Source;
use crate::program::{BlockId, FoldId, FrameId, Hash, Lattice, Op, OpId, Program, SourceId};

const GRID: &str = include_str!("../../shaders/kernels/grid.wgsl");
const AXIS: &str = include_str!("../../shaders/noise/axis.wgsl");
const TABLES: &str = include_str!("../../shaders/tables/storage.wgsl");
const TABLE_HASH: &str = include_str!("../../shaders/noise/table_hash.wgsl");
const INTEGER_HASH: &str = include_str!("../../shaders/noise/integer_hash.wgsl");
const PERLIN: &str = include_str!("../../shaders/noise/perlin.wgsl");

/// The WGSL of the kernel that computes a program on a grid, one invocation a sample.
///
/// Its entry point is `main`, its workgroups are 64 samples of x.
pub fn grid_kernel(program: &Program) -> String {
    let mut composer = Composer {
        program,
        numbers: NumberAt::new(program),
        wholes: WholeAt::new(program),
        text: String::new(),
    };
    composer.head();
    composer.sample();
    composer.text
}

struct Composer<'a> {
    program: &'a Program,
    numbers: NumberAt,
    wholes: WholeAt,
    text: String,
}

/// Writing to a `String` cannot fail.
macro_rules! line {
    ($composer:expr, $depth:expr, $($text:tt)*) => {{
        $composer.text.push_str(&"    ".repeat($depth));
        let _ = writeln!($composer.text, $($text)*);
    }};
}

impl Composer<'_> {
    fn head(&mut self) {
        line!(self, 0, "const WHOLES = {};", self.wholes.vectors());
        line!(self, 0, "const NUMBERS = {};", self.numbers.vectors());
        let uses = |hash| {
            self.program
                .sources
                .iter()
                .any(|source| source.hash == hash)
        };
        let perlin = (self.program.sources.iter()).any(|source| source.kind == Source::Perlin);
        let parts = [
            (true, GRID),
            (true, AXIS),
            (uses(Hash::Table), TABLES),
            (uses(Hash::Table), TABLE_HASH),
            (uses(Hash::Integer), INTEGER_HASH),
            (perlin, PERLIN),
        ];
        for (_, part) in parts.iter().filter(|(used, _)| *used) {
            self.text.push('\n');
            self.text.push_str(part);
        }
    }

    fn sample(&mut self) {
        line!(self, 0, "\nfn noise_sample(at: vec3<u32>, out: u32) {{");
        self.block(BlockId(0), 1);
        for (channel, &op) in self.program.outputs.iter().enumerate() {
            line!(self, 1, "samples[out + {channel}u] = {};", name(op));
        }
        line!(self, 0, "}}");
    }

    fn block(&mut self, block: BlockId, depth: usize) {
        let program = self.program;
        for &op in &program.blocks[block.index()].ops {
            match &program.ops[op.index()] {
                Op::Fold(fold) => self.fold(op, *fold, depth),
                Op::Source(source) => self.source(op, *source, depth),
                Op::Coordinate(id) => {
                    let coordinate = program.coordinates[id.index()];
                    let layer = self.layer(self.wholes.coordinate(*id), coordinate.frame);
                    let value = axis_at(coordinate.axis, &format!("layers[{layer}].first.x"));
                    line!(self, depth, "let {} = {value}.fraction;", name(op));
                }
                Op::Param(slot) => {
                    let at = self.numbers.slot(*slot);
                    line!(self, depth, "let {} = number({at}u);", name(op));
                }
                Op::OctaveScale { fold, time } => {
                    let at = self.numbers.scale(*fold, *time);
                    line!(
                        self,
                        depth,
                        "let {} = number({at}u + {});",
                        name(op),
                        octave(*fold)
                    );
                }
                Op::Step { step, args } => {
                    let args: Vec<String> = args.iter().map(|&arg| name(arg)).collect();
                    line!(
                        self,
                        depth,
                        "let {} = {};",
                        name(op),
                        steps::expression(*step, &args)
                    );
                }
            }
        }
    }

    fn fold(&mut self, op: OpId, id: FoldId, depth: usize) {
        let fold = &self.program.folds[id.index()];
        let (k, sum) = (octave(id), name(op));
        let count = self.wholes.octaves(id);
        let weight = self.numbers.weight(id);
        line!(self, depth, "var {sum} = 0.0;");
        line!(
            self,
            depth,
            "for (var {k} = 0u; {k} < whole({count}u); {k} += 1u) {{"
        );
        self.block(fold.body, depth + 1);
        line!(
            self,
            depth + 1,
            "{sum} += number({weight}u + {k}) * {};",
            name(fold.result)
        );
        line!(self, depth, "}}");
    }

    fn source(&mut self, op: OpId, id: SourceId, depth: usize) {
        let source = &self.program.sources[id.index()];
        let value = name(op);
        let layer = self.layer(self.wholes.source(id), source.frame);
        line!(self, depth, "let {value}_layer = layers[{layer}];");
        let displacement = self.program.frames[source.frame.index()].displacement;
        let mut axes = Vec::new();
        for (i, &axis) in source.axes.iter().enumerate() {
            let field = ["x", "y", "z", "w"][i];
            let plain = axis_at(axis, &format!("{value}_layer.first.{field}"));
            let moved = match displacement[axis] {
                None => plain,
                Some(by) => format!(
                    "noise_displaced({plain}, {} * {value}_layer.rate.{field}, {value}_layer.period.{field})",
                    name(by)
                ),
            };
            let axis = format!("{value}_{field}");
            line!(self, depth, "let {axis} = {moved};");
            axes.push(axis);
        }
        let call = call(source, &format!("{value}_layer"), &axes.join(", "));
        line!(self, depth, "let {value} = {call};");
    }

    /// The index of a layer in the octaves of the loops around it.
    fn layer(&self, first: u32, frame: FrameId) -> String {
        let folds = self.program.folds_around(frame);
        let octave = folds
            .into_iter()
            .fold(String::new(), |outer, fold| match outer.is_empty() {
                true => octave(fold),
                false => format!(
                    "({outer}) * whole({}u) + {}",
                    self.wholes.octaves(fold),
                    octave(fold)
                ),
            });
        match octave.is_empty() {
            true => format!("whole({first}u)"),
            false => format!("whole({first}u) + {octave}"),
        }
    }
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
    format!("noise_{kind}_{d}d({hashes}, {axes})")
}

/// The sample's entry in the table of an axis.
fn axis_at(axis: usize, first: &str) -> String {
    match axis {
        3 => format!("axes[{first}]"),
        _ => format!("axes[{first} + at.{}]", ["x", "y", "z"][axis]),
    }
}

fn name(op: OpId) -> String {
    format!("v{}", op.0)
}

fn octave(fold: FoldId) -> String {
    format!("k{}", fold.0)
}
