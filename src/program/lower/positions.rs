//! Positions that depend on several axes at once, and so are made by operations: rotations, stretches along a direction,
//! and the mappings of a picture onto a surface in space.

use super::Lowering;
use super::frames::Displacement;
use crate::Result;
use crate::grid::Axes;
use crate::noise::domain::{ANGLES, DIRECTION, LENGTH_FACTOR, ORIGIN, RADIUS, U, V};
use crate::noise::key::Vector;
use crate::noise::{Key, Noise, Step};
use crate::program::op::{FrameId, Op, OpId};
use crate::program::{Frame, FrameStep};

impl Lowering {
    /// Makes the frame of a rotation about x, then y, then z. A rotation about an axis changes the position along the two others.
    pub(super) fn rotated(&mut self, noise: &Noise, parent: FrameId) -> Result<FrameId> {
        let mut made = [None; 4];
        for (about, angle) in ANGLES.into_iter().enumerate() {
            if !noise.node().has(angle) {
                continue;
            }
            let [first, second] = [(about + 1) % 3, (about + 2) % 3];
            let angle = self.signal(noise, angle, parent)?;
            let [sin, cos] = [self.unary(Step::Sin, angle)?, self.unary(Step::Cos, angle)?];
            let a = self.made_position(&made, parent, first)?;
            let b = self.made_position(&made, parent, second)?;
            let [a_cos, b_sin] = [self.mul(a, cos)?, self.mul(b, sin)?];
            let [a_sin, b_cos] = [self.mul(a, sin)?, self.mul(b, cos)?];
            made[first] = Some(self.binary(Step::Sub, a_cos, b_sin)?);
            made[second] = Some(self.add(a_sin, b_cos)?);
        }
        Ok(self.replaced(parent, made))
    }

    fn made_position(&mut self, made: &Displacement, parent: FrameId, axis: usize) -> Result<OpId> {
        match made[axis] {
            Some(position) => Ok(position),
            None => self.position(parent, axis),
        }
    }

    /// Makes the frame of a stretch: the component of the position along the direction is divided by the factor, and the
    /// components across it are unchanged.
    pub(super) fn stretched(&mut self, noise: &Noise, parent: FrameId) -> Result<FrameId> {
        let direction = self.vector(noise, DIRECTION)?;
        let factor = self.number(noise, LENGTH_FACTOR)?;
        let mut position = Vec::new();
        for axis in 0..direction.len() {
            position.push(self.position(parent, axis)?);
        }
        let along = self.product(&position, &direction)?;
        let square = self.product(&direction, &direction)?;
        let along = self.binary(Step::Div, along, square)?;
        let stretched = self.binary(Step::Div, along, factor)?;
        let change = self.binary(Step::Sub, stretched, along)?;
        let mut made = [None; 4];
        for (axis, (&position, &direction)) in position.iter().zip(&direction).enumerate() {
            let by = self.mul(change, direction)?;
            made[axis] = Some(self.add(position, by)?);
        }
        Ok(self.replaced(parent, made))
    }

    /// Makes the frame of a sphere. The parent's x is the longitude and its y the polar angle; the poles lie on the new y axis.
    pub(super) fn on_sphere(&mut self, noise: &Noise, parent: FrameId) -> Result<FrameId> {
        let [longitude, polar] = [self.position(parent, 0)?, self.position(parent, 1)?];
        let radius = self.number(noise, RADIUS)?;
        let [sin, cos] = [self.unary(Step::Sin, polar)?, self.unary(Step::Cos, polar)?];
        let out = self.mul(radius, sin)?;
        let [x, z] = self.on_circle(out, longitude)?;
        let y = self.mul(radius, cos)?;
        Ok(self.mapped(parent, [true; 3], [Some(x), Some(y), Some(z)]))
    }

    /// Makes the frame of a cylinder. The parent's x is the angle; y is unchanged.
    pub(super) fn on_cylinder(&mut self, noise: &Noise, parent: FrameId) -> Result<FrameId> {
        let angle = self.position(parent, 0)?;
        let radius = self.number(noise, RADIUS)?;
        let [x, z] = self.on_circle(radius, angle)?;
        Ok(self.mapped(parent, [true, false, true], [Some(x), None, Some(z)]))
    }

    /// radius·(cos, sin) of an angle.
    fn on_circle(&mut self, radius: OpId, angle: OpId) -> Result<[OpId; 2]> {
        let [cos, sin] = [self.unary(Step::Cos, angle)?, self.unary(Step::Sin, angle)?];
        Ok([self.mul(radius, cos)?, self.mul(radius, sin)?])
    }

    /// Makes the frame of a plane: origin + x·u + y·v.
    pub(super) fn on_plane(&mut self, noise: &Noise, parent: FrameId) -> Result<FrameId> {
        let mut made = self.vector(noise, ORIGIN)?;
        for (axis, param) in [U, V].into_iter().enumerate() {
            let position = self.position(parent, axis)?;
            for (i, component) in self.vector(noise, param)?.into_iter().enumerate() {
                let term = self.mul(position, component)?;
                match made.get_mut(i) {
                    Some(sum) => *sum = self.add(*sum, term)?,
                    None => made.push(term),
                }
            }
        }
        let made = std::array::from_fn(|axis| made.get(axis).copied());
        Ok(self.mapped(parent, [true; 3], made))
    }

    /// Returns a frame with three axes of space, and with time if the parent has it. Operations make the position along the axes
    /// that are marked in `made`.
    fn mapped(&mut self, parent: FrameId, made: [bool; 3], position: [Option<OpId>; 3]) -> FrameId {
        let axes = Axes {
            space: 3,
            time: self.frames[parent.index()].axes.time,
        };
        let [x, y, z] = made;
        let mut displacement = self.frames[parent.index()].displacement;
        for (axis, position) in position
            .into_iter()
            .enumerate()
            .filter(|(axis, _)| made[*axis])
        {
            displacement[axis] = position;
        }
        self.intern_frame(Frame {
            axes,
            parent: Some(parent),
            step: FrameStep::Made([x, y, z, false]),
            displacement,
            in_parent_units: false,
        })
    }

    /// Returns a frame like the parent's, but with the given positions along some axes.
    fn replaced(&mut self, parent: FrameId, position: Displacement) -> FrameId {
        let before = self.frames[parent.index()].displacement;
        let displacement = std::array::from_fn(|axis| position[axis].or(before[axis]));
        let made = position.map(|position| position.is_some());
        self.frame(parent, FrameStep::Made(made), displacement)
    }

    fn vector(&mut self, noise: &Noise, param: Key<Vector>) -> Result<Vec<OpId>> {
        let slots = self.slots.of_vector(noise, param);
        slots
            .into_iter()
            .map(|slot| self.make(Op::Param(slot)))
            .collect()
    }

    /// The scalar product.
    fn product(&mut self, a: &[OpId], b: &[OpId]) -> Result<OpId> {
        let mut terms = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            terms.push(self.mul(a, b)?);
        }
        let mut terms = terms.into_iter();
        let Some(first) = terms.next() else {
            unreachable!("a vector has a component");
        };
        terms.try_fold(first, |sum, term| self.add(sum, term))
    }

    fn add(&mut self, a: OpId, b: OpId) -> Result<OpId> {
        self.binary(Step::Add, a, b)
    }

    fn mul(&mut self, a: OpId, b: OpId) -> Result<OpId> {
        self.binary(Step::Mul, a, b)
    }
}
