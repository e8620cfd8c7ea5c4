//! The hashes of corners, a chunk of samples at a time. `corner.rs` has the same for one corner.

use std::array::from_fn;

use super::cell_positions::CellPositions;
use super::chunk::{ByteChunk, CHUNK, FloatChunk, WordChunk, mapped};
use crate::cpu::corner::CornerHash;
use crate::cpu::simd::Lanes;
use crate::hash;

/// The hash of a source in one of its layers, ready for a SIMD level.
#[derive(Clone, Copy)]
pub(super) enum ChunkHasher<'a, L: Lanes> {
    /// A permutation table.
    Table(L, L::ByteTable),
    /// The integer hash, with its key.
    Integer(&'a [u32; 4]),
    /// Elias's hash, with its constants.
    Elias(&'a [u32; 4]),
}

impl<'a, L: Lanes> ChunkHasher<'a, L> {
    /// Gets a hash ready.
    #[inline(always)]
    pub fn new(lanes: L, hash: &CornerHash<'a>) -> ChunkHasher<'a, L> {
        match hash {
            CornerHash::Table(perm) => ChunkHasher::Table(lanes, lanes.byte_table(perm)),
            CornerHash::Integer(key) => ChunkHasher::Integer(key),
            CornerHash::Elias(key) => ChunkHasher::Elias(key),
        }
    }

    /// Returns `bits` bits of the hash of each of the `C` = 2ᴰ corners of the cells, the first axis fastest.
    ///
    /// A table is looked up once for each prefix of a corner's keys: 2 + 4 + … + 2ᴰ times instead of D·2ᴰ.
    #[inline(always)]
    pub fn cells<const D: usize, const C: usize>(
        &self,
        positions: &[CellPositions; D],
        bits: u32,
    ) -> [WordChunk; C] {
        let mut found = [[0; CHUNK]; C];
        let ChunkHasher::Table(lanes, table) = self else {
            for (c, found) in found.iter_mut().enumerate() {
                *found = self.bits::<D>(from_fn(|axis| &positions[axis].keys[c >> axis & 1]), bits);
            }
            return found;
        };
        // Corner c has bit i set if it lies on the high side along axis i. Before an axis there are 2ⁱ hashes, of the corners of
        // the axes so far; each gives one on the low side, at the same index, and one on the high side.
        let mut hashes = [[0u8; CHUNK]; C];
        for (axis, positions) in positions.iter().enumerate() {
            let [low, high] = [bytes(&positions.keys[0]), bytes(&positions.keys[1])];
            for c in 0..1 << axis {
                hashes[c + (1 << axis)] = next_hash(*lanes, table, &hashes[c], &high);
                hashes[c] = next_hash(*lanes, table, &hashes[c], &low);
            }
        }
        for (found, hashes) in found.iter_mut().zip(&hashes) {
            *found = mapped(hashes, |hash| u32::from(hash) & ((1 << bits) - 1));
        }
        found
    }

    /// Returns `bits` bits of the hash of a corner: the lowest of a table, the highest of the integer hash.
    #[inline(always)]
    pub fn bits<const D: usize>(&self, corner: [&WordChunk; D], bits: u32) -> WordChunk {
        let hashes = self.hash(corner);
        match self {
            ChunkHasher::Table(..) => mapped(&hashes, |hash| hash & ((1 << bits) - 1)),
            ChunkHasher::Integer(_) => mapped(&hashes, |hash| hash >> (32 - bits)),
            ChunkHasher::Elias(_) => unreachable!("Elias's hash is of values alone"),
        }
    }

    /// Returns the number at a corner, −1 to 1.
    #[inline(always)]
    pub fn value<const D: usize>(&self, corner: [&WordChunk; D]) -> FloatChunk {
        let hashes = self.hash(corner);
        match self {
            // 0..=255 becomes −1..=1.
            ChunkHasher::Table(..) => mapped(&hashes, |hash| (2.0 * hash as f32 - 255.0) / 255.0),
            // The highest 24 bits, as many as an f32 holds.
            ChunkHasher::Integer(_) => {
                mapped(&hashes, |hash| (hash >> 8) as f32 / (1 << 23) as f32 - 1.0)
            }
            // 1 − hash/2³⁰, as in Elias's text; the difference is exact as an integer.
            ChunkHasher::Elias(_) => mapped(&hashes, |hash| {
                ((1 << 30) - hash as i32) as f32 / (1 << 30) as f32
            }),
        }
    }

    /// Returns where the feature point of a cell lies in it, 0 to 1 along each axis, and the number of the cell, −1 to 1.
    #[inline(always)]
    pub fn point<const D: usize>(&self, cell: [&WordChunk; D]) -> ([FloatChunk; D], FloatChunk) {
        let (mut inside, mut number) = ([[0.0; CHUNK]; D], [0.0; CHUNK]);
        match self {
            ChunkHasher::Table(lanes, table) => {
                // The entries of the table after that of the cell give the point, one entry for each axis. An entry selects one
                // of 256 intervals, and the point lies in its middle.
                let own = chain_hashes(*lanes, table, cell);
                for (axis, inside) in inside.iter_mut().enumerate() {
                    let next = mapped(&own, |own| own.wrapping_add(axis as u8 + 1));
                    let entries = look_up(*lanes, table, next);
                    *inside = mapped(&entries, |entry| (f32::from(entry) + 0.5) / 256.0);
                }
                number = mapped(&own, |own| (2.0 * f32::from(own) - 255.0) / 255.0);
            }
            ChunkHasher::Integer(key) => {
                // The hash gives four words: one for each axis. Their exclusive or is the number of the cell.
                for i in 0..CHUNK {
                    let words = hash::integers(key, &cell.map(|keys| keys[i]));
                    for (inside, word) in inside.iter_mut().zip(words) {
                        inside[i] = (word >> 8) as f32 / (1 << 24) as f32;
                    }
                    let all = words[0] ^ words[1] ^ words[2] ^ words[3];
                    number[i] = (all >> 8) as f32 / (1 << 23) as f32 - 1.0;
                }
            }
            ChunkHasher::Elias(_) => unreachable!("Elias's hash is of values alone"),
        }
        (inside, number)
    }

    /// Returns the whole hash of a corner.
    #[inline(always)]
    fn hash<const D: usize>(&self, corner: [&WordChunk; D]) -> WordChunk {
        let mut hashes = [0; CHUNK];
        match self {
            ChunkHasher::Table(lanes, table) => {
                hashes = mapped(&chain_hashes(*lanes, table, corner), u32::from);
            }
            ChunkHasher::Integer(key) => {
                for (i, hash) in hashes.iter_mut().enumerate() {
                    *hash = hash::integer(key, &corner.map(|keys| keys[i]));
                }
            }
            ChunkHasher::Elias(key) => {
                for (i, hash) in hashes.iter_mut().enumerate() {
                    *hash = hash::elias(key, &corner.map(|keys| keys[i]));
                }
            }
        }
        hashes
    }
}

/// Computes perm[(… perm[i] + j …) & 255].
#[inline(always)]
fn chain_hashes<L: Lanes, const D: usize>(
    lanes: L,
    table: &L::ByteTable,
    corner: [&WordChunk; D],
) -> ByteChunk {
    let mut hashes = [0; CHUNK];
    for keys in corner {
        hashes = next_hash(lanes, table, &hashes, &bytes(keys));
    }
    hashes
}

/// Computes perm[(hash + key) & 255].
#[inline(always)]
fn next_hash<L: Lanes>(
    lanes: L,
    table: &L::ByteTable,
    hashes: &ByteChunk,
    keys: &ByteChunk,
) -> ByteChunk {
    let mut sums = *hashes;
    for (sum, &key) in sums.iter_mut().zip(keys) {
        *sum = sum.wrapping_add(key);
    }
    look_up(lanes, table, sums)
}

/// Returns the low bytes of keys: a permutation of 256 numbers reads no more.
#[inline(always)]
fn bytes(keys: &WordChunk) -> ByteChunk {
    mapped(keys, |key| key as u8)
}

/// Looks up a chunk of bytes in a permutation, a vector at a time.
#[inline(always)]
fn look_up<L: Lanes>(lanes: L, table: &L::ByteTable, mut bytes: ByteChunk) -> ByteChunk {
    for bytes in bytes.chunks_exact_mut(L::BYTES) {
        lanes.store_bytes(lanes.look_up_bytes(table, lanes.load_bytes(bytes)), bytes);
    }
    bytes
}
