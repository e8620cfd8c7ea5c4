//! Bricks: boxes of a grid's samples.

use std::ops::Range;

use super::Grid;

/// A box of samples over a range of frames: what a backend computes in one call.
///
/// A sample has the same value in every brick that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brick {
    /// The index of the first sample along x, y and z, and of the first frame.
    pub start: [u32; 4],
    /// The number of samples along x, y and z, and of frames.
    pub size: [u32; 4],
}

impl Brick {
    /// Returns the brick of one whole frame of a grid.
    pub fn whole(grid: &Grid, frame: u32) -> Brick {
        let [x, y, z] = grid.size3();
        Brick {
            start: [0, 0, 0, frame],
            size: [x, y, z, 1],
        }
    }

    /// Returns the brick of all frames of a grid.
    pub fn all(grid: &Grid) -> Brick {
        let [x, y, z] = grid.size3();
        Brick {
            start: [0; 4],
            size: [x, y, z, grid.frame_count()],
        }
    }

    /// Returns the number of samples, or `u64::MAX` if there are more.
    pub fn samples(&self) -> u64 {
        (self.size.iter()).fold(1, |samples: u64, &n| samples.saturating_mul(n.into()))
    }

    /// Returns the indices along axis 0 (x) to 3 (w: frames).
    pub fn range(&self, axis: usize) -> Range<u32> {
        self.start[axis]..self.start[axis].saturating_add(self.size[axis])
    }

    /// Returns whether the brick is not empty and lies within the grid.
    pub fn is_within(&self, grid: &Grid) -> bool {
        let size = Brick::all(grid).size;
        (0..4).all(|axis| {
            let end = u64::from(self.start[axis]) + u64::from(self.size[axis]);
            self.size[axis] > 0 && end <= u64::from(size[axis])
        })
    }

    /// Returns the brick with its first sample `by` further along each axis.
    pub(crate) fn moved(self, by: [u32; 4]) -> Brick {
        Brick {
            start: std::array::from_fn(|axis| self.start[axis] + by[axis]),
            ..self
        }
    }

    /// Splits the brick into its frames.
    pub fn frames(self) -> impl Iterator<Item = Brick> {
        self.range(3).map(move |frame| {
            let ([x, y, z, _], [nx, ny, nz, _]) = (self.start, self.size);
            Brick {
                start: [x, y, z, frame],
                size: [nx, ny, nz, 1],
            }
        })
    }

    /// Returns the piece that begins at sample `offset` of the brick and has at most `most` samples, but at least one.
    ///
    /// A piece is contiguous in memory: whole frames if `most` allows it, else whole slices, else whole rows, else part of
    /// a row.
    pub fn piece(&self, offset: u64, most: u64) -> Brick {
        let mut at = [0; 4];
        let mut size = [1; 4];
        let mut stride: u64 = 1;
        for axis in 0..4 {
            // An empty brick has no pieces; 1 keeps it from a division by 0.
            let whole = u64::from(self.size[axis]).max(1);
            at[axis] = offset / stride % whole;
            // A piece may have more than one sample along an axis only if it has all samples along the faster axes.
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

    /// Splits the brick into pieces of at most `most` samples, in memory order.
    pub fn pieces(self, most: u64) -> impl Iterator<Item = Brick> {
        self.pieces_by(move |_| most)
    }

    /// Splits the brick into pieces in memory order: the first has at most `first` samples, and no later one is larger than all
    /// before it together.
    pub(crate) fn growing_pieces(self, first: u64) -> impl Iterator<Item = Brick> {
        self.pieces_by(move |offset| first.max(offset))
    }

    /// Splits the brick into pieces in memory order, with at most as many samples as `most` returns for the offset of a piece.
    fn pieces_by(self, most: impl Fn(u64) -> u64) -> impl Iterator<Item = Brick> {
        let mut offset = 0;
        std::iter::from_fn(move || {
            (offset < self.samples()).then(|| {
                let piece = self.piece(offset, most(offset));
                offset += piece.samples();
                piece
            })
        })
    }
}
