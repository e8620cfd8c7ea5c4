//! An index range of a grid.

use super::Grid;

/// A box of samples of one frame: what a backend computes in one go.
///
/// How a grid is cut into bricks never changes a sample's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brick {
    /// The frame.
    pub frame: u32,
    /// The first sample along x, y and z.
    pub start: [u32; 3],
    /// Samples along x, y and z.
    pub size: [u32; 3],
}

impl Brick {
    /// One whole frame of a grid.
    pub fn whole(grid: &Grid, frame: u32) -> Brick {
        Brick {
            frame,
            start: [0; 3],
            size: grid.size3(),
        }
    }

    /// The number of samples.
    pub fn samples(&self) -> u64 {
        self.size.iter().map(|&n| u64::from(n)).product()
    }

    /// The indices along axis 0 (x) to 3 (w), of a grid that has that axis.
    pub fn range(&self, axis: usize) -> std::ops::Range<u32> {
        match axis {
            3 => self.frame..self.frame + 1,
            _ => self.start[axis]..self.start[axis] + self.size[axis],
        }
    }

    /// Whether all of the brick lies in the grid and it is not empty.
    pub fn is_within(&self, grid: &Grid) -> bool {
        let size = grid.size3();
        self.frame < grid.frame_count()
            && (0..3).all(|axis| {
                let end = u64::from(self.start[axis]) + u64::from(self.size[axis]);
                self.size[axis] > 0 && end <= u64::from(size[axis])
            })
    }
}
