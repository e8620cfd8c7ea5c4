//! Sources: coordinates and lattices.

use super::{LETTERS, Lowering, intern};
use crate::noise::{Noise, Source, Step};
use crate::program::op::{
    Coordinate, CoordinateId, FrameId, Hash, Lattice, Op, OpId, Rate, SourceId,
};
use crate::program::{Frame, FrameStep};
use crate::{Error, Result};

impl Lowering {
    pub(super) fn coordinate(&mut self, noise: &Noise, frame: FrameId) -> Result<OpId> {
        let letter = noise.node().word("axis");
        let axis = LETTERS.iter().position(|l| *l == letter).unwrap_or(0);
        self.position(frame, axis)
    }

    /// The position along an axis.
    pub(super) fn position(&mut self, frame: FrameId, axis: usize) -> Result<OpId> {
        let Frame {
            step, displacement, ..
        } = &self.frames[frame.index()];
        let displacement = displacement[axis];
        if let (FrameStep::Made(made), Some(position)) = (step, displacement)
            && made[axis]
        {
            return Ok(position);
        }
        let id = CoordinateId(intern(&mut self.coordinates, Coordinate { frame, axis }));
        let plain = self.make(Op::Coordinate(id))?;
        match displacement {
            Some(displacement) => self.binary(Step::Add, plain, displacement),
            None => Ok(plain),
        }
    }

    pub(super) fn lattice(&mut self, noise: &Noise, kind: Source, frame: FrameId) -> Result<OpId> {
        let node = noise.node();
        let axes: Vec<usize> = match node.word("axes") {
            "" => self.frames[frame.index()].axes.indices().collect(),
            letters => letters.chars().filter_map(|l| "xyzw".find(l)).collect(),
        };
        let hash = match node.word("hash") {
            "integer" => Hash::Integer,
            _ => Hash::Table,
        };
        let rates = (axes.iter())
            .map(|&axis| self.rate(noise, axis))
            .collect::<Result<_>>()?;
        let periods = (axes.iter())
            .map(|&axis| self.slots.of_axis(noise, "period", "time_period", axis))
            .collect::<Result<_>>()?;
        let source = Lattice {
            kind,
            hash,
            axes,
            frame,
            rates,
            periods,
            seed: self.slots.of(noise, "seed"),
            partial: None,
        };
        let id = SourceId(intern(&mut self.sources, source));
        self.make(Op::Source(id))
    }

    fn rate(&mut self, noise: &Noise, axis: usize) -> Result<Rate> {
        let node = noise.node();
        if axis < 3 && node.params.contains_key("cells") {
            if node.params.contains_key("frequency") {
                let field = format!("{}.cells", self.names[&noise.identity()]);
                return Err(Error::invalid(
                    field,
                    "cells and frequency",
                    "one of the two",
                ));
            }
            return Ok(Rate::Cells(self.slots.of_axis(noise, "cells", "", axis)?));
        }
        let slot = self
            .slots
            .of_axis(noise, "frequency", "time_frequency", axis)?;
        Ok(Rate::Frequency(slot))
    }
}
