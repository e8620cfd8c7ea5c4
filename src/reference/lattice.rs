//! A lattice source's place, and its hash: what all of them share.

use super::place::{Lattice, Place};
use crate::hash;
use crate::noise::source::{
    AXES, CELLS, FREQUENCY, HASH, PERIOD, SEED, TIME_FREQUENCY, TIME_PERIOD,
};
use crate::noise::{self, Axis, Node};

/// Where a source is on its lattice, and how its corners become integers.
pub(super) struct Site {
    /// Its axes.
    pub axes: Vec<usize>,
    /// Along each of them.
    pub lattice: Vec<Lattice>,
    pub hash: Hash,
}

/// How a corner becomes an integer.
pub(super) enum Hash {
    Table(Box<hash::Permutation>),
    Integer([u32; 4]),
    Elias([u32; 4]),
}

impl Site {
    pub fn of(node: &Node, place: &Place) -> Site {
        let axes = axes(node, place);
        let seed = node.get(SEED);
        Site {
            lattice: (axes.iter())
                .map(|&axis| place.lattice(axis, rate(node, place, axis), period(node, axis)))
                .collect(),
            hash: match node.get(HASH) {
                noise::Hash::Table => Hash::Table(Box::new(place.table(seed))),
                noise::Hash::Integer => Hash::Integer(place.key(seed)),
                noise::Hash::Elias => Hash::Elias(place.elias_key(seed)),
            },
            axes,
        }
    }

    pub fn dimension(&self) -> usize {
        self.lattice.len()
    }

    /// The keys of the corner that lies `offset` cells from the low one.
    pub fn keys(&self, offset: &[i64]) -> [u32; 4] {
        let mut keys = [0; 4];
        for ((key, at), &offset) in keys.iter_mut().zip(&self.lattice).zip(offset) {
            *key = at.key(offset);
        }
        keys
    }
}

impl Hash {
    /// The number at a corner, −1 to 1.
    pub fn value(&self, corner: &[u32]) -> f64 {
        match self {
            Hash::Table(perm) => (2.0 * f64::from(hash::table(perm, corner)) - 255.0) / 255.0,
            Hash::Integer(key) => f64::from(hash::integer(key, corner) >> 8) / 8_388_608.0 - 1.0,
            Hash::Elias(key) => 1.0 - f64::from(hash::elias(key, corner)) / 1_073_741_824.0,
        }
    }

    /// So many bits of the hash: a table's lowest, the integer hash's highest.
    pub fn bits(&self, corner: &[u32], bits: u32) -> u32 {
        match self {
            Hash::Table(perm) => hash::table(perm, corner) & ((1 << bits) - 1),
            Hash::Integer(key) => hash::integer(key, corner) >> (32 - bits),
            Hash::Elias(_) => unreachable!("only values are hashed so"),
        }
    }
}

/// The axes that a source depends on.
pub(super) fn axes(node: &Node, place: &Place) -> Vec<usize> {
    match node.get(AXES) {
        None => place.axes().indices().collect(),
        Some(axes) => axes.into_iter().map(Axis::index).collect(),
    }
}

/// Cells per unit along an axis.
pub(super) fn rate(node: &Node, place: &Place, axis: usize) -> f64 {
    if axis == 3 {
        return node.get(TIME_FREQUENCY);
    }
    match node.get(CELLS) {
        Some(cells) => cells.along(axis) / place.extent(axis),
        None => node.get(FREQUENCY).along(axis),
    }
}

/// The source's own period along an axis; 0, the default, where it has none.
fn period(node: &Node, axis: usize) -> f64 {
    match axis {
        3 => node.get(TIME_PERIOD).into(),
        _ => node.get(PERIOD).along(axis),
    }
}

/// Every combination of one of `choices` for each axis, the first axis fastest.
pub(super) fn combinations(choices: &[i64], dimension: usize) -> Vec<Vec<i64>> {
    (0..dimension).fold(vec![Vec::new()], |made, _| {
        (choices.iter())
            .flat_map(|&choice| {
                made.iter()
                    .map(move |one| [one.as_slice(), &[choice]].concat())
            })
            .collect()
    })
}
