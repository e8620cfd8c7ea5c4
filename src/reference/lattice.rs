//! What all lattice sources share: the position on the lattice, and the hash of its corners.

use super::place::{LatticePosition, Place};
use crate::grid::TIME;
use crate::hash;
use crate::noise::source::{
    AXES, CELLS, FREQUENCY, HASH, PERIOD, SEED, TIME_FREQUENCY, TIME_PERIOD,
};
use crate::noise::{Axis, Hash, Node};

/// The position of a source on its lattice, and the hash of its corners.
pub(super) struct Site {
    /// Its axes.
    pub axes: Vec<usize>,
    /// The position along each of them.
    pub lattice: Vec<LatticePosition>,
    /// How far the lattice is shifted along x, y, z and w, in cells.
    pub shift: [f64; 4],
    pub hash: KeyedHash,
}

/// The hash of a source, with the table or key that its seed and octave select.
pub(super) enum KeyedHash {
    Table(Box<hash::Permutation>),
    Integer([u32; 4]),
    Elias([u32; 4]),
}

impl Site {
    pub fn of(node: &Node, place: &Place) -> Site {
        let axes = axes(node, place);
        let own_seed = node.get(SEED);
        let (seed, octave) = place.selection(own_seed);
        let shift = place.shift(own_seed);
        let along = |&axis: &usize| {
            let (rate, period) = (rate(node, place, axis), period(node, axis));
            place.lattice(axis, rate, shift[axis], period)
        };
        Site {
            lattice: axes.iter().map(along).collect(),
            shift,
            hash: match node.get(HASH) {
                Hash::Table => KeyedHash::Table(Box::new(place.table(seed, octave))),
                Hash::Integer => KeyedHash::Integer(hash::integer_key(seed, octave)),
                Hash::Elias => KeyedHash::Elias(hash::elias_key(seed, octave)),
            },
            axes,
        }
    }

    pub fn dimension(&self) -> usize {
        self.lattice.len()
    }

    /// Returns the keys of the corner that lies `offset` cells from the low one.
    pub fn keys(&self, offset: &[i64]) -> [u32; 4] {
        let mut keys = [0; 4];
        for ((key, at), &offset) in keys.iter_mut().zip(&self.lattice).zip(offset) {
            *key = at.key(offset);
        }
        keys
    }
}

impl KeyedHash {
    /// Returns the number at a corner, −1 to 1.
    pub fn value(&self, corner: &[u32]) -> f64 {
        match self {
            KeyedHash::Table(perm) => (2.0 * f64::from(hash::table(perm, corner)) - 255.0) / 255.0,
            KeyedHash::Integer(key) => {
                f64::from(hash::integer(key, corner) >> 8) / 8_388_608.0 - 1.0
            }
            KeyedHash::Elias(key) => 1.0 - f64::from(hash::elias(key, corner)) / 1_073_741_824.0,
        }
    }

    /// Returns the lowest bits of a table's hash, or the highest bits of the integer hash.
    pub fn bits(&self, corner: &[u32], bits: u32) -> u32 {
        match self {
            KeyedHash::Table(perm) => hash::table(perm, corner) & ((1 << bits) - 1),
            KeyedHash::Integer(key) => hash::integer(key, corner) >> (32 - bits),
            KeyedHash::Elias(_) => unreachable!("only values are hashed so"),
        }
    }
}

/// Returns the axes that a source depends on.
pub(super) fn axes(node: &Node, place: &Place) -> Vec<usize> {
    match node.get(AXES) {
        None => place.axes().indices().collect(),
        Some(axes) => axes.into_iter().map(Axis::index).collect(),
    }
}

/// Returns the cells per unit along an axis.
pub(super) fn rate(node: &Node, place: &Place, axis: usize) -> f64 {
    if axis == TIME {
        return node.get(TIME_FREQUENCY);
    }
    match node.get(CELLS) {
        Some(cells) => cells.along(axis) / place.extent(axis),
        None => node.get(FREQUENCY).along(axis),
    }
}

/// Returns the source's own period along an axis, in cells; 0, the default, if it has none.
fn period(node: &Node, axis: usize) -> f64 {
    match axis {
        TIME => node.get(TIME_PERIOD).into(),
        _ => node.get(PERIOD).along(axis),
    }
}

/// Returns every combination of one of `choices` for each axis. The first axis varies fastest.
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
