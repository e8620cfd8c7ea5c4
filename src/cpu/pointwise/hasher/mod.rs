//! The hashes of corners, a group of samples at a time. `corner.rs` has the same for one corner.

mod elias;
mod integer;
mod table;

use crate::cpu::simd::{Floats, Group, GroupMask, Lanes, Words};

pub(super) use elias::EliasHash;
pub(in crate::cpu) use integer::IntegerHash;
pub(in crate::cpu) use table::TableHash;

/// A hash of corners before the SIMD level is known.
pub(in crate::cpu) trait HashAtLanes {
    /// The hash for the vectors of a level.
    type Hasher<L: Lanes>: Hasher<L>;

    /// Returns the hash for the vectors of a level. It must be `#[inline(always)]`.
    fn at_lanes<L: Lanes>(self, lanes: L) -> Self::Hasher<L>;
}

/// The most corners along an axis that [`Hasher::corners_of_box`] takes.
pub(super) const BOX_SIDE_MAX: usize = 5;
/// The most places along all axes of such a box but the last: 5², or 3³.
const PLACES_MAX: usize = 27;

/// A hash of corners. A few bits of a hash select a gradient: the lowest of a permutation table, the highest of another hash.
pub(in crate::cpu) trait Hasher<L: Lanes>: Copy {
    /// What is known of a group of keys along one axis.
    type Keys: Copy;
    /// What is known of a group of corners.
    type Corner<const D: usize>: Copy;
    /// What is known of the corners of a box around each sample.
    type Box<const D: usize>: Copy;
    /// What is known of the feature points of a group of cells.
    type Features<const D: usize>: Copy;

    /// Prepares the keys of corners along an axis.
    fn keys(&self, axis: usize, keys: &Group<Words<L>>) -> Self::Keys;

    /// Prepares the keys of corners along an axis, and those of their next neighbours.
    #[inline(always)]
    fn keys_and_next(&self, axis: usize, keys: &Group<Words<L>>) -> [Self::Keys; 2] {
        let mut next = *keys;
        for q in 0..4 {
            next[q] = keys[q] + 1;
        }
        [self.keys(axis, keys), self.keys(axis, &next)]
    }

    /// Returns `yes` where the mask is set, else `no`.
    fn select(&self, mask: GroupMask<L>, yes: Self::Keys, no: Self::Keys) -> Self::Keys;

    /// Hashes corners.
    fn corner<const D: usize>(&self, keys: [Self::Keys; D]) -> Self::Corner<D>;

    /// Hashes the 2ᴰ corners of cells, the first axis fastest; `C` is at least as many. `keys` are those of the low and of the
    /// high side.
    #[inline(always)]
    fn corners<const D: usize, const C: usize>(
        &self,
        keys: &[[Self::Keys; 2]; D],
    ) -> [Self::Corner<D>; C] {
        let mut own = [keys[0][0]; D];
        let mut corners = [self.corner(own); C];
        for c in 0..C {
            for axis in 0..D {
                own[axis] = keys[axis][c >> axis & 1];
            }
            corners[c] = self.corner(own);
        }
        corners
    }

    /// Hashes corners for [`Hasher::gradient`] alone, which reads as many bits as gradients of `D` dimensions need.
    #[inline(always)]
    fn gradient_corner<const D: usize>(&self, keys: [Self::Keys; D]) -> Self::Corner<D> {
        self.corner(keys)
    }

    /// Hashes the corners of cells, in the order of [`Hasher::corners`], for such gradients alone.
    #[inline(always)]
    fn gradient_corners<const D: usize, const C: usize>(
        &self,
        keys: &[[Self::Keys; 2]; D],
    ) -> [Self::Corner<D>; C] {
        self.corners(keys)
    }

    /// Hashes the corners of cells of a plane as corners of space, whose third key is 0, for the gradients of space alone. Where
    /// an axis that a corner does not have counts as 0, their hashes are the same.
    #[inline(always)]
    fn plane_corners(&self, keys: &[[Self::Keys; 2]; 2]) -> [Self::Corner<2>; 4] {
        self.corners(keys)
    }

    /// Prepares the corners of a box of `side` keys along each axis.
    fn corners_of_box<const D: usize>(
        &self,
        keys: &[[Self::Keys; BOX_SIDE_MAX]; D],
        side: usize,
    ) -> Self::Box<D>;

    /// Returns corners of a box: the one which has these places along the axes. `n` is the index of all places but the last, the
    /// first axis fastest.
    fn of_box<const D: usize>(
        &self,
        of: &Self::Box<D>,
        n: usize,
        places: [usize; D],
    ) -> Self::Corner<D>;

    /// Returns, for each corner of a group of cells, bytes that select a gradient by their lowest bits, `BITS` of them.
    fn gradients<const D: usize, const C: usize, const BITS: u32>(
        &self,
        corners: &[Self::Corner<D>; C],
    ) -> [L::Bytes; C];

    /// Does the same for one corner.
    #[inline(always)]
    fn gradient<const D: usize, const BITS: u32>(&self, corner: &Self::Corner<D>) -> L::Bytes {
        let [bytes] = self.gradients::<D, 1, BITS>(&[*corner]);
        bytes
    }

    /// Returns the numbers at corners, −1 to 1.
    fn value<const D: usize>(&self, corner: &Self::Corner<D>, q: usize) -> Floats<L>;

    /// Finds the feature points of cells.
    fn features<const D: usize>(&self, cell: Self::Corner<D>) -> Self::Features<D>;

    /// A feature point lies at `place·PLACE_SCALE + PLACE_OFFSET` in its cell, 0 to 1, by its place along an axis.
    const PLACE_SCALE: f32;
    /// See [`Hasher::PLACE_SCALE`].
    const PLACE_OFFSET: f32;

    /// Returns the places of feature points along each axis.
    fn places<const D: usize>(&self, of: &Self::Features<D>, q: usize) -> [Floats<L>; D];

    /// Returns the numbers of cells, −1 to 1.
    fn numbers<const D: usize>(&self, of: &Self::Features<D>, q: usize) -> Floats<L>;
}

/// Returns the low bytes of words.
#[inline(always)]
fn pack<L: Lanes>(lanes: L, words: &Group<Words<L>>) -> L::Bytes {
    lanes.pack([
        words[0].value,
        words[1].value,
        words[2].value,
        words[3].value,
    ])
}
