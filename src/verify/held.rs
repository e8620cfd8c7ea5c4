//! What the samples of a channel are held to.

/// The limits for the samples of a channel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    /// How far it may lie from the reference.
    pub bound: f64,
    /// The least and the greatest value.
    pub range: [f64; 2],
    /// The part of the samples that may lie further away, on the other side of a jump.
    pub strays: f64,
}

impl Held {
    /// Returns whether a sample exceeds the bound but is a possible value of the channel.
    pub fn is_stray(&self, found: f64, error: f64) -> bool {
        let [low, high] = self.range;
        error > self.bound && low - self.bound <= found && found <= high + self.bound
    }
}
