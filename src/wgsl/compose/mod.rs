//! Writes a program as WGSL that computes one sample. The kernels and the snippets share this code, and differ in where a
//! sample reads its numbers and axes: [`Inputs`].
//!
//! - `values`: the value of one operation
//! - `folds`: the loop over octaves
//! - `noises`: the call of a lattice source
//! - `steps`: the expressions of value steps

use crate::program::{CoordinateId, FoldId, Lattice, OpId, Program, SlotId, SourceId};

/// Appends a formatted line to a composer's text, indented by a number of levels. Writing to a `String` cannot fail.
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

/// Returns the expression that reads the value of an operation.
pub(crate) type Read<'a> = &'a dyn Fn(OpId) -> String;

/// Returns the expressions by which the text reads the numbers and the axes of a sample. Inside a fold, an expression is that of
/// the present octave, whose index is the variable [`octave`].
pub(crate) trait Inputs {
    /// Whether [`axis`](Inputs::axis) sets the fade. If not, the text computes the fade from the fraction.
    fn is_faded(&self) -> bool;

    /// A number of the program.
    fn number(&self, slot: SlotId) -> String;

    /// The number of a fold's octaves.
    fn octaves(&self, fold: FoldId) -> String;

    /// The weight of a fold's octave: the amplitude, divided by the sum of all amplitudes if the fold is normalised.
    fn weight(&self, fold: FoldId) -> String;

    /// The amplitude of a fold's octave.
    fn amplitude(&self, fold: FoldId) -> String;

    /// The frequency factor of a fold's octave, in space or in time.
    fn scale(&self, fold: FoldId, time: bool) -> String;

    /// The layer of a source: a struct with the fields `table`, `key` and `period`.
    fn layer(&self, source: SourceId) -> String;

    /// Axis `i` of a source, of type `NoiseAxis`. `layer` is the variable that holds the source's layer.
    fn axis(&self, source: &Lattice, i: usize, layer: &str) -> String;

    /// The cells per unit of displacement along axis `i` of a source. `layer` is the variable that holds the source's layer.
    fn rate(&self, source: SourceId, i: usize, layer: &str) -> String;

    /// What the functions that read a picture know it by, given its index in the program.
    fn picture(&self, plane: u32) -> String;

    /// The position along an axis, in units of the domain.
    fn coordinate(&self, coordinate: CoordinateId) -> String;
}

/// Writes the operations of a program into a text.
pub(crate) struct Composer<'a, I> {
    pub program: &'a Program,
    pub inputs: I,
    pub text: String,
}

/// Returns the variable that holds the value of an operation.
pub(crate) fn name(op: OpId) -> String {
    format!("v{}", op.0)
}

/// Returns the variable in which an octave keeps a value for the next one: a number or, in a run of samples, an array.
pub(crate) fn state(op: OpId) -> String {
    format!("c{}", op.0)
}

/// Returns the variable that counts the octaves of a fold.
pub(crate) fn octave(fold: FoldId) -> String {
    format!("k{}", fold.0)
}

/// The components of a vector, one for each axis of a source.
pub(crate) const FIELDS: [&str; 4] = ["x", "y", "z", "w"];

/// Returns a number as a literal of WGSL.
pub(crate) fn number(value: f32) -> String {
    format!("{value:?}")
}
