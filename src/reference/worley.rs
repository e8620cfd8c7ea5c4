//! Cellular noise: Steven Worley, *A Cellular Texture Basis Function*, SIGGRAPH 1996, with one point in each cell.

use std::f64::consts::TAU;

use super::dual::Dual;
use super::lattice::{KeyedHash, Site, combinations};
use super::place::Place;
use crate::hash;
use crate::noise::source::{JITTER, METRIC, MOTION, OUTPUT, SMOOTHNESS};
use crate::noise::{Metric, Node, WorleyMotion, WorleyOutput};

/// The point of one of the cells around a sample.
struct Point {
    /// The way to it from the sample.
    way: Vec<Dual>,
    distance: f64,
    /// The number of its cell, −1 to 1.
    number: f64,
}

/// Returns cellular noise. Its slope is 0, because it has no derivative, except that of the smooth output.
pub(super) fn worley(node: &Node, place: &Place) -> Dual {
    let mut site = Site::of(node, place);
    let swing = (node.get(MOTION) == WorleyMotion::Swing)
        .then(|| site.lattice.pop().map_or(0.0, |time| time.fraction.value));
    let jitter = node.get(JITTER);
    let output = node.get(OUTPUT);
    let metric = node.get(METRIC);
    // By definition only the cells around count, even if a point farther away is nearer.
    let wide = match output {
        _ if metric == Metric::Manhattan && site.dimension() < 4 => true,
        WorleyOutput::F2 | WorleyOutput::F2MinusF1 => site.dimension() == 2,
        WorleyOutput::Edge | WorleyOutput::SmoothF1 => true,
        WorleyOutput::F1
        | WorleyOutput::Cell
        | WorleyOutput::ToX
        | WorleyOutput::ToY
        | WorleyOutput::ToZ => false,
    };
    let block: &[i64] = match wide {
        true => &[-2, -1, 0, 1, 2],
        false => &[-1, 0, 1],
    };
    let points: Vec<Point> = (combinations(block, site.dimension()).iter())
        .map(|cell| {
            let (position, number) =
                position_and_number(&site.hash, &site.keys(cell)[..cell.len()]);
            let way = (site.lattice.iter().zip(cell).zip(position)).map(|((at, &cell), stray)| {
                let stray = swing.map_or(stray - 0.5, |turns| 0.5 * (TAU * (stray + turns)).sin());
                cell as f64 + 0.5 + jitter * stray - at.fraction
            });
            let way: Vec<Dual> = way.collect();
            Point {
                distance: distance(metric, &way),
                way,
                number,
            }
        })
        .collect();
    let mut sorted: Vec<&Point> = points.iter().collect();
    sorted.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    let nearest = sorted[0];
    match output {
        WorleyOutput::F1 => nearest.distance.into(),
        WorleyOutput::F2 => sorted[1].distance.into(),
        WorleyOutput::F2MinusF1 => (sorted[1].distance - nearest.distance).into(),
        WorleyOutput::Cell => nearest.number.into(),
        WorleyOutput::Edge => edge(&points).into(),
        WorleyOutput::SmoothF1 => smooth_minimum(&points, node.get(SMOOTHNESS)),
        WorleyOutput::ToX | WorleyOutput::ToY | WorleyOutput::ToZ => (site.axes.iter())
            .position(|&axis| Some(axis) == output.way_axis())
            .map_or(0.0, |axis| nearest.way[axis].value)
            .into(),
    }
}

/// Returns the distance to the nearest of the perpendicular bisectors between the nearest point and each other one.
fn edge(points: &[Point]) -> f64 {
    let square = |way: &[Dual]| distance(Metric::Squared, way);
    let ways = || points.iter().map(|point| &point.way);
    let Some(own) = ways().min_by(|a, b| square(a).total_cmp(&square(b))) else {
        unreachable!("a block has cells")
    };
    (ways().filter(|way| *way != own))
        .map(|way| {
            let across: Vec<Dual> = way.iter().zip(own).map(|(&b, &a)| b - a).collect();
            0.5 * (square(way) - square(own)) / square(&across).sqrt()
        })
        .fold(f64::INFINITY, f64::min)
}

/// Returns −s·ln Σ exp(1 − √(d² + s²)/s)·(1 − d²/4)² over the points at distances d below 2.
fn smooth_minimum(points: &[Point], smoothness: f64) -> Dual {
    let weights = points.iter().map(|point| {
        let square: Dual = point.way.iter().map(|&d| d * d).sum();
        let window = (1.0 - 0.25 * square).max(0.0);
        let rounded = (square + smoothness * smoothness).sqrt();
        (1.0 - rounded / smoothness).exp() * window * window
    });
    -smoothness * weights.sum::<Dual>().ln()
}

/// Returns the position of a cell's point, 0 to 1 along each axis, and the cell's number, −1 to 1.
fn position_and_number(hash: &KeyedHash, cell: &[u32]) -> ([f64; 4], f64) {
    match hash {
        KeyedHash::Integer(key) => {
            let words = hash::integers(key, cell);
            let number = words.into_iter().fold(0, |all, word| all ^ word);
            (
                words.map(|word| f64::from(word >> 8) / 16_777_216.0),
                f64::from(number >> 8) / 8_388_608.0 - 1.0,
            )
        }
        KeyedHash::Table(perm) => {
            let own = hash::table(perm, cell);
            let place = |axis: u32| {
                let entry = perm[(own + axis + 1) as usize & 255];
                (f64::from(entry) + 0.5) / 256.0
            };
            (
                [0, 1, 2, 3].map(place),
                (2.0 * f64::from(own) - 255.0) / 255.0,
            )
        }
        KeyedHash::Elias(_) => unreachable!("only values are hashed so"),
    }
}

fn distance(metric: Metric, way: &[Dual]) -> f64 {
    let way = || way.iter().map(|d| d.value);
    let squared: f64 = way().map(|d| d * d).sum();
    match metric {
        Metric::Euclidean => squared.sqrt(),
        Metric::Squared => squared,
        Metric::Manhattan => way().map(f64::abs).sum(),
        Metric::Chebyshev => way().fold(0.0, |most, d| d.abs().max(most)),
    }
}
