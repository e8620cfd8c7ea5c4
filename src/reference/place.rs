//! The position at which a node is evaluated.

use super::Reference;
use super::dual::Dual;
use super::tables::Tables;
use crate::grid::position::Double;
use crate::grid::{Affine, Axes, Grid, position};
use crate::hash::{Permutation, octave_shift};
use crate::program::Resolution;

/// The position at which a node is evaluated: a position of the grid, the affine map per axis that scales, offsets and octaves
/// apply to it, the displacement that warps add, and the octaves around the node.
#[derive(Clone)]
pub(super) struct Place<'a> {
    grid: &'a Grid,
    tables: &'a Tables,
    axes: Axes,
    start: [Double; 4],
    maps: [Affine; 4],
    /// The factors that `maps` would have with every enclosing fractal in its first octave; `octaves = "auto"` is counted with
    /// these.
    pub coarse: [f64; 4],
    /// The derivative of the mapped position, below a derivative.
    slope: [f64; 4],
    displacement: [Dual; 4],
    octaves: Vec<Octave>,
    seed: u32,
    pub resolution: Resolution,
}

/// One octave of a fractal.
#[derive(Clone, Copy)]
pub(super) struct Octave {
    pub index: u32,
    /// Its frequency factor along x, y, z and w.
    pub scale: [f64; 4],
    /// The frequency factor of the first octave.
    pub first: [f64; 4],
    pub shared_tables: bool,
    pub shifted: bool,
    pub same_period: bool,
}

/// A position on a source's lattice along one axis.
#[derive(Clone, Copy)]
pub(super) struct LatticePosition {
    pub cell: i64,
    pub fraction: Dual,
    /// The period in cells; 0 means none.
    pub period: i64,
}

/// No cell has a greater number: positions end before.
const PERIOD_END: f64 = (1u64 << 62) as f64;

impl<'a> Place<'a> {
    pub fn new(of: &'a Reference, start: [Double; 4]) -> Place<'a> {
        Place {
            grid: &of.grid,
            tables: &of.tables,
            axes: of.grid.axes(),
            start,
            maps: [Affine::IDENTITY; 4],
            coarse: [1.0; 4],
            slope: [0.0; 4],
            displacement: [Dual::default(); 4],
            octaves: Vec::new(),
            seed: of.seed,
            resolution: of.resolution,
        }
    }

    /// Returns the axes that a source has unless it names others.
    pub fn axes(&self) -> Axes {
        self.axes
    }

    pub fn scaled(&self, factors: [f64; 4]) -> Place<'a> {
        let mut place = self.clone();
        for (axis, factor) in factors.into_iter().enumerate() {
            place.maps[axis] = self.maps[axis].times(factor);
            place.coarse[axis] = self.coarse[axis] * factor;
            place.slope[axis] = self.slope[axis] * factor;
            place.displacement[axis] = self.displacement[axis] * factor;
        }
        place
    }

    pub fn translated(&self, offsets: [f64; 4]) -> Place<'a> {
        let mut place = self.clone();
        for (axis, offset) in offsets.into_iter().enumerate() {
            place.maps[axis] = self.maps[axis].plus(offset);
        }
        place
    }

    pub fn displaced(&self, axis: usize, by: Dual) -> Place<'a> {
        let mut place = self.clone();
        place.displacement[axis] = self.displacement[axis] + by;
        place
    }

    /// Returns the same place with slope 1 along an axis, to differentiate by it.
    pub fn moving_along(&self, axis: usize) -> Place<'a> {
        let mut place = self.clone();
        place.slope[axis] = 1.0;
        place
    }

    /// Returns the place with the given positions along x, y and z. These are stored as displacements.
    pub fn at(&self, position: [Option<Dual>; 3]) -> Place<'a> {
        let mut place = self.clone();
        for (axis, position) in position.into_iter().enumerate() {
            if let Some(position) = position {
                place.maps[axis] = Affine::IDENTITY.times(0.0);
                place.slope[axis] = 0.0;
                place.displacement[axis] = position;
            }
        }
        place
    }

    /// Does the same in three dimensions of space.
    pub fn mapped(&self, position: [Option<Dual>; 3]) -> Place<'a> {
        let mut place = self.at(position);
        place.axes.space = 3;
        place
    }

    pub fn in_octave(&self, octave: Octave) -> Place<'a> {
        let mut place = self.scaled(octave.scale);
        place.coarse = std::array::from_fn(|axis| self.coarse[axis] * octave.first[axis]);
        place.octaves.push(octave);
        place
    }

    /// Returns the position along an axis, in units of the domain.
    pub fn coordinate(&self, axis: usize) -> Dual {
        let plain = self.start[axis].under(self.maps[axis]);
        self.moved(axis) + Dual::from(plain)
    }

    /// Returns the length of the box along an axis; 0 if the grid lacks the axis.
    pub fn extent(&self, axis: usize) -> f64 {
        self.grid.span(axis).extent
    }

    /// Returns the number of samples of the grid along an axis.
    pub fn samples(&self, axis: usize) -> u32 {
        self.grid.span(axis).count
    }

    /// Returns the number of steps from sample to sample along an axis.
    pub fn steps(&self, axis: usize) -> u32 {
        self.grid.span(axis).steps
    }

    /// Returns the position on a lattice of `rate` cells per unit that is shifted by `shift` cells, whose own period is `period`.
    pub fn lattice(&self, axis: usize, mut rate: f64, shift: f64, period: f64) -> LatticePosition {
        let span = self.grid.span(axis);
        let mut cells = self.maps[axis].times(rate).plus(shift);
        let mut period = (self.octaves.iter())
            .filter(|octave| !octave.same_period)
            .fold(period, |period, octave| period * octave.scale[axis]);
        if self.grid.seamless && span.extent > 0.0 && cells.scale != 0.0 {
            let crossed = (cells.scale * span.extent).round();
            rate *= crossed / (cells.scale * span.extent);
            cells = cells.closing(crossed, span.extent);
            if period == 0.0 {
                period = (self.octaves.iter())
                    .filter(|octave| octave.same_period)
                    .fold(crossed, |crossed, octave| {
                        (crossed / octave.scale[axis]).round()
                    });
            }
        }
        let (cell, fraction) = position(self.start[axis], cells);
        let moved = self.moved(axis) * rate + fraction;
        LatticePosition {
            cell: cell + moved.floor().value as i64,
            fraction: moved - moved.floor(),
            // One beyond all cells is a multiple of 256, with which a table repeats anyway: others are refused.
            period: if period < PERIOD_END {
                period.round() as i64
            } else {
                0
            },
        }
    }

    /// Returns the position in cells times a factor, as a whole number and a fraction.
    pub fn part(&self, axis: usize, rate: f64, shift: f64, factor: f64) -> (i64, Dual) {
        // The order of the factors is that of the axis tables: far away, another rounding would be a large part of a cell.
        let map = self.maps[axis].times(rate).plus(shift).times(factor);
        let (whole, rest) = position(self.start[axis], map);
        let moved = self.moved(axis) * (rate * factor) + rest;
        (whole + moved.floor().value as i64, moved - moved.floor())
    }

    /// Returns what is added to the mapped position. Its slope includes that of the mapped position.
    fn moved(&self, axis: usize) -> Dual {
        self.displacement[axis] + Dual::new(0.0, self.slope[axis])
    }

    /// Returns a permutation table.
    pub fn table(&self, seed: u32, octave: u32) -> Permutation {
        self.tables.get(seed, octave)
    }

    /// Returns the seed and the octave that select the table or the key of a source with this seed of its own.
    pub fn selection(&self, own_seed: u32) -> (u32, u32) {
        let octave = self.octave(|octave| !octave.shared_tables);
        (self.seed.wrapping_add(own_seed), octave)
    }

    /// Returns the number of the present octaves, to which a fractal whose octaves are all alike adds that of its first one.
    fn octave(&self, differs: impl Fn(&Octave) -> bool) -> u32 {
        (self.octaves.iter()).fold(0, |number, octave| match differs(octave) {
            true => 32 * number + octave.index,
            false => 32 * number,
        })
    }

    /// Returns how far a source's lattice is shifted along each axis, in cells.
    pub fn shift(&self, own_seed: u32) -> [f64; 4] {
        let shifted = |octave: &Octave| octave.shifted;
        if !self.octaves.iter().any(shifted) {
            return [0.0; 4];
        }
        octave_shift(self.seed.wrapping_add(own_seed), self.octave(shifted))
    }
}

impl LatticePosition {
    /// Returns the key of the corner that lies `side` cells from the low one.
    pub fn key(&self, side: i64) -> u32 {
        match self.period {
            0 => self.cell.wrapping_add(side) as u32,
            period => self.cell.wrapping_add(side).rem_euclid(period) as u32,
        }
    }
}
