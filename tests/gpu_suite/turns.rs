//! Which strategy computes which case.

use wgpu_noise::internals::gpu::Strategy;
use wgpu_noise::verify::Case;

use crate::support::all_are_asked_for;

/// Cases, each with a strategy that computes it. The strategies take turns, since each is another kernel to compile; where
/// `NOISE_CASES` asks for all, each case comes with each strategy. Seven turns share no factor with the six sets of axes of
/// a row.
pub fn by_turns(cases: Vec<Case>) -> Vec<(Case, Strategy)> {
    use Strategy::{March, Points, Runs, Tiles};
    if all_are_asked_for() {
        let by_each = |case: Case| [Runs, March, Tiles, Points].map(|by| (case.clone(), by));
        return cases.into_iter().flat_map(by_each).collect();
    }
    let turns = [Runs, March, Runs, Tiles, Runs, Points, Runs];
    cases.into_iter().zip(turns.into_iter().cycle()).collect()
}
