//! Frames: the positions at which nodes are evaluated.

use super::op::{FoldId, FrameId, OpId, SlotId};
use super::{Lattice, Program};
use crate::grid::Axes;

/// A position made from another one: along each axis the sum of a plain coordinate, which depends on that axis's index
/// alone, and a displacement, which an operation computes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The axes of a source in this frame, unless it names others.
    pub axes: Axes,
    /// The frame that this one is made from; `None` for the grid's own position.
    pub parent: Option<FrameId>,
    /// How the plain position follows from the parent's.
    pub step: FrameStep,
    /// What is added to x, y, z, w of the plain position; `None` is 0.
    pub displacement: [Option<OpId>; 4],
    /// Whether the displacement is in the units of the parent instead of this frame's. The step is an octave then, and the
    /// rates of sources have its factor.
    pub in_parent_units: bool,
}

/// How a frame's plain position follows from its parent's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FrameStep {
    /// It is the parent's, or the grid's own.
    Same,
    /// Each axis is multiplied by a number.
    Scale([Option<SlotId>; 4]),
    /// A number is added to each axis.
    Translate([Option<SlotId>; 4]),
    /// Each axis is multiplied by the frequency factor of the fold's current octave.
    Octave(FoldId),
    /// It is 0 along the marked axes, where the displacement is the whole position because that depends on several indices,
    /// as after a rotation.
    Made([bool; 4]),
}

impl Frame {
    /// Returns the frame of the grid's own position.
    pub fn root(axes: Axes) -> Frame {
        Frame {
            axes,
            parent: None,
            step: FrameStep::Same,
            displacement: [None; 4],
            in_parent_units: false,
        }
    }
}

impl Program {
    /// Returns the steps from the grid's position to a frame, outermost first.
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

    /// Returns whether a source is displaced along any of its axes.
    pub(crate) fn is_displaced(&self, source: &Lattice) -> bool {
        let displacement = self.frames[source.frame.index()].displacement;
        source.axes.iter().any(|&axis| displacement[axis].is_some())
    }

    /// Returns the fold whose frequency factors the displacement of a frame is still to be multiplied by; `None` if there is none.
    pub(crate) fn rescaling_fold(&self, frame: FrameId) -> Option<FoldId> {
        match self.frames[frame.index()] {
            Frame {
                step: FrameStep::Octave(fold),
                in_parent_units: true,
                ..
            } => Some(fold),
            _ => None,
        }
    }

    /// Returns the folds around a frame, outermost first: at most two.
    pub(crate) fn folds_around(&self, frame: FrameId) -> Vec<FoldId> {
        (self.path(frame).into_iter())
            .filter_map(|step| match step {
                FrameStep::Octave(fold) => Some(*fold),
                _ => None,
            })
            .collect()
    }

    /// Returns whether the octaves of any fold around a frame are shifted.
    pub(crate) fn is_shifted(&self, frame: FrameId) -> bool {
        let folds = self.folds_around(frame).into_iter();
        folds
            .map(|fold| &self.folds[fold.index()])
            .any(|fold| fold.shifted)
    }
}
