//! Pruning: removes what no channel depends on. Lowering a derivative also makes the operations of the value that it is taken
//! of, and the derivative does not depend on all of them.

use std::sync::Arc;

use crate::program::lattice::Lattice;
use crate::program::op::{
    Block, BlockId, Carried, Coordinate, CoordinateId, Fold, FoldId, FrameId, Op, OpId, SourceId,
};
use crate::program::{Frame, FrameStep, Program, Whole};

/// Returns the program without operations, sources, coordinates, folds and frames that no channel depends on. If it removes
/// any, it also keeps the unpruned program, whose numbers are checked when the program is bound.
pub(super) fn prune(whole: Program) -> Program {
    let kept = Kept::of(&whole);
    let pruned = without_unneeded(&whole, &kept);
    match pruned.ops.len() < whole.ops.len() {
        true => Program {
            whole: Some(Whole {
                folds: kept.folds.chosen().map(FoldId).collect(),
                program: Arc::new(whole),
            }),
            ..pruned
        },
        false => pruned,
    }
}

/// Returns what is kept of a program.
pub(super) fn without_unneeded(program: &Program, kept: &Kept) -> Program {
    let folds: Vec<&Fold> = kept.folds.choose(&program.folds).collect();
    let bodies = folds.iter().map(|fold| &program.blocks[fold.body.index()]);
    let blocks = std::iter::once(&program.blocks[0]).chain(bodies);
    Program {
        axes: program.axes,
        frames: (kept.frames.choose(&program.frames))
            .map(|frame| kept.frame(frame))
            .collect(),
        ops: (kept.ops.choose(&program.ops))
            .map(|op| kept.op(op))
            .collect(),
        labels: kept.ops.choose(&program.labels).cloned().collect(),
        blocks: blocks.map(|block| kept.block(block)).collect(),
        sources: (kept.sources.choose(&program.sources))
            .map(|source| Lattice {
                frame: kept.frame_id(source.frame),
                ..source.clone()
            })
            .collect(),
        coordinates: (kept.coordinates.choose(&program.coordinates))
            .map(|coordinate| Coordinate {
                frame: kept.frame_id(coordinate.frame),
                ..*coordinate
            })
            .collect(),
        folds: (folds.iter().zip(1..))
            .map(|(&fold, block)| Fold {
                body: BlockId(block),
                result: kept.op_id(fold.result),
                carried: fold.carried.iter().map(|&one| kept.carried(one)).collect(),
                ..fold.clone()
            })
            .collect(),
        planes: program.planes.clone(),
        outputs: program.outputs.iter().map(|&op| kept.op_id(op)).collect(),
        noises: program.noises.clone(),
        params: program.params.clone(),
        whole: None,
    }
}

/// The operations, frames, sources, coordinates and folds that are kept.
pub(super) struct Kept {
    ops: Places,
    frames: Places,
    sources: Places,
    coordinates: Places,
    folds: Places,
}

/// The index of each item among those that are kept; `None` if it is removed.
struct Places(Vec<Option<u32>>);

impl Places {
    fn new(items: usize) -> Places {
        Places(vec![None; items])
    }

    fn keep(&mut self, item: usize) {
        self.0[item] = Some(0);
    }

    fn has(&self, item: usize) -> bool {
        self.0[item].is_some()
    }

    /// Numbers the items that are kept.
    fn number(&mut self) {
        for (place, number) in self.0.iter_mut().flatten().zip(0..) {
            *place = number;
        }
    }

    fn choose<'a, T>(&'a self, items: &'a [T]) -> impl Iterator<Item = &'a T> {
        (items.iter().zip(&self.0)).filter_map(|(item, place)| place.map(|_| item))
    }

    /// Iterates over the indices before pruning of the items that are kept.
    fn chosen(&self) -> impl Iterator<Item = u32> {
        (self.0.iter().zip(0..)).filter_map(|(place, item)| place.map(|_| item))
    }

    fn get(&self, item: usize) -> u32 {
        self.0[item].unwrap_or_else(|| unreachable!("what is kept needs what is not"))
    }
}

impl Kept {
    /// Finds what the channels depend on.
    pub(super) fn of(program: &Program) -> Kept {
        let mut kept = Kept {
            ops: Places::new(program.ops.len()),
            frames: Places::new(program.frames.len()),
            sources: Places::new(program.sources.len()),
            coordinates: Places::new(program.coordinates.len()),
            folds: Places::new(program.folds.len()),
        };
        kept.frames.keep(0);
        for output in &program.outputs {
            kept.ops.keep(output.index());
        }
        // An operand precedes its users.
        for at in (0..program.ops.len()).rev() {
            if kept.ops.has(at) {
                kept.keep_needs(program, OpId(at as u32));
            }
        }
        let Kept {
            ops,
            frames,
            sources,
            coordinates,
            folds,
        } = &mut kept;
        for places in [ops, frames, sources, coordinates, folds] {
            places.number();
        }
        kept
    }

    /// Keeps what an operation is computed from.
    fn keep_needs(&mut self, program: &Program, op: OpId) {
        for operand in program.operands(op) {
            self.ops.keep(operand.index());
        }
        match program.ops[op.index()] {
            Op::Source(id) | Op::Cells { source: id, .. } => self.keep_source(program, id),
            Op::Coordinate(id) => {
                self.coordinates.keep(id.index());
                self.keep_frame(program, program.coordinates[id.index()].frame);
            }
            Op::Fold(id) => {
                self.folds.keep(id.index());
                for carried in &program.folds[id.index()].carried {
                    self.ops.keep(carried.op.index());
                }
            }
            Op::Param(_)
            | Op::Number(_)
            | Op::OctaveScale { .. }
            | Op::OctaveAmplitude(_)
            | Op::Carried(..)
            | Op::Picture { .. }
            | Op::Step { .. } => {}
        }
    }

    fn keep_source(&mut self, program: &Program, id: SourceId) {
        self.sources.keep(id.index());
        self.keep_frame(program, program.sources[id.index()].frame);
    }

    fn keep_frame(&mut self, program: &Program, frame: FrameId) {
        let mut frame = Some(frame);
        while let Some(id) = frame {
            self.frames.keep(id.index());
            frame = program.frames[id.index()].parent;
        }
    }

    fn op(&self, op: &Op) -> Op {
        match op {
            Op::Param(_) | Op::Number(_) => op.clone(),
            Op::Coordinate(id) => Op::Coordinate(CoordinateId(self.coordinates.get(id.index()))),
            Op::OctaveScale { fold, time } => Op::OctaveScale {
                fold: self.fold_id(*fold),
                time: *time,
            },
            Op::OctaveAmplitude(fold) => Op::OctaveAmplitude(self.fold_id(*fold)),
            Op::Carried(fold, i) => Op::Carried(self.fold_id(*fold), *i),
            Op::Cells { source, axis } => Op::Cells {
                source: self.source_id(*source),
                axis: *axis,
            },
            Op::Source(id) => Op::Source(self.source_id(*id)),
            Op::Fold(id) => Op::Fold(self.fold_id(*id)),
            Op::Step { step, args } => Op::Step {
                step: *step,
                args: args.iter().map(|&arg| self.op_id(arg)).collect(),
            },
            Op::Picture { sampler, at } => Op::Picture {
                sampler: *sampler,
                at: at.iter().map(|&at| self.op_id(at)).collect(),
            },
        }
    }

    fn frame(&self, frame: &Frame) -> Frame {
        let step = match &frame.step {
            FrameStep::Octave(fold) => FrameStep::Octave(self.fold_id(*fold)),
            other => other.clone(),
        };
        // A displacement along an axis that no source or coordinate reads is not kept.
        let kept = |op: &OpId| self.ops.has(op.index());
        Frame {
            axes: frame.axes,
            parent: frame.parent.map(|parent| self.frame_id(parent)),
            step,
            displacement: (frame.displacement).map(|by| by.filter(kept).map(|by| self.op_id(by))),
            in_parent_units: frame.in_parent_units,
        }
    }

    fn block(&self, block: &Block) -> Block {
        let kept = block.ops.iter().filter(|op| self.ops.has(op.index()));
        Block {
            ops: kept.map(|&op| self.op_id(op)).collect(),
        }
    }

    fn carried(&self, carried: Carried) -> Carried {
        Carried {
            op: self.op_id(carried.op),
            next: self.op_id(carried.next),
            ..carried
        }
    }

    fn op_id(&self, id: OpId) -> OpId {
        OpId(self.ops.get(id.index()))
    }

    fn frame_id(&self, id: FrameId) -> FrameId {
        FrameId(self.frames.get(id.index()))
    }

    fn source_id(&self, id: SourceId) -> SourceId {
        SourceId(self.sources.get(id.index()))
    }

    fn fold_id(&self, id: FoldId) -> FoldId {
        FoldId(self.folds.get(id.index()))
    }
}
