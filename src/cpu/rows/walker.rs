//! The walker: one layer of a plain source, from slice to row to run.

use super::coefficients::{Blend, Coefficients};
use super::lattice_row::LatticeRow;
use super::plane::{Hashing, Planes};
use super::run::{Target, run};
use super::slice::{Folded, SliceCorner};
use super::{Lattice, Tile};
use crate::Result;
use crate::cpu::corner::Corners;
use crate::cpu::piece::along;
use crate::cpu::simd::Lanes;
use crate::grid::AxisTable;
use crate::memory::zeroed_box;
use crate::program::{self, LatticeNoise};

/// A layer of a source as it is walked along one tile, with what its last slice and rows left behind.
#[derive(Clone, Debug)]
pub(in crate::cpu) struct Walker<'a> {
    hashing: Hashing<'a>,
    tables: &'a [AxisTable],
    lattice: &'a Lattice,
    tile: &'a Tile,
    /// Multiplies every value.
    weight: f32,
    /// The sample of z for which the slice holds.
    z: Option<usize>,
    /// The corners of the slice, and the gradients folded for each; the first `corners` of both.
    slice: [SliceCorner; 4],
    folded: [Folded; 4],
    corners: usize,
    planes: Planes,
    /// The lattice rows below and above the row; the first alone without y.
    lattice_rows: [Box<LatticeRow>; 2],
    /// Which rows those are; none where they are not filled.
    entered: [Option<u32>; 2],
    /// Of two rows that are evaluated together.
    coefficients: [Box<Coefficients>; 2],
}

impl<'a> Walker<'a> {
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(
        source: &'a program::Lattice,
        tables: &'a [AxisTable],
        (lattice, tile): (&'a Lattice, usize),
        corners: Corners<'a>,
        weight: f32,
    ) -> Result<Walker<'a>> {
        let tile = &lattice.tiles[tile];
        let axes = &source.axes[..];
        let shared = along(axes, tables, 2).is_some_and(|z| z.column.len() > 1);
        let planes = 1 << axes.iter().filter(|&&axis| axis > 1).count();
        Ok(Walker {
            hashing: Hashing {
                noise: source.noise,
                axes,
                line: &tile.line,
                corners,
            },
            tables,
            lattice,
            tile,
            weight,
            z: None,
            slice: Default::default(),
            folded: [Folded::ZERO; 4],
            corners: 0,
            planes: Planes::new(planes, lattice.y.corners.len(), shared, &tile.line)?,
            entered: [None; 2],
            lattice_rows: [zeroed_box()?, zeroed_box()?],
            coefficients: [zeroed_box()?, zeroed_box()?],
        })
    }

    /// Goes to a slice: sample z of the brick.
    #[inline(always)]
    pub fn enter_slice(&mut self, z: usize) {
        let axes = self.hashing.axes;
        // What the source does not depend on never changes.
        let z = along(axes, self.tables, 2).map_or(0, |_| z);
        if self.z == Some(z) {
            return;
        }
        self.z = Some(z);
        (self.slice, self.corners) = SliceCorner::of(axes, self.tables, [z, 0]);
        for i in 0..self.corners {
            self.planes.enter(i, self.slice[i].keys, &self.tile.line);
            if self.chooses() {
                self.slice[i].fold(axes, &mut self.folded[i]);
            }
        }
        self.entered = [None; 2];
    }

    /// Whether corners choose from a few gradients, which are folded for all of them at once.
    #[inline(always)]
    fn chooses(&self) -> bool {
        self.hashing.noise == LatticeNoise::Perlin && self.hashing.axes.len() > 1
    }

    /// Goes to `N` rows of the slice, from sample y on, and evaluates them.
    #[inline(always)]
    pub(super) fn evaluate<L: Lanes, const N: usize>(
        &mut self,
        lanes: L,
        y: usize,
        target: Target<N>,
    ) {
        for i in 0..N {
            self.enter_row(lanes, y + i, i);
        }
        let coefficients: [&Coefficients; N] = std::array::from_fn(
            #[inline(always)]
            |i| &*self.coefficients[i],
        );
        run(lanes, &self.tile.samples, coefficients, target);
    }

    /// Computes the coefficients `i` for a row.
    #[inline(always)]
    fn enter_row<L: Lanes>(&mut self, lanes: L, y: usize, i: usize) {
        let (blend, high) = match along(self.hashing.axes, self.tables, 1) {
            Some(table) => {
                self.enter_lattice_rows(lanes, self.lattice.y.low[y]);
                let blend = Blend::new(self.weight, table.fraction[y], table.fade[y]);
                (blend, &self.lattice_rows[1])
            }
            None => {
                self.enter_lattice_row(lanes, 0, 0);
                (Blend::only(self.weight), &self.lattice_rows[0])
            }
        };
        let rows = [&*self.lattice_rows[0], &**high];
        let corners = self.tile.line.corners.len();
        match self.corners == 1 && self.chooses() {
            true => self.coefficients[i].blend::<L, false>(lanes, rows, blend, corners),
            false => self.coefficients[i].blend::<L, true>(lanes, rows, blend, corners),
        }
    }

    /// Goes to the cell between a lattice row and the next.
    #[inline(always)]
    fn enter_lattice_rows<L: Lanes>(&mut self, lanes: L, low: u32) {
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

    /// Collapses a lattice row, if it is not there yet.
    #[inline(always)]
    fn enter_lattice_row<L: Lanes>(&mut self, lanes: L, i: usize, row: u32) {
        if self.entered[i] == Some(row) {
            return;
        }
        self.entered[i] = Some(row);
        let y = self.lattice.y.corners[row as usize];
        let chooses = self.chooses();
        let lattice_row = &mut self.lattice_rows[i];
        match chooses {
            false => lattice_row.collapse_each(&self.hashing, &self.slice[..self.corners], y),
            true => lattice_row.collapse(
                lanes,
                &self.hashing,
                &mut self.planes,
                &self.folded[..self.corners],
                (row as usize, y),
            ),
        }
    }
}
