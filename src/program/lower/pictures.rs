//! Pictures, and their derivatives.

use super::Lowering;
use super::derive::{By, Slope};
use crate::noise::picture::{
    CHANNEL, DECODING, EDGES, FILE, FILTER, FREQUENCY, Filter, Picture, pixels,
};
use crate::noise::{Noise, PerAxis, Step};
use crate::program::op::{FrameId, Op, OpId};
use crate::program::picture::{Plane, Sampler};
use crate::{Error, Result};

impl Lowering {
    pub(super) fn image(&mut self, noise: &Noise, frame: FrameId) -> Result<OpId> {
        let node = noise.node();
        let Some(picture) = node.get(FILE) else {
            let path = node.given(&FILE.param).map(ToString::to_string);
            let given = format!("{}, which is not loaded", path.unwrap_or_default());
            let allowed = "the path of a picture, in a recipe that is read from a file";
            return Err(Error::invalid(
                self.slots.name(noise, &FILE.param),
                given,
                allowed,
            ));
        };
        let sampler = Sampler {
            plane: self.plane(noise, picture)?,
            filter: node.get(FILTER),
            edges: node.get(EDGES),
            along: None,
        };
        let size = picture.size().map(f64::from);
        // Pixels are squares, and voxels cubes.
        let equal = |along_x: f64| size.map(|side| along_x * (size[0] / side)).to_vec();
        let frequency = match node.get(FREQUENCY) {
            None => equal(1.0),
            Some(PerAxis::All(along_x)) => equal(along_x),
            Some(PerAxis::Each(each)) => each,
        };
        let frequency = PerAxis::Each(frequency);
        let mut at = Vec::new();
        for axis in 0..self.planes[sampler.plane as usize].dimension() {
            let slot = (self.slots).of_axis(noise, &FREQUENCY.param, &frequency, axis)?;
            let (position, factor) = (self.position(frame, axis)?, self.make(Op::Param(slot))?);
            at.push(self.binary(Step::Mul, position, factor)?);
        }
        self.make(Op::Picture { sampler, at })
    }

    /// Returns the index of a picture's numbers, which are taken of it if no node has done so yet.
    fn plane(&mut self, noise: &Noise, picture: &Picture) -> Result<u32> {
        let node = noise.node();
        let (channel, decoding) = (node.get(CHANNEL), node.get(DECODING));
        let is_of = |plane: &Plane| plane.is_of(picture, channel, decoding);
        if let Some(known) = self.planes.iter().position(is_of) {
            return Ok(known as u32);
        }
        let all = self.planes.iter().map(|plane| pixels(plane.size));
        let all = all.sum::<u64>() + pixels(picture.size());
        if all > Picture::PIXELS_MAX {
            return Err(Error::too_large(
                "the picture",
                format!(
                    "{all} pixels with the pictures of the other nodes, where each channel and decoding of one counts"
                ),
                format!("{} pixels", Picture::PIXELS_MAX),
            )
            .with_field(self.slots.name(noise, &FILE.param)));
        }
        self.planes.push(Plane::new(picture, channel, decoding));
        Ok(self.planes.len() as u32 - 1)
    }

    pub(super) fn slope_of_picture(
        &mut self,
        sampler: Sampler,
        at: Vec<OpId>,
        by: By,
    ) -> Result<Slope> {
        let mut sum = None;
        for (axis, &of) in at.iter().enumerate() {
            let Some(moved) = self.slope(of, by)? else {
                continue;
            };
            if by.in_pieces && sampler.filter == Filter::Nearest {
                continue;
            }
            // A derivative of a derivative is refused before it comes to this.
            if !matches!(sampler.filter, Filter::Bicubic | Filter::Spline) {
                let field = format!("{}.{}", self.at, FILTER.param.name);
                let given = format!("{}, of which a derivative is taken", sampler.filter);
                return Err(Error::invalid(field, given, "bicubic or spline"));
            }
            let sampler = Sampler {
                along: Some(axis),
                ..sampler
            };
            let at = at.clone();
            let partial = self.make(Op::Picture { sampler, at })?;
            let term = self.times(Some(moved), partial)?;
            sum = self.plus(sum, term)?;
        }
        Ok(sum)
    }
}
