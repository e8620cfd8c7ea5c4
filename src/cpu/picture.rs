//! Pictures on the CPU: the twin of `shaders/pictures/filters.wgsl`.

use crate::noise::picture::{Edges, Filter};
use crate::program::{Plane, Sampler};

/// Reads a plane at positions in pictures along x and y.
pub(super) fn read(sampler: Sampler, plane: &Plane, [x, y]: [&[f32]; 2], out: &mut [f32]) {
    let view = View { sampler, plane };
    for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
        *out = match sampler.filter {
            Filter::Nearest => view.nearest(x, y),
            Filter::Bilinear => view.bilinear(x, y),
            Filter::Bicubic => view.bicubic(x, y),
            Filter::Spline => view.spline(x, y),
        };
    }
}

struct View<'a> {
    sampler: Sampler,
    plane: &'a Plane,
}

impl View<'_> {
    fn nearest(&self, x: f32, y: f32) -> f32 {
        let [columns, rows] = self.plane.size.map(|side| side as f32);
        self.pixel((x * columns).floor() as i32, (y * rows).floor() as i32)
    }

    fn bilinear(&self, x: f32, y: f32) -> f32 {
        let [(i, s), (j, t)] = self.position(x, y);
        let low = lerp(self.pixel(i, j), self.pixel(i + 1, j), s);
        let high = lerp(self.pixel(i, j + 1), self.pixel(i + 1, j + 1), s);
        lerp(low, high, t)
    }

    fn bicubic(&self, x: f32, y: f32) -> f32 {
        let [(i, s), (j, t)] = self.position(x, y);
        self.blended([i - 1, j - 1], [s, t], weights, slopes)
    }

    fn spline(&self, x: f32, y: f32) -> f32 {
        let [columns, rows] = self.plane.size.map(|side| side as f32);
        let at = [x * columns, y * rows];
        let pixel = at.map(f32::floor);
        let first = pixel.map(|pixel| pixel as i32 - 1);
        let t = [at[0] - pixel[0], at[1] - pixel[1]];
        self.blended(first, t, spline_weights, spline_slopes)
    }

    /// Returns the sum of N by N pixels by weight, or its derivative per picture along the sampler's axis.
    fn blended<const N: usize>(
        &self,
        [column, row]: [i32; 2],
        [s, t]: [f32; 2],
        weights: fn(f32) -> [f32; N],
        slopes: fn(f32) -> [f32; N],
    ) -> f32 {
        let [columns, rows] = self.plane.size.map(|side| side as f32);
        let (across, down, scale) = match self.sampler.along {
            None => (weights(s), weights(t), 1.0),
            Some(0) => (slopes(s), weights(t), columns),
            Some(_) => (weights(s), slopes(t), rows),
        };
        let mut sum = 0.0;
        for (row, weight) in (row..).zip(down) {
            let mut along = 0.0;
            for (column, weight) in (column..).zip(across) {
                along += weight * self.pixel(column, row);
            }
            sum += weight * along;
        }
        sum * scale
    }

    /// Returns the pixel whose middle lies at or before a position along each axis, and how far beyond it the position is.
    fn position(&self, x: f32, y: f32) -> [(i32, f32); 2] {
        let [columns, rows] = self.plane.size.map(|side| side as f32);
        [x * columns - 0.5, y * rows - 0.5].map(|at| {
            let before = at.floor();
            (before as i32, at - before)
        })
    }

    fn pixel(&self, column: i32, row: i32) -> f32 {
        let [columns, rows] = self.plane.size.map(|side| side as i32);
        let column = within(column, columns, self.sampler.edges);
        let row = within(row, rows, self.sampler.edges);
        self.plane.numbers[(row * columns + column) as usize]
    }
}

/// Returns the pixel that stands for one that may lie outside of the picture.
fn within(at: i32, side: i32, edges: Edges) -> i32 {
    match edges {
        Edges::Repeat => at.rem_euclid(side),
        Edges::Mirror => {
            let turned = at.rem_euclid(2 * side);
            turned.min(2 * side - 1 - turned)
        }
        Edges::Clamp => at.clamp(0, side - 1),
    }
}

fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + t * (b - a)
}

/// Returns the weights of four pixels in a row for a position t between the second and the third.
fn weights(t: f32) -> [f32; 4] {
    [
        t * (t * (1.0 - 0.5 * t) - 0.5),
        1.0 + t * t * (1.5 * t - 2.5),
        t * (0.5 + t * (2.0 - 1.5 * t)),
        t * t * (0.5 * t - 0.5),
    ]
}

/// Returns the weights of a quadratic B-spline for a position t in the second of three pixels.
fn spline_weights(t: f32) -> [f32; 3] {
    [
        0.5 * (1.0 - t) * (1.0 - t),
        0.5 + t * (1.0 - t),
        0.5 * t * t,
    ]
}

/// Returns the derivatives of the weights of a quadratic B-spline.
fn spline_slopes(t: f32) -> [f32; 3] {
    [t - 1.0, 1.0 - 2.0 * t, t]
}

/// Returns the derivatives of the weights.
fn slopes(t: f32) -> [f32; 4] {
    [
        t * (2.0 - 1.5 * t) - 0.5,
        t * (4.5 * t - 5.0),
        0.5 + t * (4.0 - 4.5 * t),
        t * (1.5 * t - 1.0),
    ]
}
