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

    /// The piece that begins at sample `offset` of the brick and has at most `most` samples (but at
    /// least one): whole slices where `most` allows it, else whole rows, else part of a row. Pieces
    /// taken one after the other lie one after the other in memory.
    pub fn piece(&self, offset: u64, most: u64) -> Brick {
        let [nx, ny, nz] = self.size.map(u64::from);
        let (x, y, z) = (offset % nx, offset / nx % ny, offset / nx / ny);
        let size = if x == 0 && y == 0 && most >= nx * ny {
            [nx, ny, (most / (nx * ny)).min(nz - z)]
        } else if x == 0 && most >= nx {
            [nx, (most / nx).min(ny - y), 1]
        } else {
            [most.max(1).min(nx - x), 1, 1]
        };
        let at = [x, y, z];
        Brick {
            frame: self.frame,
            start: std::array::from_fn(|axis| self.start[axis] + at[axis] as u32),
            size: size.map(|n| n as u32),
        }
    }

    /// The brick in pieces of at most `most` samples, in the order of memory.
    pub fn pieces(self, most: u64) -> impl Iterator<Item = Brick> {
        let mut offset = 0;
        std::iter::from_fn(move || {
            (offset < self.samples()).then(|| {
                let piece = self.piece(offset, most);
                offset += piece.samples();
                piece
            })
        })
    }
}
