//! Integers of 32 bits that stand for lengths and factors.

/// The distance of two samples, and the whole of something as a factor.
pub const ONE: u32 = 1 << 16;

/// Returns `a` times `factor / 2^16`, rounded down. `a` is less than 2^31 and the factor at most [`ONE`].
#[inline(always)]
pub fn scaled(a: u32, factor: u32) -> u32 {
    (a >> 16) * factor + (((a & 0xffff) * factor) >> 16)
}

/// Returns a factor of at most `part / whole`, and little less. `part` is at most `whole`, which is less than 2^31.
#[inline(always)]
pub fn share(part: u32, whole: u32) -> u32 {
    let shift = 16 - whole.leading_zeros().min(16);
    ((part >> shift) << 16) / ((whole >> shift) + 1)
}

/// Returns the length of a vector, at most 4 % off, from its components without their signs.
#[inline(always)]
pub fn length(a: u32, b: u32) -> u32 {
    scaled(a.max(b), 62_942) + scaled(a.min(b), 26_072)
}
