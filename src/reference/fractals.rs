//! Fractals: a sub-graph summed over octaves.

use super::dual::Dual;
use super::place::{Octave, Place};
use super::{octaves, partial, signal};
use crate::noise::fractal::{
    AMPLITUDES, ERODED_SLOPE, FORM, FREQUENCIES, GAIN, HYBRID_OFFSET, LACUNARITY, NORMALIZE,
    OCTAVE_PERIOD, OCTAVE_POSITIONS, OCTAVE_TABLES, OF, RIDGE_GAIN, RIDGE_OFFSET, STRENGTH,
    TIME_LACUNARITY,
};
use crate::noise::{Fractal, Node, Noise, OctavePeriod, OctavePositions, OctaveTables, RidgedForm};
use crate::program::power;

/// Returns the value of a fractal.
pub(super) fn fractal(noise: &Noise, kind: Fractal, place: &Place) -> Dual {
    let node = noise.node();
    let octaves = octaves::count(noise, place);
    let divisor: f64 = match node.get(NORMALIZE) {
        true => (0..octaves).map(|k| amplitude(node, k)).sum(),
        false => 1.0,
    };
    let mut sum = Dual::default();
    // The weight that an octave of a multifractal passes to the next one.
    let mut weight = Dual::from(1.0);
    // The sum of the gradients of the octaves so far, in slopes.
    let mut gradients = [Dual::default(); 3];
    for k in 0..octaves {
        let amplitude = amplitude(node, k);
        let place = place.in_octave(octave(node, k));
        let n = signal(noise, OF, &place);
        let term = match kind {
            Fractal::Fbm => n,
            Fractal::Billow => n.abs(),
            Fractal::Ridged => {
                let ridge = node.get(RIDGE_OFFSET) - n.abs();
                match node.get(FORM) {
                    RidgedForm::Plain => ridge,
                    RidgedForm::Musgrave => {
                        let s = ridge * ridge * weight;
                        weight = (s * node.get(RIDGE_GAIN)).clamp(0.0, 1.0);
                        s
                    }
                }
            }
            Fractal::PingPong => ping_pong((n + 1.0) * node.get(STRENGTH)),
            Fractal::Hybrid => {
                let s = weight * (n + node.get(HYBRID_OFFSET));
                weight = (s * amplitude).min(1.0);
                s
            }
            Fractal::Eroded => {
                for (axis, sum) in gradients.iter_mut().enumerate() {
                    *sum = *sum + partial(noise, OF, axis, &place) / node.get(ERODED_SLOPE);
                }
                n / (1.0 + gradients.iter().map(|&sum| sum * sum).sum::<Dual>())
            }
        };
        // Products of subnormal amplitudes would lose digits, so the amplitude is divided first.
        sum = sum + amplitude / divisor * term;
    }
    sum
}

/// Returns −1 at even numbers, 1 at odd ones, and interpolates linearly between: it rises at both, as a triangle wave falls there.
fn ping_pong(t: Dual) -> Dual {
    let turn = (t / 2.0).turn();
    4.0 * turn.max(-turn) - 1.0
}

/// Returns the amplitude of octave k.
pub(super) fn amplitude(node: &Node, k: u32) -> f64 {
    match node.get(AMPLITUDES) {
        Some(amplitudes) => amplitudes[k as usize],
        None => power(node.get(GAIN), k),
    }
}

/// Returns octave k.
pub(super) fn octave(node: &Node, k: u32) -> Octave {
    let frequencies = |k: u32| {
        let space = match node.get(FREQUENCIES) {
            Some(frequencies) => frequencies[k as usize],
            None => power(node.get(LACUNARITY), k),
        };
        let time = (node.get(TIME_LACUNARITY)).map_or(space, |ratio| power(ratio, k));
        [space, space, space, time]
    };
    Octave {
        index: k,
        scale: frequencies(k),
        first: frequencies(0),
        shared_tables: node.get(OCTAVE_TABLES) == OctaveTables::Shared,
        shifted: node.get(OCTAVE_POSITIONS) == OctavePositions::Shifted,
        same_period: node.get(OCTAVE_PERIOD) == OctavePeriod::Same,
    }
}
