//! The evaluator: it computes the operations of a program one after the other, each for some rows of a tile or a run of points.

mod interleave;
mod operations;
mod point_memory;
mod pointwise;

use std::ops::Range;

use super::aligned::Aligned;
use super::brick_tables::BrickTables;
use super::corner::CornerHash;
use super::cornerwise::{CornerMemory, Levels, TileCorners};
use super::execution_plan::{ExecutionPlan, SourceMethod};
use super::pointwise::{LoadPoints, PointPositions, SamplePositions};
use super::rows::{BrickLattice, RowBuffers, Walker};
use super::simd::Simd;
use super::sizes::REGISTER;
use super::tile_rows::{RowsMut, TileRows};
use crate::Result;
use crate::grid::point::Position;
use crate::memory::{try_collect, zeroed_box};
use crate::program::{Job, OpId, Tables};
use interleave::InterleaveOutputs;

pub(super) use point_memory::PointMemory;

/// The state of one thread that evaluates a job.
///
/// On a grid: [`Evaluator::enter_tile`], then for rows of the tile [`Evaluator::enter_rows`] and one of
/// [`Evaluator::compute_into`] and [`Evaluator::compute`]. At points: [`Evaluator::load_points`] instead of the first two.
pub(super) struct Evaluator<'a> {
    job: &'a Job,
    plan: &'a ExecutionPlan,
    simd: Simd,
    /// On a grid the tables of the brick; at points the tables of a single sample, for the axes that points do not have.
    tables: &'a Tables,
    /// The lattices of the brick, by source and layer; empty at points.
    lattices: &'a [Vec<BrickLattice>],
    /// The levels of corners of the brick, by source and layer; empty at points.
    levels: &'a [Vec<Option<Levels>>],
    /// The positions of the samples, if they are points.
    points: Option<PointPositions>,
    /// Where the samples of sources that are computed point by point lie on their lattices, before displacement. On a grid: along
    /// x, by source and layer. At points: along each axis of the current layer.
    lattice_positions: Vec<Vec<SamplePositions>>,
    /// Where the samples of the rows lie along each axis of the current layer of a source that is displaced; empty if none is.
    displaced: Vec<SamplePositions>,
    /// The layers that are computed corner by corner, by source and layer; empty at points.
    corners: Vec<Vec<Option<TileCorners<'a>>>>,
    /// Memory for them; none if there are none.
    corner_memory: Option<Box<CornerMemory>>,
    /// The rows that are computed. A run of points is one row.
    rows: TileRows,
    /// The registers, each with a value for each sample of the rows. The registers of numbers never change.
    registers: Vec<Aligned<f32>>,
    /// The walkers, by source and layer; empty for sources that are computed point by point.
    walkers: Vec<Vec<Walker<'a>>>,
    /// Memory for the sums of octaves of two rows; none at points.
    buffers: Option<Box<RowBuffers>>,
    /// Whether the output is written with non-temporal stores if it does not pass through a register.
    non_temporal: bool,
    /// The current octave of each fold.
    octave: Vec<usize>,
}

impl<'a> Evaluator<'a> {
    /// Makes an evaluator of rows of a brick.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn on_grid(
        job: &'a Job,
        plan: &'a ExecutionPlan,
        brick: &'a BrickTables,
        simd: Simd,
        non_temporal: bool,
    ) -> Result<Evaluator<'a>> {
        let registers = registers(job, plan, REGISTER)?;
        let mut evaluator = Evaluator::new(job, plan, &brick.axes, simd, registers);
        evaluator.lattices = &brick.lattices;
        evaluator.levels = &brick.levels;
        if brick.levels.iter().flatten().any(Option::is_some) {
            evaluator.corner_memory = Some(zeroed_box()?);
        }
        if displaces(job) {
            evaluator.displaced = along_axes(job, || SamplePositions::complete(REGISTER))?;
        }
        evaluator.buffers = Some(zeroed_box()?);
        evaluator.non_temporal = non_temporal;
        Ok(evaluator)
    }

    /// Makes an evaluator of runs of points, in memory for the same job. `tables` are those of a single sample.
    pub fn at_points(
        job: &'a Job,
        plan: &'a ExecutionPlan,
        tables: &'a Tables,
        simd: Simd,
        memory: PointMemory,
    ) -> Evaluator<'a> {
        let mut evaluator = Evaluator::new(job, plan, tables, simd, memory.registers);
        evaluator.points = Some(memory.positions);
        evaluator.lattice_positions = memory.lattice_positions;
        evaluator.displaced = memory.displaced;
        evaluator
    }

    /// Returns the memory of an evaluator at points; `None` on a grid.
    pub fn into_point_memory(self) -> Option<PointMemory> {
        Some(PointMemory {
            registers: self.registers,
            positions: self.points?,
            lattice_positions: self.lattice_positions,
            displaced: self.displaced,
        })
    }

    fn new(
        job: &'a Job,
        plan: &'a ExecutionPlan,
        tables: &'a Tables,
        simd: Simd,
        registers: Vec<Aligned<f32>>,
    ) -> Evaluator<'a> {
        Evaluator {
            job,
            plan,
            simd,
            tables,
            lattices: &[],
            levels: &[],
            points: None,
            lattice_positions: Vec::new(),
            displaced: Vec::new(),
            corners: Vec::new(),
            corner_memory: None,
            rows: TileRows::default(),
            registers,
            walkers: Vec::new(),
            buffers: None,
            non_temporal: false,
            octave: vec![0; job.program.folds.len()],
        }
    }

    /// Moves to a tile of the brick, by its index, which has the samples `x`.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn enter_tile(&mut self, tile: usize, x: Range<usize>) -> Result<()> {
        let sources = 0..self.job.program.sources.len();
        self.lattice_positions =
            try_collect((sources.clone()).map(|source| self.positions_of(source, x.clone())))?;
        self.corners = try_collect((sources.clone()).map(|source| self.corners_of(source, &x)))?;
        self.walkers = try_collect(sources.map(|source| self.walkers_of(source, tile)))?;
        Ok(())
    }

    /// Makes the walkers of a source along a tile, one for each layer.
    fn walkers_of(&self, id: usize, tile: usize) -> Result<Vec<Walker<'a>>> {
        let job = self.job;
        let source = &job.program.sources[id];
        let layers = job.layers[id].iter().zip(&self.tables.sources[id]);
        let layers = layers.zip(&self.lattices[id]).enumerate();
        try_collect(layers.map(|(i, ((layer, tables), lattice))| {
            let weight = match self.plan.methods[id] {
                // The fold is the innermost around the source, and its octaves are the fastest index of a layer.
                SourceMethod::SummedRows(summed) => summed.weight(job, i),
                SourceMethod::Rows | SourceMethod::Points => 1.0,
            };
            let hash = CornerHash::of(job, source, layer);
            Walker::new(source, tables, (lattice, tile), hash, weight)
        }))
    }

    /// Prepares the layers of a source that are computed corner by corner for a tile.
    fn corners_of(&self, id: usize, x: &Range<usize>) -> Result<Vec<Option<TileCorners<'a>>>> {
        let span = self.job.grid.span(0);
        let layers = self.levels[id].iter().zip(&self.tables.sources[id]);
        let layers = layers.zip(&self.job.layers[id]);
        try_collect(layers.map(|((levels, tables), layer)| {
            let tile = |levels| TileCorners::new(levels, tables, &span, layer, x.clone());
            levels.as_ref().map(tile).transpose()
        }))
    }

    /// Finds where the samples of a tile lie along x on the lattices of a source that is computed point by point.
    fn positions_of(&self, id: usize, x: Range<usize>) -> Result<Vec<SamplePositions>> {
        let along_x = (self.job.program.sources[id].axes.iter()).position(|&axis| axis == 0);
        match (self.plan.methods[id], along_x) {
            (SourceMethod::Points, Some(along)) => try_collect(
                (self.tables.sources[id].iter().zip(&self.levels[id])).map(|(tables, levels)| {
                    match levels {
                        // Corner by corner, samples need no positions.
                        Some(_) => Ok(SamplePositions::default()),
                        None => SamplePositions::of_entries(&tables[along], x.clone()),
                    }
                }),
            ),
            _ => Ok(Vec::new()),
        }
    }

    /// Moves to rows of the tile.
    pub fn enter_rows(&mut self, rows: TileRows) {
        self.rows = rows;
    }

    /// Moves to a run of points, at least one and at most as many as there is room for; returns whether all of their
    /// coordinates are within the limits.
    pub fn load_points<P: Position>(&mut self, points: &[P], limits: [f64; 4]) -> bool {
        self.rows = TileRows {
            x: 0..points.len(),
            y: 0..1,
            z: 0,
        };
        match &mut self.points {
            Some(positions) => self.simd.dispatch(LoadPoints {
                positions,
                points,
                limits,
            }),
            None => true,
        }
    }

    /// Returns whether [`Evaluator::compute_into`] uses no register, whose size limits the rows.
    pub fn uses_no_register(&self) -> bool {
        self.plan.uses_no_register(&self.job.program)
    }

    /// Computes the program for the current rows, and leaves its outputs in registers.
    pub fn compute(&mut self) {
        self.compute_ops(&self.job.program.blocks[0].ops);
    }

    /// Computes the program for the current rows and writes its output to `samples`, one row every `stride` samples. Returns
    /// false, and does nothing, unless the only output is the last operation.
    pub fn compute_into(&mut self, samples: &mut [f32], stride: usize) -> bool {
        let program = &self.job.program;
        let Some(before) = self.plan.before_output(program) else {
            return false;
        };
        self.compute_ops(before);
        let rows = RowsMut::new(&self.rows, samples, stride);
        self.compute_op(&program.ops[program.outputs[0].index()], rows, true);
        true
    }

    /// Returns how many outputs the program has.
    pub fn channels(&self) -> usize {
        self.job.program.outputs.len()
    }

    /// Returns an output along one of the current rows, after [`Evaluator::compute`].
    pub fn output(&self, channel: usize, row: usize) -> &[f32] {
        let op = self.job.program.outputs[channel];
        &self.value(op)[row * self.rows.register_stride()..][..self.rows.x.len()]
    }

    /// Copies the outputs along one of the current rows, the channels of a sample side by side.
    pub fn interleave_outputs(&self, row: usize, texels: &mut [f32]) {
        self.simd.dispatch(InterleaveOutputs {
            evaluator: self,
            row,
            texels,
        });
    }

    /// Returns the register of an operation.
    fn value(&self, op: OpId) -> &[f32] {
        &self.registers[self.plan.register[op.index()]]
    }
}

/// Whether a job displaces any source.
fn displaces(job: &Job) -> bool {
    let mut sources = job.program.sources.iter();
    sources.any(|source| job.program.is_displaced(source))
}

/// Makes the registers, each of some samples. Numbers are the same for all samples: their registers are filled here, once.
fn registers(job: &Job, plan: &ExecutionPlan, samples: usize) -> Result<Vec<Aligned<f32>>> {
    let mut registers: Vec<Aligned<f32>> =
        try_collect((0..plan.registers).map(|_| Aligned::zeros(samples)))?;
    for op in &plan.numbers {
        registers[plan.register[op.index()]].fill(job.number(*op, 0));
    }
    Ok(registers)
}

/// Makes the positions of samples along each axis of a source.
fn along_axes(
    job: &Job,
    make: impl Fn() -> Result<SamplePositions>,
) -> Result<Vec<SamplePositions>> {
    let axes = job.program.sources.iter().map(|source| source.axes.len());
    try_collect((0..axes.max().unwrap_or(0)).map(|_| make()))
}
