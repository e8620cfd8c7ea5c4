//! The walker: one layer of a plain source, from slice to row to run.

use std::ops::Range;

use super::Line;
use super::slice::SliceCorner;
use crate::cpu::corner::Corners;
use crate::cpu::piece::along;
use crate::grid::AxisTable;

/// A layer of a source as it is walked, with what its last slice and row left behind.
#[derive(Debug)]
pub(in crate::cpu) struct Walker<'a> {
    axes: &'a [usize],
    tables: &'a [AxisTable],
    line: &'a Line,
    corners: Corners<'a>,
    /// Multiplies every value.
    weight: f32,
    /// The sample of z for which `slice` holds.
    z: Option<usize>,
    slice: Vec<SliceCorner>,
    /// The lattice rows below and above the row; the first alone without y.
    lattice_rows: [LatticeRow; 2],
    /// The sample of y for which `columns` hold in this slice.
    y: Option<usize>,
    /// Slope and height at each corner along x.
    slopes: Vec<f32>,
    heights: Vec<f32>,
    columns: Vec<Coefficients>,
}

/// The corners along x of one lattice row, collapsed along z and w.
#[derive(Debug, Default)]
struct LatticeRow {
    /// Its key along y; none where it is not filled.
    key: Option<u32>,
    gx: Vec<f32>,
    gy: Vec<f32>,
    h: Vec<f32>,
}

/// A column along a row: a + b·u + fade(u)·(e + f·u).
#[derive(Clone, Copy, Debug)]
struct Coefficients {
    a: f32,
    b: f32,
    e: f32,
    f: f32,
}

impl Coefficients {
    #[inline(always)]
    fn at(&self, u: f32, fade: f32) -> f32 {
        (self.a + self.b * u) + fade * (self.e + self.f * u)
    }
}

impl<'a> Walker<'a> {
    pub fn new(
        axes: &'a [usize],
        tables: &'a [AxisTable],
        line: &'a Line,
        corners: Corners<'a>,
        weight: f32,
    ) -> Walker<'a> {
        Walker {
            axes,
            tables,
            line,
            corners,
            weight,
            z: None,
            slice: Vec::new(),
            lattice_rows: Default::default(),
            y: None,
            slopes: vec![0.0; line.corners.len()],
            heights: vec![0.0; line.corners.len()],
            columns: Vec::with_capacity(line.low.len()),
        }
    }

    /// Goes to a row: samples y and z of the brick.
    pub fn go_to(&mut self, y: usize, z: usize) {
        // What the source does not depend on never changes.
        let y = along(self.axes, self.tables, 1).map_or(0, |_| y);
        let z = along(self.axes, self.tables, 2).map_or(0, |_| z);
        if self.z != Some(z) {
            self.enter_slice(z);
        }
        if self.y != Some(y) {
            self.enter_row(y);
        }
    }

    /// Sets `out` to the samples `run` of the row.
    pub fn fill(&self, run: Range<usize>, out: &mut [f32]) {
        self.walk(run, out, |out, value| *out = value);
    }

    /// Adds the samples `run` of the row to `out`.
    pub fn accumulate(&self, run: Range<usize>, out: &mut [f32]) {
        self.walk(run, out, |out, value| *out += value);
    }

    fn enter_slice(&mut self, z: usize) {
        self.z = Some(z);
        self.y = None;
        self.slice = SliceCorner::of(self.axes, self.tables, [z, 0]);
        for row in &mut self.lattice_rows {
            row.key = None;
        }
    }

    fn enter_row(&mut self, y: usize) {
        self.y = Some(y);
        match along(self.axes, self.tables, 1) {
            Some(table) => {
                self.enter_lattice_rows(table.keys(y));
                self.blend(table.fraction[y], table.fade[y]);
            }
            None => {
                self.collapse(0, 0);
                self.slopes.copy_from_slice(&self.lattice_rows[0].gx);
                self.heights.copy_from_slice(&self.lattice_rows[0].h);
            }
        }
        self.make_coefficients();
    }

    /// Collapses the lattice rows of these keys that are not there yet.
    fn enter_lattice_rows(&mut self, keys: [u32; 2]) {
        let [low, high] = keys.map(Some);
        if self.lattice_rows[0].key != low
            && (self.lattice_rows[1].key == low || self.lattice_rows[0].key == high)
        {
            self.lattice_rows.swap(0, 1);
        }
        for (i, key) in keys.into_iter().enumerate() {
            if self.lattice_rows[i].key != Some(key) {
                self.collapse(i, key);
            }
        }
    }

    fn collapse(&mut self, row: usize, y: u32) {
        let row = &mut self.lattice_rows[row];
        row.key = Some(y);
        row.clear(self.line.corners.len());
        for corner in &self.slice {
            let keys = [0, y, corner.keys[0], corner.keys[1]];
            match self.axes.len() {
                1 => row.add_slopes(self.line, self.axes, corner, &self.corners, keys),
                2 => row.add::<2>(self.line, self.axes, corner, &self.corners, keys),
                3 => row.add::<3>(self.line, self.axes, corner, &self.corners, keys),
                _ => row.add::<4>(self.line, self.axes, corner, &self.corners, keys),
            }
        }
    }

    /// Slope and height along the row at position v between the two lattice rows.
    fn blend(&mut self, v: f32, fade: f32) {
        let n = self.line.corners.len();
        let [low, high] = &self.lattice_rows;
        let (gx0, gy0, h0) = (&low.gx[..n], &low.gy[..n], &low.h[..n]);
        let (gx1, gy1, h1) = (&high.gx[..n], &high.gy[..n], &high.h[..n]);
        let (slopes, heights) = (&mut self.slopes[..n], &mut self.heights[..n]);
        for i in 0..n {
            slopes[i] = gx0[i] + fade * (gx1[i] - gx0[i]);
            let below = h0[i] + gy0[i] * v;
            let above = h1[i] + gy1[i] * (v - 1.0);
            heights[i] = below + fade * (above - below);
        }
    }

    fn make_coefficients(&mut self) {
        let weight = self.weight;
        let ends = self.slopes.windows(2).zip(self.heights.windows(2));
        self.columns.clear();
        if self.line.is_dense() {
            (self.columns).extend(ends.map(|(slopes, heights)| between(slopes, heights, weight)));
        } else {
            self.columns.extend(self.line.low.iter().map(|&low| {
                let (slopes, heights) = (&self.slopes[low..], &self.heights[low..]);
                between(slopes, heights, weight)
            }));
        }
    }

    #[inline(always)]
    fn walk(&self, run: Range<usize>, out: &mut [f32], put: impl Fn(&mut f32, f32)) {
        let Some(table) = along(self.axes, self.tables, 0) else {
            let value = self.weight * self.heights[0];
            out.iter_mut().for_each(|out| put(out, value));
            return;
        };
        let mut column = table.column[run.start] as usize;
        let mut from = run.start;
        while from < run.end {
            let to = self.line.ends[column].min(run.end);
            let own = self.columns[column];
            let out = &mut out[from - run.start..to - run.start];
            let samples = table.fraction[from..to].iter().zip(&table.fade[from..to]);
            for (out, (u, fade)) in out.iter_mut().zip(samples) {
                put(out, own.at(*u, *fade));
            }
            from = to;
            column += 1;
        }
    }
}

/// The coefficients of the column between the first two corners.
fn between(slopes: &[f32], heights: &[f32], weight: f32) -> Coefficients {
    let (low, high) = (heights[0], heights[1] - slopes[1]);
    Coefficients {
        a: weight * low,
        b: weight * slopes[0],
        e: weight * (high - low),
        f: weight * (slopes[1] - slopes[0]),
    }
}

impl LatticeRow {
    fn clear(&mut self, corners: usize) {
        for component in [&mut self.gx, &mut self.gy, &mut self.h] {
            component.clear();
            component.resize(corners, 0.0);
        }
    }

    /// Adds what the corners along x contribute, in two dimensions or more. `keys` are those of x,
    /// y, z and w, x's yet to come.
    fn add<const D: usize>(
        &mut self,
        line: &Line,
        axes: &[usize],
        corner: &SliceCorner,
        corners: &Corners,
        keys: [u32; 4],
    ) {
        let has_x = axes[0] == 0;
        let mut own: [u32; D] = std::array::from_fn(|i| keys[axes[i]]);
        for (i, &x) in line.corners.iter().enumerate() {
            if has_x {
                own[0] = x;
            }
            let folded = corner.folded[corners.index(own)];
            self.gx[i] += folded.gx;
            self.gy[i] += folded.gy;
            self.h[i] += folded.h;
        }
    }

    /// The same in one dimension, along any axis.
    fn add_slopes(
        &mut self,
        line: &Line,
        axes: &[usize],
        corner: &SliceCorner,
        corners: &Corners,
        keys: [u32; 4],
    ) {
        for (i, &x) in line.corners.iter().enumerate() {
            let key = if axes[0] == 0 { x } else { keys[axes[0]] };
            let folded = corner.fold(axes, &[corners.slope(key)]);
            self.gx[i] += folded.gx;
            self.gy[i] += folded.gy;
            self.h[i] += folded.h;
        }
    }
}
