//! The files that a kernel is made of.

use super::{Kernel, line};
use crate::gpu::lines::PointLayout;
use crate::gpu::runs::Walk;
use crate::noise::Hash;
use crate::noise::Step;
use crate::program::{Op, OpId};

/// A file under `shaders/`.
macro_rules! shader {
    ($path:literal) => {
        include_str!(concat!("../../../shaders/", $path, ".wgsl"))
    };
}

const JOB: &str = shader!("kernels/job");
const POINTS: &str = shader!("kernels/points");
const POSITIONS: &str = shader!("kernels/positions");
const FLOATS: &str = shader!("kernels/positions/floats");
const CELLS: &str = shader!("kernels/positions/cells");
const WALK: &str = shader!("kernels/walk");
const WALK_TABLE_HASH: &str = shader!("kernels/walk/table_hash");
const WALK_INTEGER_HASH: &str = shader!("kernels/walk/integer_hash");
const WALK_PERLIN: &str = shader!("kernels/walk/perlin");
const WALK_CLASSIC: &str = shader!("kernels/walk/classic");
const WALK_VALUE: &str = shader!("kernels/walk/value");
const TABLES: &str = shader!("tables/storage");
const NO_TABLES: &str = shader!("tables/none");
const AXIS: &str = shader!("noise/axis");
const POSITION: &str = shader!("noise/position");
const POSITION_WIDE: &str = shader!("noise/position_wide");
const FADES: &str = shader!("noise/fades");
const TABLE_HASH: &str = shader!("noise/table_hash");
const INTEGER_HASH: &str = shader!("noise/integer_hash");
const ELIAS_HASH: &str = shader!("noise/elias_hash");
const HASH: &str = shader!("noise/hash");
const PERLIN: &str = shader!("noise/perlin");
const SLOPE: &str = shader!("noise/slope");
const PERLIN_GRADIENT: &str = shader!("noise/perlin_gradient");
const CLASSIC: &str = shader!("noise/classic");
const CLASSIC_GRADIENT: &str = shader!("noise/classic_gradient");
const VALUE: &str = shader!("noise/value");
const SIMPLEX: &str = shader!("noise/simplex");
const SIMPLEX_GRADIENT: &str = shader!("noise/simplex_gradient");
const WORLEY: &str = shader!("noise/worley");
const POLYNOMIALS: &str = shader!("noise/polynomials");
const SHAPING: &str = shader!("noise/shaping");

impl Kernel<'_> {
    /// The lengths that the host knows, and the files in use; for a walk, with the length of its
    /// uniform.
    pub(super) fn head(&mut self, walk: Option<(&Walk, u32)>) {
        line!(self, 0, "const WHOLES = {};", self.inputs.wholes.vectors());
        line!(
            self,
            0,
            "const NUMBERS = {};",
            self.inputs.numbers.vectors()
        );
        if let Some((walk, vectors)) = walk {
            line!(self, 0, "const RUN = {}u;", walk.run);
            line!(self, 0, "const WALK_Y = {};", walk.axis == 1);
            line!(self, 0, "const ROWS = {}u;", walk.rows);
            line!(self, 0, "const WALKED = {vectors};");
        }
        let program = self.program;
        let uses = |hash| program.sources.iter().any(|source| source.hash == hash);
        let is = |name| (program.sources.iter()).any(|source| source.noise.name() == name);
        let computes = |part: Part| {
            (program.ops.iter()).any(|op| match op {
                Op::Step { step, .. } => part_of(*step) == Some(part),
                _ => false,
            })
        };
        let displaces = (program.ops.iter().zip(0..))
            .any(|(op, id)| matches!(op, Op::Source(_)) && !program.operands(OpId(id)).is_empty());
        let derives = |name| {
            (program.sources.iter())
                .any(|source| source.partial.is_some() && source.noise.name() == name)
        };
        let at_points = |layout| self.inputs.points == Some(layout);
        let [floats, cells] = [PointLayout::Floats, PointLayout::Cells].map(at_points);
        let fades = displaces
            || floats
            || cells
            || program
                .sources
                .iter()
                .any(|source| source.partial.is_some());
        let by_corner = is("value") || is("simplex") || is("worley");
        let turns = fades || is("classic") || is("worley");
        let walks = walk.is_some();
        let parts = [
            (true, JOB),
            (!walks && !floats && !cells, POINTS),
            (walks, WALK),
            (true, AXIS),
            (floats, POSITION),
            (cells, POSITION_WIDE),
            (floats, FLOATS),
            (cells, CELLS),
            (floats || cells, POSITIONS),
            (fades, FADES),
            (uses(Hash::Table), TABLES),
            (by_corner && !uses(Hash::Table), NO_TABLES),
            (uses(Hash::Table), TABLE_HASH),
            (by_corner || uses(Hash::Integer), INTEGER_HASH),
            (by_corner, ELIAS_HASH),
            (by_corner, HASH),
            (is("perlin") || is("simplex"), PERLIN),
            (
                derives("perlin") || derives("classic") || derives("simplex"),
                SLOPE,
            ),
            (derives("perlin") || derives("simplex"), PERLIN_GRADIENT),
            (is("classic"), CLASSIC),
            (derives("classic"), CLASSIC_GRADIENT),
            (is("value"), VALUE),
            (is("simplex"), SIMPLEX),
            (derives("simplex"), SIMPLEX_GRADIENT),
            (is("worley"), WORLEY),
            (turns || computes(Part::Polynomials), POLYNOMIALS),
            (computes(Part::Shaping), SHAPING),
            (walks && uses(Hash::Table), WALK_TABLE_HASH),
            (walks && uses(Hash::Integer), WALK_INTEGER_HASH),
            (walks && is("perlin"), WALK_PERLIN),
            (walks && is("classic"), WALK_CLASSIC),
            (walks && is("value"), WALK_VALUE),
        ];
        for (_, part) in parts.iter().filter(|(used, _)| *used) {
            self.text.push('\n');
            self.text.push_str(part);
        }
    }
}

/// A file under `shaders/noise` with functions of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    /// `polynomials.wgsl`.
    Polynomials,
    /// `shaping.wgsl`.
    Shaping,
}

/// The file that a step's expression needs.
fn part_of(step: Step) -> Option<Part> {
    match step {
        Step::Pow | Step::Exp | Step::Log | Step::Sin | Step::Cos => Some(Part::Polynomials),
        Step::SmoothMin
        | Step::SmoothMax
        | Step::Smoothstep
        | Step::Bias
        | Step::GainCurve
        | Step::Terrace
        | Step::Curve => Some(Part::Shaping),
        _ => None,
    }
}
