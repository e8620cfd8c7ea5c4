//! The integer hash.

use super::{BOX_SIDE_MAX, HashAtLanes, Hasher, pack};
use crate::cpu::simd::{Floats, Group, GroupMask, Lanes, Words};

/// The integer hash, pcg4d(corner ⊕ key), with its key.
pub(in crate::cpu) struct IntegerHash<'a>(pub &'a [u32; 4]);

impl<'a> HashAtLanes for IntegerHash<'a> {
    type Hasher<L: Lanes> = IntegerHasher<'a, L>;

    #[inline(always)]
    fn at_lanes<L: Lanes>(self, lanes: L) -> IntegerHasher<'a, L> {
        IntegerHasher { lanes, key: self.0 }
    }
}

/// The integer hash for the vectors of a level.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct IntegerHasher<'a, L: Lanes> {
    lanes: L,
    key: &'a [u32; 4],
}

/// What the first step of the hash adds.
const ADDED: u32 = 1_013_904_223;

impl<L: Lanes> IntegerHasher<'_, L> {
    /// Computes the first step of the hash, that of each axis alone.
    #[inline(always)]
    fn first_step(&self, axis: usize, keys: Words<L>) -> Words<L> {
        (keys ^ self.key[axis]) * 1_664_525 + ADDED
    }

    /// Returns all four words of the hash of corners, after the first step.
    #[inline(always)]
    fn words<const D: usize>(&self, corner: &[Group<Words<L>>; D], q: usize) -> [Words<L>; 4] {
        // The word of an axis that corners do not have is 0, and so that after the first step is the constant.
        let mut v = [Words::splat(self.lanes, ADDED); 4];
        for axis in 0..D {
            v[axis] = corner[axis][q];
        }
        cross_add(&mut v);
        for word in &mut v {
            *word = *word ^ word.shift_down::<16>();
        }
        cross_add(&mut v);
        v
    }
}

#[inline(always)]
fn cross_add<L: Lanes>(v: &mut [Words<L>; 4]) {
    v[0] = v[0] + v[1] * v[3];
    v[1] = v[1] + v[2] * v[0];
    v[2] = v[2] + v[0] * v[1];
    v[3] = v[3] + v[1] * v[2];
}

/// Returns the highest 24 bits of words, as many as an f32 holds, as numbers from −1 to 1.
#[inline(always)]
fn number_of_word<L: Lanes>(word: Words<L>) -> Floats<L> {
    (word.shift_down::<8>().to_floats()).mul_add(1.0 / (1 << 23) as f32, -1.0)
}

impl<L: Lanes> Hasher<L> for IntegerHasher<'_, L> {
    /// The keys after the first step of the hash.
    type Keys = Group<Words<L>>;
    type Corner<const D: usize> = [Group<Words<L>>; D];
    type Box<const D: usize> = [[Group<Words<L>>; BOX_SIDE_MAX]; D];
    type Features<const D: usize> = [Group<Words<L>>; D];
    /// A place is the highest 24 bits of a word.
    const PLACE_SCALE: f32 = 1.0 / (1 << 24) as f32;
    const PLACE_OFFSET: f32 = 0.0;

    #[inline(always)]
    fn keys(&self, axis: usize, keys: &Group<Words<L>>) -> Group<Words<L>> {
        let mut first = *keys;
        for q in 0..4 {
            first[q] = self.first_step(axis, keys[q]);
        }
        first
    }

    #[inline(always)]
    fn select(
        &self,
        mask: GroupMask<L>,
        yes: Group<Words<L>>,
        no: Group<Words<L>>,
    ) -> Group<Words<L>> {
        let mut keys = no;
        for q in 0..4 {
            keys[q] = (mask.select(q, yes[q].as_floats(), no[q].as_floats())).bits();
        }
        keys
    }

    #[inline(always)]
    fn corner<const D: usize>(&self, keys: [Group<Words<L>>; D]) -> [Group<Words<L>>; D] {
        keys
    }

    #[inline(always)]
    fn corners_of_box<const D: usize>(
        &self,
        keys: &[[Group<Words<L>>; BOX_SIDE_MAX]; D],
        _: usize,
    ) -> [[Group<Words<L>>; BOX_SIDE_MAX]; D] {
        *keys
    }

    #[inline(always)]
    fn of_box<const D: usize>(
        &self,
        of: &[[Group<Words<L>>; BOX_SIDE_MAX]; D],
        _: usize,
        places: [usize; D],
    ) -> [Group<Words<L>>; D] {
        let mut corner = [of[0][places[0]]; D];
        for axis in 1..D {
            corner[axis] = of[axis][places[axis]];
        }
        corner
    }

    #[inline(always)]
    fn gradients<const D: usize, const C: usize, const BITS: u32>(
        &self,
        corners: &[[Group<Words<L>>; D]; C],
    ) -> [L::Bytes; C] {
        let mut highest = [corners[0][0]; C];
        for q in 0..4 {
            for c in 0..C {
                let [word, ..] = self.words(&corners[c], q);
                highest[c][q] = match BITS {
                    4 => word.shift_down::<28>(),
                    5 => word.shift_down::<27>(),
                    _ => word.shift_down::<24>(),
                };
            }
        }
        let mut bytes = [pack(self.lanes, &highest[0]); C];
        for c in 1..C {
            bytes[c] = pack(self.lanes, &highest[c]);
        }
        bytes
    }

    #[inline(always)]
    fn value<const D: usize>(&self, corner: &[Group<Words<L>>; D], q: usize) -> Floats<L> {
        number_of_word(self.words(corner, q)[0])
    }

    #[inline(always)]
    fn features<const D: usize>(&self, cell: [Group<Words<L>>; D]) -> [Group<Words<L>>; D] {
        cell
    }

    #[inline(always)]
    fn places<const D: usize>(&self, of: &[Group<Words<L>>; D], q: usize) -> [Floats<L>; D] {
        // The hash gives four words: one for each axis. Their exclusive or is the number of the cell.
        let words = self.words(of, q);
        let mut places = [words[0].to_floats(); D];
        for axis in 0..D {
            places[axis] = words[axis].shift_down::<8>().to_floats();
        }
        places
    }

    #[inline(always)]
    fn numbers<const D: usize>(&self, of: &[Group<Words<L>>; D], q: usize) -> Floats<L> {
        let [a, b, c, d] = self.words(of, q);
        number_of_word(a ^ b ^ c ^ d)
    }
}
