//! Vectors with methods, and operators in `operators`, so that a kernel reads as its formula does.

use super::lanes::Lanes;

/// A vector of f32.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct Floats<L: Lanes> {
    pub lanes: L,
    pub value: L::Floats,
}

/// A vector of u32. Arithmetic is modulo 2³².
#[derive(Clone, Copy)]
pub(in crate::cpu) struct Words<L: Lanes> {
    pub lanes: L,
    pub value: L::Words,
}

/// For each lane of a vector, whether something holds.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct Mask<L: Lanes> {
    lanes: L,
    pub value: L::Mask,
}

impl<L: Lanes> Floats<L> {
    /// Takes a vector of the level.
    #[inline(always)]
    pub fn new(lanes: L, value: L::Floats) -> Floats<L> {
        Floats { lanes, value }
    }

    /// Returns a vector with the same number in every lane.
    #[inline(always)]
    pub fn splat(lanes: L, value: f32) -> Floats<L> {
        Floats::new(lanes, lanes.splat(value))
    }

    /// Loads a vector.
    #[inline(always)]
    pub fn load(lanes: L, from: &[f32]) -> Floats<L> {
        Floats::new(lanes, lanes.load(from))
    }

    /// Stores the vector, or as many of its first lanes as `to` has room for.
    #[inline(always)]
    pub fn store(self, to: &mut [f32]) {
        self.lanes.store(self.value, to);
    }

    /// Computes self·b + c, as [`Lanes::mul_add`].
    #[inline(always)]
    pub fn mul_add(self, b: impl Operand<L>, c: impl Operand<L>) -> Floats<L> {
        let (b, c) = (b.floats(self.lanes), c.floats(self.lanes));
        let value = self.lanes.mul_add(self.value, b.value, c.value);
        Floats::new(self.lanes, value)
    }

    /// Computes c − self·b, as [`Lanes::neg_mul_add`].
    #[inline(always)]
    pub fn neg_mul_add(self, b: impl Operand<L>, c: impl Operand<L>) -> Floats<L> {
        let (b, c) = (b.floats(self.lanes), c.floats(self.lanes));
        let value = self.lanes.neg_mul_add(self.value, b.value, c.value);
        Floats::new(self.lanes, value)
    }

    /// Computes the smaller number.
    #[inline(always)]
    pub fn min(self, other: impl Operand<L>) -> Floats<L> {
        let other = other.floats(self.lanes);
        Floats::new(self.lanes, self.lanes.min(self.value, other.value))
    }

    /// Computes the larger number.
    #[inline(always)]
    pub fn max(self, other: impl Operand<L>) -> Floats<L> {
        let other = other.floats(self.lanes);
        Floats::new(self.lanes, self.lanes.max(self.value, other.value))
    }

    /// Rounds down.
    #[inline(always)]
    pub fn floor(self) -> Floats<L> {
        Floats::new(self.lanes, self.lanes.floor(self.value))
    }

    /// Splits numbers, as [`Lanes::split`].
    #[inline(always)]
    pub fn split(self) -> (Words<L>, Floats<L>) {
        let (whole, fraction) = self.lanes.split(self.value);
        (
            Words::new(self.lanes, whole),
            Floats::new(self.lanes, fraction),
        )
    }

    /// Computes the square root.
    #[inline(always)]
    pub fn sqrt(self) -> Floats<L> {
        Floats::new(self.lanes, self.lanes.sqrt(self.value))
    }

    /// Computes the absolute value.
    #[inline(always)]
    pub fn abs(self) -> Floats<L> {
        (self.bits() & (u32::MAX >> 1)).as_floats()
    }

    /// Compares with another number.
    #[inline(always)]
    pub fn less(self, other: impl Operand<L>) -> Mask<L> {
        let other = other.floats(self.lanes);
        Mask {
            lanes: self.lanes,
            value: self.lanes.less(self.value, other.value),
        }
    }

    /// Converts whole numbers that an i32 holds.
    #[inline(always)]
    pub fn to_words(self) -> Words<L> {
        Words::new(self.lanes, self.lanes.words_of(self.value))
    }

    /// Returns the bits of the numbers.
    #[inline(always)]
    pub fn bits(self) -> Words<L> {
        Words::new(self.lanes, self.lanes.bits(self.value))
    }

    /// Applies a function to each number. The compiler vectorises it.
    #[inline(always)]
    pub fn map(self, f: impl Fn(f32) -> f32) -> Floats<L> {
        let mut all = [0.0; 16];
        let all = &mut all[..L::WIDTH];
        self.store(all);
        for value in all.iter_mut() {
            *value = f(*value);
        }
        Floats::load(self.lanes, all)
    }
}

impl<L: Lanes> Words<L> {
    /// Takes a vector of the level.
    #[inline(always)]
    pub fn new(lanes: L, value: L::Words) -> Words<L> {
        Words { lanes, value }
    }

    /// Returns a vector with the same word in every lane.
    #[inline(always)]
    pub fn splat(lanes: L, value: u32) -> Words<L> {
        Words::new(lanes, lanes.splat_word(value))
    }

    /// Returns the numbers of the lanes, from 0 on.
    #[inline(always)]
    pub fn counting(lanes: L) -> Words<L> {
        Words::load(
            lanes,
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        )
    }

    /// Loads a vector.
    #[inline(always)]
    pub fn load(lanes: L, from: &[u32]) -> Words<L> {
        Words::new(lanes, lanes.load_words(from))
    }

    /// Stores the vector.
    #[inline(always)]
    pub fn store(self, to: &mut [u32]) {
        self.lanes.store_words(self.value, to);
    }

    /// Converts the words as signed ones, rounded to the nearest.
    #[inline(always)]
    pub fn to_floats(self) -> Floats<L> {
        Floats::new(self.lanes, self.lanes.floats_of(self.value))
    }

    /// Returns the numbers that have these bits.
    #[inline(always)]
    pub fn as_floats(self) -> Floats<L> {
        Floats::new(self.lanes, self.lanes.of_bits(self.value))
    }

    /// Shifts to lower bits.
    #[inline(always)]
    pub fn shift_down<const BITS: u32>(self) -> Words<L> {
        Words::new(self.lanes, self.lanes.shift_down::<BITS>(self.value))
    }

    /// Shifts to higher bits.
    #[inline(always)]
    pub fn shift_up<const BITS: u32>(self) -> Words<L> {
        Words::new(self.lanes, self.lanes.shift_up::<BITS>(self.value))
    }
}

impl<L: Lanes> Mask<L> {
    /// Returns the mask as a number: bit i is set where lane i is.
    #[inline(always)]
    pub fn bits(self) -> u32 {
        self.lanes.mask_bits(self.value)
    }

    /// Returns `yes` where the mask is set, else `no`.
    #[inline(always)]
    pub fn select(self, yes: impl Operand<L>, no: impl Operand<L>) -> Floats<L> {
        let (yes, no) = (yes.floats(self.lanes), no.floats(self.lanes));
        let value = self.lanes.select(self.value, yes.value, no.value);
        Floats::new(self.lanes, value)
    }

    /// Returns `yes` where the mask is set, else `no`.
    #[inline(always)]
    pub fn select_words(self, yes: Words<L>, no: Words<L>) -> Words<L> {
        let value = self.lanes.select_words(self.value, yes.value, no.value);
        Words::new(self.lanes, value)
    }
}

/// For each sample of a group, whether something holds.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct GroupMask<L: Lanes> {
    pub lanes: L,
    /// Byte q of each lane is for vector q of the group. Only its highest bit counts.
    pub bytes: L::Bytes,
}

impl<L: Lanes> GroupMask<L> {
    /// Returns, for vector `q` of the group, `yes` where the mask is set, else `no`.
    #[inline(always)]
    pub fn select(self, q: usize, yes: impl Operand<L>, no: impl Operand<L>) -> Floats<L> {
        let (yes, no) = (yes.floats(self.lanes), no.floats(self.lanes));
        let value = (self.lanes).select_by_byte(self.bytes, q, yes.value, no.value);
        Floats::new(self.lanes, value)
    }
}

/// What stands beside a vector in an operation: another vector, or a number that is the same for all lanes.
pub(in crate::cpu) trait Operand<L: Lanes>: Copy {
    /// Returns it as a vector.
    fn floats(self, lanes: L) -> Floats<L>;
}

impl<L: Lanes> Operand<L> for Floats<L> {
    #[inline(always)]
    fn floats(self, _: L) -> Floats<L> {
        self
    }
}

impl<L: Lanes> Operand<L> for f32 {
    #[inline(always)]
    fn floats(self, lanes: L) -> Floats<L> {
        Floats::splat(lanes, self)
    }
}

/// Four vectors: as many samples as a vector has bytes.
pub(in crate::cpu) type Group<T> = [T; 4];

/// Loads a group.
#[inline(always)]
pub(in crate::cpu) fn load_group<L: Lanes>(lanes: L, from: &[f32]) -> Group<Floats<L>> {
    let from = &from[..L::BYTES];
    let mut group = [Floats::load(lanes, from); 4];
    for q in 1..4 {
        group[q] = Floats::load(lanes, &from[q * L::WIDTH..]);
    }
    group
}
