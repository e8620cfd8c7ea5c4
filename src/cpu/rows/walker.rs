//! The row walker of one layer: it goes from slice to slice and from row to row, and keeps results that the next one shares.

use super::axis_corners::table_along;
use super::cell_ends::{CellEnd, Slopes, slopes};
use super::coefficients::{Blend, Coefficients};
use super::destination::Destination;
use super::inner_loop::evaluate_tile;
use super::lattice::{BrickLattice, Tile};
use super::lattice_row::LatticeRow;
use super::plane::{Hashing, Planes};
use super::slice::{SliceCorner, WeightedGradients};
use crate::Result;
use crate::cpu::corner::CornerHash;
use crate::cpu::simd::{Lanes, SimdKernel};
use crate::grid::AxisTable;
use crate::memory::zeroed_box;
use crate::program::{Lattice, LatticeNoise};

/// A layer of a source along one tile of x, with the results of its last slice and rows.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct Walker<'a> {
    hashing: Hashing<'a>,
    tables: &'a [AxisTable],
    lattice: &'a BrickLattice,
    tile: &'a Tile,
    slopes: Slopes,
    /// The weight of the octave, by which every value is multiplied.
    weight: f32,
    /// The sample of z of the current slice.
    z: Option<usize>,
    /// The corners of the slice, and the gradients multiplied by the weight of each. The first `corners` of both are used.
    slice: [SliceCorner; 4],
    weighted: [WeightedGradients; 4],
    corners: usize,
    planes: Planes,
    /// The lattice rows below and above the current row. A source that does not depend on y has only the first.
    lattice_rows: [Box<LatticeRow>; 2],
    /// The indices of these lattice rows; `None` if they have not been computed in this slice.
    entered: [Option<u32>; 2],
}

impl<'a> Walker<'a> {
    /// About how many bytes of memory a walker takes.
    pub const BYTES: usize = 2 * size_of::<LatticeRow>();

    /// Makes the walker of a layer along a tile, which is given by its index. `tables` are the axis tables of the layer.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(
        source: &'a Lattice,
        tables: &'a [AxisTable],
        (lattice, tile): (&'a BrickLattice, usize),
        hash: CornerHash<'a>,
        weight: f32,
    ) -> Result<Walker<'a>> {
        let tile = &lattice.tiles[tile];
        let axes = &source.axes[..];
        let shared = table_along(axes, tables, 2).is_some_and(|z| z.column.len() > 1);
        // Two corners along each of z and w that the source depends on.
        let planes = 1 << axes.iter().filter(|&&axis| axis > 1).count();
        Ok(Walker {
            hashing: Hashing {
                noise: source.noise,
                axes,
                x: &tile.corners,
                hash,
            },
            tables,
            lattice,
            tile,
            slopes: slopes(source),
            weight,
            z: None,
            slice: Default::default(),
            weighted: [WeightedGradients::ZERO; 4],
            corners: 0,
            planes: Planes::new(planes, lattice.y.keys.len(), shared, &tile.corners)?,
            entered: [None; 2],
            lattice_rows: [zeroed_box()?, zeroed_box()?],
        })
    }

    /// Moves to a slice: sample z of the brick.
    #[inline(always)]
    pub fn enter_slice(&mut self, z: usize) {
        let axes = self.hashing.axes;
        // A source that does not depend on z has one slice.
        let z = table_along(axes, self.tables, 2).map_or(0, |_| z);
        if self.z == Some(z) {
            return;
        }
        self.z = Some(z);
        // A brick has a single frame, so the sample of w is 0.
        (self.slice, self.corners) = SliceCorner::of(axes, self.tables, [z, 0], self.slopes);
        for i in 0..self.corners {
            self.planes.enter(i, self.slice[i].keys, &self.tile.corners);
            if self.has_few_gradients() {
                self.slice[i].weigh_gradients(axes, &mut self.weighted[i]);
            }
        }
        // The lattice rows are sums over the corners of the slice before, so they must be computed again.
        self.entered = [None; 2];
    }

    /// Returns whether corners have one of 16 or 32 gradients, which are weighted for all corners of the slice at once.
    #[inline(always)]
    fn has_few_gradients(&self) -> bool {
        self.hashing.noise == LatticeNoise::Perlin && self.hashing.axes.len() > 1
    }

    /// Moves to `N` rows of the slice, from sample y on, and evaluates them. Their coefficients are made anew in `coefficients`.
    #[inline(always)]
    pub(super) fn evaluate_rows<L: Lanes, const N: usize>(
        &mut self,
        lanes: L,
        y: usize,
        coefficients: &mut [Coefficients; 2],
        destination: Destination<N>,
    ) {
        for (i, row) in coefficients[..N].iter_mut().enumerate() {
            self.enter_row(lanes, y + i, row);
        }
        let coefficients: [&Coefficients; N] = std::array::from_fn(
            #[inline(always)]
            |i| &coefficients[i],
        );
        evaluate_tile(lanes, &self.tile.samples, coefficients, destination);
    }

    /// Computes the coefficients of row y of the brick.
    #[inline(always)]
    fn enter_row<L: Lanes>(&mut self, lanes: L, y: usize, coefficients: &mut Coefficients) {
        let (blend, high) = match table_along(self.hashing.axes, self.tables, 1) {
            Some(table) => {
                self.enter_cell(lanes, self.lattice.y.low[y]);
                let ends = CellEnd::both(table, y, self.slopes[1]);
                (Blend::new(self.weight, ends), &self.lattice_rows[1])
            }
            None => {
                // Without y there is one lattice row. It is used for both, and the second has the weight 0.
                self.enter_lattice_row(lanes, 0, 0);
                (Blend::only(self.weight), &self.lattice_rows[0])
            }
        };
        let rows = [&*self.lattice_rows[0], &**high];
        let corners = self.tile.corners.keys.len();
        // Heights come from z and w, or from the noise itself.
        let derivative = self.slopes[0].is_some();
        if self.corners == 1 && self.has_few_gradients() {
            coefficients.blend::<L, false>(lanes, rows, blend, corners, derivative);
        } else {
            coefficients.blend::<L, true>(lanes, rows, blend, corners, derivative);
        }
    }

    /// Moves to the cell of y between a lattice row and the next. One cell further up, the row above becomes the row below.
    #[inline(always)]
    fn enter_cell<L: Lanes>(&mut self, lanes: L, low: u32) {
        if self.entered[0] == Some(low) {
            return;
        }
        if self.entered[1] == Some(low) {
            self.lattice_rows.swap(0, 1);
            self.entered.swap(0, 1);
        }
        for i in 0..2 {
            self.enter_lattice_row(lanes, i, low + i as u32);
        }
    }

    /// Makes lattice row `row` the one below (`i` = 0) or above (`i` = 1) the current row. Computes it unless it is that already.
    #[inline(always)]
    fn enter_lattice_row<L: Lanes>(&mut self, lanes: L, i: usize, row: u32) {
        if self.entered[i] == Some(row) {
            return;
        }
        self.entered[i] = Some(row);
        lanes.execute_outlined(ComputeLatticeRow {
            walker: self,
            i,
            row: row as usize,
        });
    }
}

/// Computes lattice row `row` of a walker's slice, as the one below (`i` = 0) or above (`i` = 1) the current row.
struct ComputeLatticeRow<'w, 'a> {
    walker: &'w mut Walker<'a>,
    i: usize,
    row: usize,
}

impl SimdKernel for ComputeLatticeRow<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, lanes: L) {
        let ComputeLatticeRow { walker, i, row } = self;
        let y = walker.lattice.y.keys[row];
        let few = walker.has_few_gradients();
        let (lattice_row, at) = (&mut walker.lattice_rows[i], (row, y));
        let (hashing, planes) = (&walker.hashing, &mut walker.planes);
        let slice = &walker.slice[..walker.corners];
        match (hashing.noise, hashing.hash) {
            _ if few => {
                let weighted = &walker.weighted[..walker.corners];
                lattice_row.sum_gradients(lanes, hashing, planes, weighted, at);
            }
            (LatticeNoise::Value(_) | LatticeNoise::Classic, CornerHash::Table(_)) => {
                lattice_row.sum_hashes(lanes, hashing, planes, slice, at);
            }
            _ => lattice_row.sum_corners(hashing, slice, y),
        }
    }
}
