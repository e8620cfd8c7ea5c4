//! Fractals: a sub-graph summed over octaves.

use super::dual::Dual;
use super::place::{Octave, Place};
use super::{octaves, signal};
use crate::noise::{Fractal, Node, Noise};
use crate::program::power;

/// The value of a fractal.
pub(super) fn fractal(noise: &Noise, kind: Fractal, place: &Place) -> Dual {
    let node = noise.node();
    let octaves = octaves::count(noise, place);
    let divisor: f64 = match node.flag("normalize") {
        true => (0..octaves).map(|k| amplitude(node, k)).sum(),
        false => 1.0,
    };
    let mut sum = Dual::default();
    // The weight that an octave of a multifractal hands on to the next.
    let mut weight = Dual::from(1.0);
    for k in 0..octaves {
        let amplitude = amplitude(node, k);
        let n = signal(noise, "of", &place.in_octave(octave(node, k)));
        let term = match kind {
            Fractal::Fbm => n,
            Fractal::Billow => n.abs(),
            Fractal::Ridged if node.word("form") == "plain" => number(node, "offset") - n.abs(),
            Fractal::Ridged => {
                let ridge = number(node, "offset") - n.abs();
                let s = ridge * ridge * weight;
                weight = (s * number(node, "ridge_gain")).clamp(0.0, 1.0);
                s
            }
            Fractal::PingPong => ping_pong((n + 1.0) * number(node, "strength")),
            Fractal::Hybrid => {
                let s = weight * (n + number(node, "offset"));
                weight = (s * amplitude).min(1.0);
                s
            }
        };
        // Amplitudes near the smallest numbers leave few digits to their products: they are divided first.
        sum = sum + amplitude / divisor * term;
    }
    sum
}

/// −1 at even numbers, 1 at odd ones, straight lines between.
fn ping_pong(t: Dual) -> Dual {
    match t - 2.0 * (t / 2.0).floor() {
        up if up < 1.0 => 2.0 * up - 1.0,
        down => 3.0 - 2.0 * down,
    }
}

fn number(node: &Node, param: &str) -> f64 {
    node.number(param).unwrap_or_default()
}

/// The amplitude of octave k.
pub(super) fn amplitude(node: &Node, k: u32) -> f64 {
    match node.list("amplitudes") {
        Some(amplitudes) => amplitudes[k as usize],
        None => power(number(node, "gain"), k),
    }
}

/// Octave k.
pub(super) fn octave(node: &Node, k: u32) -> Octave {
    let frequencies = |k: u32| {
        let space = match node.list("frequencies") {
            Some(frequencies) => frequencies[k as usize],
            None => power(number(node, "lacunarity"), k),
        };
        let time = (node.number("time_lacunarity")).map_or(space, |ratio| power(ratio, k));
        [space, space, space, time]
    };
    Octave {
        index: k,
        scale: frequencies(k),
        first: frequencies(0),
        shared_tables: node.word("octave_tables") == "shared",
        same_period: node.word("octave_period") == "same",
    }
}
