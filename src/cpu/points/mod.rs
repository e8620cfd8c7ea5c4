//! The way of points: displaced samples, derivatives, and noises that have no rows.
//!
//! The plain position keeps its exact cell and fraction from the axis tables; the displacement, an
//! f32, is added to the fraction, and what leaves the cell moves the key.

mod blend;
mod classic;
mod fades;
mod perlin;
mod simplex;
mod slope;
mod value;
mod worley;

use crate::cpu::corner::Corners;
use crate::grid::AxisTable;
use crate::grid::table::Columns;
use crate::program::{Lattice, LatticeNoise};

/// A sample's cell, and where in it the sample lies, along one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The keys of the low and the high corner.
    pub keys: [u32; 2],
    /// The position, 0..=1.
    pub fraction: f32,
    /// Its fade.
    pub fade: f32,
    /// In cells; 0 is none.
    pub period: u32,
}

/// One axis of a source that goes point by point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis<'a> {
    pub table: &'a AxisTable,
    /// What the table holds.
    pub columns: Columns,
    /// The entry of the table for the run's first sample.
    pub first: usize,
    /// 1 along x, 0 along the axes that the run does not move along.
    pub stride: usize,
    /// The displacement of each sample of the run, in the units of the source's frame.
    pub displacement: Option<&'a [f32]>,
    /// Cells per unit of it.
    pub rate: f32,
    /// In cells; 0 is none.
    pub period: u32,
}

impl Axis<'_> {
    /// The place of sample `i` of the run.
    fn place(&self, i: usize) -> Place {
        let entry = self.first + i * self.stride;
        let plain = Place {
            keys: self.table.keys(entry),
            fraction: self.table.fraction[entry],
            fade: self.table.fade[entry],
            period: self.period,
        };
        let Some(by) = self.displacement else {
            return plain;
        };
        let cells = by[i] * self.rate;
        match self.columns {
            Columns::Faded(fade) => {
                let moved = plain.displaced(cells);
                Place {
                    fade: fades::fade(fade, moved.fraction),
                    ..moved
                }
            }
            Columns::Skewed(factor) => Place {
                fraction: plain.fraction + cells,
                fade: plain.fade + cells * factor as f32,
                ..plain
            },
        }
    }
}

impl Place {
    /// The place so many cells further.
    fn displaced(&self, cells: f32) -> Place {
        let u = self.fraction + cells;
        let whole = u.floor();
        Place {
            keys: [whole as i32, whole as i32 + 1].map(|offset| self.key(offset)),
            fraction: u - whole,
            ..*self
        }
    }

    /// The key of the corner so many cells from the low one.
    fn key(&self, offset: i32) -> u32 {
        let key = self.keys[0].wrapping_add_signed(offset);
        match self.period {
            0 => key,
            // Keys under a period and displacements are far below the ends of i32.
            period => (key as i32).rem_euclid(period as i32) as u32,
        }
    }
}

/// Sets `out` to a layer of a source at its samples; `numbers` are the job's, by slot.
pub(super) fn fill(
    source: &Lattice,
    numbers: &[f32],
    axes: &[Axis],
    corners: &Corners,
    out: &mut [f32],
) {
    let (noise, partial) = (source.noise, source.partial);
    match (noise, source.columns(), partial) {
        (LatticeNoise::Perlin | LatticeNoise::Classic, Columns::Faded(fade), Some(along)) => {
            slope::fill((noise, fade), along, axes, corners, out);
        }
        (LatticeNoise::Perlin, ..) => perlin::fill(axes, corners, out),
        (LatticeNoise::Classic, ..) => classic::fill(axes, corners, out),
        (LatticeNoise::Value { .. }, ..) => {
            value::fill((noise, partial), numbers, axes, corners, out);
        }
        (LatticeNoise::Simplex, ..) => simplex::fill(partial, axes, corners, out),
        (LatticeNoise::Worley { .. }, ..) => worley::fill(noise, numbers, axes, corners, out),
    }
}

/// Sets each sample to the noise at its place.
fn each<const D: usize>(axes: [&Axis; D], out: &mut [f32], noise: impl Fn([Place; D]) -> f32) {
    for (i, out) in out.iter_mut().enumerate() {
        *out = noise(axes.map(|axis| axis.place(i)));
    }
}
