//! What the keys of corners hash to, a chunk at a time.

use std::array::from_fn;

use super::places::Places;
use super::{CHUNK, Floats, Words, mapped};
use crate::cpu::corner::Corners;
use crate::cpu::simd::Lanes;
use crate::hash;

/// One hash per sample of a chunk, of a permutation table.
type Bytes = [u8; CHUNK];

/// The hash of a source in one of its layers.
#[derive(Clone, Copy)]
pub(super) enum Hasher<'a, L: Lanes> {
    /// A permutation table, ready to be looked up.
    Table(L, L::BytesTable),
    /// The key of the integer hash.
    Integer(&'a [u32; 4]),
    /// The constants of Elias's hash.
    Elias(&'a [u32; 4]),
}

impl<'a, L: Lanes> Hasher<'a, L> {
    #[inline(always)]
    pub fn new(lanes: L, corners: &Corners<'a>) -> Hasher<'a, L> {
        match corners {
            Corners::Table(perm) => Hasher::Table(lanes, lanes.bytes_table(perm)),
            Corners::Integer(key) => Hasher::Integer(key),
            Corners::Elias(key) => Hasher::Elias(key),
        }
    }

    /// So many bits of the hash of every corner of the cells, the first axis fastest: `C` is 2 to the `D`.
    #[inline(always)]
    pub fn cells<const D: usize, const C: usize>(
        &self,
        places: &[Places; D],
        bits: u32,
    ) -> [Words; C] {
        let mut found = [[0; CHUNK]; C];
        let Hasher::Table(lanes, table) = self else {
            for (c, found) in found.iter_mut().enumerate() {
                *found = self.bits::<D>(from_fn(|axis| &places[axis].keys[c >> axis & 1]), bits);
            }
            return found;
        };
        let mut hashes = [[0u8; CHUNK]; C];
        for (axis, places) in places.iter().enumerate() {
            let [low, high] = [bytes(&places.keys[0]), bytes(&places.keys[1])];
            for c in 0..1 << axis {
                hashes[c + (1 << axis)] = step(*lanes, table, &hashes[c], &high);
                hashes[c] = step(*lanes, table, &hashes[c], &low);
            }
        }
        for (found, hashes) in found.iter_mut().zip(&hashes) {
            *found = mapped(hashes, |hash| u32::from(hash) & ((1 << bits) - 1));
        }
        found
    }

    /// So many bits of the hash of a corner: a table's lowest, the integer hash's highest.
    #[inline(always)]
    pub fn bits<const D: usize>(&self, corner: [&Words; D], bits: u32) -> Words {
        let hashes = self.hash(corner);
        match self {
            Hasher::Table(..) => mapped(&hashes, |hash| hash & ((1 << bits) - 1)),
            Hasher::Integer(_) => mapped(&hashes, |hash| hash >> (32 - bits)),
            Hasher::Elias(_) => unreachable!("only values are hashed so"),
        }
    }

    /// The number at a corner, −1 to 1.
    #[inline(always)]
    pub fn value<const D: usize>(&self, corner: [&Words; D]) -> Floats {
        let hashes = self.hash(corner);
        match self {
            Hasher::Table(..) => mapped(&hashes, |hash| (2.0 * hash as f32 - 255.0) / 255.0),
            Hasher::Integer(_) => {
                mapped(&hashes, |hash| (hash >> 8) as f32 / (1 << 23) as f32 - 1.0)
            }
            Hasher::Elias(_) => mapped(&hashes, |hash| {
                ((1 << 30) - hash as i32) as f32 / (1 << 30) as f32
            }),
        }
    }

    /// Where a cell's point lies in it, 0 to 1 along each axis, and the cell's number, −1 to 1.
    #[inline(always)]
    pub fn point<const D: usize>(&self, cell: [&Words; D]) -> ([Floats; D], Floats) {
        let (mut strays, mut number) = ([[0.0; CHUNK]; D], [0.0; CHUNK]);
        match self {
            Hasher::Table(lanes, table) => {
                let own = chain(*lanes, table, cell);
                for (axis, strays) in strays.iter_mut().enumerate() {
                    let next = mapped(&own, |own| own.wrapping_add(axis as u8 + 1));
                    let entries = look_up(*lanes, table, next);
                    *strays = mapped(&entries, |entry| (f32::from(entry) + 0.5) / 256.0);
                }
                number = mapped(&own, |own| (2.0 * f32::from(own) - 255.0) / 255.0);
            }
            Hasher::Integer(key) => {
                for i in 0..CHUNK {
                    let words = hash::integers(key, &cell.map(|keys| keys[i]));
                    for (stray, word) in strays.iter_mut().zip(words) {
                        stray[i] = (word >> 8) as f32 / (1 << 24) as f32;
                    }
                    let all = words[0] ^ words[1] ^ words[2] ^ words[3];
                    number[i] = (all >> 8) as f32 / (1 << 23) as f32 - 1.0;
                }
            }
            Hasher::Elias(_) => unreachable!("only values are hashed so"),
        }
        (strays, number)
    }

    #[inline(always)]
    fn hash<const D: usize>(&self, corner: [&Words; D]) -> Words {
        let mut hashes = [0; CHUNK];
        match self {
            Hasher::Table(lanes, table) => {
                hashes = mapped(&chain(*lanes, table, corner), u32::from);
            }
            Hasher::Integer(key) => {
                for (i, hash) in hashes.iter_mut().enumerate() {
                    *hash = hash::integer(key, &corner.map(|keys| keys[i]));
                }
            }
            Hasher::Elias(key) => {
                for (i, hash) in hashes.iter_mut().enumerate() {
                    *hash = hash::elias(key, &corner.map(|keys| keys[i]));
                }
            }
        }
        hashes
    }
}

/// perm[(… perm[i] + j …) & 255].
#[inline(always)]
fn chain<L: Lanes, const D: usize>(lanes: L, table: &L::BytesTable, corner: [&Words; D]) -> Bytes {
    let mut hashes = [0; CHUNK];
    for keys in corner {
        hashes = step(lanes, table, &hashes, &bytes(keys));
    }
    hashes
}

/// perm[(hash + key) & 255].
#[inline(always)]
fn step<L: Lanes>(lanes: L, table: &L::BytesTable, hashes: &Bytes, keys: &Bytes) -> Bytes {
    let mut sums = *hashes;
    for (sum, &key) in sums.iter_mut().zip(keys) {
        *sum = sum.wrapping_add(key);
    }
    look_up(lanes, table, sums)
}

/// The lowest bits of keys: all that a table sees.
#[inline(always)]
fn bytes(keys: &Words) -> Bytes {
    mapped(keys, |key| key as u8)
}

#[inline(always)]
fn look_up<L: Lanes>(lanes: L, table: &L::BytesTable, mut bytes: Bytes) -> Bytes {
    for bytes in bytes.chunks_exact_mut(L::BYTES) {
        lanes.store_bytes(lanes.look_up(table, lanes.load_bytes(bytes)), bytes);
    }
    bytes
}
