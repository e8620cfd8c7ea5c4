//! The order of the parts of positions, which is the order in which a path along a simplex steps along the axes.

use crate::cpu::simd::{Floats, Group, GroupMask, Lanes};

/// How many others are larger than each part of the positions of a group. Of equal parts the first counts as larger.
///
/// A rank is a byte: byte q of each lane is for vector q of the group. So the ranks of a group are one vector for each axis.
pub(super) struct Ranks<L: Lanes, const D: usize> {
    lanes: L,
    of: [L::Bytes; D],
}

impl<L: Lanes, const D: usize> Ranks<L, D> {
    /// Ranks the parts of the positions of a group.
    #[inline(always)]
    pub fn new(lanes: L, parts: &Group<[Floats<L>; D]>) -> Ranks<L, D> {
        let zero = lanes.pack([lanes.splat_word(0); 4]);
        // As if each part were less than all before it.
        let mut of = [zero; D];
        for axis in 1..D {
            of[axis] = lanes.add_byte(zero, axis as u8);
        }
        for first in 0..D {
            for second in first + 1..D {
                let mut masks = [parts[0][first].less(parts[0][second]).value; 4];
                for q in 1..4 {
                    masks[q] = parts[q][first].less(parts[q][second]).value;
                }
                // −1 where the second is larger.
                let second_larger = lanes.pack_masks(masks);
                of[first] = lanes.sub_bytes(of[first], second_larger);
                of[second] = lanes.add_bytes(of[second], second_larger);
            }
        }
        Ranks { lanes, of }
    }

    /// Returns where fewer than `count` others are larger, for each axis: where one of the first `count` steps is along it.
    #[inline(always)]
    pub fn less(&self, count: usize) -> [GroupMask<L>; D] {
        let mut less = [self.axis_less(0, count); D];
        for axis in 1..D {
            less[axis] = self.axis_less(axis, count);
        }
        less
    }

    #[inline(always)]
    fn axis_less(&self, axis: usize, count: usize) -> GroupMask<L> {
        // A negative byte has its highest bit set.
        GroupMask {
            lanes: self.lanes,
            bytes: (self.lanes).add_byte(self.of[axis], (count as u8).wrapping_neg()),
        }
    }
}
