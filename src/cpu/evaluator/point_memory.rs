//! The memory of an evaluator at points.

use super::{along_axes, displaces, registers};
use crate::Result;
use crate::cpu::aligned::Aligned;
use crate::cpu::execution_plan::ExecutionPlan;
use crate::cpu::pointwise::{PointPositions, SamplePositions};
use crate::cpu::sizes::POINTS;
use crate::grid::point::Position;
use crate::grid::table::Columns;
use crate::memory::collect;
use crate::program::Job;

/// What an evaluator of runs of points writes to, and another one of the same job can use again: to allocate it takes longer
/// than to compute few points.
pub(in crate::cpu) struct PointMemory {
    pub(super) registers: Vec<Aligned<f32>>,
    pub(super) positions: PointPositions,
    pub(super) lattice_positions: Vec<Vec<SamplePositions>>,
    pub(super) displaced: Vec<SamplePositions>,
}

impl PointMemory {
    /// Makes memory for runs of points of type `P`.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new<P: Position>(job: &Job, plan: &ExecutionPlan) -> Result<PointMemory> {
        let is_skewed = |columns: &Columns| matches!(columns, Columns::Skewed(_));
        let room = match plan.columns.iter().any(is_skewed) {
            true => SamplePositions::complete,
            false => SamplePositions::unfaded,
        };
        let positions = || along_axes(job, || room(POINTS));
        Ok(PointMemory {
            registers: registers(job, plan, POINTS)?,
            positions: PointPositions::new::<P>(POINTS, job.program.axes.indices())?,
            lattice_positions: collect([positions()?].into_iter())?,
            displaced: match displaces(job) {
                true => positions()?,
                false => Vec::new(),
            },
        })
    }

    /// Whether it is for points of type `P`.
    pub fn is_for<P: Position>(&self) -> bool {
        self.positions.has_wholes == P::HAS_WHOLE
    }
}
