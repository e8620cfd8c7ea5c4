//! How the values of a recipe are stored: the keys `range` and `output`.

use serde::{Deserialize, Serialize};

/// The two values that unorm formats store as 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "`range` must be two numbers that differ, \"auto\" or \"measured\""
)]
pub enum Range {
    /// These two values.
    Of([f32; 2]),
    /// The least and the greatest value.
    Bounds(Bounds),
}

/// The values whose least and greatest make a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bounds {
    /// All values that the noise can have, anywhere and with any seed: a bound that is derived from its nodes.
    Auto,
    /// The values of the samples, over all channels and frames. Each sample is computed once beforehand to find them.
    Measured,
}

/// What becomes of a recipe's channels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Output {
    /// Adds the derivatives of the only channel along x, y and z, as far as the grid has these axes. Normals are made of
    /// them.
    Gradient,
}
