//! How often the loops of a march run, and so what a sample costs.

use crate::disassembly::{Code, Counts};
use crate::workload::Workload;

/// The samples of a run.
const RUN: f64 = 64.0;
/// The words of a table of corners that an invocation copies to workgroup memory.
const COPIES: f64 = 256.0 / 64.0;

/// The instructions for one sample of a workload: perlin noise in octaves, of which each has twice the cells of the one before.
///
/// The loops are, in this order: for each octave the one that copies its table; the one over the pieces of a run between ends
/// of cells; in that one, for each octave, the one that enters its cells; and at last the one over the samples of a piece.
///
/// Of two rows, the second skips the edges of a plane if it lies in the first one's cell of y. Octaves are shifted, so a cell that
/// is n samples high ends between two rows of an invocation once in n times.
pub fn per_sample(code: &Code, workload: &Workload, rows: u32) -> Counts {
    let is_outer = |number: usize| {
        let range = &code.loops[number];
        (code.loops.iter()).any(|inner| inner != range && range.contains(&inner.start))
    };
    let outer = (0..code.loops.len()).find(|&number| is_outer(number));
    let outer = outer.expect("a march has pieces");
    let samples = code.loops.len() - 1;
    let cells = |octave: usize| (RUN * 2f64.powi(octave as i32) / f64::from(workload.cell)).ceil();
    let octaves = workload.octaves as usize;
    let pieces = cells(octaves - 1);

    let mut run = code.own(None);
    for copy in 0..outer {
        let copies = if copy < octaves { COPIES } else { 0.0 };
        run += code.own(Some(copy)).times(copies);
    }
    run += code.own(Some(outer)).times(pieces);
    for (octave, enter) in (outer + 1..samples).enumerate() {
        // Each cell begins at a plane, and the last one ends at one.
        let planes = if octave < octaves {
            cells(octave) + 1.0
        } else {
            0.0
        };
        run += code.own(Some(enter)).times(planes);
        if rows == 2 {
            let shared = 1.0 - 2f64.powi(octave as i32) / f64::from(workload.cell);
            run += code.skipped(enter).times(-shared * planes);
        }
        run += code.head(enter).times(pieces);
    }
    run += code.own(Some(samples)).times(RUN);
    run.times(1.0 / (RUN * f64::from(rows)))
}
