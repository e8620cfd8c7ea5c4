//! Fractional Brownian motion: the weighted sum over octaves of a sub-graph.

use super::dual::Dual;
use super::place::{Octave, Place};
use super::signal;
use crate::Noise;
use crate::program::power;

pub(super) fn fbm(noise: &Noise, place: &Place) -> Dual {
    let node = noise.node();
    let number = |param| node.number(param);
    let lacunarity = number("lacunarity").unwrap_or_default();
    let time_lacunarity = number("time_lacunarity").unwrap_or(lacunarity);
    let gain = number("gain").unwrap_or_default();
    let octaves = number("octaves").unwrap_or_default() as u32;

    let (mut sum, mut amplitudes) = (Dual::default(), 0.0);
    for index in 0..octaves {
        let space = power(lacunarity, index);
        let octave = Octave {
            index,
            scale: [space, space, space, power(time_lacunarity, index)],
            shared_tables: node.word("octave_tables") == "shared",
            same_period: node.word("octave_period") == "same",
        };
        let amplitude = power(gain, index);
        sum = sum + amplitude * signal(noise, "of", &place.in_octave(octave));
        amplitudes += amplitude;
    }
    if node.flag("normalize") {
        sum / amplitudes
    } else {
        sum
    }
}
