//! The backend on a grid: bricks are cut into smaller ones, and shared out to threads.

use super::brick_tables::BrickTables;
use super::execution_plan::ExecutionPlan;
use super::simd::{Simd, SimdLevel};
use super::sizes::{NON_TEMPORAL_MIN, PART_SIDE_MAX, TASK_MIN, tasks};
use super::texel_writer::TexelWriter;
use crate::grid::Brick;
use crate::program::Job;
use crate::texel::Packing;
use crate::threads;
use crate::{Backend, Grid, Result, backend, memory};

/// A job on the CPU. It computes with all threads of the current rayon pool.
#[derive(Clone, Debug)]
pub struct Cpu {
    pub(super) job: Job,
    pub(super) plan: ExecutionPlan,
    simd: Simd,
}

impl Cpu {
    /// Prepares a job for the fastest SIMD level of this CPU.
    pub fn new(job: Job) -> Cpu {
        Cpu::with_simd(job, Simd::detect())
    }

    /// Prepares a job for a SIMD level.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) if the CPU lacks it.
    pub fn with_simd_level(job: Job, level: SimdLevel) -> Result<Cpu> {
        Ok(Cpu::with_simd(job, Simd::new(level)?))
    }

    fn with_simd(job: Job, simd: Simd) -> Cpu {
        Cpu {
            plan: ExecutionPlan::on_grid(&job),
            job,
            simd,
        }
    }

    /// Returns the SIMD level.
    pub fn simd_level(&self) -> SimdLevel {
        self.simd.level()
    }

    fn tables(&self, brick: Brick) -> Result<BrickTables> {
        BrickTables::new(&self.job, &self.plan, brick, self.simd)
    }

    fn writer<'a>(
        &'a self,
        tables: &'a BrickTables,
        non_temporal: bool,
    ) -> Result<TexelWriter<'a>> {
        TexelWriter::new(&self.job, &self.plan, tables, self.simd, non_temporal)
    }

    /// Fills a brick of one frame. If it is long in y or z, it is cut along that axis, and the parts follow one another.
    fn fill_frame(&self, frame: &Brick, packing: &Packing, mut out: &mut [u8]) -> Result<u64> {
        let mut saturated = 0;
        for part in frame.pieces(samples_at_a_time(frame)) {
            let bytes = part.samples() as usize * packing.bytes() as usize;
            let (own, rest) = std::mem::take(&mut out).split_at_mut(bytes);
            saturated += match rows(&part) {
                1 => self.fill_row(&part, packing, own)?,
                _ => self.fill_rows(&part, packing, own)?,
            };
            out = rest;
        }
        Ok(saturated)
    }

    /// Fills a brick of a single row. Each thread takes parts of it along x.
    fn fill_row(&self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        let non_temporal = brick.samples() >= NON_TEMPORAL_MIN;
        threads::sum_chunks(out, PART_SIDE_MAX * packing.bytes() as usize, |i, out| {
            let tables = self.tables(part_along_x(brick, i))?;
            self.writer(&tables, non_temporal)?
                .write_rows(0..1, packing, out, PART_SIDE_MAX)
        })
    }

    /// Fills a brick of several rows. A wide one is cut along x into as many parts at a time as there are threads, and each
    /// thread computes the tables of one.
    fn fill_rows(&self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        let parts = memory::collect(0..(brick.size[0] as usize).div_ceil(PART_SIDE_MAX))?;
        (parts.chunks(threads::thread_count()))
            .map(|parts| {
                let parts = threads::map(parts, |&i| self.tables(part_along_x(brick, i)))?;
                self.fill_side_by_side(brick, &parts, packing, out)
            })
            .sum()
    }

    /// Fills parts of a brick that lie side by side along x. Each thread takes some rows, and all parts of them.
    fn fill_side_by_side(
        &self,
        brick: &Brick,
        parts: &[BrickTables],
        packing: &Packing,
        out: &mut [u8],
    ) -> Result<u64> {
        let [width, texel] = [brick.size[0] as usize, packing.bytes() as usize];
        let non_temporal = brick.samples() >= NON_TEMPORAL_MIN;
        let task = rows_of_task(brick, parts);
        threads::sum_chunks(out, task * width * texel, |i, out| {
            let rows = i * task..rows(brick).min((i + 1) * task);
            let each = parts.iter().map(|tables| {
                let x = (tables.brick.start[0] - brick.start[0]) as usize;
                let out = &mut out[x * texel..];
                self.writer(tables, non_temporal)?
                    .write_rows(rows.clone(), packing, out, width)
            });
            each.sum()
        })
    }
}

/// Returns how many samples of a frame are filled at a time, so that a part is no longer in y and z than [`PART_SIDE_MAX`].
fn samples_at_a_time(frame: &Brick) -> u64 {
    let [x, y, z, _] = frame.size.map(u64::from);
    let side = PART_SIDE_MAX as u64;
    match [y, z].map(|n| n > side) {
        [true, _] => x * side,
        [_, true] => x * y * side,
        _ => frame.samples(),
    }
}

/// Returns the part of a brick with that index along x. All parts but the last are [`PART_SIDE_MAX`] samples wide.
fn part_along_x(brick: &Brick, index: usize) -> Brick {
    let first = (index * PART_SIDE_MAX) as u32;
    let mut part = *brick;
    part.start[0] += first;
    part.size[0] = (PART_SIDE_MAX as u32).min(brick.size[0] - first);
    part
}

/// Returns how many rows of a brick a thread takes at a time, along parts of it.
fn rows_of_task(brick: &Brick, parts: &[BrickTables]) -> usize {
    let width: usize = parts.iter().map(|part| part.brick.size[0] as usize).sum();
    rows(brick).div_ceil(tasks()).max(TASK_MIN.div_ceil(width))
}

/// Returns how many rows a brick of one frame has.
fn rows(brick: &Brick) -> usize {
    brick.size[1] as usize * brick.size[2] as usize
}

impl Backend for Cpu {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn grid(&self) -> &Grid {
        &self.job.grid
    }

    fn channels(&self) -> usize {
        self.job.program.channels()
    }

    fn fill(&mut self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        backend::check(&self.job.grid, self.channels(), brick, packing, out.len())?;
        let frames: Vec<Brick> = brick.frames().collect();
        let bytes = out.len() / frames.len();
        threads::sum_chunks(out, bytes, |i, out| {
            self.fill_frame(&frames[i], packing, out)
        })
    }
}
