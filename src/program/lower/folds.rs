//! Fractals: a fold, and the frame of its octaves.

use std::collections::HashMap;

use super::bodies::Body;
use super::{Lowering, Scope};
use crate::grid::TIME;
use crate::noise::fractal::{
    AMPLITUDES, FREQUENCIES, GAIN, LACUNARITY, NORMALIZE, OCTAVE_PERIOD, OCTAVE_POSITIONS,
    OCTAVE_TABLES, OCTAVES, OF, TIME_LACUNARITY,
};
use crate::noise::key::List;
use crate::noise::{
    Fractal, Key, Noise, OctavePeriod, OctavePositions, OctaveTables, Octaves, Step,
};
use crate::program::FrameStep;
use crate::program::op::{Block, BlockId, Fold, FoldId, FrameId, Op, OpId, PerOctave, SlotId};
use crate::{Error, Result};

/// The deepest nesting of fractals: a source's octave index is 32·outer + inner.
const FOLDS_MAX: usize = 2;

impl Lowering {
    pub(super) fn fold(&mut self, noise: &Noise, kind: Fractal, frame: FrameId) -> Result<OpId> {
        let (fold, octave) = self.open_fold(noise, kind, frame)?;
        let n = self.signal(noise, OF, octave)?;
        let body = self.body(noise, kind, (fold, octave), n)?;
        self.close_fold(fold, body)
    }

    /// Begins a fold: operations that are made from here on belong to its body. Returns the fold and the frame of its octaves.
    pub(super) fn open_fold(
        &mut self,
        noise: &Noise,
        kind: Fractal,
        frame: FrameId,
    ) -> Result<(FoldId, FrameId)> {
        let depth = self.fold_depth(frame);
        let node = noise.node();
        let name = self.slots.node(noise).to_string();
        if depth == FOLDS_MAX {
            let allowed = format!("fractals nested at most {FOLDS_MAX} deep");
            return Err(Error::invalid(name, "a fractal in two fractals", allowed));
        }
        let frequencies = self.per_octave(noise, FREQUENCIES, LACUNARITY)?;
        let time_frequencies = match node.get(TIME_LACUNARITY) {
            Some(ratio) => {
                PerOctave::Powers(self.slots.of_number(noise, &TIME_LACUNARITY.param, ratio))
            }
            None => frequencies.clone(),
        };
        let fold = FoldId(self.folds.len() as u32);
        let block = BlockId(self.blocks.len() as u32);
        let description = Fold {
            kind,
            node: name,
            octaves: self.octaves(noise)?,
            frequencies,
            time_frequencies,
            amplitudes: self.per_octave(noise, AMPLITUDES, GAIN)?,
            normalize: node.get(NORMALIZE),
            shared_tables: node.get(OCTAVE_TABLES) == OctaveTables::Shared,
            shifted: node.get(OCTAVE_POSITIONS) == OctavePositions::Shifted,
            same_period: node.get(OCTAVE_PERIOD) == OctavePeriod::Same,
            body: block,
            result: OpId(0),
            carried: Vec::new(),
        };
        self.folds.push(description);
        self.folded.push((noise.clone(), frame));
        self.blocks.push(Block::default());
        self.open.push(Scope {
            block,
            made: HashMap::new(),
            in_turns: HashMap::new(),
        });
        let octave = self.octave_frame(frame, fold)?;
        Ok((fold, octave))
    }

    /// Ends the fold that was begun last, with the operation that it sums and the values that its octaves hand on.
    pub(super) fn close_fold(&mut self, fold: FoldId, (result, carried): Body) -> Result<OpId> {
        self.open.pop();
        self.folds[fold.index()].result = result;
        self.folds[fold.index()].carried = carried;
        self.make(Op::Fold(fold))
    }

    /// Returns the slot of the number of octaves, which is the length of the lists if there are any and it is not `auto`.
    fn octaves(&mut self, noise: &Noise) -> Result<SlotId> {
        let node = noise.node();
        let mut octaves = match node.get(OCTAVES) {
            Octaves::Auto => 0,
            Octaves::Count(count) => count,
        };
        let lengths = [AMPLITUDES, FREQUENCIES].map(|list| node.get(list).map(<[f64]>::len));
        if let [Some(amplitudes), Some(frequencies)] = lengths
            && amplitudes != frequencies
        {
            let field = self.slots.name(noise, &FREQUENCIES.param);
            let given = format!("{frequencies} numbers");
            let allowed = format!("as many as there are amplitudes, {amplitudes}");
            return Err(Error::invalid(field, given, allowed));
        }
        if let Some(length) = lengths.into_iter().flatten().next()
            && octaves > 0
        {
            if node.has(OCTAVES) && octaves as usize != length {
                let field = self.slots.name(noise, &OCTAVES.param);
                let allowed = format!("{length}, as many as its lists have, auto, or nothing");
                return Err(Error::invalid(field, octaves, allowed));
            }
            octaves = length as u32;
        }
        Ok((self.slots).of_number(noise, &OCTAVES.param, octaves.into()))
    }

    /// Returns the numbers of a list or, if none is given, the powers of the ratio that the list would replace.
    fn per_octave(&mut self, noise: &Noise, list: Key<List>, ratio: Key<f64>) -> Result<PerOctave> {
        let Some(slots) = self.slots.of_list(noise, list) else {
            return Ok(PerOctave::Powers(self.slots.of(noise, ratio)));
        };
        if noise.node().has(ratio) {
            let field = self.slots.name(noise, &list.param);
            let given = format!("{} and {}", list.param.name, ratio.param.name);
            return Err(Error::invalid(field, given, "one of the two"));
        }
        Ok(PerOctave::Each(slots))
    }

    fn octave_frame(&mut self, parent: FrameId, fold: FoldId) -> Result<FrameId> {
        let displacement = self.displacement(parent, |this, axis, by| {
            let scale = this.make(Op::OctaveScale {
                fold,
                time: axis == TIME,
            })?;
            this.binary(Step::Mul, by, scale)
        })?;
        Ok(self.frame(parent, FrameStep::Octave(fold), displacement))
    }

    fn fold_depth(&self, frame: FrameId) -> usize {
        let frame = &self.frames[frame.index()];
        let own = usize::from(matches!(frame.step, FrameStep::Octave(_)));
        own + frame.parent.map_or(0, |parent| self.fold_depth(parent))
    }
}
