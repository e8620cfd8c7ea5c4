//! How a brick is cut into smaller ones, each computed by one dispatch.

use std::ops::Range;

use crate::grid::{Brick, TIME};

/// Cuts a brick into smaller ones, one after the other.
///
/// Cuts along the slowest axis first: into whole frames if they fit, else slices of z, else rows of y, else parts of x. All
/// parts along a faster axis come before the next step along a slower one. Parts may differ in size, but those that begin at
/// the same place along an axis have the same length along it.
#[derive(Clone, Debug)]
pub(crate) struct BrickCutter {
    whole: Brick,
    /// The first sample of the next brick, within the whole one.
    at: [u32; 4],
    /// The size of the last brick. It is kept along an axis until all faster axes are done.
    size: [u32; 4],
}

/// How large the next brick may and should be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// The most samples.
    pub most: u64,
    /// The greatest length along each axis.
    pub longest: [u32; 4],
    /// Lengths are multiples of these, unless the end of the axis or `longest` comes first.
    pub wanted: [u32; 4],
}

impl BrickCutter {
    pub fn new(whole: &Brick) -> BrickCutter {
        BrickCutter {
            whole: *whole,
            at: [0; 4],
            size: [0; 4],
        }
    }

    /// Returns the next brick, or `None` at the end. It remains the next one until [`BrickCutter::advance`] is called, so the
    /// caller can ask again with other sizes.
    pub fn peek(&mut self, sizes: &Sizes) -> Option<Brick> {
        if self.at[3] == self.whole.size[3] {
            return None;
        }
        for axis in (0..4).rev() {
            // An axis keeps its size while faster ones are not done.
            let begins = self.at[..axis].iter().all(|&at| at == 0);
            if begins {
                self.size[axis] = self.length(axis, sizes);
            }
        }
        Some(Brick {
            start: std::array::from_fn(|axis| self.whole.start[axis] + self.at[axis]),
            size: self.size,
        })
    }

    /// Goes on to the brick after the one that was peeked at.
    pub fn advance(&mut self) {
        for axis in 0..4 {
            self.at[axis] += self.size[axis];
            if axis == TIME || self.at[axis] < self.whole.size[axis] {
                return;
            }
            self.at[axis] = 0;
        }
    }

    /// Returns the length of the next brick along an axis, given its lengths along slower axes, if faster axes are not cut.
    fn length(&self, axis: usize, sizes: &Sizes) -> u32 {
        let whole = self.whole.size;
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
}

/// Where the texels of a part of a brick lie: ranges of bytes in the memory of the whole brick and in the part's own,
/// pair by pair, each as long as it is contiguous in both.
pub(crate) fn byte_ranges(
    whole: &Brick,
    part: &Brick,
    texel: usize,
) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + use<> {
    // Texels are contiguous up to the first axis along which the part is shorter than the whole.
    let cut = (0..3)
        .find(|&axis| part.size[axis] < whole.size[axis])
        .unwrap_or(3);
    let length: usize = part.size[..=cut].iter().map(|&n| n as usize).product();
    let (whole, part) = (*whole, *part);
    (0..part.samples() as usize)
        .step_by(length)
        .map(move |here| {
            let (mut there, mut stride, mut slower) = (0, 1, here);
            for axis in 0..4 {
                let size = part.size[axis] as usize;
                let first = (part.start[axis] - whole.start[axis]) as usize;
                there += (first + slower % size) * stride;
                slower /= size;
                stride *= whole.size[axis] as usize;
            }
            let bytes = |at: usize| at * texel..(at + length) * texel;
            (bytes(there), bytes(here))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts a brick and copies the parts' own indices back: each sample exactly once, in its place.
    fn holds(size: [u32; 4], sizes: Sizes) {
        let brick = Brick {
            start: [3, 5, 7, 2],
            size,
        };
        let mut found = vec![0; brick.samples() as usize];
        let mut cutter = BrickCutter::new(&brick);
        while let Some(part) = cutter.peek(&sizes) {
            cutter.advance();
            assert!((0..4).all(|axis| part.size[axis] <= sizes.longest[axis]));
            let wanted: u64 = sizes.wanted.iter().map(|&n| u64::from(n)).product();
            assert!(part.samples() <= sizes.most.max(wanted), "{part:?}");
            let mut own = 0;
            for (there, here) in byte_ranges(&brick, &part, 1) {
                assert_eq!((there.len(), here.start), (here.len(), own));
                own = here.end;
                for (there, here) in there.zip(here) {
                    let (mut slower, mut index, mut stride) = (here as u32, 0, 1);
                    for (axis, whole) in size.iter().enumerate() {
                        let at = part.start[axis] - brick.start[axis] + slower % part.size[axis];
                        index += at * stride;
                        slower /= part.size[axis];
                        stride *= whole;
                    }
                    assert_eq!(index as usize, there);
                    found[there] += 1;
                }
            }
            assert_eq!(own as u64, part.samples());
        }
        assert!(found.iter().all(|&times| times == 1));
    }

    #[test]
    fn every_sample_is_in_one_part_and_in_its_place() {
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
