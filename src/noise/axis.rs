//! The axes of the domain.

use super::choices::choices;

choices! {
    /// An axis of the domain: three of space, and time.
    pub enum Axis {
        /// The first axis of space; samples along it are adjacent in memory.
        X "x",
        /// The second axis of space.
        Y "y",
        /// The third axis of space.
        Z "z",
        /// Time.
        W "w",
    }
}

impl Axis {
    /// The axes of space.
    pub const SPACE: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// Returns the axis's place among x, y, z, w, from 0.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the axis with a name of one letter.
    pub(crate) fn from_letter(letter: char) -> Option<Axis> {
        let known = |axis: &Axis| axis.name().chars().eq([letter]);
        Axis::ALL.iter().copied().find(known)
    }
}
