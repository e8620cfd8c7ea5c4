//! Pictures and volumes on the CPU: the twin of `shaders/pictures/filters.wgsl` and `shaders/pictures/volumes.wgsl`.

use std::array;

use crate::noise::picture::{Edges, Filter};
use crate::program::{Plane, Sampler};

/// Reads a plane at positions in pictures along x, y and z; those along z are of volumes alone.
pub(super) fn read(sampler: Sampler, plane: &Plane, [x, y, z]: [&[f32]; 3], out: &mut [f32]) {
    let places = out.iter_mut().zip(x.iter().zip(y));
    if plane.dimension() == 2 {
        let picture = Slice::new(sampler, plane, 0);
        for (out, (&x, &y)) in places {
            *out = picture.value(x, y);
        }
    } else {
        for ((out, (&x, &y)), &z) in places.zip(z) {
            *out = between_slices(sampler, plane, [x, y, z]);
        }
    }
}

/// Returns the value of a volume, or its derivative per volume along the sampler's axis, of the slices around a position.
fn between_slices(sampler: Sampler, plane: &Plane, [x, y, z]: [f32; 3]) -> f32 {
    let depth = plane.size[2] as f32;
    let value = |slice: i32| Slice::new(sampler, plane, slice).value(x, y);
    let (slice, t) = match sampler.filter {
        Filter::Nearest | Filter::Spline => split(z * depth),
        Filter::Bilinear | Filter::Bicubic => split(z * depth - 0.5),
    };
    // The slices around the position, counted from the one before.
    let nth = |i: usize| value(slice - 1 + i as i32);
    let is_along = sampler.along == Some(2);
    match sampler.filter {
        Filter::Nearest => value(slice),
        Filter::Bilinear => lerp(value(slice), value(slice + 1), t),
        Filter::Bicubic if is_along => depth * sum(cubic_slopes(t), nth),
        Filter::Bicubic => sum(cubic_weights(t), nth),
        Filter::Spline if is_along => depth * sum(spline_slopes(t), nth),
        Filter::Spline => sum(spline_weights(t), nth),
    }
}

/// Returns the sum of N pixels, rows or slices by weight; `weights[1]` is the sum of all weights. It is exact where all are equal.
fn sum<const N: usize>(weights: [f32; N], of: impl Fn(usize) -> f32) -> f32 {
    let second = of(1);
    let others = weights.into_iter().enumerate().filter(|&(i, _)| i != 1);
    others.fold(weights[1] * second, |sum, (i, weight)| {
        sum + weight * (of(i) - second)
    })
}

/// The pixels at one z. A picture is one slice.
struct Slice<'a> {
    sampler: Sampler,
    size: [u32; 2],
    numbers: &'a [f32],
}

impl Slice<'_> {
    /// Returns the slice of an index that may lie outside of the volume.
    fn new(sampler: Sampler, plane: &Plane, slice: i32) -> Slice<'_> {
        let [columns, rows, depth] = plane.size;
        let pixels = (columns * rows) as usize;
        let slice = within(slice, depth, sampler.edges) as usize;
        Slice {
            sampler,
            size: [columns, rows],
            numbers: &plane.numbers[slice * pixels..][..pixels],
        }
    }

    /// Returns the value, or its derivative per picture along the sampler's axis if that is x or y. It is inlined, so that the
    /// samples of a picture are one loop for each filter.
    #[inline(always)]
    fn value(&self, x: f32, y: f32) -> f32 {
        match self.sampler.filter {
            Filter::Nearest => self.nearest(x, y),
            Filter::Bilinear => self.bilinear(x, y),
            Filter::Bicubic => self.bicubic(x, y),
            Filter::Spline => self.spline(x, y),
        }
    }

    fn nearest(&self, x: f32, y: f32) -> f32 {
        let [columns, rows] = self.size.map(|side| side as f32);
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
        self.blended([i - 1, j - 1], [s, t], cubic_weights, cubic_slopes)
    }

    fn spline(&self, x: f32, y: f32) -> f32 {
        let [columns, rows] = self.size.map(|side| side as f32);
        let [(i, s), (j, t)] = [x * columns, y * rows].map(split);
        self.blended([i - 1, j - 1], [s, t], spline_weights, spline_slopes)
    }

    /// Returns the sum of N by N pixels by weight, or its derivative.
    fn blended<const N: usize>(
        &self,
        [column, row]: [i32; 2],
        [s, t]: [f32; 2],
        weights: fn(f32) -> [f32; N],
        slopes: fn(f32) -> [f32; N],
    ) -> f32 {
        let ([width, height], edges) = (self.size, self.sampler.edges);
        let (across, down, scale) = match self.sampler.along {
            Some(0) => (slopes(s), weights(t), width as f32),
            Some(1) => (weights(s), slopes(t), height as f32),
            _ => (weights(s), weights(t), 1.0),
        };
        // The columns are the same in every row.
        let columns: [usize; N] =
            array::from_fn(|i| within(column + i as i32, width, edges) as usize);
        let of_row = |i: usize| {
            let row = (within(row + i as i32, height, edges) * width) as usize;
            sum(across, |i| self.numbers[row + columns[i]])
        };
        scale * sum(down, of_row)
    }

    /// Returns the pixel whose middle lies at or before a position along each axis, and how far beyond it the position is.
    fn position(&self, x: f32, y: f32) -> [(i32, f32); 2] {
        let [columns, rows] = self.size.map(|side| side as f32);
        [x * columns - 0.5, y * rows - 0.5].map(split)
    }

    fn pixel(&self, column: i32, row: i32) -> f32 {
        let [width, height] = self.size;
        let row = within(row, height, self.sampler.edges) * width;
        self.numbers[(row + within(column, width, self.sampler.edges)) as usize]
    }
}

/// The farthest pixel: those beside it have indices, too. From there on positions are no longer exact to a pixel.
const FARTHEST: f32 = (1 << 30) as f32;

/// Returns the whole part of a position, and what is left of it.
fn split(at: f32) -> (i32, f32) {
    let before = at.floor();
    (before.clamp(-FARTHEST, FARTHEST) as i32, at - before)
}

/// Returns the pixel that stands for one that may lie outside of the picture.
#[inline(always)]
fn within(at: i32, side: u32, edges: Edges) -> u32 {
    let side = side as i32;
    let within = match edges {
        Edges::Repeat => at.rem_euclid(side),
        Edges::Mirror => {
            let turned = at.rem_euclid(2 * side);
            turned.min(2 * side - 1 - turned)
        }
        Edges::Clamp => at.clamp(0, side - 1),
    };
    within as u32
}

fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + t * (b - a)
}

/// Returns the weights of four pixels in a row for a position t between the second and the third, as [`sum`] takes them.
fn cubic_weights(t: f32) -> [f32; 4] {
    [
        t * (t * (1.0 - 0.5 * t) - 0.5),
        1.0,
        t * (0.5 + t * (2.0 - 1.5 * t)),
        t * t * (0.5 * t - 0.5),
    ]
}

/// Returns the derivatives of the weights of a cubic.
fn cubic_slopes(t: f32) -> [f32; 4] {
    [
        t * (2.0 - 1.5 * t) - 0.5,
        0.0,
        0.5 + t * (4.0 - 4.5 * t),
        t * (1.5 * t - 1.0),
    ]
}

/// Returns the weights of a quadratic B-spline for a position t in the second of three pixels.
fn spline_weights(t: f32) -> [f32; 3] {
    [0.5 * (1.0 - t) * (1.0 - t), 1.0, 0.5 * t * t]
}

/// Returns the derivatives of the weights of a quadratic B-spline.
fn spline_slopes(t: f32) -> [f32; 3] {
    [t - 1.0, 0.0, t]
}
