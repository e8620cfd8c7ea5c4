//! Frames: positions at which nodes are evaluated.

use super::Program;
use super::op::{FoldId, FrameId, OpId, SlotId};
use crate::grid::Axes;

/// A position made from another: along each axis the sum of a plain coordinate, which depends on that axis's index alone,
/// and a displacement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The axes that a source here has unless it names others.
    pub axes: Axes,
    /// What it is made from; `None` for the grid's own.
    pub parent: Option<FrameId>,
    /// How each axis, by itself, is mapped.
    pub step: FrameStep,
    /// What is added to x, y, z, w of the plain position, in the units of this frame.
    pub displacement: [Option<OpId>; 4],
}

/// How a frame's plain position follows from its parent's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FrameStep {
    /// The grid's own, or the parent's as it is.
    Same,
    /// Each axis times a number.
    Scale([Option<SlotId>; 4]),
    /// A number added to each axis.
    Translate([Option<SlotId>; 4]),
    /// Each axis times the frequency factor of octave k.
    Octave(FoldId),
    /// The plain coordinate is 0 along these axes: the displacement is the whole position, which depends on several indices.
    Made([bool; 4]),
}

impl Frame {
    /// The grid's own position.
    pub fn root(axes: Axes) -> Frame {
        Frame {
            axes,
            parent: None,
            step: FrameStep::Same,
            displacement: [None; 4],
        }
    }
}

impl Program {
    /// The steps from the grid's position to a frame, outermost first.
    pub(crate) fn path(&self, frame: FrameId) -> Vec<&FrameStep> {
        let mut path = Vec::new();
        let mut at = Some(frame);
        while let Some(frame) = at {
            let frame = &self.frames[frame.index()];
            path.push(&frame.step);
            at = frame.parent;
        }
        path.reverse();
        path
    }

    /// The folds around a frame, outermost first: at most two.
    pub(crate) fn folds_around(&self, frame: FrameId) -> Vec<FoldId> {
        (self.path(frame).into_iter())
            .filter_map(|step| match step {
                FrameStep::Octave(fold) => Some(*fold),
                _ => None,
            })
            .collect()
    }
}
