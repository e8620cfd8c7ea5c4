//! The suite notices mistakes: each mutation of the code must make a test fail.
//!
//! A copy of the package gets one textual mutation at a time and runs the test that should notice. A mutation that does
//! not compile shows nothing and counts as a mistake of this file, as does a text that is not found exactly once.
//!
//! Takes minutes, so it is asked for by name: `cargo test --test mutations -- --ignored`. The mutations of shaders need
//! the adapter of the GPU suite; where there is none they are skipped, or fail with `NOISE_REQUIRE_ADAPTER=1`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One mistake.
struct Mutation {
    why: &'static str,
    file: &'static str,
    find: &'static str,
    replace: &'static str,
    /// The part of a test's name that must notice.
    noticed_by: &'static str,
}

const fn mutation(
    why: &'static str,
    noticed_by: &'static str,
    file: &'static str,
    find: &'static str,
    replace: &'static str,
) -> Mutation {
    Mutation {
        why,
        file,
        find,
        replace,
        noticed_by,
    }
}

const CPU: &str = "agreement::every_form_of_the_cpu_backend_agrees";
const POINTS: &str = "points::";
const STEPS: &str = "steps::";
const OCTAVES: &str = "octaves::";
const GPU: &str = "agreement::the_gpu_agrees_with_the_reference";
const FORMATS: &str = "formats::";
const MIPS: &str = "mips::";
const SNIPPETS: &str = "values::snippets_agree_with_the_reference";
const TILES: &str = "agreement::the_gpu_agrees_in_tiles";

/// What the backends alone do: held to the reference.
#[rustfmt::skip]
const OF_CPU: &[Mutation] = &[
    mutation("a gradient's sign", CPU, "src/cpu/corner.rs",
        "if h & 1 == 0 { 1.0 } else { -1.0 }", "if h & 1 != 0 { 1.0 } else { -1.0 }"),
    mutation("the gradients of the published 4-D Java", CPU, "src/cpu/corner.rs",
        "[[0, 1, 2], [3,", "[[1, 2, 3], [3,"),
    mutation("four bits of a 4-D hash", CPU, "src/cpu/corner.rs",
        "if dimension == 4 { 5 } else { 4 }", "if dimension == 4 { 4 } else { 4 }"),
    mutation("2-D without the third look-up", CPU, "src/cpu/corner.rs",
        "self.bits(&[x, y, 0], bits)", "self.bits(&[x, y], bits)"),
    mutation("a derivative of the fade", CPU, "src/cpu/pointwise/fades.rs",
        "s * 30.0 * s", "s * 29.0 * s"),
    mutation("a derivative of the cosine", CPU, "src/cpu/pointwise/fades.rs",
        "0.25 * (1.0 - t)", "0.25 * t"),
    mutation("a derivative that forgets what a fade blends", CPU, "src/cpu/pointwise/slope.rs",
        "mul_add(high.value - low.value, slope)", "mul_add(low.value - low.value, slope)"),
    mutation("a kernel's derivative by half of it", CPU, "src/cpu/pointwise/simplex.rs",
        "offset[self.0] * 8.0 * product", "offset[self.0] * 4.0 * product"),
    mutation("a fade without a slope", CPU, "src/cpu/pointwise/value.rs",
        "(fade, true) => Taps::two_slope(cells, fade)", "(_, true) => Taps::two(cells)"),
    mutation("2-D without the third look-up at points", CPU, "src/cpu/pointwise/hasher/table.rs",
        "self.lanes.look_up_bytes(&self.table, corner)", "corner"),
    mutation("the wrong row of 4-D gradients at points", CPU, "src/cpu/pointwise/gradients.rs",
        "float_table(&of[axis])", "float_table(&of[if D == 4 { 4 - axis } else { axis }])"),
    mutation("another byte of a cell's point", CPU, "src/cpu/pointwise/hasher/table.rs",
        "(1..).zip(&mut entries)", "(2..).zip(&mut entries)"),
    mutation("rounding for floor where displaced", CPU, "src/cpu/pointwise/cells.rs",
        "let whole = u.floor();", "let whole = (u + 0.5).floor();"),
    mutation("a remainder that is negative", CPU, "src/cpu/pointwise/cells.rs",
        "(1.0 / period as f32)).floor()", "(1.0 / period as f32)).floor() + 2.0"),
    mutation("no period where displaced", CPU, "src/cpu/pointwise/cells.rs",
        "self.high = self.keys_at(1);", "self.high = self.low.map(|low| low + 1);"),
    mutation("a far corner with the near key", CPU, "src/cpu/pointwise/hasher/table.rs",
        "self.next(hashes[c], keys[axis][1])", "self.next(hashes[c], keys[axis][0])"),
    mutation("a point's whole part forgotten", POINTS, "src/cpu/pointwise/sample_positions.rs",
        "self.remainder(whole + over)", "self.remainder(whole)"),
    mutation("the low part of a product of cells", POINTS, "src/cpu/pointwise/sample_positions.rs",
        "(high - floor) + error", "(high - floor)"),
    mutation("a remainder that is negative at points", POINTS, "src/cpu/pointwise/sample_positions.rs",
        "whole - p * (whole / p).floor()", "whole - p * (whole / p).trunc() - p"),
    mutation("an offset out of step with its period", POINTS, "src/cpu/pointwise/sample_positions.rs",
        "key(whole as i64, period)", "key(whole as i64, 256)"),
    mutation("a high corner past the period at points", POINTS, "src/cpu/pointwise/sample_positions.rs",
        "if next == period", "if next == period + 1"),
    mutation("points sorted wrongly", POINTS, "src/cpu/pointwise/positions.rs",
        "&[a[2], b[2], c[2], d[2]]", "&[a[2], b[2], d[2], c[2]]"),
    mutation("no limit for points", POINTS, "src/cpu/pointwise/positions.rs",
        "!(fraction.abs() <= limit)", "fraction.abs() > limit"),
    mutation("a swapped lerp", CPU, "src/cpu/pointwise/blend.rs",
        "t.mul_add(b - a, a)", "t.mul_add(a - b, b)"),
    mutation("the fade of points", CPU, "src/cpu/pointwise/fades.rs",
        "s.mul_add(6.0, -15.0)", "s.mul_add(6.0, -14.9)"),
    mutation("a smoothed corner's weight", CPU, "src/cpu/pointwise/value.rs",
        "[0.25, 0.5, 0.25]", "[0.25, 0.5, 0.26]"),
    mutation("Elias's cubic", CPU, "src/cpu/pointwise/value.rs",
        "(t * -1.0 + 2.0) * t - 1.0", "(t * -1.0 + 2.0) * t - 0.99"),
    mutation("values that have no height", CPU, "src/cpu/rows/walker.rs",
        "self.corners == 1 && self.has_few_gradients()", "self.corners == 1"),
    mutation("a simplex walked the wrong way", CPU, "src/cpu/pointwise/simplex.rs",
        "part[first].less(part[second])", "part[second].less(part[first])"),
    mutation("the whole part of a skew", CPU, "src/cpu/pointwise/simplex.rs",
        "whole = whole + cells[axis].high[q];", "whole = whole + 0;"),
    mutation("a second point that is the nearest", CPU, "src/cpu/pointwise/worley.rs",
        "nearest.second.min(nearest.first.max(distance))", "nearest.second.min(distance)"),
    mutation("points that do not swing", CPU, "src/cpu/pointwise/worley.rs",
        "phase + self.0[q]", "phase + self.0[q] * 0.0"),
    mutation("a far corner's height", CPU, "src/cpu/rows/coefficients.rs",
        "lanes.sub(high_a, high_b)", "lanes.add(high_a, high_b)"),
    mutation("swapped lattice rows", CPU, "src/cpu/rows/coefficients.rs",
        "[low, high]: [&LatticeRow; 2]", "[high, low]: [&LatticeRow; 2]"),
    mutation("a derivative in rows without the gradients", CPU, "src/cpu/rows/cell_ends.rs",
        "([-slope, slope], weights)", "([-slope, slope], [0.0; 2])"),
    mutation("a derivative in rows the wrong way", CPU, "src/cpu/rows/cell_ends.rs",
        "[-slope, slope]", "[slope, -slope]"),
    mutation("a derivative along x without a term", CPU, "src/cpu/rows/tile_samples.rs",
        "*fade + slope * *fraction", "*fade"),
    mutation("a derivative along z in 4-D", CPU, "src/cpu/rows/slice.rs",
        "z.gradient_weight * w.weight", "z.gradient_weight"),
    mutation("an octave of a derivative without its cells", CPU, "src/cpu/summed_rows.rs",
        "self.factor.map_or(1.0, number)", "self.factor.map_or(1.0, |_| 1.0)"),
    mutation("a factor of an octave left out", CPU, "src/cpu/summed_rows.rs",
        "self.number(job, a, layer, octave) * self", "0.0 * self.number(job, a, layer, octave) + self"),
    mutation("channels in another order", CPU, "src/cpu/evaluator/mod.rs",
        "[0, 1, 2].map(output)", "[0, 2, 1].map(output)"),
    mutation("the outer octave forgotten", CPU, "src/cpu/evaluator/operations.rs",
        "layer * self.job.octaves[fold.index()].weights.len() + self.octave", "layer + self.octave"),
    mutation("a fold that keeps its last octave alone", CPU, "src/cpu/steps.rs",
        "*sum += self.weight * value", "*sum = self.weight * value"),
    mutation("an output's register used again", CPU, "src/cpu/execution_plan.rs",
        "*last = usize::MAX", "*last = 0"),
    mutation("min and max of clamp swapped", CPU, "src/cpu/steps.rs",
        "of.max(low).min(high)", "of.min(high).max(low)"),
    mutation("mix from the wrong end", CPU, "src/cpu/steps.rs",
        "a + t * (b - a)", "b + t * (a - b)"),
    mutation("a sine that forgets its sign", CPU, "src/cpu/polynomials.rs",
        "if part < 0.0 { -sine }", "if part < -1.0 { -sine }"),
    mutation("a coefficient of the sine", CPU, "src/cpu/polynomials.rs",
        "81.60248", "81.60348"),
    mutation("a coefficient of the logarithm", CPU, "src/cpu/polynomials.rs",
        "0.14249058", "0.14349058"),
    mutation("a power whose logarithm is an f32 alone", CPU, "src/cpu/polynomials.rs",
        "((n - high) + exact) + rest", "0.0 * (((n - high) + exact) + rest)"),
    mutation("an exponential that scales by a power of two less", CPU, "src/cpu/polynomials.rs",
        "n as i32 + 127", "n as i32 + 126"),
    mutation("a bias the other way", CPU, "src/cpu/shaping.rs",
        "(1.0 - bias) * (1.0 - t)", "bias * (1.0 - t)"),
    mutation("a terrace whose ramp is at its foot", CPU, "src/cpu/shaping.rs",
        "((v - low) - (1.0 - ramp))", "(v - low)"),
    mutation("a rounding that never ends", CPU, "src/cpu/shaping.rs",
        "(a - b).abs()).max(0.0)", "(a - b).abs()).max(-1.0)"),
    mutation("select on the wrong side of its edge", CPU, "src/cpu/steps.rs",
        "if by < edge { a } else { b }", "if by <= edge { a } else { b }"),
    mutation("a floor that truncates", CPU, "src/cpu/steps.rs",
        "Step::Floor => one(out, a, f32::floor)", "Step::Floor => one(out, a, f32::trunc)"),
    mutation("a triangle that truncates", CPU, "src/cpu/steps.rs",
        "turns - turns.round_ties_even()", "turns - turns.trunc()"),
    mutation("a weight that is not handed on", CPU, "src/cpu/evaluator/operations.rs",
        "values.copy_from_slice(&self.registers[from])", "values.fill(from.min(1) as f32)"),
    mutation("a first weight from the block before", CPU, "src/cpu/evaluator/operations.rs",
        "for carried in &fold.carried {\n            self", "for carried in fold.carried.get(1..).unwrap_or_default() {\n            self"),
    mutation("a run that begins at its brick's start", "pieces::", "src/cpu/evaluator/operations.rs",
        "copy_from_slice(&values[self.rows.x.clone()])", "copy_from_slice(&values[..self.rows.x.len()])"),
];

/// What the backends share, and the reference does not: lowering, binding, axis tables.
#[rustfmt::skip]
const OF_PROGRAM: &[Mutation] = &[
    mutation("a period off by one", CPU, "src/grid/table.rs",
        "i64::from(period)", "(i64::from(period) + 1)"),
    mutation("no period at the high corner", CPU, "src/grid/table.rs",
        "key(cell + 1, period)", "key(cell, period).wrapping_add(1)"),
    mutation("the wrong octave's table", CPU, "src/program/layers.rs",
        "if shared { 0 } else { k }", "if shared { 0 } else { k + 1 }"),
    mutation("shared tables that are not", CPU, "src/program/layers.rs",
        "if shared { 0 } else { k }", "{ let _ = shared; k }"),
    mutation("octaves counted without what only a value needs", CPU, "src/program/bind.rs",
        "Some(folds.iter().map(octaves_of).collect())", "{ let _ = (folds, octaves_of); None }"),
    mutation("an octave's weight", CPU, "src/program/count.rs",
        "(amplitude / sum) as f32", "(amplitude / sum / 1.001) as f32"),
    mutation("lacunarity in time for that in space", CPU, "src/program/layers.rs",
        "3 => &fold.time_frequencies", "4 => &fold.time_frequencies"),
    mutation("a source's own seed ignored", CPU, "src/program/layers.rs",
        "self.params.seed.wrapping_add(own_seed)", "self.params.seed.wrapping_add(own_seed * 0)"),
    mutation("a period that does not grow with its octave", CPU, "src/program/layers.rs",
        "period * self.factor(fold, source.axes[i], k)", "period + 0.0 * f64::from(k)"),
    mutation("a displacement that its octave does not scale", CPU, "src/program/lower/folds.rs",
        "this.binary(Step::Mul, by, scale)", "this.binary(Step::Max, by, by).map(|by| { let _ = scale; by })"),
    mutation("a warp that forgets the one around it", CPU, "src/program/lower/frames.rs",
        "Some(before) => self.binary(Step::Add, before, by)?", "Some(_) => by"),
    mutation("a rotation the other way", CPU, "src/program/lower/positions.rs",
        "self.binary(Step::Sub, a_cos, b_sin)?", "self.add(a_cos, b_sin)?"),
    mutation("a rotation in another order", CPU, "src/program/lower/positions.rs",
        "ANGLES.into_iter().enumerate()", "ANGLES.into_iter().enumerate().rev()"),
    mutation("a stretch that shrinks", CPU, "src/program/lower/positions.rs",
        "self.binary(Step::Sub, stretched, along)?", "self.binary(Step::Sub, along, stretched)?"),
    mutation("a progressive warp that is none", CPU, "src/program/lower/frames.rs",
        "if progressive {", "if progressive && axis > 3 {"),
    mutation("the axes of the grid on a sphere", CPU, "src/program/lower/positions.rs",
        "space: 3,", "space: self.frames[parent.index()].axes.space,"),
    mutation("a ridge that is no square", CPU, "src/program/lower/bodies.rs",
        "self.binary(Step::Mul, ridge, ridge)?", "ridge"),
    mutation("a weight of more than 1", CPU, "src/program/lower/bodies.rs",
        "self.binary(Step::Min, before, one)?", "self.binary(Step::Max, before, before).map(|op| { let _ = one; op })?"),
    mutation("a weight without its amplitude", CPU, "src/program/lower/bodies.rs",
        "self.make(Op::OctaveAmplitude(fold))?", "one"),
    mutation("powers of a list", CPU, "src/program/octaves.rs",
        "PerOctave::Each(_) => number", "PerOctave::Each(_) => power(number, k)"),
    mutation("four samples a cell", CPU, "src/program/count.rs",
        "0.5 * (1.0 + 1e-6)", "0.25 * (1.0 + 1e-6)"),
    mutation("an octave too many where they are auto", CPU, "src/program/count.rs",
        "for k in 1..most", "for k in 2..most"),
    mutation("an amplitude without its sum", OCTAVES, "src/program/count.rs",
        "amplitude / sum < step / 2.0", "amplitude < step / 2.0"),
    mutation("a derivative per cell, not per unit", CPU, "src/program/lower/derive.rs",
        "self.times(Some(moved), cells)?", "{ let _ = cells; Some(moved) }"),
    mutation("a made position that its own frame does not move", CPU, "src/program/lower/settle.rs",
        "FrameStep::Made(made) => zero || made[coordinate.axis]", "FrameStep::Made(_) => true"),
    mutation("a derivative that forgets what displaces", CPU, "src/program/lower/derive.rs",
        "Some(displacement) => self.slope(displacement, by)?", "Some(_) => None"),
    mutation("a derivative that forgets the scales between", CPU, "src/program/lower/derive.rs",
        "FrameStep::Scale(factors) => factors[axis].map(Op::Param)", "FrameStep::Scale(_) => None"),
    mutation("space's lacunarity in the derivative by time", CPU, "src/program/lower/derive.rs",
        "time: axis == 3,", "time: axis == 4,"),
    mutation("half a product rule", CPU, "src/program/lower/chain.rs",
        "(self.times(da, b)?, self.times(db, a)?)", "(self.times(da, b)?, self.times(db, b)?)"),
    mutation("the slope of the other side", CPU, "src/program/lower/chain.rs",
        "Step::Min => self.either(db, da, b, a)", "Step::Min => self.either(da, db, b, a)"),
    mutation("a weight whose derivative is lost", CPU, "src/program/lower/derive.rs",
        "self.derived.insert((value.op, by), Some(slope));", "self.derived.insert((value.op, by), None);"),
    mutation("a triangle that only falls", CPU, "src/program/lower/chain.rs",
        "(self.literal(-4.0)?, self.literal(4.0)?)", "(self.literal(-4.0)?, self.literal(-4.0)?)"),
    mutation("a curl the other way round", CPU, "src/program/lower/derive.rs",
        "self.minus(rises, falls)?", "self.minus(falls, rises)?"),
    mutation("a needed operation left out", CPU, "src/program/lower/prune.rs",
        "self.ops.keep(operand.index());", "if operand.index() > 2 { self.ops.keep(operand.index()); }"),
    mutation("a jump that has a derivative", "derivatives::", "src/program/lower/chain.rs",
        "Step::Select if dc.is_none() && dd.is_none()", "Step::Select if dd.is_none()"),
    mutation("a divisor that may be 0", STEPS, "src/program/steps/arithmetic.rs",
        "inexact(div(x.a, divisor(x.b)?), DIVISION)", "{ let _ = divisor; inexact(div(x.a, x.b), DIVISION) }"),
    mutation("a step that does not jump", STEPS, "src/program/steps/choice.rs",
        "either_side(x.a, x.b, 1.0),\n    jump: |x| share_at_edge(x.a, x.b)", "either_side(x.a, x.b, 1.0),\n    jump: never"),
    mutation("turns that need not be whole", STEPS, "src/program/seamless.rs",
        "nearly_whole(turns.by.abs()).is_some()", "turns.by != 0.0"),
    mutation("the winding of the first octave for all", STEPS, "src/program/seamless.rs",
        "self.octave[id.index()] = k;", "self.octave[id.index()] = 0 * k;"),
    mutation("an angle rounded with its whole turns", "wraps::turns", "src/program/tables.rs",
        "if coordinate.in_turns {", "if coordinate.in_turns && coordinate.axis > 3 {"),
    mutation("checks of what channels need alone", "derivatives::", "src/program/bind.rs",
        "match &program.whole {", "match program.whole.as_ref().filter(|_| grid.seamless) {"),
    mutation("frequencies that are not snapped", "wraps::seamless", "src/program/seamless.rs",
        "cells.closing(whole, moved.extent)", "cells"),
];

/// What the reference shares with the backends: held to the golden values.
#[rustfmt::skip]
const OF_DEFINITION: &[Mutation] = &[
    mutation("the fade", "the_reference_is_the_golden_perlin", "src/noise/fade.rs",
        "t * 6.0 - 15.0", "t * 6.0 - 14.9"),
    mutation("the cosine's fade", "golden_source", "src/noise/fade.rs",
        "(0.5 * PI * t)", "(0.501 * PI * t)"),
    mutation("the stride of an axis in Elias's hash", "golden_source", "src/hash.rs",
        "[1, 57, 57 * 57,", "[1, 57, 57 * 56,"),
    mutation("a simplex's way back", "golden_source", "src/program/noises/simplex.rs",
        "(1.0 - 1.0 / (n + 1.0).sqrt()) / n", "(1.0 - 1.0 / (n + 1.1).sqrt()) / n"),
    mutation("the metric of taxis", "golden_source", "src/reference/worley.rs",
        "way.iter().map(|d| d.abs()).sum()", "way.iter().map(|d| d * d).sum()"),
    mutation("the coordinate of a texel's corner", "the_reference_is_the_golden_fbm", "src/grid/mod.rs",
        "first: 0.5", "first: 0.0"),
    mutation("a cosine in radians", "value_steps", "src/reference/dual.rs",
        "(TAU * (turn - 0.25 * quarters))", "(turn - 0.25 * quarters)"),
    mutation("an edge that belongs to what is below", "value_steps", "src/reference/steps.rs",
        "of < edge, 0.0, 1.0", "of <= edge, 0.0, 1.0"),
    mutation("a bend the other way", "value_steps", "src/reference/steps.rs",
        "t => 1.0 - bias(2.0 - 2.0 * t, 1.0 - gain) / 2.0", "t => 1.0 - bias(2.0 - 2.0 * t, gain) / 2.0"),
    mutation("the reference's rotation", "domain_steps", "src/reference/domain.rs",
        "a * angle.cos() - b * angle.sin()", "a * angle.cos() + b * angle.sin()"),
    mutation("poles that change places", "domain_steps", "src/reference/domain.rs",
        "Some(radius() * y.cos())", "Some(-radius() * y.cos())"),
    mutation("the slope of the cubic fade", "derivatives::", "src/noise/fade.rs",
        "6.0 * t * (1.0 - t)", "5.0 * t * (1.0 - t)"),
    mutation("half a product rule", "the_references_partials", "src/reference/dual.rs",
        "self.slope * other.value + self.value * other.slope", "self.slope * other.value + self.slope * other.slope"),
    mutation("a hybrid's weight of more than 1", "the_golden_fractals", "src/reference/fractals.rs",
        "weight = (s * amplitude).min(1.0)", "weight = s * amplitude"),
    mutation("a ridge without its gain", "the_golden_fractals", "src/reference/fractals.rs",
        "(s * node.get(RIDGE_GAIN))", "s"),
    mutation("a wave that jumps back", "the_golden_fractals", "src/reference/fractals.rs",
        "3.0 - 2.0 * down", "2.0 * down - 3.0"),
    mutation("a list for its last number", "the_golden_fractals", "src/reference/fractals.rs",
        "amplitudes[k as usize]", "amplitudes[amplitudes.len() - 1 - 0 * k as usize]"),
    mutation("half a step in time", "the_reference_is_the_golden_fbm", "src/grid/mod.rs",
        "first: 0.0", "first: 0.5"),
    mutation("a whole number met from below", "positions_are_the_golden_ones", "src/grid/position.rs",
        "(floor - 1.0, 1.0 + rest.high)", "(floor, 0.0)"),
    mutation("a position in f64 alone", "positions_are_the_golden_ones", "src/grid/position.rs",
        "Double::sum(above.high, above.low + whole.low)", "Double::sum(above.high, above.low)"),
    mutation("a smoothed corner's weight", GPU, "src/cpu/pointwise/value.rs",
        "[0.25, 0.5, 0.25]", "[0.25, 0.5, 0.26]"),
    mutation("the stride of an axis in Elias's hash", GPU, "shaders/noise/hash.wgsl",
        "3249u * corner.z", "3248u * corner.z"),
    mutation("an axis of Elias's hash along a walk", GPU, "src/gpu/kernel/planes.rs",
        " + {}u * {ends}\", ELIAS_STRIDES[across.own]", " + 0u * {}u * {ends}\", ELIAS_STRIDES[across.own]"),
    mutation("a simplex walked the wrong way", GPU, "src/cpu/pointwise/simplex.rs",
        "part[first].less(part[second])", "part[second].less(part[first])"),
    mutation("a second point that is the nearest", GPU, "src/cpu/pointwise/worley.rs",
        "nearest.second.min(nearest.first.max(distance))", "nearest.second.min(distance)"),
    mutation("the golden angle", GPU, "shaders/noise/classic.wgsl",
        "2654435769u", "2654435761u"),
    mutation("a table's index beyond 255", "the_reference_is_the_golden_perlin", "src/hash.rs",
        "hash.wrapping_add(cell) & 255", "hash.wrapping_add(cell) & 511"),
    mutation("a shuffle that never swaps an entry with itself", "tables_and_keys", "src/hash.rs",
        "(i as u64 + 1)", "(i as u64)"),
    mutation("a round of the integer hash", "the_integer_hash", "src/hash.rs",
        "c ^ (c >> 16)", "c ^ (c >> 15)"),
    mutation("the reference's 4-D gradients", "the_reference_is_the_golden_perlin", "src/reference/perlin.rs",
        "[[0, 1, 2], [3,", "[[1, 2, 3], [3,"),
    mutation("the reference's octave", "the_reference_is_the_golden_fbm", "src/reference/place.rs",
        "32 * index + octave.index", "32 * index"),
];

/// The shaders, and the text between them.
#[rustfmt::skip]
const OF_GPU: &[Mutation] = &[
    mutation("a carry of fixed points", POINTS, "shaders/noise/position_wide.wgsl",
        "a.whole + b.whole + u32(fraction < b.fraction)", "a.whole + b.whole"),
    mutation("a word of a factor", POINTS, "shaders/noise/position_wide.wgsl",
        "noise_product(size.whole, affine.rate.z)", "noise_product(size.whole, affine.rate.y)"),
    mutation("a negative position", POINTS, "shaders/noise/position_wide.wgsl",
        "noise_fixed_negated(sum), below)", "noise_fixed_negated(sum), false)"),
    mutation("one quotient for a far key", POINTS, "shaders/noise/position_wide.wgsl",
        "return noise_wrapped(bitcast<u32>(near), period);", "return bitcast<u32>(near);"),
    mutation("a gradient's sign", GPU, "shaders/noise/perlin.wgsl",
        "select(-u, u, (h & 1u) == 0u)", "select(u, -u, (h & 1u) == 0u)"),
    mutation("the gradients of the published 4-D Java", GPU, "shaders/noise/perlin.wgsl",
        "w, row == 1u), x, row == 0u)", "w, row == 1u), y, row == 0u)"),
    mutation("a swapped lerp", GPU, "src/cpu/pointwise/blend.rs",
        "t.mul_add(b - a, a)", "t.mul_add(a - b, b)"),
    mutation("a derivative of the fade", GPU, "src/cpu/pointwise/fades.rs",
        "s * 30.0 * s", "s * 29.0 * s"),
    mutation("a row of 4-D gradients", GPU, "shaders/noise/perlin_gradient.wgsl",
        "v.zwxy, row == 2u", "v.yzwx, row == 2u"),
    mutation("rounding for floor where displaced", GPU, "src/cpu/pointwise/cells.rs",
        "let whole = u.floor();", "let whole = (u + 0.5).floor();"),
    mutation("no period at the high corner where displaced", GPU, "shaders/noise/axis.wgsl",
        "noise_wrapped(low + 1u, period)", "noise_wrapped(low, period) + 1u"),
    mutation("the fade of displaced points", GPU, "shaders/noise/fades.wgsl",
        "s * 6.0 - 15.0", "s * 6.0 - 14.9"),
    mutation("a table's index beyond 255", GPU, "shaders/tables/storage.wgsl",
        "(i & 255u)", "(i & 511u)"),
    mutation("the wrong corner's table", GPU, "shaders/noise/table_hash.wgsl",
        "vec2<u32>(y.low, y.high).xxyy", "vec2<u32>(y.low, y.high).xyxy"),
    mutation("a round of the integer hash", GPU, "shaders/noise/integer_hash.wgsl",
        "v >> vec4<u32>(16u)", "v >> vec4<u32>(15u)"),
    mutation("swapped axes", GPU, "shaders/kernels/points.wgsl",
        "id.z * job.size.y + id.y", "id.y * job.size.z + id.z"),
    mutation("a derivative in rows without the gradients", CPU, "src/cpu/rows/cell_ends.rs",
        "([-slope, slope], weights)", "([-slope, slope], [0.0; 2])"),
    mutation("a derivative in rows the wrong way", CPU, "src/cpu/rows/cell_ends.rs",
        "[-slope, slope]", "[slope, -slope]"),
    mutation("a derivative along x without a term", CPU, "src/cpu/rows/tile_samples.rs",
        "*fade + slope * *fraction", "*fade"),
    mutation("a derivative along z in 4-D", CPU, "src/cpu/rows/slice.rs",
        "z.gradient_weight * w.weight", "z.gradient_weight"),
    mutation("an octave of a derivative without its cells", CPU, "src/cpu/summed_rows.rs",
        "self.factor.map_or(1.0, number)", "self.factor.map_or(1.0, |_| 1.0)"),
    mutation("a factor of an octave left out", CPU, "src/cpu/summed_rows.rs",
        "self.number(job, a, layer, octave) * self", "0.0 * self.number(job, a, layer, octave) + self"),
    mutation("channels in another order", CPU, "src/cpu/evaluator/mod.rs",
        "[0, 1, 2].map(output)", "[0, 2, 1].map(output)"),
    mutation("the outer octave forgotten", GPU, "src/gpu/kernel/inputs.rs",
        "({outer}) * {} + {k}", "({outer}) * 0u * {} + {k}"),
    mutation("an octave's weight", GPU, "src/gpu/kernel/inputs.rs",
        "number({}u + {})\", self.numbers.weight(fold)", "number({}u + 0u * {})\", self.numbers.weight(fold)"),
    mutation("a plane too few where a run begins", GPU, "src/gpu/kernel/source.rs",
        "bitcast<i32>(end) > bitcast<i32>(i)", "bitcast<i32>(end) >= bitcast<i32>(i)"),
    mutation("a gradient of the walk", GPU, "shaders/kernels/walk/perlin.wgsl",
        "(h & vec4<u32>(15u))", "(h & vec4<u32>(7u))"),
    mutation("a row's own place", TILES, "src/gpu/kernel/source.rs",
        "first.{rows_along} + j", "first.{rows_along} + 0u * j"),
    mutation("rows of two cells that share their edges", TILES, "shaders/kernels/walk.wgsl",
        "axes[first + rows].low == axes[first].low", "axes[first + rows].low >= axes[first].low"),
    mutation("the high edge's own place", GPU, "shaders/kernels/walk.wgsl",
        "vec2<f32>(b.fraction, b.fraction - 1.0)", "vec2<f32>(b.fraction, b.fraction)"),
    mutation("the high plane's own place", GPU, "shaders/kernels/walk.wgsl",
        "(high.x - high.y) - low.x", "high.x - low.x"),
    mutation("a plane shared over cells that lie between", GPU, "src/gpu/kernel/lattices.rs",
        "is_none_or(|last| last.low != keys[0])", "is_none()"),
    mutation("space for time in an octave's scale", GPU, "src/gpu/kernel/uniform.rs",
        "&fold.time_scales,", "&fold.scales,"),
    mutation("a coefficient of the sine", GPU, "shaders/noise/polynomials.wgsl",
        "81.60248", "81.60348"),
    mutation("a power whose logarithm is an f32 alone", GPU, "shaders/noise/polynomials.wgsl",
        "((n - high) + exact) + rest", "0.0 * (((n - high) + exact) + rest)"),
    mutation("a smooth maximum that is a minimum", GPU, "shaders/noise/shaping.wgsl",
        "max(a, b) + noise_rounding", "max(a, b) - noise_rounding"),
    mutation("select on the wrong side of its edge", GPU, "src/wgsl/compose/steps.rs",
        "select({b}, {a}, {c} < {d})", "select({b}, {a}, {c} <= {d})"),
    mutation("a first octave without its weight", GPU, "src/wgsl/compose/values.rs",
        "{first:?}, {} == 0u)", "{first:?}, {} == 1u)"),
    mutation("a weight for an amplitude", GPU, "src/gpu/kernel/uniform.rs",
        "self.weight(fold) + 3 * OCTAVES_MAX", "self.weight(fold)"),
    mutation("a weight of the first sample", GPU, "src/gpu/kernel/runs.rs",
        "\"{state} = {};\", read(carried.next));\n            }\n            Statement::Output", "\"{state} = {} * f32(i);\", read(carried.next));\n            }\n            Statement::Output"),
    mutation("halves that are cut off, not rounded", "packing::every_format", "shaders/kernels/pack.wgsl",
        "* most + 0.5", "* most + 0.0"),
];

/// What writes into a renderer's own textures.
#[rustfmt::skip]
const OF_GENERATOR: &[Mutation] = &[
    mutation("a missing fourth channel that is 0", FORMATS, "shaders/kernels/store.wgsl",
        "select(0.0, 1.0, channel == 3u)", "select(0.0, 1.0, channel == 4u)"),
    mutation("unorms that are cut off, not rounded", FORMATS, "shaders/kernels/store.wgsl",
        "* 255.0 + 0.5", "* 255.0 + 0.0"),
    mutation("a range without its low end", FORMATS, "shaders/kernels/store.wgsl",
        "(value - store.zero)", "value"),
    mutation("swapped axes of a texture", FORMATS, "shaders/kernels/store.wgsl",
        "(at.z * store.size.y + at.y)", "(at.y * store.size.z + at.z)"),
    mutation("pieces that all lie in the texture's corner", FORMATS, "shaders/kernels/store.wgsl",
        "put(store.first + at,", "put(at,"),
    mutation("a box that shares no texel with the next", MIPS, "shaders/kernels/mip.wgsl",
        "f32(min(high, (i + 1u) * length) - max(low, i * length))", "f32(length)"),
    mutation("pieces that all average the level's corner", MIPS, "shaders/kernels/mip.wgsl",
        "(mip.first + at) * mip.above", "at * mip.above"),
    mutation("swapped axes of a level", MIPS, "shaders/kernels/mip.wgsl",
        "(at.z * mip.size.y + at.y)", "(at.y * mip.size.z + at.z)"),
    mutation("a box that is cut short", MIPS, "shaders/kernels/mip.wgsl",
        "(high - 1u) / mip.whole", "low / mip.whole"),
    mutation("a time that reaches no table", "order::", "src/gpu/generator.rs",
        "part.numbers.set_time(&self.job)", "{ let _ = &part.numbers; Ok(()) }"),
    mutation("buffers freed under a recorded frame", "order::", "src/gpu/device/upload.rs",
        "self.kept.push(dispatch.kernel);", "drop(dispatch.kernel);"),
];

/// What only snippets have: where they find their numbers, and positions of one's own.
#[rustfmt::skip]
const OF_SNIPPETS: &[Mutation] = &[
    mutation("an offset that is lost", SNIPPETS, "src/snippet/constants.rs",
        "Some(_) => [scale, offset],", "Some(_) => [scale, 0.0 * offset],"),
    mutation("an axis that the function has not", SNIPPETS, "src/snippet/constants.rs",
        "inputs.job.grid.origin[axis] * scale + offset", "inputs.job.grid.origin[axis] * 0.0 * scale + offset"),
    mutation("a derivative in rows without the gradients", CPU, "src/cpu/rows/cell_ends.rs",
        "([-slope, slope], weights)", "([-slope, slope], [0.0; 2])"),
    mutation("a derivative in rows the wrong way", CPU, "src/cpu/rows/cell_ends.rs",
        "[-slope, slope]", "[slope, -slope]"),
    mutation("a derivative along x without a term", CPU, "src/cpu/rows/tile_samples.rs",
        "*fade + slope * *fraction", "*fade"),
    mutation("a derivative along z in 4-D", CPU, "src/cpu/rows/slice.rs",
        "z.gradient_weight * w.weight", "z.gradient_weight"),
    mutation("an octave of a derivative without its cells", CPU, "src/cpu/summed_rows.rs",
        "self.factor.map_or(1.0, number)", "self.factor.map_or(1.0, |_| 1.0)"),
    mutation("a factor of an octave left out", CPU, "src/cpu/summed_rows.rs",
        "self.number(job, a, layer, octave) * self", "0.0 * self.number(job, a, layer, octave) + self"),
    mutation("channels in another order", CPU, "src/cpu/evaluator/mod.rs",
        "[0, 1, 2].map(output)", "[0, 2, 1].map(output)"),
    mutation("the outer octave forgotten", SNIPPETS, "src/snippet/inputs.rs",
        "({index}) * {}u + {octave}\"", "({index}) * 0u * {}u + {octave}\""),
    mutation("no period at a point", SNIPPETS, "src/snippet/inputs.rs",
        "noise_axis({cells}, {layer}.period.{field})", "noise_axis({cells}, 0u * {layer}.period.{field})"),
    mutation("a table for another", SNIPPETS, "shaders/tables/const.wgsl",
        "table * 64u", "0u * table"),
    mutation("the fraction of a skewed position", SNIPPETS, "shaders/noise/position.wgsl",
        "skew - whole,", "skew - cell,"),
    mutation("2-D without the third look-up at a point", "constants_give_the_numbers", "shaders/noise/perlin_at.wgsl",
        "noise_perms(table, noise_table_2d(table, x, y))", "noise_table_2d(table, x, y)"),
    mutation("a prefix that is none", "together::two_noises", "src/snippet/renaming.rs",
        "is_shared(word).then(||", "(is_shared(word) && prefix.is_empty()).then(||"),
    mutation("tables that are not shared", "together::functions_of_one_call", "src/snippet/tables.rs",
        "indices.entry(*table).or_insert_with(|| {\n                all.push(*table);", "indices.entry((*table, indices.len())).or_insert_with(|| {\n                all.push(*table);"),
    mutation("y that goes down where it goes up", "values::upward", "src/snippet/inputs.rs",
        "1 => format!(\"{} - p.{field}\", number(turned(self.job)))", "4 => format!(\"{} - p.{field}\", number(turned(self.job)))"),
    mutation("octaves that the struct has, unread", "values::a_struct", "src/snippet/inputs.rs",
        "clamp({octaves}, 1u, {most}u)", "max({octaves}, {most}u)"),
    mutation("a time that stands still", "fragment::", "src/snippet/entry.rs",
        "{first} + {name}_time.x", "{first} + 0.0 * {name}_time.x"),
    mutation("a picture upside down in OpenGL", "fragment::", "src/snippet/entry.rs",
        "Lang::Glsl => format!(\"{} - at.y\"", "Lang::Spirv => format!(\"{} - at.y\""),
    mutation("a buffer that the comment has elsewhere", "comment::", "src/snippet/languages/msl.rs",
        "SIZES_BINDING: u32 = 1;", "SIZES_BINDING: u32 = 2;"),
    mutation("a cost that is not so", "headers_have_the_costs", "shaders/noise/worley_at.wgsl",
        "54 table reads", "55 table reads"),
    mutation("a file that is not named", "headers_say_what", "shaders/noise/classic.wgsl",
        "axis.wgsl and polynomials.wgsl.", "axis.wgsl."),
];

#[test]
#[ignore = "takes minutes"]
fn mistakes_of_the_cpu_are_noticed() {
    all_are_noticed(OF_CPU, &["--no-default-features", "--test", "suite"]);
}

#[test]
#[ignore = "takes minutes"]
fn mistakes_of_the_program_are_noticed() {
    all_are_noticed(OF_PROGRAM, &["--no-default-features", "--test", "suite"]);
}

#[test]
#[ignore = "takes minutes"]
fn mistakes_of_the_definition_are_noticed() {
    all_are_noticed(
        OF_DEFINITION,
        &["--no-default-features", "--test", "golden"],
    );
}

#[test]
#[ignore = "takes minutes"]
fn mistakes_of_the_gpu_are_noticed() {
    let suite = [
        "--no-default-features",
        "--features",
        "gpu",
        "--test",
        "gpu_suite",
    ];
    all_are_noticed(OF_GPU, &suite);
}

#[test]
#[ignore = "takes minutes"]
fn mistakes_of_the_generator_are_noticed() {
    let suite = [
        "--no-default-features",
        "--features",
        "gpu",
        "--test",
        "generator",
    ];
    all_are_noticed(OF_GENERATOR, &suite);
}

#[test]
#[ignore = "takes minutes"]
fn mistakes_of_snippets_are_noticed() {
    let features = ["--no-default-features", "--features", "gpu,snippet"];
    all_are_noticed(
        OF_SNIPPETS,
        &[&features[..], &["--test", "snippet"]].concat(),
    );
}

/// Quick, and so not asked for by name: a mutation whose text is gone notices nothing.
#[test]
fn every_mutation_finds_its_text() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lost: Vec<_> = [
        OF_CPU,
        OF_PROGRAM,
        OF_DEFINITION,
        OF_GPU,
        OF_GENERATOR,
        OF_SNIPPETS,
    ]
    .into_iter()
    .flatten()
    .filter(|mutation| {
        let text = fs::read_to_string(package.join(mutation.file)).unwrap_or_default();
        text.matches(mutation.find).count() != 1
    })
    .map(|mutation| format!("{} ({}): {}", mutation.why, mutation.file, mutation.find))
    .collect();
    assert!(lost.is_empty(), "{lost:#?}");
}

/// Runs each mutation; the tests must pass without one, else their failing shows nothing.
fn all_are_noticed(mutations: &[Mutation], suite: &[&str]) {
    let copy = Copy::new();
    for test in tests(mutations) {
        match copy.run(suite, test) {
            Verdict::Passed => {}
            Verdict::Failed(output) if lacks_adapter(&output) => {
                let required =
                    std::env::var("NOISE_REQUIRE_ADAPTER").is_ok_and(|value| value == "1");
                assert!(!required, "{output}");
                eprintln!("skipped: no adapter");
                return;
            }
            Verdict::Failed(output) => panic!("{test} fails without a mutation:\n{output}"),
            Verdict::NotRun(output) => panic!("{test} does not run:\n{output}"),
        }
    }
    let mut survivors = Vec::new();
    for mutation in mutations {
        let Mutation { why, file, .. } = mutation;
        let original = copy.mutate(mutation);
        let verdict = copy.run(suite, mutation.noticed_by);
        copy.write(file, &original);
        match verdict {
            Verdict::Failed(_) => eprintln!("noticed: {why} ({file})"),
            Verdict::Passed => survivors.push(format!("{why} ({file})")),
            Verdict::NotRun(output) => panic!("{why} ({file}) does not run:\n{output}"),
        }
    }
    assert!(survivors.is_empty(), "nobody noticed: {survivors:#?}");
}

fn tests(mutations: &[Mutation]) -> Vec<&'static str> {
    let mut tests: Vec<&str> = mutations
        .iter()
        .map(|mutation| mutation.noticed_by)
        .collect();
    tests.sort_unstable();
    tests.dedup();
    tests
}

fn lacks_adapter(output: &str) -> bool {
    output.contains("NOISE_REQUIRE_ADAPTER=1, but")
}

/// What became of a test.
enum Verdict {
    Passed,
    Failed(String),
    /// No test ran: what was to be tested did not compile, or no test has that name.
    NotRun(String),
}

/// A copy of the package, in the folder for temporary files of tests: one, and one test at a time has it.
struct Copy {
    root: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

impl Copy {
    /// Its files are new, so that nothing is taken for compiled that an earlier run has left of a mutation.
    fn new() -> Copy {
        static TURN: Mutex<()> = Mutex::new(());
        // A test that panicked leaves the copy in no state that matters: it is made anew.
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutations");
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        for part in [
            "Cargo.toml",
            "Cargo.lock",
            "README.md",
            "docs",
            "src",
            "shaders",
            "tests",
            "benches",
            "examples",
            "recipes",
        ] {
            copy_all(&package.join(part), &root.join(part));
        }
        Copy { root, _turn: turn }
    }

    /// Makes one mistake; returns the file as it was.
    fn mutate(&self, mutation: &Mutation) -> String {
        let Mutation {
            why,
            file,
            find,
            replace,
            ..
        } = mutation;
        let text = fs::read_to_string(self.root.join(file))
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        let found = text.matches(find).count();
        assert_eq!(found, 1, "{why}: `{find}` is {found} times in {file}");
        self.write(file, &text.replace(find, replace));
        text
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.root.join(file), text).unwrap_or_else(|error| panic!("{file}: {error}"));
    }

    fn run(&self, suite: &[&str], test: &str) -> Verdict {
        let output = Command::new(env!("CARGO"))
            .args(["test", "--offline", "--locked", "--color", "never"])
            .args(suite)
            .args(["--", test])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", target())
            .env("NOISE_REQUIRE_ADAPTER", "1")
            .output()
            .unwrap_or_else(|error| panic!("cargo: {error}"));
        let text = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let text = text.concat();
        match output.status.success() {
            _ if text.contains("running 0 tests") => Verdict::NotRun(text),
            true => Verdict::Passed,
            false if text.contains("test result: FAILED") => Verdict::Failed(text),
            false => Verdict::NotRun(text),
        }
    }
}

/// The target folder of this very run: what the package depends on is compiled there already.
fn target() -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    temporary.parent().unwrap_or(temporary).to_path_buf()
}

/// A file or a folder with all in it; nothing where there is none.
fn copy_all(from: &Path, to: &Path) {
    let error =
        |error: std::io::Error| -> ! { panic!("{} to {}: {error}", from.display(), to.display()) };
    if from.is_dir() {
        fs::create_dir_all(to).unwrap_or_else(|e| error(e));
        for entry in fs::read_dir(from).unwrap_or_else(|e| error(e)) {
            let name = entry.unwrap_or_else(|e| error(e)).file_name();
            // What npm installs is no part of the package.
            if name == "node_modules" {
                continue;
            }
            copy_all(&from.join(&name), &to.join(&name));
        }
    } else if from.is_file() {
        fs::copy(from, to).unwrap_or_else(|e| error(e));
    }
}
