//! An index range of a grid.

use std::ops::Range;

use super::Grid;

/// A box of samples, over some frames: what a backend computes in one go.
///
/// How a grid is cut into bricks never changes a sample's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brick {
    /// The first sample along x, y and z, and the first frame.
    pub start: [u32; 4],
    /// Samples along x, y and z, and frames.
    pub size: [u32; 4],
}

impl Brick {
    /// One whole frame of a grid.
    pub fn whole(grid: &Grid, frame: u32) -> Brick {
        let [x, y, z] = grid.size3();
        Brick {
            start: [0, 0, 0, frame],
            size: [x, y, z, 1],
        }
    }

    /// All frames of a grid.
    pub fn all(grid: &Grid) -> Brick {
        let [x, y, z] = grid.size3();
        Brick {
            start: [0; 4],
            size: [x, y, z, grid.frame_count()],
        }
    }

    /// The number of samples; no more than there are where that number is too large for 64 bits.
    pub fn samples(&self) -> u64 {
        (self.size.iter()).fold(1, |samples: u64, &n| samples.saturating_mul(n.into()))
    }

    /// The indices along axis 0 (x) to 3 (w: frames).
    pub fn range(&self, axis: usize) -> Range<u32> {
        self.start[axis]..self.start[axis] + self.size[axis]
    }

    /// Whether all of the brick lies in the grid and it is not empty.
    pub fn is_within(&self, grid: &Grid) -> bool {
        let size = Brick::all(grid).size;
        (0..4).all(|axis| {
            let end = u64::from(self.start[axis]) + u64::from(self.size[axis]);
            self.size[axis] > 0 && end <= u64::from(size[axis])
        })
    }

    /// Its frames, one by one.
    pub fn frames(self) -> impl Iterator<Item = Brick> {
        self.range(3).map(move |frame| {
            let ([x, y, z, _], [nx, ny, nz, _]) = (self.start, self.size);
            Brick {
                start: [x, y, z, frame],
                size: [nx, ny, nz, 1],
            }
        })
    }

    /// The piece that begins at sample `offset` of the brick and has at most `most` samples (but at
    /// least one): whole frames where `most` allows it, else whole slices, else whole rows, else part
    /// of a row. Pieces taken one after the other lie one after the other in memory.
    pub fn piece(&self, offset: u64, most: u64) -> Brick {
        let mut at = [0; 4];
        let mut size = [1; 4];
        let mut stride: u64 = 1;
        for axis in 0..4 {
            let whole = u64::from(self.size[axis]);
            at[axis] = offset / stride % whole;
            // An axis may be longer than one sample where all faster ones are whole.
            if offset.is_multiple_of(stride) && size.iter().product::<u64>() == stride {
                size[axis] = (most / stride).clamp(1, whole - at[axis]);
            }
            stride = stride.saturating_mul(whole);
        }
        Brick {
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
