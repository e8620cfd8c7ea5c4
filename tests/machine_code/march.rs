//! How often the loops of a march run, and so what a sample costs.

use std::ops::Range;

use crate::disassembly::{Code, Counts};

/// The samples of a run.
const RUN: f64 = 64.0;

/// The instructions for one sample of a march whose strands have these numbers of cells for a sample, along y and along the
/// walk axis.
///
/// There are two loops: one over the pieces of a run between ends of cells, in which each strand has a part that enters its next
/// plane; and in that loop, after these parts, the one over the samples of a piece. The first round enters planes alone. Loops
/// before both, and loops over octaves or cells in a sample, count as if they ran once.
///
/// A round of the inner loop has `round` samples of each row. Of two rows, the second skips the face of a plane if it lies
/// in the first one's cell of y. Octaves are shifted, so a cell that is n samples high ends between two rows of an
/// invocation once in n times, and each strand's cells end at samples of their own.
pub fn per_sample(code: &Code, rates: &[[f64; 2]], rows: u32, round: u32) -> Counts {
    let [pieces, samples] = loops(code);
    let [outer, inner] = [pieces, samples].map(|number| code.loops[number].clone());
    // The samples at which no cell ends.
    let plain: f64 = rates
        .iter()
        .map(|[_, along]| 1.0 - along.min(1.0))
        .product();
    let rounds = RUN * (1.0 - plain) + 1.0;

    let mut run = code.own(None);
    for number in 0..code.loops.len() {
        let is_in_sample = inner.contains(&code.loops[number].start);
        run += code.own(Some(number)).times(match number {
            _ if number == pieces => rounds,
            _ if is_in_sample => RUN / f64::from(round),
            _ => 1.0,
        });
    }
    let computes = |part: &Range<usize>| code.count(part).vector > 0.0;
    let mut enter = code.parts(&(outer.start..inner.start));
    enter.retain(computes);
    assert_eq!(enter.len(), rates.len(), "a part for each strand");
    for (enter, &[across, along]) in enter.iter().zip(rates) {
        let planes = planes(along);
        run += code.count(enter).times(planes - rounds);
        for face in code.parts(enter).iter().filter(|part| computes(part)) {
            assert_eq!(rows, 2);
            let shared = (1.0 - across).max(0.0);
            run += code.count(face).times(-shared * planes);
        }
    }
    run.times(1.0 / (RUN * f64::from(rows)))
}

/// The loop over the pieces of a run, and in it the one over the samples of a piece: the longest ones.
fn loops(code: &Code) -> [usize; 2] {
    let longest = |within: Range<usize>| {
        (0..code.loops.len())
            .filter(|&number| {
                let own = &code.loops[number];
                within.start < own.start && own.end <= within.end
            })
            .max_by_key(|&number| code.loops[number].len())
            .expect("a march has a loop in a loop")
    };
    let all = 0..usize::MAX;
    let pieces = longest(all);
    [pieces, longest(code.loops[pieces].clone())]
}

/// The planes that a strand enters in a run: each cell begins at one, and the last cell ends at one. Where cells without samples
/// lie between them, each has two of its own.
fn planes(rate: f64) -> f64 {
    match rate {
        0.0 => 0.0,
        rate if rate < 1.0 => (RUN * rate).ceil() + 1.0,
        _ => 2.0 * RUN,
    }
}
