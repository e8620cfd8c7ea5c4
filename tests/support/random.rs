//! Numbers that look random and are the same in each run: SplitMix64.

#![allow(
    dead_code,
    reason = "each suite that includes this uses its own part of it"
)]

use std::ops::RangeInclusive;

/// A sequence of draws.
pub struct Random(u64);

impl Random {
    /// The sequence of that number among those of a seed.
    pub fn new(seed: u32, number: u64) -> Random {
        let mut mixed = Random(u64::from(seed) << 32);
        Random(mixed.draw() ^ Random(number).draw())
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0 to 1, without 1.
    fn unit(&mut self) -> f64 {
        (self.draw() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether something happens that does in that part of all draws.
    pub fn chance(&mut self, part: f64) -> bool {
        self.unit() < part
    }

    /// A number between two.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + self.unit() * (high - low)
    }

    /// A whole number from one to another.
    pub fn whole(&mut self, range: RangeInclusive<u32>) -> u32 {
        let count = u64::from(range.end() - range.start()) + 1;
        range.start() + (self.draw() % count) as u32
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[(self.draw() % of.len() as u64) as usize]
    }

    /// Plus or minus one.
    pub fn sign(&mut self) -> f64 {
        self.pick(&[1.0, -1.0])
    }
}
