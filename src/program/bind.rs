//! A program, its numbers and a grid become a [`Job`]: everything that both evaluators read.

use std::ops::Range;

use super::layers::Binder;
use super::{
    Coordinate, FoldId, Lattice, Octaves, Params, Positions, Program, Resolution, Whole, error,
    jump, range, seamless,
};
use crate::grid::table::Columns;
use crate::grid::{AxisTable, Brick, Grid, Map, Span, position};
use crate::hash::Permutation;
use crate::memory::{self, try_collect};
use crate::{Error, Noise, Result};

/// The largest displacement, in cells: beyond it an f32 fraction loses too many bits.
pub const DISPLACEMENT_MAX: f64 = 4096.0;

/// A program with its numbers on a grid.
#[derive(Clone, Debug)]
pub struct Job {
    /// The structure.
    pub(crate) program: Program,
    /// The numbers.
    pub(crate) params: Params,
    /// The samples.
    pub(crate) grid: Grid,
    /// The numbers as f32, by slot.
    pub(crate) numbers: Vec<f32>,
    /// The octaves, by fold.
    pub(crate) octaves: Vec<Octaves>,
    /// Layers by source: one for every octave of the folds around it, the inner fold's fastest.
    pub(crate) layers: Vec<Vec<Layer>>,
    /// What becomes of a position, by coordinate and layer.
    pub(crate) coordinates: Vec<Vec<Map>>,
    /// The distinct permutation tables.
    pub tables: Vec<Permutation>,
    /// Least and greatest value of each operation, exact or of any backend: f32 numbers.
    pub(crate) ranges: Vec<[f64; 2]>,
}

/// A lattice source in one octave.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// From the grid's position to cells, for each of the source's axes.
    pub cells: Vec<Map>,
    /// Cells per unit of displacement, for each of the source's axes.
    pub rates: Vec<f32>,
    /// The period in cells, for each of the source's axes; 0 is none.
    pub periods: Vec<u32>,
    /// Its table among [`Job::tables`]; 0 where it hashes without one.
    pub table: u32,
    /// Its key, where it hashes without a table.
    pub key: [u32; 4],
}

/// The axis tables of a brick.
#[derive(Clone, Debug)]
pub struct Tables {
    /// By source, layer and the source's axes.
    pub sources: Vec<Vec<Vec<AxisTable>>>,
    /// The plain coordinate of each sample of its axis, by coordinate and layer.
    pub coordinates: Vec<Vec<Vec<f32>>>,
}

impl Job {
    /// One to four channels, with their own numbers, on a grid.
    ///
    /// # Errors
    /// Those of [`Program::check`] and [`Program::bind`].
    pub fn of(channels: &[Noise], grid: &Grid) -> Result<Job> {
        let program = Program::check(channels, grid.axes())?;
        program.bind(program.params(), grid)
    }

    pub(super) fn new(program: &Program, params: &Params, grid: &Grid) -> Result<Job> {
        grid.validate()?;
        if grid.axes() != program.axes {
            let allowed = format!(
                "the axes that the program was checked for, {:?}",
                program.axes
            );
            return Err(Error::invalid(
                "grid",
                format!("{:?}", grid.axes()),
                allowed,
            ));
        }
        if !params.is_like(&program.params) {
            let given = format!("{} numbers of another program", params.slots().len());
            return Err(Error::invalid(
                "params",
                given,
                "Program::params, and what is set in a clone of them",
            ));
        }
        let job = Job::checked(program, params, grid)?;
        jump::check(&job)?;
        if grid.seamless {
            seamless::check_winding(&job)?;
        }
        Ok(job)
    }

    /// A job whose numbers, ranges and displacements are checked.
    fn checked(program: &Program, params: &Params, grid: &Grid) -> Result<Job> {
        let octaves = match &program.whole {
            // A reference evaluates all of the graph, where a derivative needs less.
            Some(Whole { program, folds }) => {
                let whole = Job::checked(program, params, grid)?;
                let octaves_of = |fold: &FoldId| whole.octaves[fold.index()].clone();
                Some(folds.iter().map(octaves_of).collect())
            }
            None => None,
        };
        let mut binder = Binder::new(program, params, grid, octaves)?;
        let mut job = Job {
            program: program.clone(),
            params: params.clone(),
            grid: grid.clone(),
            numbers: params.values().iter().map(|&n| n as f32).collect(),
            octaves: binder.octaves().to_vec(),
            layers: (program.sources.iter())
                .map(|source| binder.layers(source))
                .collect::<Result<_>>()?,
            coordinates: (program.coordinates.iter())
                .map(|coordinate| binder.maps(coordinate))
                .collect(),
            tables: binder.into_tables(),
            ranges: Vec::new(),
        };
        job.ranges = range::ranges(&job)?;
        job.check_displacements()?;
        Ok(job)
    }

    /// The structure.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The numbers.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The samples.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Sets the number `node.parameter` and works out anew what follows from it.
    ///
    /// # Errors
    /// Those of [`Params::set`] and [`Program::bind`]; the job is then as it was.
    pub fn set(&mut self, name: &str, value: f64) -> Result<()> {
        let mut params = self.params.clone();
        params.set(name, value)?;
        *self = self.program.bind(&params, &self.grid)?;
        Ok(())
    }

    /// The job for an output of that resolution: its fractals of `octaves = "auto"` may have another number of octaves. A job
    /// without such fractals is not bound again.
    ///
    /// # Errors
    /// Those of [`Program::bind`].
    pub fn with_resolution(mut self, resolution: Resolution) -> Result<Job> {
        self.params = self.params.with_resolution(resolution);
        let whole = self.program.whole.as_ref();
        let mut folds = whole
            .map_or(&self.program.folds, |whole| &whole.program.folds)
            .iter();
        if folds.all(|fold| self.params.get(fold.octaves) >= 1.0) {
            return Ok(self);
        }
        self.program.bind(&self.params, &self.grid)
    }

    /// The axis tables of a brick's samples.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`].
    pub fn tables(&self, brick: &Brick) -> Result<Tables> {
        self.tables_by(brick, AxisTable::new)
    }

    /// The same, each table made by a function that does what [`AxisTable::new`] does.
    pub(crate) fn tables_by(
        &self,
        brick: &Brick,
        make: impl Fn(&Span, Range<u32>, Map, u32, Columns) -> Result<AxisTable>,
    ) -> Result<Tables> {
        let table = |axis: usize, map: &Map, period: u32, columns: Columns| {
            let span = self.grid.span(axis);
            make(&span, brick.range(axis), *map, period, columns)
        };
        let of_layer = |source: &Lattice, layer: &Layer| {
            let axes = source.axes.iter().zip(&layer.cells).zip(&layer.periods);
            try_collect(
                axes.map(|((&axis, map), &period)| table(axis, map, period, source.columns())),
            )
        };
        let sources = (self.program.sources.iter().zip(&self.layers)).map(|(source, layers)| {
            try_collect(layers.iter().map(|layer| of_layer(source, layer)))
        });
        let values = |coordinate: &Coordinate, map: &Map| {
            let span = self.grid.span(coordinate.axis);
            let along = match coordinate.in_turns {
                true => position::turns,
                false => position::coordinate,
            };
            let indices = brick.range(coordinate.axis);
            memory::collect(indices.map(|index| along(span.at(index), *map) as f32))
        };
        let coordinates = (self.program.coordinates.iter().zip(&self.coordinates))
            .map(|(own, maps)| try_collect(maps.iter().map(|map| values(own, map))));
        Ok(Tables {
            sources: try_collect(sources)?,
            coordinates: try_collect(coordinates)?,
        })
    }

    /// Sources and coordinates, each once for every octave that it is in.
    pub fn layer_count(&self) -> u64 {
        let sources = self.layers.iter().map(Vec::len);
        let coordinates = self.coordinates.iter().map(Vec::len);
        sources.chain(coordinates).sum::<usize>() as u64
    }

    /// The least and the greatest value that a channel can have: the exact one, and what any backend makes of it on the
    /// grid with its roundings. Both are f32 numbers. They follow from the ranges of the nodes, so that what a grid shows
    /// often goes less far.
    pub fn range(&self, channel: usize) -> [f64; 2] {
        self.ranges[self.program.outputs[channel].index()]
    }

    /// How far a backend's value of a channel may lie from the reference's: above 0 where anything is computed, and at most
    /// the width of [`Job::range`].
    pub fn tolerance(&self, channel: usize) -> f64 {
        self.tolerance_at(Positions::Tables, channel)
    }

    /// The same for positions that are computed in another way.
    pub fn tolerance_at(&self, positions: Positions, channel: usize) -> f64 {
        error::errors(self, positions).of[self.program.outputs[channel].index()]
    }

    /// The part of a channel's samples that may lie further from the reference's than [`Job::tolerance`], on the other side of
    /// a jump: 0 without jumps, else 0.001 to 0.01. What would have more is refused.
    pub fn jump_share(&self, channel: usize) -> f64 {
        self.jump_share_at(Positions::Tables, channel)
    }

    /// The same beside [`Job::tolerance_at`]. Far from the origin it may be up to 1: then f32 positions say nothing of the
    /// side.
    pub fn jump_share_at(&self, positions: Positions, channel: usize) -> f64 {
        jump::of_channel(self, channel, positions)
    }

    fn check_displacements(&self) -> Result<()> {
        for (source, layers) in self.program.sources.iter().zip(&self.layers) {
            let frame = &self.program.frames[source.frame.index()];
            for (i, &axis) in source.axes.iter().enumerate() {
                let Some(by) = frame.displacement[axis] else {
                    continue;
                };
                let [low, high] = self.ranges[by.index()];
                let fastest = layers
                    .iter()
                    .map(|layer| layer.rates[i])
                    .fold(0.0, f32::max);
                let cells = low.abs().max(high.abs()) * f64::from(fastest);
                // A range is wider than its documented ends by roundings.
                if cells > DISPLACEMENT_MAX * (1.0 + 1e-5) {
                    return Err(Error::invalid(
                        self.program.labels[by.index()].to_string(),
                        format!(
                            "a displacement of up to {cells:.0} cells of {}",
                            source.noise.name()
                        ),
                        format!("at most {DISPLACEMENT_MAX} cells"),
                    ));
                }
            }
        }
        Ok(())
    }
}
