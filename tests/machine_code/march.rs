//! How often the loops of a march run, and so what a sample costs.

use std::ops::Range;

use crate::disassembly::{Code, Counts};
use crate::workload::Workload;

/// The samples of a run.
const RUN: f64 = 64.0;

/// The instructions for one sample of a workload: perlin noise in octaves, of which each has twice the cells of the one before.
///
/// There are two loops: one over the pieces of a run between ends of cells, in which each octave has a part that enters its next
/// plane; and in that loop, after these parts, the one over the samples of a piece. The first round enters planes alone.
///
/// Of two rows, the second skips the face of a plane if it lies in the first one's cell of y. Octaves are shifted, so a cell that
/// is n samples high ends between two rows of an invocation once in n times.
pub fn per_sample(code: &Code, workload: &Workload, rows: u32) -> Counts {
    let [pieces, samples] = code.loops.as_slice() else {
        panic!("{} loops", code.loops.len());
    };
    let cells = |octave: usize| (RUN * 2f64.powi(octave as i32) / f64::from(workload.cell)).ceil();
    let octaves = workload.octaves as usize;
    let rounds = cells(octaves - 1) + 1.0;

    let mut run = code.own(None);
    run += code.own(Some(0)).times(rounds);
    run += code.own(Some(1)).times(RUN);
    let computes = |part: &Range<usize>| code.count(part).vector > 0.0;
    let mut enter = code.parts(&(pieces.start..samples.start));
    enter.retain(computes);
    for (octave, enter) in enter.iter().enumerate() {
        // Each cell begins at a plane, and the last one ends at one.
        let planes = if octave < octaves {
            cells(octave) + 1.0
        } else {
            0.0
        };
        run += code.count(enter).times(planes - rounds);
        for face in code.parts(enter).iter().filter(|part| computes(part)) {
            assert_eq!(rows, 2);
            let shared = 1.0 - 2f64.powi(octave as i32) / f64::from(workload.cell);
            run += code.count(face).times(-shared * planes);
        }
    }
    run.times(1.0 / (RUN * f64::from(rows)))
}
