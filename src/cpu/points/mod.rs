//! The way of displaced samples, and of derivatives: point by point.
//!
//! The plain position keeps its exact cell and fraction from the axis tables; the displacement, an
//! f32, is added to the fraction, and what leaves the cell moves the key.

mod perlin;
mod perlin_gradient;
mod slope;

pub(super) use slope::fill_partial;

use crate::cpu::corner::Corners;
use crate::grid::AxisTable;

/// A sample's cell, and where in it the sample lies, along one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The keys of the low and the high corner.
    pub keys: [u32; 2],
    /// The position, 0..=1.
    pub fraction: f32,
}

/// One axis of a displaced source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis<'a> {
    pub table: &'a AxisTable,
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
        let (keys, fraction) = (self.table.keys(entry), self.table.fraction[entry]);
        match self.displacement {
            Some(by) => displaced(keys[0], fraction + by[i] * self.rate, self.period),
            None => Place { keys, fraction },
        }
    }
}

/// The place `u` cells from the low corner of a cell.
fn displaced(key: u32, u: f32, period: u32) -> Place {
    let whole = u.floor();
    let low = key.wrapping_add_signed(whole as i32);
    let wrapped = |key: u32| match period {
        0 => key,
        // Keys under a period and displacements are far below the ends of i32.
        _ => (key as i32).rem_euclid(period as i32) as u32,
    };
    Place {
        keys: [wrapped(low), wrapped(low.wrapping_add(1))],
        fraction: u - whole,
    }
}

/// Sets `out` to a layer of a perlin source at displaced samples.
pub(super) fn fill(axes: &[Axis], corners: &Corners, out: &mut [f32]) {
    match axes {
        [x] => each([x], out, |at| perlin::perlin_1d(corners, at)),
        [x, y] => each([x, y], out, |at| perlin::perlin_2d(corners, at)),
        [x, y, z] => each([x, y, z], out, |at| perlin::perlin_3d(corners, at)),
        [x, y, z, w] => each([x, y, z, w], out, |at| perlin::perlin_4d(corners, at)),
        _ => unreachable!("a source has one to four axes"),
    }
}

fn each<const D: usize>(axes: [&Axis; D], out: &mut [f32], noise: impl Fn([Place; D]) -> f32) {
    for (i, out) in out.iter_mut().enumerate() {
        *out = noise(axes.map(|axis| axis.place(i)));
    }
}

/// The quintic fade 6t⁵ − 15t⁴ + 10t³ in its symmetric form, which never exceeds 1 in f32.
fn fade(t: f32) -> f32 {
    let quintic = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    if t <= 0.5 {
        quintic(t)
    } else {
        1.0 - quintic(1.0 - t)
    }
}

fn lerp(t: f32, a: f32, b: f32) -> f32 {
    a + t * (b - a)
}
