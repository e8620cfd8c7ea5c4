//! The limits of the numbers that users give, and how messages write numbers.
//!
//! Descriptions of parameters, the checks of grids and recipes, and the flags of the program all take their limits from
//! here, so that a message and the check behind it cannot differ.

/// The most samples along one axis of space, and the most frames.
pub(crate) const SIZE_MAX: u32 = 1 << 31;

/// Lengths, frequencies and factors: positive numbers whose products f64 still computes without overflow.
pub(crate) const POSITIVE: [f64; 2] = [1e-12, 1e12];

/// Positions in domain units. Doubles up to here still tell apart positions an eighth of a unit from each other.
pub(crate) const POSITION: [f64; 2] = [-1e15, 1e15];

/// Any number whose square is still a finite f32.
pub(crate) const ANY: [f64; 2] = [-1e18, 1e18];

/// The most octaves of a fractal. The octave index of a source below two nested fractals is 32·outer + inner.
pub(crate) const OCTAVES_MAX: u32 = 32;

/// The most octaves of all sources and coordinates of a job, nested ones multiplied. Each takes time and memory, however few
/// samples there are.
pub(crate) const LAYERS_MAX: u64 = 1 << 16;

/// The longest period of a source, in cells: keys of cells stay in i32 with room for a displacement.
pub(crate) const PERIOD_MAX: u32 = 1 << 30;

/// The fewest points of a curve, and stops of a ramp.
pub(crate) const POINTS_MIN: usize = 2;

/// The most points of a curve, and stops of a ramp. Each point is two arguments of its step.
pub(crate) const POINTS_MAX: usize = 16;

/// The most frames per second of an animation.
pub(crate) const FPS_MAX: u32 = 1000;

/// Returns the numbers of a range in words: `from 1e-12 to 1e12`.
pub(crate) fn between([low, high]: [f64; 2]) -> String {
    format!("from {} to {}", short(low), short(high))
}

/// Returns a number as a person writes it: in decimals, and with an exponent where decimals are longer and there are
/// many of them, such as 1e300.
pub(crate) fn short(number: f64) -> String {
    let (decimals, exponent) = (number.to_string(), format!("{number:e}"));
    let is_handy = number == 0.0 || (1e-3..1e10).contains(&number.abs());
    if is_handy || decimals.len() <= exponent.len() {
        decimals
    } else {
        exponent
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_are_written_as_a_person_writes_them() {
        for (number, text) in [
            (0.0, "0"),
            (4.0, "4"),
            (-0.25, "-0.25"),
            (2_147_483_648.0, "2147483648"),
            (123_456_789_012.0, "123456789012"),
            (1e12, "1e12"),
            (-1e300, "-1e300"),
            (1e-300, "1e-300"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}
