//! Pictures in a program: the numbers of their pixels, and the bounds of the values between them.
//!
//! Positions are in pixels here. With D the greatest difference of neighbouring pixels along an axis, the slope of the
//! bilinear filter is at most D, that of the spline too, and that of a cubic of Catmull and Rom at most 1.6·D: its slope is
//! a sum of three differences, whose factors have magnitudes of at most 1.6 together. The weights of such a cubic are 1
//! together, and their magnitudes at most 5/4. So a bicubic value lies within 25/16 of half the range around its middle, and
//! its slope within 1.6·5/4·D. A volume has weights along a third axis, which make 125/64 and 1.6·25/16·D of these.

use std::sync::Arc;

use super::interval::{Interval, size};
use super::steps::rounding::{Argument, FLUSH, U};
use crate::noise::picture::{Channel, Decoding, Edges, Filter, Picture};

/// The farthest position from the origin in pixels. An f32 position is within 1/20 of a pixel there.
pub(super) const PIXELS_FAR: f64 = (1u32 << 18) as f64;

/// The numbers of a picture or a volume that a node reads.
#[derive(Clone, Debug)]
pub struct Plane {
    pub picture: Picture,
    /// What is taken of the picture.
    pub channel: Channel,
    pub decoding: Decoding,
    /// The pixels along x, y and z; along z, 1 for a picture.
    pub size: [u32; 3],
    /// The numbers, in rows from the top, slice after slice.
    pub numbers: Arc<[f32]>,
    /// The least and the greatest number.
    range: Interval,
    /// The greatest difference of neighbouring pixels along each axis, at the edges of a repeated picture, too.
    differences: [f64; 3],
}

/// How an operation reads a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sampler {
    /// The index in [`Program::planes`](super::Program::planes).
    pub plane: u32,
    /// How it is read between pixels.
    pub filter: Filter,
    /// What it is outside of its edges.
    pub edges: Edges,
    /// The axis along which the value is the derivative, per picture; none for the value itself.
    pub along: Option<usize>,
}

impl Plane {
    /// Whether it holds these numbers.
    pub fn is_of(&self, picture: &Picture, channel: Channel, decoding: Decoding) -> bool {
        (self.channel, self.decoding) == (channel, decoding)
            && self.picture.digest() == picture.digest()
    }

    pub(super) fn new(picture: &Picture, channel: Channel, decoding: Decoding) -> Plane {
        let [columns, rows, slices] = picture.size().map(|side| side as usize);
        let number = |at| picture.number(at, channel, decoding);
        let numbers: Arc<[f32]> = (0..columns * rows * slices).map(number).collect();
        let mut plane = Plane {
            picture: picture.clone(),
            channel,
            decoding,
            size: picture.size(),
            range: [f64::INFINITY, f64::NEG_INFINITY],
            differences: [0.0; 3],
            numbers,
        };
        for (at, &number) in plane.numbers.iter().enumerate() {
            let (column, row, slice) = (at % columns, at / columns % rows, at / columns / rows);
            let number = f64::from(number);
            plane.range = [plane.range[0].min(number), plane.range[1].max(number)];
            let index = |slice, row, column| (slice * rows + row) * columns + column;
            let next = [
                index(slice, row, (column + 1) % columns),
                index(slice, (row + 1) % rows, column),
                index((slice + 1) % slices, row, column),
            ];
            for (most, next) in plane.differences.iter_mut().zip(next) {
                *most = most.max((f64::from(plane.numbers[next]) - number).abs());
            }
        }
        plane
    }

    /// Returns the number of axes along which it has positions: a picture is the same at every z.
    pub fn dimension(&self) -> usize {
        if self.size[2] > 1 { 3 } else { 2 }
    }

    /// Returns the least and the greatest exact value.
    pub(super) fn range(&self, sampler: Sampler) -> Interval {
        match (sampler.filter, sampler.along) {
            (Filter::Bicubic | Filter::Spline, Some(along)) => {
                let most = self.slope(sampler, along) * f64::from(self.size[along]);
                [-most, most]
            }
            (Filter::Bicubic, None) => {
                let [low, high] = self.range;
                let beyond = 0.5 * (self.weights(0) - 1.0) * (high - low);
                [low - beyond, high + beyond]
            }
            _ => self.range,
        }
    }

    /// Returns how far a value lies from the exact one; `at` is the position along each axis, in pictures.
    pub(super) fn error(&self, sampler: Sampler, at: &[Argument]) -> f64 {
        let mut error = self.rounding(sampler);
        for (axis, &at) in at.iter().enumerate() {
            let strayed = self.cell_error(axis, at);
            error += match (sampler.filter, sampler.along) {
                // Another pixel is a jump, which `jumps` counts.
                (Filter::Nearest, _) => 0.0,
                (_, None) => self.slope(sampler, axis) * strayed,
                (_, Some(along)) => {
                    f64::from(self.size[along]) * self.bend(sampler, along, axis) * strayed
                }
            };
        }
        error
    }

    /// Returns the part of the samples that the nearest pixel is another one for.
    pub(super) fn jumps(&self, sampler: Sampler, at: &[Argument]) -> f64 {
        let of_axis = |(axis, &at)| self.cell_error(axis, at);
        match sampler.filter {
            Filter::Nearest => at.iter().enumerate().map(of_axis).sum(),
            Filter::Bilinear | Filter::Bicubic | Filter::Spline => 0.0,
        }
    }

    /// Returns a bound of the slope of the value along an axis, per pixel.
    fn slope(&self, sampler: Sampler, axis: usize) -> f64 {
        self.differences[axis]
            * match sampler.filter {
                Filter::Nearest => 0.0,
                Filter::Bilinear | Filter::Spline => 1.0,
                Filter::Bicubic => 1.6 * self.weights(1),
            }
    }

    /// Returns the greatest sum of the magnitudes of the weights of cubics along all axes but `others`.
    fn weights(&self, others: usize) -> f64 {
        1.25f64.powi((self.dimension() - others) as i32)
    }

    /// Returns a bound of the change along `axis` of a slope along `along`, both per pixel. Along the same axis the factors
    /// of the three differences of a cubic have magnitudes of at most 6 together, those of the two of a spline 2. A
    /// difference of differences is at most twice the lesser.
    fn bend(&self, sampler: Sampler, along: usize, axis: usize) -> f64 {
        let lesser = self.differences[along].min(self.differences[axis]);
        match (sampler.filter, along == axis) {
            (Filter::Spline, _) => 2.0 * lesser,
            (_, true) => 6.0 * self.weights(1) * lesser,
            (_, false) => 1.6 * 1.6 * self.weights(2) * 2.0 * lesser,
        }
    }

    /// Returns the error that rounding adds at an exact position: of 2 lerps on lerps, or of 15 products of a weight and a
    /// difference, each of which has a few roundings of its own; that of the nearest pixel is one. The factors of a slope have
    /// magnitudes of at most 3.5 together.
    ///
    /// A third axis makes half as many roundings again, of numbers up to 5/4 as large: less than twice the error.
    fn rounding(&self, sampler: Sampler) -> f64 {
        let of_axes = if self.dimension() == 3 { 2.0 } else { 1.0 };
        let most = of_axes * size(self.range);
        match (sampler.filter, sampler.along) {
            (Filter::Nearest, _) => U * size(self.range),
            (Filter::Bilinear, _) => 8.0 * U * most + FLUSH,
            (Filter::Bicubic | Filter::Spline, None) => 64.0 * U * most + FLUSH,
            (Filter::Bicubic | Filter::Spline, Some(along)) => {
                f64::from(self.size[along]) * (256.0 * U * most + FLUSH)
            }
        }
    }

    /// Returns a position in pixels.
    fn in_pixels(&self, axis: usize, at: Argument) -> Interval {
        at.range.map(|end| end * f64::from(self.size[axis]))
    }

    /// Returns the error in pixels of a position, of which the product and the difference are rounded.
    fn cell_error(&self, axis: usize, at: Argument) -> f64 {
        let pixels = f64::from(self.size[axis]);
        pixels * at.error + U * (2.0 * size(self.in_pixels(axis, at)) + 1.0)
    }
}

/// Whether a position lies so far from the origin that it says too little of where it is in a pixel.
pub(super) fn is_far(plane: &Plane, axis: usize, at: Interval) -> bool {
    let reach = size(at) * f64::from(plane.size[axis]);
    reach.is_nan() || reach > PIXELS_FAR
}
