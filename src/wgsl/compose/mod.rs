//! From a program to WGSL at one sample: what kernels on a grid and snippets have in common.
//!
//! What differs is where a sample's numbers and axes come from: [`Inputs`].
//!
//! - `values`: one operation; `folds`: the loop over octaves; `noises`: the call of a lattice source;
//! - `steps`: value steps.

use crate::program::{CoordinateId, FoldId, Lattice, OpId, Program, SlotId, SourceId};

/// Writing to a `String` cannot fail.
macro_rules! line {
    ($composer:expr, $depth:expr, $($text:tt)*) => {{
        $composer.text.push_str(&"    ".repeat($depth));
        let _ = std::fmt::Write::write_fmt(&mut $composer.text, format_args!($($text)*));
        $composer.text.push('\n');
    }};
}
pub(crate) use line;

mod folds;
mod noises;
mod steps;
mod values;

/// How the value of an operand is written.
pub(crate) type Read<'a> = &'a dyn Fn(OpId) -> String;

/// Where the text finds the numbers and the axes of a sample. Everything is an expression; inside a fold it is that of the
/// present octave, whose index is [`octave`].
pub(crate) trait Inputs {
    /// Whether an axis comes with its fade; else the fade follows from the fraction.
    fn is_faded(&self) -> bool;

    /// A number.
    fn number(&self, slot: SlotId) -> String;

    /// The number of a fold's octaves.
    fn octaves(&self, fold: FoldId) -> String;

    /// What a fold's octave is multiplied by.
    fn weight(&self, fold: FoldId) -> String;

    /// The amplitude of a fold's octave.
    fn amplitude(&self, fold: FoldId) -> String;

    /// The frequency factor of a fold's octave, in space or in time.
    fn scale(&self, fold: FoldId, time: bool) -> String;

    /// A source's layer: it has the fields `table`, `key` and `period`.
    fn layer(&self, source: SourceId) -> String;

    /// Axis `i` of a source, as `NoiseAxis`, from its layer's name.
    fn axis(&self, source: &Lattice, i: usize, layer: &str) -> String;

    /// The cells per unit of displacement along axis `i` of a source, from its layer's name.
    fn rate(&self, source: &Lattice, i: usize, layer: &str) -> String;

    /// The plain position along an axis.
    fn coordinate(&self, coordinate: CoordinateId) -> String;
}

/// Writes a program's operations.
pub(crate) struct Composer<'a, I> {
    pub program: &'a Program,
    pub inputs: I,
    pub text: String,
}

/// An operation's value at one sample.
pub(crate) fn name(op: OpId) -> String {
    format!("v{}", op.0)
}

/// What an octave hands on to the next, as the operation that reads it: one value, or an array.
pub(crate) fn state(op: OpId) -> String {
    format!("c{}", op.0)
}

/// The index of a fold's octave.
pub(crate) fn octave(fold: FoldId) -> String {
    format!("k{}", fold.0)
}

/// The components of a vector, by axis of a source.
pub(crate) const FIELDS: [&str; 4] = ["x", "y", "z", "w"];

/// An f32 as WGSL writes it.
pub(crate) fn number(value: f32) -> String {
    format!("{value:?}")
}
