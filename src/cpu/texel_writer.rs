//! Rows of a brick as texels in the caller's memory: tile by tile, and some rows at a time.

use std::ops::Range;

use super::aligned::CACHE_LINE;
use super::brick_tables::BrickTables;
use super::evaluator::Evaluator;
use super::execution_plan::ExecutionPlan;
use super::non_temporal::{CopySamples, Fence};
use super::simd::{Lanes, Simd, SimdKernel};
use super::sizes::{REGISTER, TILE};
use super::tile_rows::TileRows;
use crate::program::Job;
use crate::texel::{Component, Packing};
use crate::{Result, memory};

/// Computes rows of a brick on one thread, and packs them.
pub(super) struct TexelWriter<'a> {
    tables: &'a BrickTables,
    evaluator: Evaluator<'a>,
    simd: Simd,
    /// Memory for a row of samples of several channels.
    samples: Vec<f32>,
    /// Whether samples that need no packing are written with non-temporal stores.
    non_temporal: bool,
}

impl<'a> TexelWriter<'a> {
    /// Makes a writer of rows of a brick. `non_temporal` says whether samples that need no packing are written with non-temporal
    /// stores.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(
        job: &'a Job,
        plan: &'a ExecutionPlan,
        tables: &'a BrickTables,
        simd: Simd,
        non_temporal: bool,
    ) -> Result<TexelWriter<'a>> {
        let evaluator = Evaluator::on_grid(job, plan, tables, simd, non_temporal)?;
        Ok(TexelWriter {
            tables,
            evaluator,
            simd,
            samples: memory::room(job.program.channels() * TILE)?,
            non_temporal,
        })
    }

    /// Writes rows of the brick, counted through all its slices. The first begins at the start of `out`, each other `stride`
    /// texels after the one before. Returns how many samples were out of the packing's range.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn write_rows(
        &mut self,
        rows: Range<usize>,
        packing: &Packing,
        out: &mut [u8],
        stride: usize,
    ) -> Result<u64> {
        let height = self.tables.brick.size[1] as usize;
        let texel = packing.bytes() as usize;
        let unlimited = as_samples(packing, out).is_some() && self.evaluator.uses_no_register();
        let mut saturated = 0;
        for (i, x) in self.tables.tiles().enumerate() {
            self.evaluator.enter_tile(i, x.clone())?;
            // As many rows at a time as a register has room for; all of a slice if none is used.
            let most = if unlimited {
                height
            } else {
                REGISTER / x.len().next_multiple_of(CACHE_LINE)
            };
            let mut row = rows.start;
            while row < rows.end {
                let (y, z) = (row % height, row / height);
                let y = y..height.min(y + most.min(rows.end - row));
                let start = (row - rows.start) * stride + x.start;
                row += y.len();
                let rows = TileRows { x: x.clone(), y, z };
                saturated += self.write_tile(rows, packing, &mut out[start * texel..], stride);
            }
        }
        if self.non_temporal {
            self.simd.dispatch(Fence);
        }
        Ok(saturated)
    }

    /// Writes rows of the current tile, the first of which begins at the start of `out`.
    fn write_tile(
        &mut self,
        rows: TileRows,
        packing: &Packing,
        out: &mut [u8],
        stride: usize,
    ) -> u64 {
        let (width, height) = (rows.x.len(), rows.y.len());
        self.evaluator.enter_rows(rows);
        if let Some(samples) = as_samples(packing, out)
            // Rows go around the caches by themselves, what passes through a register by `pack_row`.
            && (!self.non_temporal || self.evaluator.uses_no_register())
            && self.evaluator.compute_into(samples, stride)
        {
            return 0;
        }
        self.evaluator.compute();
        let texel = packing.bytes() as usize;
        let mut saturated = 0;
        for (row, out) in out.chunks_mut(stride * texel).take(height).enumerate() {
            saturated += self.pack_row(row, width, packing, &mut out[..width * texel]);
        }
        saturated
    }

    /// Packs the outputs along one of the current rows; returns how many samples were out of range.
    fn pack_row(&mut self, row: usize, width: usize, packing: &Packing, out: &mut [u8]) -> u64 {
        if !self.non_temporal
            && let Some(samples) = as_samples(packing, out)
        {
            self.evaluator.interleave_outputs(row, samples);
            return 0;
        }
        let samples = match self.evaluator.channels() {
            1 => self.evaluator.output(0, row),
            channels => {
                self.samples.resize(width * channels, 0.0);
                self.evaluator.interleave_outputs(row, &mut self.samples);
                &self.samples
            }
        };
        match as_samples(packing, out) {
            Some(to) => {
                self.simd.dispatch(CopySamples { from: samples, to });
                0
            }
            None => self.simd.dispatch(Pack(packing, samples, out)),
        }
    }
}

/// Packs samples as [`Packing::pack`] does, with the instructions of the level.
struct Pack<'a>(&'a Packing, &'a [f32], &'a mut [u8]);

impl SimdKernel for Pack<'_> {
    type Output = u64;

    #[inline(always)]
    fn execute<L: Lanes>(self, _: L) -> u64 {
        let Pack(packing, samples, out) = self;
        packing.pack(samples, out)
    }
}

/// Returns the caller's memory as samples, if its texels are the channels as f32 in the byte order of this CPU and it is aligned.
fn as_samples<'a>(packing: &Packing, out: &'a mut [u8]) -> Option<&'a mut [f32]> {
    let unpadded = packing.components == packing.channels;
    let plain = unpadded && packing.format.component() == Component::Float32;
    if plain && cfg!(target_endian = "little") {
        bytemuck::try_cast_slice_mut(out).ok()
    } else {
        None
    }
}
