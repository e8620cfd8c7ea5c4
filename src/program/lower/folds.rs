//! Fractals: a fold, and the frame of its octaves.

use std::collections::HashMap;

use super::Lowering;
use super::Scope;
use crate::noise::{Fractal, Noise, Step};
use crate::program::FrameStep;
use crate::program::op::{Block, BlockId, Fold, FoldId, FrameId, Op, OpId};
use crate::{Error, Result};

/// The deepest nesting of fractals: a source's octave index is 32·outer + inner.
const FOLDS_MAX: usize = 2;

impl Lowering {
    pub(super) fn fold(&mut self, noise: &Noise, kind: Fractal, frame: FrameId) -> Result<OpId> {
        let (fold, octave) = self.open_fold(noise, kind, frame)?;
        let result = self.signal(noise, "of", octave)?;
        self.close_fold(fold, result)
    }

    /// Begins a fold: what is made from here on is in its body. Returns the frame of its octaves, too.
    pub(super) fn open_fold(
        &mut self,
        noise: &Noise,
        kind: Fractal,
        frame: FrameId,
    ) -> Result<(FoldId, FrameId)> {
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
        let block = BlockId(self.blocks.len() as u32);
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
            body: block,
            result: OpId(0),
        };
        self.folds.push(description);
        self.folded.push((noise.clone(), frame));
        self.blocks.push(Block::default());
        self.open.push(Scope {
            block,
            made: HashMap::new(),
        });
        let octave = self.octave_frame(frame, fold)?;
        Ok((fold, octave))
    }

    /// Ends the fold that was begun last: it sums a result of its body.
    pub(super) fn close_fold(&mut self, fold: FoldId, result: OpId) -> Result<OpId> {
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

    fn folds_around(&self, frame: FrameId) -> usize {
        let frame = &self.frames[frame.index()];
        let own = usize::from(matches!(frame.step, FrameStep::Octave(_)));
        own + frame.parent.map_or(0, |parent| self.folds_around(parent))
    }
}
