//! Which sources have the same corners: a noise and its derivatives, which the loops over octaves of different folds may hold.

use super::lattice::Lattice;
use super::op::{Fold, FoldId, FrameId, SourceId};
use super::{Frame, FrameStep, Program};

impl Program {
    /// Returns for each source the first one that has the same corners as it in equal octaves: they differ only in the derivative
    /// that they are, and in the folds around them, whose octaves are the same.
    pub(crate) fn corners(&self) -> Vec<SourceId> {
        let all = 0..self.sources.len() as u32;
        (all.clone().map(SourceId))
            .map(|source| {
                let mut before = all.clone().map(SourceId);
                let first = before.find(|&other| self.have_same_corners(source, other));
                first.unwrap_or(source)
            })
            .collect()
    }

    fn have_same_corners(&self, a: SourceId, b: SourceId) -> bool {
        let [a, b] = [a, b].map(|id| &self.sources[id.index()]);
        corners(a) == corners(b) && self.are_same_position(a.frame, b.frame)
    }

    /// Whether two frames have the same position in equal octaves.
    fn are_same_position(&self, a: FrameId, b: FrameId) -> bool {
        if a == b {
            return true;
        }
        let [a, b] = [a, b].map(|id| &self.frames[id.index()]);
        let same_step = match (&a.step, &b.step) {
            (FrameStep::Octave(a), FrameStep::Octave(b)) => self.have_same_octaves(*a, *b),
            (a, b) => a == b,
        };
        let same_parent = match (a.parent, b.parent) {
            (Some(a), Some(b)) => self.are_same_position(a, b),
            (a, b) => a == b,
        };
        let displacement = |frame: &Frame| (frame.displacement, frame.in_parent_units);
        same_step && same_parent && displacement(a) == displacement(b)
    }

    /// Whether the octaves of two folds have the same frequencies, tables, shifts and periods.
    fn have_same_octaves(&self, a: FoldId, b: FoldId) -> bool {
        let [a, b] = [a, b].map(|id| &self.folds[id.index()]);
        let of = |fold: &Fold| (fold.shared_tables, fold.shifted, fold.same_period);
        of(a) == of(b)
            && a.octaves == b.octaves
            && a.frequencies == b.frequencies
            && a.time_frequencies == b.time_frequencies
    }
}

/// What the corners of a source depend on, but for its position.
fn corners(source: &Lattice) -> impl PartialEq {
    let Lattice {
        noise,
        hash,
        axes,
        frame: _,
        rates,
        periods,
        seed,
        partial: _,
    } = source;
    (noise, hash, axes, rates, periods, seed)
}
