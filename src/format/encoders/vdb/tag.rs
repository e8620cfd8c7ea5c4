//! The unique tag of a file, by which programs see that it has changed.

/// A digest of the bytes of a file: equal files have equal tags, so that a bake gives the same bytes again.
#[derive(Clone, Copy, Default)]
pub struct Tag([u64; 2]);

/// Odd numbers without a pattern: the fractions of the golden ratio and of the square root of 3.
const FACTORS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xBB67_AE85_84CA_A73B];

impl Tag {
    /// Adds bytes. The same bytes in other pieces give another tag.
    pub fn add(&mut self, bytes: &[u8]) {
        let (pairs, rest) = bytes.as_chunks();
        pairs.iter().for_each(|pair| self.mix(pair));
        let mut last = [0; 16];
        last[..rest.len()].copy_from_slice(rest);
        self.mix(&last);
        self.mix(&(bytes.len() as u128).to_le_bytes());
    }

    fn mix(&mut self, pair: &[u8; 16]) {
        for ((state, word), factor) in self.0.iter_mut().zip(pair.as_chunks().0).zip(FACTORS) {
            *state = (*state ^ u64::from_le_bytes(*word))
                .wrapping_mul(factor)
                .rotate_left(29);
        }
    }

    /// Returns the tag as a UUID of version 8 (RFC 9562, section 5.8), whose bits are free.
    pub fn uuid(&self) -> String {
        let [high, low] = self.0;
        // Each half depends on all bytes.
        let mixed = [
            high ^ low.rotate_left(32),
            low ^ high.wrapping_mul(FACTORS[1]),
        ];
        let [high, low] = mixed.map(|half| (half ^ (half >> 31)).wrapping_mul(FACTORS[0]));
        format!(
            "{:08x}-{:04x}-8{:03x}-{:04x}-{:012x}",
            high >> 32,
            high >> 16 & 0xFFFF,
            high & 0xFFF,
            low >> 48 & 0x3FFF | 0x8000,
            low & 0xFFFF_FFFF_FFFF
        )
    }
}
