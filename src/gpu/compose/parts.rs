//! The files that a kernel is made of.

use super::Composer;
use crate::gpu::runs::Walk;
use crate::gpu::steps::{self, Part};
use crate::noise::Source;
use crate::program::{Hash, Op};

const JOB: &str = include_str!("../../../shaders/kernels/job.wgsl");
const POINTS: &str = include_str!("../../../shaders/kernels/points.wgsl");
const WALK: &str = include_str!("../../../shaders/kernels/walk.wgsl");
const WALK_TABLE_HASH: &str = include_str!("../../../shaders/kernels/walk/table_hash.wgsl");
const WALK_INTEGER_HASH: &str = include_str!("../../../shaders/kernels/walk/integer_hash.wgsl");
const WALK_PERLIN: &str = include_str!("../../../shaders/kernels/walk/perlin.wgsl");
const AXIS: &str = include_str!("../../../shaders/noise/axis.wgsl");
const TABLES: &str = include_str!("../../../shaders/tables/storage.wgsl");
const TABLE_HASH: &str = include_str!("../../../shaders/noise/table_hash.wgsl");
const INTEGER_HASH: &str = include_str!("../../../shaders/noise/integer_hash.wgsl");
const PERLIN: &str = include_str!("../../../shaders/noise/perlin.wgsl");
const SLOPE: &str = include_str!("../../../shaders/noise/slope.wgsl");
const PERLIN_GRADIENT: &str = include_str!("../../../shaders/noise/perlin_gradient.wgsl");
const POLYNOMIALS: &str = include_str!("../../../shaders/noise/polynomials.wgsl");
const SHAPING: &str = include_str!("../../../shaders/noise/shaping.wgsl");

impl Composer<'_> {
    /// The lengths that the host knows, and the files in use; for a walk, with the length of its
    /// uniform.
    pub(super) fn head(&mut self, walk: Option<(&Walk, u32)>) {
        line!(self, 0, "const WHOLES = {};", self.wholes.vectors());
        line!(self, 0, "const NUMBERS = {};", self.numbers.vectors());
        if let Some((walk, vectors)) = walk {
            line!(self, 0, "const RUN = {}u;", walk.run);
            line!(self, 0, "const WALK_Y = {};", walk.axis == 1);
            line!(self, 0, "const ROWS = {}u;", walk.rows);
            line!(self, 0, "const WALKED = {vectors};");
        }
        let sources = &self.program.sources;
        let uses = |hash| sources.iter().any(|source| source.hash == hash);
        let perlin = sources.iter().any(|source| source.kind == Source::Perlin);
        let derives = sources.iter().any(|source| source.partial.is_some());
        let computes = |part: Part| {
            (self.program.ops.iter()).any(|op| match op {
                Op::Step { step, .. } => steps::part(*step) == Some(part),
                _ => false,
            })
        };
        let walks = walk.is_some();
        let parts = [
            (true, JOB),
            (!walks, POINTS),
            (walks, WALK),
            (true, AXIS),
            (uses(Hash::Table), TABLES),
            (uses(Hash::Table), TABLE_HASH),
            (uses(Hash::Integer), INTEGER_HASH),
            (perlin, PERLIN),
            (derives, SLOPE),
            (derives && perlin, PERLIN_GRADIENT),
            (computes(Part::Polynomials), POLYNOMIALS),
            (computes(Part::Shaping), SHAPING),
            (walks && uses(Hash::Table), WALK_TABLE_HASH),
            (walks && uses(Hash::Integer), WALK_INTEGER_HASH),
            (walks && perlin, WALK_PERLIN),
        ];
        for (_, part) in parts.iter().filter(|(used, _)| *used) {
            self.text.push('\n');
            self.text.push_str(part);
        }
    }
}
