//! The operators of vectors, whose other side is a vector or a number.

use std::ops::{Add, BitAnd, BitXor, Mul, Sub};

use super::lanes::Lanes;
use super::vector::{Floats, Operand, Words};

impl<L: Lanes, O: Operand<L>> Add<O> for Floats<L> {
    type Output = Floats<L>;

    #[inline(always)]
    fn add(self, other: O) -> Floats<L> {
        let other = other.floats(self.lanes);
        Floats::new(self.lanes, self.lanes.add(self.value, other.value))
    }
}

impl<L: Lanes, O: Operand<L>> Sub<O> for Floats<L> {
    type Output = Floats<L>;

    #[inline(always)]
    fn sub(self, other: O) -> Floats<L> {
        let other = other.floats(self.lanes);
        Floats::new(self.lanes, self.lanes.sub(self.value, other.value))
    }
}

impl<L: Lanes, O: Operand<L>> Mul<O> for Floats<L> {
    type Output = Floats<L>;

    #[inline(always)]
    fn mul(self, other: O) -> Floats<L> {
        let other = other.floats(self.lanes);
        Floats::new(self.lanes, self.lanes.mul(self.value, other.value))
    }
}

/// What stands beside a vector of words in an operation: another vector, or a word that is the same for all lanes.
pub(in crate::cpu) trait WordOperand<L: Lanes>: Copy {
    /// Returns it as a vector.
    fn words(self, lanes: L) -> Words<L>;
}

impl<L: Lanes> WordOperand<L> for Words<L> {
    #[inline(always)]
    fn words(self, _: L) -> Words<L> {
        self
    }
}

impl<L: Lanes> WordOperand<L> for u32 {
    #[inline(always)]
    fn words(self, lanes: L) -> Words<L> {
        Words::splat(lanes, self)
    }
}

impl<L: Lanes, O: WordOperand<L>> Add<O> for Words<L> {
    type Output = Words<L>;

    #[inline(always)]
    fn add(self, other: O) -> Words<L> {
        let other = other.words(self.lanes);
        Words::new(self.lanes, self.lanes.add_words(self.value, other.value))
    }
}

impl<L: Lanes, O: WordOperand<L>> Sub<O> for Words<L> {
    type Output = Words<L>;

    #[inline(always)]
    fn sub(self, other: O) -> Words<L> {
        let other = other.words(self.lanes);
        Words::new(self.lanes, self.lanes.sub_words(self.value, other.value))
    }
}

impl<L: Lanes, O: WordOperand<L>> Mul<O> for Words<L> {
    type Output = Words<L>;

    #[inline(always)]
    fn mul(self, other: O) -> Words<L> {
        let other = other.words(self.lanes);
        Words::new(self.lanes, self.lanes.mul_words(self.value, other.value))
    }
}

impl<L: Lanes, O: WordOperand<L>> BitAnd<O> for Words<L> {
    type Output = Words<L>;

    #[inline(always)]
    fn bitand(self, other: O) -> Words<L> {
        let other = other.words(self.lanes);
        Words::new(self.lanes, self.lanes.and_words(self.value, other.value))
    }
}

impl<L: Lanes, O: WordOperand<L>> BitXor<O> for Words<L> {
    type Output = Words<L>;

    #[inline(always)]
    fn bitxor(self, other: O) -> Words<L> {
        let other = other.words(self.lanes);
        Words::new(self.lanes, self.lanes.xor_words(self.value, other.value))
    }
}
