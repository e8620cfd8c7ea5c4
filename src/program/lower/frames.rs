//! Domain steps: the frame in which their input is evaluated.

use super::{LETTERS, Lowering, intern};
use crate::Result;
use crate::noise::{Domain, Noise, Step};
use crate::program::op::{FrameId, Op, OpId};
use crate::program::{Frame, FrameStep};

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
                let factors = self.slots.of_axes(noise, "factor", "time_factor")?;
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
                let offsets = self.slots.of_axes(noise, "offset", "time_offset")?;
                let displacement = self.frames[parent.index()].displacement;
                Ok(self.frame(parent, FrameStep::Translate(offsets), displacement))
            }
            Domain::Warp => {
                let displacement = self.warped(noise, parent)?;
                Ok(self.frame(parent, FrameStep::Same, displacement))
            }
        }
    }

    /// The parent's displacement and the warp's own.
    fn warped(&mut self, noise: &Noise, parent: FrameId) -> Result<[Option<OpId>; 4]> {
        let mut displacement = self.frames[parent.index()].displacement;
        for (axis, letter) in LETTERS.into_iter().enumerate() {
            if !noise.node().params.contains_key(letter) {
                continue;
            }
            let value = self.signal(noise, letter, parent)?;
            let amplitude = self.number(noise, "amplitude")?;
            let by = self.binary(Step::Mul, value, amplitude)?;
            displacement[axis] = Some(match displacement[axis] {
                Some(before) => self.binary(Step::Add, before, by)?,
                None => by,
            });
        }
        Ok(displacement)
    }

    /// The parent's displacement, each axis that has one mapped.
    pub(super) fn displacement(
        &mut self,
        parent: FrameId,
        mut map: impl FnMut(&mut Self, usize, OpId) -> Result<OpId>,
    ) -> Result<[Option<OpId>; 4]> {
        let mut displacement = self.frames[parent.index()].displacement;
        for (axis, by) in displacement.iter_mut().enumerate() {
            if let Some(by) = by {
                *by = map(self, axis, *by)?;
            }
        }
        Ok(displacement)
    }

    pub(super) fn frame(
        &mut self,
        parent: FrameId,
        step: FrameStep,
        displacement: [Option<OpId>; 4],
    ) -> FrameId {
        let frame = Frame {
            parent: Some(parent),
            step,
            displacement,
        };
        FrameId(intern(&mut self.frames, frame))
    }
}
