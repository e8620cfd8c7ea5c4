//! Rows of a piece: tile by tile, block by block, to texels.

use std::ops::Range;

use super::aligned::LINE;
use super::block::Block;
use super::corner::Corners;
use super::evaluate::{Evaluator, Samples};
use super::piece::Piece;
use super::plan::{Plan, Way};
use super::rows::Walker;
use super::simd::Simd;
use super::{BLOCK, TILE};
use crate::Result;
use crate::memory::try_collect;
use crate::program::Job;
use crate::texel::{Component, Packing};

/// One thread's view of a piece.
pub(super) struct Filler<'a> {
    piece: &'a Piece,
    evaluator: Evaluator<'a>,
}

impl<'a> Filler<'a> {
    /// Computes a piece of a brick; `stream` says whether it is written around the caches.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory), as [`Filler::fill`].
    pub fn new(
        job: &'a Job,
        plan: &'a Plan,
        piece: &'a Piece,
        simd: Simd,
        stream: bool,
    ) -> Result<Filler<'a>> {
        let samples = Samples {
            tables: &piece.tables,
            run: None,
        };
        let mut evaluator = Evaluator::new(job, plan, samples, simd)?;
        evaluator.stream = stream;
        Ok(Filler { piece, evaluator })
    }

    /// Fills rows of the piece, the first of which begins with `out` and each other `stride` texels after the one before;
    /// returns how many samples lay outside the packing's range.
    pub fn fill(
        &mut self,
        rows: Range<usize>,
        packing: &Packing,
        out: &mut [u8],
        stride: usize,
    ) -> Result<u64> {
        let height = self.piece.brick.size[1] as usize;
        let texel = packing.bytes() as usize;
        // Blocks are small only for the sake of registers.
        let direct = as_samples(packing, out).is_some()
            && self.evaluator.plan.is_direct(&self.evaluator.job.program);
        let mut saturated = 0;
        for (i, x) in self.piece.tiles().enumerate() {
            self.evaluator.walkers = self.walkers_of_tile(i)?;
            let most = match direct {
                true => height,
                false => BLOCK / x.len().next_multiple_of(LINE),
            };
            let mut row = rows.start;
            while row < rows.end {
                let (y, z) = (row % height, row / height);
                let y = y..height.min(y + most.min(rows.end - row));
                let start = (row - rows.start) * stride + x.start;
                row += y.len();
                let x = x.clone();
                self.evaluator.at = Block { x, y, z };
                saturated += self.texels(packing, &mut out[start * texel..], stride);
            }
        }
        Ok(saturated)
    }

    /// Fills the rows of the block, the first of which begins with `out`.
    fn texels(&mut self, packing: &Packing, out: &mut [u8], stride: usize) -> u64 {
        if let Some(samples) = as_samples(packing, out)
            && self.evaluator.run_into(samples, stride)
        {
            return 0;
        }
        self.evaluator.run();
        let texel = packing.bytes() as usize;
        let Block { x, y, .. } = &self.evaluator.at;
        (out.chunks_mut(stride * texel).take(y.len()).enumerate())
            .map(|(row, out)| self.pack(row, packing, &mut out[..x.len() * texel]))
            .sum()
    }

    /// The outputs of a row of the block, as texels.
    fn pack(&self, row: usize, packing: &Packing, out: &mut [u8]) -> u64 {
        let outputs = &self.evaluator.job.program.outputs;
        if let [only] = outputs.as_slice() {
            return packing.pack(self.evaluator.row(*only, row), out);
        }
        let mut texels = [0.0; 4 * TILE];
        let texels = &mut texels[..self.evaluator.at.x.len() * outputs.len()];
        self.evaluator.side_by_side(row, texels);
        packing.pack(texels, out)
    }

    fn walkers_of_tile(&self, tile: usize) -> Result<Vec<Vec<Walker<'a>>>> {
        let Evaluator { job, plan, .. } = self.evaluator;
        let sources = 0..job.program.sources.len();
        try_collect(sources.map(|source| walkers(job, plan, self.piece, source, tile)))
    }
}

/// The caller's memory, where its texels are samples of one channel as they are.
fn as_samples<'a>(packing: &Packing, out: &'a mut [u8]) -> Option<&'a mut [f32]> {
    let plain = packing.components == 1 && packing.format.component() == Component::Float32;
    if plain && cfg!(target_endian = "little") {
        bytemuck::try_cast_slice_mut(out).ok()
    } else {
        None
    }
}

/// The walkers of a source along a tile, one a layer.
fn walkers<'a>(
    job: &'a Job,
    plan: &Plan,
    piece: &'a Piece,
    id: usize,
    tile: usize,
) -> Result<Vec<Walker<'a>>> {
    let source = &job.program.sources[id];
    let layers = job.layers[id].iter().zip(&piece.tables.sources[id]);
    let layers = layers.zip(&piece.lattices[id]).enumerate();
    try_collect(layers.map(|(i, ((layer, tables), lattice))| {
        let weight = match plan.ways[id] {
            // The fold around the source is the innermost, whose octaves are fastest.
            Way::Summed(fold) => {
                let weights = &job.octaves[fold.index()].weights;
                weights[i % weights.len()]
            }
            Way::Rows | Way::Points => 1.0,
        };
        let corners = Corners::of(job, source, layer);
        Walker::new(source, tables, (lattice, tile), corners, weight)
    }))
}
