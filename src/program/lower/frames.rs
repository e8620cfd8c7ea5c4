//! Domain steps: the frame in which their input is evaluated.

use super::{Lowering, intern};
use crate::Result;
use crate::noise::domain::{
    AMPLITUDE, DISPLACEMENTS, FACTOR, OFFSET, PROGRESSIVE, TIME_FACTOR, TIME_OFFSET,
};
use crate::noise::{Domain, Noise, Step};
use crate::program::op::{FrameId, Op, OpId};
use crate::program::{Frame, FrameStep};

/// The operation that is added to the plain position along each axis; `None` is 0.
pub(super) type Displacement = [Option<OpId>; 4];

impl Lowering {
    /// The frame in which a domain step evaluates its input.
    pub(super) fn moved(
        &mut self,
        noise: &Noise,
        domain: Domain,
        parent: FrameId,
    ) -> Result<FrameId> {
        match domain {
            Domain::Scale => {
                let axes = self.frames[parent.index()].axes;
                let factors = self.slots.of_axes(noise, FACTOR, TIME_FACTOR, axes)?;
                let displacement = self.displacement(parent, |this, axis, by| {
                    let Some(factor) = factors[axis] else {
                        return Ok(by);
                    };
                    let factor = this.make(Op::Param(factor))?;
                    this.binary(Step::Mul, by, factor)
                })?;
                Ok(self.frame(parent, FrameStep::Scale(factors), displacement))
            }
            Domain::Translate => {
                let axes = self.frames[parent.index()].axes;
                let offsets = self.slots.of_axes(noise, OFFSET, TIME_OFFSET, axes)?;
                let displacement = self.frames[parent.index()].displacement;
                Ok(self.frame(parent, FrameStep::Translate(offsets), displacement))
            }
            Domain::Rotate => self.rotated(noise, parent),
            Domain::Stretch => self.stretched(noise, parent),
            Domain::Warp => self.warped(noise, parent),
            Domain::Sphere => self.on_sphere(noise, parent),
            Domain::Cylinder => self.on_cylinder(noise, parent),
            Domain::Plane => self.on_plane(noise, parent),
        }
    }

    /// Makes the frame of a warp, whose displacement is the parent's plus that of the warp. A progressive warp evaluates the
    /// displacement along each axis at the position that those along the axes before it have already moved.
    fn warped(&mut self, noise: &Noise, parent: FrameId) -> Result<FrameId> {
        let progressive = noise.node().get(PROGRESSIVE);
        let mut displacement = self.frames[parent.index()].displacement;
        let mut at = parent;
        for (axis, by) in DISPLACEMENTS.into_iter().enumerate() {
            if !noise.node().has(by) {
                continue;
            }
            let value = self.signal(noise, by, at)?;
            let amplitude = self.number(noise, AMPLITUDE)?;
            let by = self.binary(Step::Mul, value, amplitude)?;
            displacement[axis] = Some(match displacement[axis] {
                Some(before) => self.binary(Step::Add, before, by)?,
                None => by,
            });
            if progressive {
                at = self.frame(parent, FrameStep::Same, displacement);
            }
        }
        Ok(self.frame(parent, FrameStep::Same, displacement))
    }

    /// Applies a function to the parent's displacement, along each axis that has one.
    pub(super) fn displacement(
        &mut self,
        parent: FrameId,
        mut map: impl FnMut(&mut Self, usize, OpId) -> Result<OpId>,
    ) -> Result<Displacement> {
        let mut displacement = self.frames[parent.index()].displacement;
        for (axis, by) in displacement.iter_mut().enumerate() {
            if let Some(by) = by {
                *by = map(self, axis, *by)?;
            }
        }
        Ok(displacement)
    }

    /// A frame with its parent's axes.
    pub(super) fn frame(
        &mut self,
        parent: FrameId,
        step: FrameStep,
        displacement: Displacement,
    ) -> FrameId {
        self.intern_frame(Frame {
            axes: self.frames[parent.index()].axes,
            parent: Some(parent),
            step,
            displacement,
            in_parent_units: false,
        })
    }

    pub(super) fn intern_frame(&mut self, frame: Frame) -> FrameId {
        FrameId(intern(&mut self.frames, frame))
    }
}
