//! How a brick is cut into what one submission computes.

use std::ops::Range;

use crate::grid::Brick;

/// Where a cut through a brick stands: whole frames, cut into layers of z, into strips of y, cut along
/// x, and no part that is cut along a faster axis is begun before a slower one is done.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    brick: Brick,
    /// The first sample of the next piece, within the brick.
    at: [u32; 4],
    /// The size of the last piece: what is kept along an axis until the faster ones are through.
    size: [u32; 4],
}

/// What a piece may and should be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// The most samples.
    pub most: u64,
    /// The longest along each axis.
    pub longest: [u32; 4],
    /// What an axis is cut in multiples of while a faster one can be cut.
    pub wanted: [u32; 4],
}

impl Pieces {
    pub fn of(brick: &Brick) -> Pieces {
        Pieces {
            brick: *brick,
            at: [0; 4],
            size: [0; 4],
        }
    }

    /// The next piece; `None` when the brick is through.
    pub fn peek(&mut self, sizes: &Sizes) -> Option<Brick> {
        if self.at[3] == self.brick.size[3] {
            return None;
        }
        for axis in (0..4).rev() {
            // An axis that faster ones still pass over keeps its size.
            let begins = self.at[..axis].iter().all(|&at| at == 0);
            if begins {
                self.size[axis] = self.length(axis, sizes);
            }
        }
        Some(Brick {
            start: std::array::from_fn(|axis| self.brick.start[axis] + self.at[axis]),
            size: self.size,
        })
    }

    /// Passes over the piece that was peeked at.
    pub fn advance(&mut self) {
        for axis in 0..4 {
            self.at[axis] += self.size[axis];
            if axis == 3 || self.at[axis] < self.brick.size[axis] {
                return;
            }
            self.at[axis] = 0;
        }
    }

    fn length(&self, axis: usize, sizes: &Sizes) -> u32 {
        let whole = self.brick.size;
        let left = (whole[axis] - self.at[axis]).min(sizes.longest[axis]);
        let faster: u64 = (0..axis)
            .map(|axis| u64::from(whole[axis].min(sizes.longest[axis])))
            .product();
        let slower: u64 = (axis + 1..4)
            .map(|axis| u64::from(self.size[axis]))
            .product();
        let fits = sizes.most / (faster * slower).max(1);
        let least = sizes.wanted[axis].max(1);
        let whole = fits - fits % u64::from(least);
        (whole.min(u64::from(left)) as u32).max(least.min(left))
    }

    /// Where a piece's texels lie in its brick's memory and in its own, in parts that are one in both.
    pub fn parts(
        brick: &Brick,
        piece: &Brick,
        texel: usize,
    ) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + use<> {
        // Samples are one run up to the first axis that the piece does not take whole.
        let cut = (0..3)
            .find(|&axis| piece.size[axis] < brick.size[axis])
            .unwrap_or(3);
        let length: usize = piece.size[..=cut].iter().map(|&n| n as usize).product();
        let (brick, piece) = (*brick, *piece);
        (0..piece.samples() as usize)
            .step_by(length)
            .map(move |here| {
                let (mut there, mut stride, mut slower) = (0, 1, here);
                for axis in 0..4 {
                    let size = piece.size[axis] as usize;
                    let first = (piece.start[axis] - brick.start[axis]) as usize;
                    there += (first + slower % size) * stride;
                    slower /= size;
                    stride *= brick.size[axis] as usize;
                }
                let bytes = |at: usize| at * texel..(at + length) * texel;
                (bytes(there), bytes(here))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts a brick and copies the pieces' own numbers back: each sample exactly once, in its place.
    fn holds(size: [u32; 4], sizes: Sizes) {
        let brick = Brick {
            start: [3, 5, 7, 2],
            size,
        };
        let mut found = vec![0; brick.samples() as usize];
        let mut pieces = Pieces::of(&brick);
        while let Some(piece) = pieces.peek(&sizes) {
            pieces.advance();
            assert!((0..4).all(|axis| piece.size[axis] <= sizes.longest[axis]));
            let wanted: u64 = sizes.wanted.iter().map(|&n| u64::from(n)).product();
            assert!(piece.samples() <= sizes.most.max(wanted), "{piece:?}");
            let mut own = 0;
            for (there, here) in Pieces::parts(&brick, &piece, 1) {
                assert_eq!((there.len(), here.start), (here.len(), own));
                own = here.end;
                for (there, here) in there.zip(here) {
                    let (mut slower, mut index, mut stride) = (here as u32, 0, 1);
                    for (axis, whole) in size.iter().enumerate() {
                        let at = piece.start[axis] - brick.start[axis] + slower % piece.size[axis];
                        index += at * stride;
                        slower /= piece.size[axis];
                        stride *= whole;
                    }
                    assert_eq!(index as usize, there);
                    found[there] += 1;
                }
            }
            assert_eq!(own as u64, piece.samples());
        }
        assert!(found.iter().all(|&times| times == 1));
    }

    #[test]
    fn every_sample_is_in_one_piece_and_lies_in_its_place() {
        for size in [
            [1, 1, 1, 1],
            [7, 5, 3, 2],
            [64, 1, 9, 1],
            [10, 11, 12, 3],
            [5, 3, 1, 40],
        ] {
            for most in [1, 5, 7, 40, 100, 1000, 10_000] {
                for longest in [[100; 4], [4, 100, 100, 100], [100, 3, 100, 1], [5, 4, 3, 2]] {
                    for wanted in [[1; 4], [4, 1, 4, 1], [1, 8, 1, 1]] {
                        holds(
                            size,
                            Sizes {
                                most,
                                longest,
                                wanted,
                            },
                        );
                    }
                }
            }
        }
    }
}
