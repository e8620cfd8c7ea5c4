//! What the analyses say of each value step: a row in each of these files.
//!
//! * [`range`]: least and greatest result, and which arguments are refused;
//! * [`error`]: how far an f32 result may lie from the exact one;
//! * [`jump`]: which steps may take either side of a jump;
//! * [`winding`]: what a step does with what its arguments gain over the box.

pub(super) mod error;
pub(super) mod jump;
pub(super) mod range;
pub(super) mod winding;
