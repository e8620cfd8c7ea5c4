//! A [`Job`]: a program with its numbers on a grid, and all that the evaluators read.

use std::sync::Arc;

use super::{FoldId, Octaves, Params, Program};
use crate::Grid;
use crate::grid::Affine;
use crate::hash::Permutation;

/// A program with its numbers on a grid: all that an evaluator needs to compute any of the grid's samples.
#[derive(Clone, Debug)]
pub struct Job {
    /// The operations.
    pub(crate) program: Arc<Program>,
    /// The numbers.
    pub(crate) params: Params,
    /// The grid.
    pub(crate) grid: Grid,
    /// The numbers as f32, by slot.
    pub(crate) numbers: Vec<f32>,
    /// The octaves of each fold.
    pub(crate) octaves: Vec<Octaves>,
    /// The layers of each source: one for every combination of octaves of the folds around it. The inner fold's octave varies
    /// fastest.
    pub(crate) layers: Vec<Vec<Layer>>,
    /// For each coordinate and layer the affine map from the grid's position.
    pub(crate) coordinates: Vec<Vec<Affine>>,
    /// The distinct permutation tables.
    pub(crate) tables: Vec<Permutation>,
    /// The range of each operation: f32 numbers between which all values lie, exact or computed by any backend.
    pub(crate) ranges: Vec<[f64; 2]>,
}

/// A lattice source in one octave.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The affine map from the grid's position to cells, for each of the source's axes.
    pub cells: Vec<Affine>,
    /// The part of each of these maps' offsets by which the octave is shifted, in cells.
    pub shifts: Vec<f64>,
    /// Cells per unit of displacement, for each of the source's axes.
    pub rates: Vec<f32>,
    /// The period in cells, for each of the source's axes; 0 for none.
    pub periods: Vec<u32>,
    /// The index of its permutation table in [`Job::tables`]; 0 if its hash needs no table.
    pub table: u32,
    /// The key of a hash that needs no table.
    pub key: [u32; 4],
}

impl Job {
    /// Returns the program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the numbers.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Returns the octaves in effect of each fractal: its name and their number, which of `octaves = "auto"` follows from
    /// the grid and the output.
    ///
    /// ```
    /// use wgpu_noise::{Grid, Job, Noise};
    ///
    /// let job = Job::of([Noise::perlin().fbm().octaves(5)], &Grid::new([64, 64]))?;
    /// assert_eq!(job.octaves().collect::<Vec<_>>(), [("fbm", 5)]);
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn octaves(&self) -> impl Iterator<Item = (&str, usize)> {
        let counts = self.octaves.iter().map(|octaves| octaves.count());
        (self.program.folds.iter())
            .map(|fold| fold.node.as_str())
            .zip(counts)
    }

    /// Returns those of them whose number follows from the grid and the output.
    #[cfg(feature = "snippet")]
    pub(crate) fn auto_octaves(&self) -> impl Iterator<Item = (&str, usize)> {
        let is_auto = (self.program.folds.iter()).map(|fold| self.params.at(fold.octaves) < 1.0);
        (self.octaves().zip(is_auto)).filter_map(|(octaves, is_auto)| is_auto.then_some(octaves))
    }

    /// Returns the layer of a source or a coordinate in these octaves, of which there is one for each fold of the program. `folds`
    /// are those around it, outermost first: the octave of the last is the fastest index.
    pub(crate) fn layer(&self, folds: &[FoldId], octave: &[usize]) -> usize {
        folds.iter().fold(0, |layer, fold| {
            layer * self.octaves[fold.index()].count() + octave[fold.index()]
        })
    }

    /// Returns the map of an axis for points, which have no number for an axis that the job does not have: there it maps every
    /// point to the grid's origin.
    #[cfg(any(feature = "gpu", feature = "snippet"))]
    pub(crate) fn map_of_points(&self, axis: usize, map: Affine) -> Affine {
        if self.program.axes.has(axis) {
            return map;
        }
        let place = self.grid.span(axis).at(0);
        let cells = crate::grid::position::coordinate(place, map);
        Affine::IDENTITY.times(0.0).plus(cells)
    }

    /// Returns the grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the number of layers: sources and coordinates, each counted once for every octave that it is in.
    pub fn layer_count(&self) -> u64 {
        let sources = self.layers.iter().map(Vec::len);
        let coordinates = self.coordinates.iter().map(Vec::len);
        sources.chain(coordinates).sum::<usize>() as u64
    }

    /// Returns the range of a channel: f32 numbers between which all its values lie, exact or computed on the grid by any
    /// backend.
    ///
    /// The range follows from those of the nodes by interval arithmetic, so the samples of a grid often cover only part of it.
    ///
    /// # Panics
    /// For a channel that the program does not have.
    pub fn range(&self, channel: usize) -> [f64; 2] {
        self.ranges[self.program.outputs[channel].index()]
    }
}
