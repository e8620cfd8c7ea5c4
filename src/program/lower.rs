//! From graph to operations.
//!
//! Lowering walks the graph and evaluates (node, frame) pairs. A pair that was met before, and an
//! operation that was made before, are used again.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::op::{
    Block, BlockId, Coordinate, CoordinateId, Fold, FoldId, FrameId, Hash, Lattice, Op, OpId, Rate,
    SourceId,
};
use super::slots::Slots;
use super::{Frame, FrameStep, Program};
use crate::grid::Axes;
use crate::noise::{Domain, Fractal, Kind, Noise, ParamType, Signal, Source, Step, table};
use crate::{Error, Result};

/// The deepest nesting of fractals: a source's octave index is 32·outer + inner.
const FOLDS_MAX: usize = 2;
/// The most operations: a limit for graphs that nobody can read, not for memory.
const OPS_MAX: usize = 1 << 14;
const LETTERS: [&str; 4] = ["x", "y", "z", "w"];

pub(super) fn lower(channels: &[Noise], axes: Axes) -> Result<Program> {
    if !(1..=4).contains(&channels.len()) {
        return Err(Error::invalid("channels", channels.len(), "1 to 4"));
    }
    channels.iter().try_for_each(Noise::validate)?;
    let names = Rc::new(table::names(channels));
    let mut lowering = Lowering {
        axes,
        names: Rc::clone(&names),
        frames: vec![Frame::root()],
        ops: Vec::new(),
        labels: Vec::new(),
        blocks: vec![Block::default()],
        sources: Vec::new(),
        coordinates: Vec::new(),
        folds: Vec::new(),
        slots: Slots::new(axes, names),
        done: HashMap::new(),
        at: "".into(),
        open: vec![Scope {
            block: BlockId(0),
            made: HashMap::new(),
        }],
    };
    let outputs = channels
        .iter()
        .map(|noise| lowering.value(noise, FrameId(0)))
        .collect::<Result<_>>()?;
    Ok(Program {
        axes,
        frames: lowering.frames,
        ops: lowering.ops,
        labels: lowering.labels,
        blocks: lowering.blocks,
        sources: lowering.sources,
        coordinates: lowering.coordinates,
        folds: lowering.folds,
        outputs,
        params: lowering.slots.into_params(),
    })
}

struct Lowering {
    axes: Axes,
    names: Rc<HashMap<usize, String>>,
    frames: Vec<Frame>,
    ops: Vec<Op>,
    labels: Vec<Arc<str>>,
    blocks: Vec<Block>,
    sources: Vec<Lattice>,
    coordinates: Vec<Coordinate>,
    folds: Vec<Fold>,
    slots: Slots,
    done: HashMap<(usize, FrameId), OpId>,
    /// The name of the node that is being lowered.
    at: Arc<str>,
    /// The blocks that are being filled, outermost first; their values can be used.
    open: Vec<Scope>,
}

struct Scope {
    block: BlockId,
    made: HashMap<Op, OpId>,
}

impl Lowering {
    /// The operation that gives a noise's value in a frame.
    fn value(&mut self, noise: &Noise, frame: FrameId) -> Result<OpId> {
        let key = (noise.identity(), frame);
        if let Some(&op) = self.done.get(&key) {
            return Ok(op);
        }
        let user = std::mem::replace(&mut self.at, self.names[&noise.identity()].as_str().into());
        let op = match noise.node().kind {
            Kind::Source(Source::Constant) => self.number(noise, "value")?,
            Kind::Source(Source::Coordinate) => self.coordinate(noise, frame)?,
            Kind::Source(Source::Perlin) => self.lattice(noise, Source::Perlin, frame)?,
            Kind::Fractal(kind) => self.fold(noise, kind, frame)?,
            Kind::Domain(domain) => {
                let moved = self.moved(noise, domain, frame)?;
                self.signal(noise, "of", moved)?
            }
            Kind::Step(step) => self.step(noise, step, frame)?,
        };
        self.at = user;
        self.done.insert(key, op);
        Ok(op)
    }

    /// The operation that gives what flows into a parameter.
    fn signal(&mut self, noise: &Noise, param: &str, frame: FrameId) -> Result<OpId> {
        match noise.node().signal(param) {
            Signal::Noise(input) => self.value(input, frame),
            Signal::Number(_) => self.number(noise, param),
        }
    }

    fn number(&mut self, noise: &Noise, param: &str) -> Result<OpId> {
        let slot = self.slots.of(noise, param);
        self.make(Op::Param(slot))
    }

    fn step(&mut self, noise: &Noise, step: Step, frame: FrameId) -> Result<OpId> {
        let mut args = Vec::new();
        for param in step.info().params {
            if let ParamType::Points { .. } = param.of {
                for slot in self.slots.of_points(noise, param.name) {
                    args.push(self.make(Op::Param(slot))?);
                }
            } else {
                args.push(self.signal(noise, param.name, frame)?);
            }
        }
        self.make(Op::Step { step, args })
    }

    fn coordinate(&mut self, noise: &Noise, frame: FrameId) -> Result<OpId> {
        let letter = noise.node().word("axis");
        let axis = LETTERS.iter().position(|l| *l == letter).unwrap_or(0);
        let id = CoordinateId(intern(&mut self.coordinates, Coordinate { frame, axis }));
        let plain = self.make(Op::Coordinate(id))?;
        match self.frames[frame.index()].displacement[axis] {
            Some(displacement) => self.binary(Step::Add, plain, displacement),
            None => Ok(plain),
        }
    }

    fn lattice(&mut self, noise: &Noise, kind: Source, frame: FrameId) -> Result<OpId> {
        let node = noise.node();
        let axes: Vec<usize> = match node.word("axes") {
            "" => self.axes.indices().collect(),
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

    fn fold(&mut self, noise: &Noise, kind: Fractal, frame: FrameId) -> Result<OpId> {
        let depth = self.folds_around(frame);
        let node = noise.node();
        let name = self.names[&noise.identity()].clone();
        if depth == FOLDS_MAX {
            let allowed = format!("fractals nested at most {FOLDS_MAX} deep");
            return Err(Error::invalid(name, "a fractal in two fractals", allowed));
        }
        let lacunarity = self.slots.of(noise, "lacunarity");
        let time_lacunarity = match node.number("time_lacunarity") {
            Some(_) => self.slots.of(noise, "time_lacunarity"),
            None => lacunarity,
        };
        let fold = FoldId(self.folds.len() as u32);
        let body = BlockId(self.blocks.len() as u32);
        let description = Fold {
            kind,
            node: name,
            octaves: self.slots.of(noise, "octaves"),
            lacunarity,
            time_lacunarity,
            gain: self.slots.of(noise, "gain"),
            normalize: node.flag("normalize"),
            shared_tables: node.word("octave_tables") == "shared",
            same_period: node.word("octave_period") == "same",
            body,
            result: OpId(0),
        };
        self.folds.push(description);
        self.blocks.push(Block::default());
        self.open.push(Scope {
            block: body,
            made: HashMap::new(),
        });
        let octave = self.octave_frame(frame, fold)?;
        let result = self.signal(noise, "of", octave)?;
        self.open.pop();
        self.folds[fold.index()].result = result;
        self.make(Op::Fold(fold))
    }

    fn octave_frame(&mut self, parent: FrameId, fold: FoldId) -> Result<FrameId> {
        let displacement = self.displacement(parent, |this, axis, by| {
            let scale = this.make(Op::OctaveScale {
                fold,
                time: axis == 3,
            })?;
            this.binary(Step::Mul, by, scale)
        })?;
        Ok(self.frame(parent, FrameStep::Octave(fold), displacement))
    }

    /// The frame in which a domain step evaluates its input.
    fn moved(&mut self, noise: &Noise, domain: Domain, parent: FrameId) -> Result<FrameId> {
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
    fn displacement(
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

    fn frame(
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

    fn folds_around(&self, frame: FrameId) -> usize {
        let frame = &self.frames[frame.index()];
        let own = usize::from(matches!(frame.step, FrameStep::Octave(_)));
        own + frame.parent.map_or(0, |parent| self.folds_around(parent))
    }

    fn binary(&mut self, step: Step, a: OpId, b: OpId) -> Result<OpId> {
        self.make(Op::Step {
            step,
            args: vec![a, b],
        })
    }

    /// The operation, made where no open block has it yet.
    fn make(&mut self, op: Op) -> Result<OpId> {
        if let Some(&made) = self.open.iter().find_map(|scope| scope.made.get(&op)) {
            return Ok(made);
        }
        if self.ops.len() == OPS_MAX {
            return Err(Error::TooLarge {
                what: "the program".into(),
                needed: format!("more than {OPS_MAX} operations"),
                limit: format!("{OPS_MAX} operations"),
            });
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

/// The index of an item, added where it is new.
fn intern<T: PartialEq>(items: &mut Vec<T>, item: T) -> u32 {
    let at = (items.iter().position(|known| *known == item)).unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    });
    at as u32
}
