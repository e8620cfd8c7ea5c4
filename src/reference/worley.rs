//! Cellular noise: Steven Worley, *A Cellular Texture Basis Function*, SIGGRAPH 1996, with one point in each cell.

use std::f64::consts::TAU;

use super::dual::Dual;
use super::lattice::{KeyedHash, Site, combinations};
use super::place::Place;
use crate::hash;
use crate::noise::source::{JITTER, METRIC, MOTION, OUTPUT};
use crate::noise::{Metric, Node, WorleyMotion, WorleyOutput};

/// Returns cellular noise. Its slope is 0, because it has no derivative.
pub(super) fn worley(node: &Node, place: &Place) -> Dual {
    let mut site = Site::of(node, place);
    let swing = (node.get(MOTION) == WorleyMotion::Swing)
        .then(|| site.lattice.pop().map_or(0.0, |time| time.fraction.value));
    let jitter = node.get(JITTER);
    let output = node.get(OUTPUT);
    let metric = node.get(METRIC);
    let second = matches!(output, WorleyOutput::F2 | WorleyOutput::F2MinusF1);
    // By definition only the cells around count, even if a point farther away is nearer.
    let block: &[i64] = match second && site.dimension() == 2 {
        true => &[-2, -1, 0, 1, 2],
        false => &[-1, 0, 1],
    };
    let mut found: Vec<(f64, f64)> = (combinations(block, site.dimension()).iter())
        .map(|cell| {
            let (point, number) = point(&site.hash, &site.keys(cell)[..cell.len()]);
            let way = (site.lattice.iter().zip(cell).zip(point)).map(|((at, &cell), stray)| {
                let stray = swing.map_or(stray - 0.5, |turns| 0.5 * (TAU * (stray + turns)).sin());
                cell as f64 + 0.5 + jitter * stray - at.fraction.value
            });
            (distance(metric, way.collect()), number)
        })
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let value = match output {
        WorleyOutput::F1 => found[0].0,
        WorleyOutput::F2 => found[1].0,
        WorleyOutput::F2MinusF1 => found[1].0 - found[0].0,
        WorleyOutput::Cell => found[0].1,
    };
    value.into()
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

fn distance(metric: Metric, way: Vec<f64>) -> f64 {
    let squared: f64 = way.iter().map(|d| d * d).sum();
    match metric {
        Metric::Euclidean => squared.sqrt(),
        Metric::Squared => squared,
        Metric::Manhattan => way.iter().map(|d| d.abs()).sum(),
        Metric::Chebyshev => way.iter().fold(0.0, |most, d| d.abs().max(most)),
    }
}
