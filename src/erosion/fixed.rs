//! Integers of 32 bits that stand for lengths and factors.

/// The distance of two samples, and the whole of something as a factor.
pub const ONE: u32 = 1 << 16;

/// Returns `a` times `factor / 2^16`, rounded down. `a` is less than 2^31 and the factor at most [`ONE`].
#[inline(always)]
pub fn scaled(a: u32, factor: u32) -> u32 {
    (a >> 16) * factor + (((a & 0xffff) * factor) >> 16)
}

/// A whole, of which there are shares.
#[derive(Clone, Copy)]
pub struct Whole {
    /// By how many bits numbers are shifted to lower ones, so that no more than 16 are left.
    shift: u32,
    /// The reciprocal of the whole plus one, after the shift.
    inverse: f64,
}

impl Whole {
    /// Takes a whole, which is less than 2^31.
    #[inline(always)]
    pub fn of(whole: u32) -> Whole {
        let shift = 16 - whole.leading_zeros().min(16);
        Whole {
            shift,
            inverse: 1.0 / f64::from((whole >> shift) + 1),
        }
    }

    /// Returns a factor of at most `part / whole`, and little less: (part · 2^16) / (whole + 1) after the shift, rounded
    /// down. `part` is at most the whole.
    ///
    /// CPUs divide vectors of f64, but none of integers. With half of one added, the quotient lies 2^-17 or more from whole
    /// numbers, which is more than the rounding of an f64, so that it is rounded down to the right one.
    #[inline(always)]
    pub fn share(self, part: u32) -> u32 {
        let shifted = (part >> self.shift) << 16;
        nearest((f64::from(shifted) + 0.5) * self.inverse - 0.5)
    }
}

/// Rounds a number from -0.5 to 2^31 to the nearest integer: the last bit of the sum counts 1.
#[inline(always)]
fn nearest(number: f64) -> u32 {
    const LAST_BIT_COUNTS_ONE: f64 = (3u64 << 51) as f64;
    (number + LAST_BIT_COUNTS_ONE).to_bits() as u32
}

/// Returns the length of a vector, at most 4 % off, from its components without their signs.
#[inline(always)]
pub fn length(a: u32, b: u32) -> u32 {
    scaled(a.max(b), 62_942) + scaled(a.min(b), 26_072)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash;

    #[test]
    fn shares_never_exceed_the_whole() {
        let key = hash::integer_key(2, 0);
        for i in 0..20_000 {
            let [a, b, c, d] = hash::integers(&key, &[i]);
            let (a, b) = (a >> (1 + c % 31), b >> (1 + d % 31));
            let (part, whole) = (a.min(b), a.max(b));
            let exact = u64::from(part) * u64::from(ONE);
            let share = Whole::of(whole).share(part);
            let shift = 16 - whole.leading_zeros().min(16);
            assert_eq!(share, ((part >> shift) << 16) / ((whole >> shift) + 1));
            assert!(u64::from(share) * u64::from(whole.max(1)) <= exact.max(u64::from(share)));
            assert!(u64::from(scaled(whole, share)) <= u64::from(part));
            assert_eq!(
                u64::from(scaled(whole, share)),
                (u64::from(whole) * u64::from(share)) >> 16
            );
            if whole >= 1 << 16 {
                let wanted = exact as f64 / f64::from(whole);
                assert!(
                    (wanted - f64::from(share)).abs() <= 4.0,
                    "{part} of {whole}: {share}"
                );
            }
            let exact = f64::from(part).hypot(f64::from(whole));
            assert!((f64::from(length(part, whole)) - exact).abs() <= 0.04 * exact + 2.0);
        }
    }
}
