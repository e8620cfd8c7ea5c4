//! Positions of one's own: points that lie on no grid.

use bytemuck::{Pod, Zeroable};

use super::position::Double;

/// A position in two parts: `cell + fraction` along x, y, z and w, in units of the domain.
///
/// An f32 has no fraction left some 10⁷ units from the origin; in two parts a position is as fine there as near it. The
/// fraction may be any number; −1 to 1 keeps it fine. In memory it is four i32, then four f32.
///
/// ```
/// use wgpu_noise::grid::Point;
///
/// let point = Point::from([20.25, -0.75, 0.0, 0.0]);
/// assert_eq!(point.cell, [20, 0, 0, 0]);
/// assert_eq!(point.fraction, [0.25, -0.75, 0.0, 0.0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Point {
    /// The whole part along x, y, z and w.
    pub cell: [i32; 4],
    /// What is above it.
    pub fraction: [f32; 4],
}

impl Point {
    /// Where it lies along axis 0 (x) to 3 (w).
    pub fn at(&self, axis: usize) -> Double {
        Double::sum(f64::from(self.cell[axis]), f64::from(self.fraction[axis]))
    }
}

impl From<[f32; 4]> for Point {
    /// The same position, exactly.
    fn from(position: [f32; 4]) -> Point {
        // Beyond 2^24 all of an f32 is whole, and an i32 need not hold it.
        let whole = position.map(|p| {
            if p.abs() < 16_777_216.0 {
                p.trunc()
            } else {
                0.0
            }
        });
        Point {
            cell: whole.map(|whole| whole as i32),
            fraction: std::array::from_fn(|axis| position[axis] - whole[axis]),
        }
    }
}

/// What a position is given as: `[f32; 4]` or [`Point`].
pub trait Position: Copy + Into<Point> + Pod + Send + Sync + sealed::Position {
    /// Whether it has whole parts of their own.
    const HAS_CELLS: bool;

    /// Its whole part along x, y, z and w.
    fn cell(self) -> [i32; 4];

    /// What is added to that.
    fn fraction(self) -> [f32; 4];

    /// Where it lies along an axis, rounded.
    fn rounded(self, axis: usize) -> f64 {
        f64::from(self.cell()[axis]) + f64::from(self.fraction()[axis])
    }

    /// Whether it lies no farther from the origin than that along an axis. What is no number lies nowhere.
    fn lies_within(self, axis: usize, limit: f64) -> bool {
        self.rounded(axis).abs() <= limit
    }
}

impl Position for [f32; 4] {
    const HAS_CELLS: bool = false;

    #[inline(always)]
    fn cell(self) -> [i32; 4] {
        [0; 4]
    }

    #[inline(always)]
    fn fraction(self) -> [f32; 4] {
        self
    }
}

impl Position for Point {
    const HAS_CELLS: bool = true;

    #[inline(always)]
    fn cell(self) -> [i32; 4] {
        self.cell
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
