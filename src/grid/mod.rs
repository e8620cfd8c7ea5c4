//! Where samples lie: a [`Grid`], its [`Brick`]s, and exact positions.
//!
//! * `position`: turns a sample's index into a lattice cell and a fraction within it, exactly;
//! * `table`: axis tables, which hold cell and fraction of every sample of an axis;
//! * `brick`: a box of a grid's samples, which a backend computes in one call;
//! * `point`: positions that a caller gives, off any grid.

pub(crate) mod brick;
pub(crate) mod point;
pub(crate) mod position;
pub(crate) mod table;

use crate::limits::{POSITION, POSITIVE, SIZE_MAX, between, short};
use crate::{Error, Result};

pub use brick::Brick;
pub use point::{Point, Position};
// For this repository's tests.
#[doc(hidden)]
pub use position::Span;
pub(crate) use position::{Affine, position};
pub(crate) use table::AxisTable;

/// The axis of time, w: the last of x, y, z and w.
pub(crate) const TIME: usize = 3;

/// The axes that a noise depends on: one to three of space, and time if the grid has frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Axes {
    /// The number of axes of space: 1 (x), 2 (x, y) or 3 (x, y, z).
    pub space: usize,
    /// Whether time, w, is an axis.
    pub time: bool,
}

impl Axes {
    /// Returns the indices of the axes: 0, 1, 2 for x, y, z and 3 for w.
    pub fn indices(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.space).chain(self.time.then_some(3))
    }

    /// Whether the axis of an index is among them.
    pub fn has(self, axis: usize) -> bool {
        self.indices().any(|own| own == axis)
    }

    /// Returns the number of axes: 1 to 4.
    pub fn count(self) -> usize {
        self.space + usize::from(self.time)
    }
}

/// The samples that are asked for: how many along each axis, the box that they cover, and the times.
///
/// Samples lie at texel centres: sample i of n on an axis is at origin + (i + ½)·extent/n. With [`Grid::edge_samples`]
/// the first and the last lie on the edges of the box, sample i at origin + i·extent/(n − 1), so that tiles of terrain
/// whose origins are an extent apart share the samples of their common edge.
///
/// The box is one unit of domain long in x and, unless [`Grid::extent`] is given, long enough in y and z to make texels
/// cubes. Frame k of m is at time origin + k·duration/m, so that a seamless animation loops.
///
/// ```
/// use wgpu_noise::Grid;
///
/// let grid = Grid::new([64, 32]).frames(8);
/// assert_eq!(grid.samples()?, 64 * 32 * 8);
/// assert_eq!(grid.axes().count(), 3);
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The number of samples along x, y, z: one to three numbers.
    pub size: Vec<u32>,
    /// The length of the box along x, y, z, in units of domain. If y or z is left out, texels are cubes; `None` is 1 in x.
    pub extent: Option<Vec<f64>>,
    /// The low corner of the box in x, y and z, and the time of the first frame.
    pub origin: [f64; 4],
    /// The number of frames; `None` if time is not an axis.
    pub frames: Option<u32>,
    /// The time from the first frame to the one after the last.
    pub duration: f64,
    /// Whether the noise must be the same at both ends of the box and, if there are frames, of the duration.
    pub seamless: bool,
    /// Whether the first and the last sample of each axis of space lie on the edges of the box.
    pub edge_samples: bool,
}

impl Grid {
    /// Makes a grid of that many samples along x, or x and y, or x, y and z.
    pub fn new(size: impl Into<Vec<u32>>) -> Grid {
        Grid {
            size: size.into(),
            extent: None,
            origin: [0.0; 4],
            frames: None,
            duration: 1.0,
            seamless: false,
            edge_samples: false,
        }
    }

    /// Sets the length of the box along the axes of space, in units of domain; those left out make texels cubes.
    pub fn extent(mut self, extent: impl Into<Vec<f64>>) -> Grid {
        self.extent = Some(extent.into());
        self
    }

    /// Sets the low corner of the box in x, y and z, and the time of the first frame.
    pub fn origin(mut self, origin: [f64; 4]) -> Grid {
        self.origin = origin;
        self
    }

    /// Sets the number of frames and so makes time an axis.
    pub fn frames(mut self, frames: u32) -> Grid {
        self.frames = Some(frames);
        self
    }

    /// Sets the time from the first frame to the one after the last; 1 by default.
    pub fn duration(mut self, duration: f64) -> Grid {
        self.duration = duration;
        self
    }

    /// Asks for a noise that is the same at both ends of the box and of the duration.
    pub fn seamless(mut self) -> Grid {
        self.seamless = true;
        self
    }

    /// Puts the first and the last sample of each axis of space on the edges of the box.
    pub fn edge_samples(mut self) -> Grid {
        self.edge_samples = true;
        self
    }

    /// Returns the axes of a noise on this grid.
    pub fn axes(&self) -> Axes {
        Axes {
            space: self.size.len(),
            time: self.frames.is_some(),
        }
    }

    /// Returns the number of samples along x, y and z; 1 along an axis that the grid does not have.
    pub fn size3(&self) -> [u32; 3] {
        std::array::from_fn(|axis| self.size.get(axis).copied().unwrap_or(1))
    }

    /// Returns the number of frames; 1 if time is not an axis.
    pub fn frame_count(&self) -> u32 {
        self.frames.unwrap_or(1)
    }

    /// Returns the number of samples of all frames.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if it does not fit into 64 bits.
    pub fn samples(&self) -> Result<u64> {
        (self.size.iter().copied())
            .chain(self.frames)
            .try_fold(1u64, |samples, n| samples.checked_mul(u64::from(n)))
            .ok_or_else(|| {
                Error::too_large(
                    self.describe_size(),
                    "2^64 samples or more",
                    "2^64 - 1 samples",
                )
                .with_field("size")
            })
    }

    /// Returns the size as the command line writes it: `64x64x64`.
    pub fn describe_size(&self) -> String {
        let sizes: Vec<String> = self.size.iter().map(u32::to_string).collect();
        sizes.join("x")
    }

    /// Returns the length of the box along axis 0 (x) to 2 (z), in units of the domain: as given, or so that texels are cubes. That
    /// along axis 3 (w) is the duration; along an axis that the grid does not have it is 0.
    pub fn length(&self, axis: usize) -> f64 {
        self.span(axis).extent
    }

    /// Returns the positions of the samples along axis 0 (x) to 3 (w): a single one if the grid does not have the axis.
    #[doc(hidden)]
    pub fn span(&self, axis: usize) -> Span {
        let origin = self.origin.get(axis).copied().unwrap_or_default();
        if axis == TIME {
            return match self.frames {
                Some(count) => Span {
                    origin,
                    extent: self.duration,
                    count,
                    steps: count,
                    first: 0.0,
                },
                None => Span::point(origin),
            };
        }
        match self.size.get(axis) {
            Some(&count) if self.edge_samples => {
                Span::with_ends(origin, self.extent_of(axis), count)
            }
            Some(&count) => Span {
                origin,
                extent: self.extent_of(axis),
                count,
                steps: count,
                first: 0.5,
            },
            None => Span::point(origin),
        }
    }

    /// Returns whether the extent along an axis follows from the sizes.
    pub(crate) fn has_extent_of_sizes(&self, axis: usize) -> bool {
        (1..self.size.len()).contains(&axis) && self.given_extent(axis).is_none()
    }

    fn given_extent(&self, axis: usize) -> Option<f64> {
        self.extent.as_ref()?.get(axis).copied()
    }

    /// The extent along an axis of space that the grid has: as given, or so that texels are cubes.
    fn extent_of(&self, axis: usize) -> f64 {
        let steps =
            |axis: usize| f64::from(self.size[axis].saturating_sub(self.edge_samples.into()));
        let of_sizes = || steps(axis) / steps(0) * self.given_extent(0).unwrap_or(1.0);
        self.given_extent(axis).unwrap_or_else(of_sizes)
    }

    /// Checks every field.
    ///
    /// # Errors
    /// [`Error::Invalid`] names the field, what was given and what is allowed;
    /// [`Error::TooLarge`] if the number of samples does not fit into 64 bits.
    pub fn validate(&self) -> Result<()> {
        if !(1..=3).contains(&self.size.len())
            || !self.size.iter().all(|n| (1..=SIZE_MAX).contains(n))
        {
            let allowed = format!("one to three whole numbers from 1 to {SIZE_MAX}");
            let given = if self.size.is_empty() {
                "[]".to_string()
            } else {
                self.describe_size()
            };
            return Err(Error::invalid("size", given, allowed));
        }
        if self.edge_samples && self.size.contains(&1) {
            let given = format!("with size {}", self.describe_size());
            let allowed = "at least 2 samples along each axis";
            return Err(Error::invalid("edge_samples", given, allowed));
        }
        if let Some(extent) = &self.extent {
            let most = self.size.len();
            let fits = (1..=most).contains(&extent.len()) && extent.iter().copied().all(is_length);
            if !fits {
                let allowed = match most {
                    1 => format!("a number {}", between(POSITIVE)),
                    _ => format!(
                        "1 to {most} numbers {}, for the axes of size; those left out make texels cubes",
                        between(POSITIVE)
                    ),
                };
                return Err(Error::invalid("extent", format!("{extent:?}"), allowed));
            }
        }
        let is_position = |n: &f64| (POSITION[0]..=POSITION[1]).contains(n);
        if !self.origin.iter().all(is_position) {
            let allowed = format!("numbers {}", between(POSITION));
            return Err(Error::invalid(
                "origin",
                format!("{:?}", self.origin),
                allowed,
            ));
        }
        if let Some(frames) = self.frames.filter(|n| !(1..=SIZE_MAX).contains(n)) {
            return Err(Error::invalid(
                "frames",
                frames,
                format!("a whole number from 1 to {SIZE_MAX}"),
            ));
        }
        if !is_length(self.duration) {
            return Err(Error::invalid(
                "duration",
                short(self.duration),
                format!("a number {}", between(POSITIVE)),
            ));
        }
        self.samples().map(|_| ())
    }
}

/// Whether an extent or a duration is in the allowed range; false for NaN.
fn is_length(length: f64) -> bool {
    (POSITIVE[0]..=POSITIVE[1]).contains(&length)
}
