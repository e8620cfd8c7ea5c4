//! The octaves of a fractal: their number, and the amplitude and the place of each.

use super::place::{Octave, Place};
use super::{domain, lattice};
use crate::limits::OCTAVES_MAX;
use crate::noise::derivative::{COMPONENT, POTENTIAL};
use crate::noise::fractal::{
    AMPLITUDES, FREQUENCIES, GAIN, LACUNARITY, NORMALIZE, OCTAVE_PERIOD, OCTAVE_POSITIONS,
    OCTAVE_TABLES, OCTAVES, TIME_LACUNARITY,
};
use crate::noise::{
    Derivative, Domain, Kind, Node, Noise, OctavePeriod, OctavePositions, OctaveTables, Octaves,
    Source, Value,
};
use crate::program::{Resolution, power};

/// Returns the number of octaves: the given number, the length of a list, or for `auto` as many as the output can show.
pub(super) fn count(noise: &Noise, place: &Place) -> u32 {
    let node = noise.node();
    let lists = [AMPLITUDES, FREQUENCIES].map(|list| node.get(list));
    let length = (lists.into_iter().flatten().next()).map(|list| list.len() as u32);
    if let Octaves::Count(count) = node.get(OCTAVES) {
        return length.unwrap_or(count);
    }
    let most = length.unwrap_or(OCTAVES_MAX);
    (1..most)
        .find(|&k| is_too_fine(noise, k, place) || is_too_weak(node, k, place))
        .unwrap_or(most)
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

/// Whether octave k has less than two samples per cell.
fn is_too_fine(noise: &Noise, k: u32, place: &Place) -> bool {
    let scale = octave(noise.node(), k).scale;
    let cells = below(noise, times(place.coarse, scale), place);
    // Rounding may make exactly half a cell per sample a little more.
    cells > 0.5 * (1.0 + 1e-6)
}

/// Whether octave k contributes less than half a step of the output.
fn is_too_weak(node: &Node, k: u32, place: &Place) -> bool {
    let sum: f64 = (0..=k).map(|k| amplitude(node, k)).sum();
    let part = amplitude(node, k) / sum;
    match place.resolution {
        Resolution::Relative(step) => part < step / 2.0,
        Resolution::Absolute(step) if node.get(NORMALIZE) => part < step / 2.0,
        Resolution::Absolute(step) => amplitude(node, k) < step / 2.0,
    }
}

/// Returns the most cells from one sample to the next, along any axis of a noise whose position is the grid's times `scale`.
fn cells(noise: &Noise, scale: [f64; 4], place: &Place) -> f64 {
    let node = noise.node();
    match node.kind {
        Kind::Source(Source::Constant | Source::Coordinate) => 0.0,
        Kind::Source(_) => (lattice::axes(node, place).into_iter())
            .filter(|&axis| place.samples(axis) > 1)
            .map(|axis| {
                let cells = lattice::rate(node, place, axis) * scale[axis] * place.extent(axis);
                cells / f64::from(place.steps(axis))
            })
            .fold(0.0, f64::max),
        Kind::Fractal(_) => below(noise, times(scale, octave(node, 0).scale), place),
        Kind::Domain(Domain::Scale) => below(noise, times(scale, domain::factors(node)), place),
        Kind::Domain(_) | Kind::Derivative(_) | Kind::Step(_) => below(noise, scale, place),
    }
}

/// Returns the same over all inputs of a noise.
fn below(noise: &Noise, scale: [f64; 4], place: &Place) -> f64 {
    let node = noise.node();
    // The curl along an axis does not depend on the potential's component along that axis.
    let without = match node.kind {
        Kind::Derivative(Derivative::Curl) => {
            Some(POTENTIAL[node.get(COMPONENT).index()].param.name)
        }
        _ => None,
    };
    let inputs = node
        .params
        .iter()
        .filter(|(param, _)| Some(param.as_str()) != without);
    let cells = inputs.map(|(_, value)| match value {
        Value::Noise(input) => cells(input, scale, place),
        _ => 0.0,
    });
    cells.fold(0.0, f64::max)
}

fn times(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    std::array::from_fn(|axis| a[axis] * b[axis])
}
