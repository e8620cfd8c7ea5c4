//! Fractals: a sub-graph summed over octaves.

use super::dual::Dual;
use super::octaves::{self, amplitude, octave};
use super::place::Place;
use super::{partial, signal};
use crate::noise::fractal::{
    ERODED_SLOPE, FORM, HYBRID_OFFSET, NORMALIZE, OF, RIDGE_GAIN, RIDGE_OFFSET, STRENGTH,
};
use crate::noise::{Fractal, Noise, RidgedForm};

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
