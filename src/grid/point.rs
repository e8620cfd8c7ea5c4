//! Points: positions that a caller gives, off any grid.

use bytemuck::{Pod, Zeroable};

use super::position::Double;

/// A position in two parts: `whole + fraction` along x, y, z and w, in units of the domain.
///
/// A single f32 has no bits left for a fraction some 10⁷ units from the origin; two parts are as precise there as near it.
/// The fraction may be any finite number, but is most precise from −1 to 1. The memory layout is four i32, then four f32.
///
/// ```
/// use wgpu_noise::grid::Point;
///
/// let point = Point::from([20.25, -0.75, 0.0, 0.0]);
/// assert_eq!(point.whole, [20, 0, 0, 0]);
/// assert_eq!(point.fraction, [0.25, -0.75, 0.0, 0.0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Point {
    /// Whole units along x, y, z and w.
    pub whole: [i32; 4],
    /// The fraction along x, y, z and w, which is added to the whole units.
    pub fraction: [f32; 4],
}

impl Point {
    /// Returns the exact position along axis 0 (x) to 3 (w).
    pub(crate) fn at(&self, axis: usize) -> Double {
        Double::sum(f64::from(self.whole[axis]), f64::from(self.fraction[axis]))
    }
}

impl From<[f32; 4]> for Point {
    /// Converts a position exactly.
    fn from(position: [f32; 4]) -> Point {
        // From 2²⁴ an f32 is a whole number, which may exceed an i32: it stays in the fraction.
        let whole = position.map(|p| {
            if p.abs() < 16_777_216.0 {
                p.trunc()
            } else {
                0.0
            }
        });
        Point {
            whole: whole.map(|whole| whole as i32),
            fraction: std::array::from_fn(|axis| position[axis] - whole[axis]),
        }
    }
}

/// A type that gives a position: `[f32; 4]` (x, y, z and w, in units of the domain) or [`Point`].
///
/// The trait is sealed: other crates cannot implement it.
pub trait Position: Copy + Into<Point> + Pod + Send + Sync + sealed::Position {
    /// Whether the type holds whole units apart from the fraction.
    #[doc(hidden)]
    const HAS_WHOLE: bool;

    /// Returns the whole units along x, y, z and w.
    #[doc(hidden)]
    fn whole(self) -> [i32; 4];

    /// Returns what is added to the whole units.
    #[doc(hidden)]
    fn fraction(self) -> [f32; 4];

    /// Returns the position along an axis, rounded to f64.
    #[doc(hidden)]
    fn rounded(self, axis: usize) -> f64 {
        f64::from(self.whole()[axis]) + f64::from(self.fraction()[axis])
    }

    /// Returns whether the position along an axis is at most `limit` from the origin; false for NaN.
    #[doc(hidden)]
    fn lies_within(self, axis: usize, limit: f64) -> bool {
        self.rounded(axis).abs() <= limit
    }
}

impl Position for [f32; 4] {
    const HAS_WHOLE: bool = false;

    #[inline(always)]
    fn whole(self) -> [i32; 4] {
        [0; 4]
    }

    #[inline(always)]
    fn fraction(self) -> [f32; 4] {
        self
    }
}

impl Position for Point {
    const HAS_WHOLE: bool = true;

    #[inline(always)]
    fn whole(self) -> [i32; 4] {
        self.whole
    }

    #[inline(always)]
    fn fraction(self) -> [f32; 4] {
        self.fraction
    }
}

mod sealed {
    pub trait Position {}

    impl Position for [f32; 4] {}
    impl Position for super::Point {}
}
