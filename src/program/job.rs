//! A [`Job`]: a program, its numbers and a grid, with everything that both evaluators read.

use super::{Octaves, Params, Program};
use crate::Grid;
use crate::grid::Map;
use crate::hash::Permutation;

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
    pub(crate) tables: Vec<Permutation>,
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

impl Job {
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
}
