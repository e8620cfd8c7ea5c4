//! Cellular noise: Steven Worley, *A Cellular Texture Basis Function*, SIGGRAPH 1996, with one point in each cell.

use std::f64::consts::TAU;

use super::dual::Dual;
use super::lattice::{KeyedHash, Site, combinations};
use super::place::Place;
use crate::hash;
use crate::noise::source::{JITTER, METRIC, MOTION, OUTPUT, SMOOTHNESS};
use crate::noise::{Metric, Node, WorleyMotion, WorleyOutput};

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
    // The ways to the points, and the numbers of their cells.
    let ways: Vec<(Vec<Dual>, f64)> = (combinations(block, site.dimension()).iter())
        .map(|cell| {
            let (point, number) = point(&site.hash, &site.keys(cell)[..cell.len()]);
            let way = (site.lattice.iter().zip(cell).zip(point)).map(|((at, &cell), stray)| {
                let stray = swing.map_or(stray - 0.5, |turns| 0.5 * (TAU * (stray + turns)).sin());
                cell as f64 + 0.5 + jitter * stray - at.fraction
            });
            (way.collect(), number)
        })
        .collect();
    let mut found: Vec<(f64, f64)> = (ways.iter())
        .map(|(way, number)| (distance(metric, way), *number))
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    match output {
        WorleyOutput::F1 => found[0].0.into(),
        WorleyOutput::F2 => found[1].0.into(),
        WorleyOutput::F2MinusF1 => (found[1].0 - found[0].0).into(),
        WorleyOutput::Cell => found[0].1.into(),
        WorleyOutput::Edge => edge(&ways).into(),
        WorleyOutput::SmoothF1 => smooth_minimum(&ways, node.get(SMOOTHNESS)),
        WorleyOutput::ToX | WorleyOutput::ToY | WorleyOutput::ToZ => {
            let nearest = ways
                .iter()
                .map(|(way, _)| way)
                .min_by(|a, b| distance(metric, a).total_cmp(&distance(metric, b)));
            let axis = site
                .axes
                .iter()
                .position(|&axis| Some(axis) == output.way_axis());
            nearest
                .zip(axis)
                .map_or(0.0, |(way, axis)| way[axis].value)
                .into()
        }
    }
}

/// Returns the distance to the nearest of the perpendicular bisectors between the nearest point and each other one.
fn edge(ways: &[(Vec<Dual>, f64)]) -> f64 {
    let square = |way: &[Dual]| way.iter().map(|d| d.value * d.value).sum::<f64>();
    let nearest =
        |a: &&(Vec<Dual>, f64), b: &&(Vec<Dual>, f64)| square(&a.0).total_cmp(&square(&b.0));
    let Some((own, _)) = ways.iter().min_by(nearest) else {
        unreachable!("a block has cells")
    };
    (ways.iter())
        .filter(|(way, _)| way != own)
        .map(|(way, _)| {
            let across: Vec<Dual> = way.iter().zip(own).map(|(&b, &a)| b - a).collect();
            0.5 * (square(way) - square(own)) / square(&across).sqrt()
        })
        .fold(f64::INFINITY, f64::min)
}

/// Returns −s·ln Σ exp(1 − √(d² + s²)/s)·(1 − d²/4)² over the points at distances d below 2.
fn smooth_minimum(ways: &[(Vec<Dual>, f64)], smoothness: f64) -> Dual {
    let weights = ways.iter().map(|(way, _)| {
        let square: Dual = way.iter().map(|&d| d * d).sum();
        let window = (1.0 - 0.25 * square).max(0.0);
        let rounded = (square + smoothness * smoothness).sqrt();
        (1.0 - rounded / smoothness).exp() * window * window
    });
    -smoothness * weights.sum::<Dual>().ln()
}

/// Returns the position of a cell's point, 0 to 1 along each axis, and the cell's number, −1 to 1.
fn point(hash: &KeyedHash, cell: &[u32]) -> ([f64; 4], f64) {
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
