//! Lowering: turns a graph of nodes into operations.
//!
//! Lowering walks the graph and makes the operations of each pair of a node and a frame. A pair that occurs again gives the same
//! operation again, and an operation that an enclosing block already has is not made twice.
//!
//! * `sources`, `pictures`, `folds` (with `bodies`) and `frames`: lower sources, fractals and domain steps;
//! * `positions`: makes the frames of domain steps that need operations for the whole position, such as rotations;
//! * `turns`: removes whole turns from the arguments of periodic steps;
//! * `derive`: makes the derivatives of operations; `chain`: those of value steps;
//! * `zero_terms` and `prune`: remove additions of 0, and operations that no channel depends on;
//! * `rates`: moves the factors of octaves from displacements to the rates of sources.

mod bodies;
mod chain;
mod derive;
mod folds;
mod frames;
mod pictures;
mod positions;
mod prune;
mod rates;
mod sources;
mod turns;
mod zero_terms;

use std::collections::HashMap;
use std::sync::Arc;

use super::lattice::Lattice;
use super::op::{Block, BlockId, Coordinate, Fold, FrameId, Op, OpId, SlotId};
use super::picture::Plane;
use super::slots::Slots;
use super::{Frame, Program};
use crate::grid::Axes;
use crate::noise::key::Varying;
use crate::noise::source::VALUE;
use crate::noise::{
    Derivative, Input, Key, Kind, Noise, Param, ParamType, Source, Step, domain, table,
};
use crate::{Error, Result};
use derive::{By, Slope};

/// The most operations. Memory would allow more, but nobody could read such a graph.
const OPS_MAX: usize = 1 << 14;

pub(super) fn lower(channels: &[Noise], axes: Axes) -> Result<Program> {
    channels.iter().try_for_each(Noise::validate)?;
    let mut lowering = Lowering {
        frames: vec![Frame::root(axes)],
        ops: Vec::new(),
        labels: Vec::new(),
        blocks: vec![Block::default()],
        sources: Vec::new(),
        coordinates: Vec::new(),
        folds: Vec::new(),
        planes: Vec::new(),
        folded: Vec::new(),
        slots: Slots::new(table::names(channels)),
        done: HashMap::new(),
        derived: HashMap::new(),
        at: "".into(),
        open: vec![Scope {
            block: BlockId(0),
            made: HashMap::new(),
            in_turns: HashMap::new(),
        }],
    };
    let outputs = channels
        .iter()
        .map(|noise| lowering.value(noise, FrameId(0)))
        .collect::<Result<_>>()?;
    let mut program = Program {
        axes,
        frames: lowering.frames,
        ops: lowering.ops,
        labels: lowering.labels,
        blocks: lowering.blocks,
        sources: lowering.sources,
        coordinates: lowering.coordinates,
        folds: lowering.folds,
        planes: lowering.planes,
        outputs,
        noises: channels.to_vec(),
        params: lowering.slots.into_params()?,
        whole: None,
    };
    zero_terms::remove(&mut program);
    Ok(rates::moved_to_rates(prune::prune(program)))
}

struct Lowering {
    frames: Vec<Frame>,
    ops: Vec<Op>,
    labels: Vec<Arc<str>>,
    blocks: Vec<Block>,
    sources: Vec<Lattice>,
    coordinates: Vec<Coordinate>,
    folds: Vec<Fold>,
    planes: Vec<Plane>,
    /// The node and the frame that each fold was made from.
    folded: Vec<(Noise, FrameId)>,
    slots: Slots,
    done: HashMap<(usize, FrameId), OpId>,
    derived: HashMap<(OpId, By), Slope>,
    /// The name of the node that is being lowered.
    at: Arc<str>,
    /// The blocks that are being filled, outermost first. A new operation may read the values of all of them.
    open: Vec<Scope>,
}

struct Scope {
    block: BlockId,
    made: HashMap<Op, OpId>,
    /// For an operation, or its product with a number, the one that replaces it as the argument of a periodic step: the same
    /// value, up to whole turns.
    in_turns: HashMap<(OpId, Option<SlotId>), Option<OpId>>,
}

impl Lowering {
    /// The operation that gives a noise's value in a frame.
    fn value(&mut self, noise: &Noise, frame: FrameId) -> Result<OpId> {
        let key = (noise.identity(), frame);
        if let Some(&op) = self.done.get(&key) {
            return Ok(op);
        }
        let user = std::mem::replace(&mut self.at, self.slots.node(noise).into());
        let op = match noise.node().kind {
            Kind::Source(Source::Constant) => self.number(noise, VALUE)?,
            Kind::Source(Source::Coordinate) => self.coordinate(noise, frame)?,
            Kind::Source(Source::Image) => self.image(noise, frame)?,
            Kind::Source(kind) => self.lattice(noise, kind, frame)?,
            Kind::Fractal(kind) => self.fold(noise, kind, frame)?,
            Kind::Domain(domain) => {
                let moved = self.moved(noise, domain, frame)?;
                self.signal(noise, domain::OF, moved)?
            }
            Kind::Derivative(Derivative::Partial) => self.partial(noise, frame)?,
            Kind::Derivative(Derivative::Curl) => self.curl(noise, frame)?,
            Kind::Step(step) => self.step(noise, step, frame)?,
        };
        self.at = user;
        self.done.insert(key, op);
        Ok(op)
    }

    /// Returns the operation that gives the value of a parameter: a number, or the value of a node.
    fn signal(&mut self, noise: &Noise, key: Key<Varying>, frame: FrameId) -> Result<OpId> {
        self.input(noise, &key.param, frame)
    }

    /// Does the same for a parameter of a value step that is given by its description, of any type but points.
    fn input(&mut self, noise: &Noise, param: &Param, frame: FrameId) -> Result<OpId> {
        match noise.node().input(param) {
            Input::Noise(input) => self.value(input, frame),
            Input::Number(number) => {
                let slot = self.slots.of_number(noise, param, number);
                self.make(Op::Param(slot))
            }
        }
    }

    fn number(&mut self, noise: &Noise, key: Key<f64>) -> Result<OpId> {
        let slot = self.slots.of(noise, key);
        self.make(Op::Param(slot))
    }

    fn step(&mut self, noise: &Noise, step: Step, frame: FrameId) -> Result<OpId> {
        let mut args = Vec::new();
        for param in step.info().params {
            if let ParamType::Points { .. } = param.of {
                for slot in self.slots.of_points(noise, param) {
                    args.push(self.make(Op::Param(slot))?);
                }
            } else {
                args.push(self.input(noise, param, frame)?);
            }
        }
        self.make(Op::Step { step, args })
    }

    /// Returns a constant of the program, which is no parameter.
    fn literal(&mut self, number: f32) -> Result<OpId> {
        self.make(Op::Number(number.to_bits()))
    }

    fn unary(&mut self, step: Step, of: OpId) -> Result<OpId> {
        self.make(Op::Step {
            step,
            args: vec![of],
        })
    }

    fn binary(&mut self, step: Step, a: OpId, b: OpId) -> Result<OpId> {
        self.make(Op::Step {
            step,
            args: vec![a, b],
        })
    }

    /// Returns the index of an operation, which is added to the innermost open block if no open block has it yet.
    fn make(&mut self, op: Op) -> Result<OpId> {
        let op = self.of_turns(op)?;
        if let Some(&made) = self.open.iter().find_map(|scope| scope.made.get(&op)) {
            return Ok(made);
        }
        if self.ops.len() == OPS_MAX {
            return Err(Error::too_large(
                "the program",
                format!("more than {OPS_MAX} operations"),
                format!("{OPS_MAX} operations"),
            ));
        }
        let id = OpId(self.ops.len() as u32);
        self.ops.push(op.clone());
        self.labels.push(self.at.clone());
        if let Some(scope) = self.open.last_mut() {
            scope.made.insert(op, id);
            self.blocks[scope.block.index()].ops.push(id);
        }
        Ok(id)
    }
}

/// Returns the index of an item, which is added if it is new.
fn intern<T: PartialEq>(items: &mut Vec<T>, item: T) -> u32 {
    let at = (items.iter().position(|known| *known == item)).unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    });
    at as u32
}
