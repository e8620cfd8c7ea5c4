//! The hash by a permutation table, with the bytes of a group in one vector.

use super::{BOX_SIDE_MAX, HashAtLanes, Hasher, PLACES_MAX, pack};
use crate::cpu::corner::gradient_bits;
use crate::cpu::simd::{Floats, Group, GroupMask, Lanes, Words};
use crate::hash::Permutation;

/// The hash by a permutation table: perm[(… perm[i] + j …) & 255].
pub(in crate::cpu) struct TableHash<'a>(pub &'a Permutation);

impl HashAtLanes for TableHash<'_> {
    type Hasher<L: Lanes> = TableHasher<L>;

    #[inline(always)]
    fn at_lanes<L: Lanes>(self, lanes: L) -> TableHasher<L> {
        let table = lanes.byte_table(self.0);
        let mut twice = *self.0;
        for bytes in twice.chunks_exact_mut(L::BYTES) {
            let once = lanes.load_bytes(bytes);
            lanes.store_bytes(lanes.look_up_bytes(&table, once), bytes);
        }
        TableHasher {
            lanes,
            table,
            nibbles: lanes.nibble_table(self.0),
            twice: lanes.nibble_table(&twice),
        }
    }
}

/// The same for the vectors of a level.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct TableHasher<L: Lanes> {
    lanes: L,
    table: L::ByteTable,
    /// The low bits of the entries, which are looked up in half as many steps.
    nibbles: L::NibbleTable,
    /// The low bits of the entries of the entries: perm[perm[i]].
    twice: L::NibbleTable,
}

impl<L: Lanes> TableHasher<L> {
    /// Returns the keys of an axis by their low bytes. Those of the first axis are looked up at once, so that this is done once
    /// for all corners that share them.
    #[inline(always)]
    fn keys_of_bytes(&self, axis: usize, bytes: L::Bytes) -> L::Bytes {
        match axis {
            0 => self.lanes.look_up_bytes(&self.table, bytes),
            _ => bytes,
        }
    }

    /// Computes perm[(hash + key) & 255].
    #[inline(always)]
    fn next(&self, hash: L::Bytes, key: L::Bytes) -> L::Bytes {
        let sum = self.lanes.add_bytes(hash, key);
        self.lanes.look_up_bytes(&self.table, sum)
    }

    /// Hashes a key along each of the first `axes` axes.
    #[inline(always)]
    fn prefix<const D: usize>(&self, keys: [L::Bytes; D], axes: usize) -> L::Bytes {
        let mut hash = keys[0];
        for key in &keys[1..axes] {
            hash = self.next(hash, *key);
        }
        hash
    }

    /// Hashes the keys of the low and of the high side along the first `axes` axes: 2 to that power, the first axis fastest.
    ///
    /// The table is looked up once for each prefix of a corner's keys: 2 + 4 + … + 2ᴰ times instead of D·2ᴰ.
    #[inline(always)]
    fn prefixes<const D: usize, const C: usize>(
        &self,
        keys: &[[L::Bytes; 2]; D],
        axes: usize,
    ) -> [L::Bytes; C] {
        // Corner c has bit i set if it lies on the high side along axis i. Before an axis there are 2ⁱ hashes, of the corners of
        // the axes so far; each gives one on the low side, at the same index, and one on the high side.
        let mut hashes = [keys[0][0]; C];
        hashes[1] = keys[0][1];
        for axis in 1..axes {
            for c in 0..1 << axis {
                hashes[c + (1 << axis)] = self.next(hashes[c], keys[axis][1]);
                hashes[c] = self.next(hashes[c], keys[axis][0]);
            }
        }
        hashes
    }

    /// Hashes corners of which the low bits of a table's entries are enough, in the order of [`Hasher::corners`].
    #[inline(always)]
    fn corners_by_nibbles<const D: usize, const C: usize>(
        &self,
        last: &L::NibbleTable,
        keys: &[[L::Bytes; 2]; D],
    ) -> [L::Bytes; C] {
        let mut hashes = self.prefixes::<D, C>(keys, D - 1);
        let half = 1 << (D - 1);
        for c in 0..half {
            hashes[c + half] = self.nibbles(last, hashes[c], keys[D - 1][1]);
            hashes[c] = self.nibbles(last, hashes[c], keys[D - 1][0]);
        }
        hashes
    }

    /// Computes the low bits of table[(hash + key) & 255].
    #[inline(always)]
    fn nibbles(&self, table: &L::NibbleTable, hash: L::Bytes, key: L::Bytes) -> L::Bytes {
        let sum = self.lanes.add_bytes(hash, key);
        self.lanes.look_up_nibbles(table, sum)
    }

    /// Returns byte q of each lane, 0 to 255.
    #[inline(always)]
    fn byte(&self, bytes: L::Bytes, q: usize) -> Floats<L> {
        let words = Words::new(self.lanes, self.lanes.unpack(bytes, q));
        (words & 255).to_floats()
    }

    /// Returns numbers from −1 to 1 for the hashes 0 to 255.
    #[inline(always)]
    fn number(&self, hash: L::Bytes, q: usize) -> Floats<L> {
        // (2·hash − 255) / 255, by the reciprocal and what its rounding leaves. So the ends are exact.
        const RECIPROCAL: f32 = 1.0 / 255.0;
        const REST: f32 = (1.0 / 255.0 - RECIPROCAL as f64) as f32;
        let number = self.byte(hash, q).mul_add(2.0, -255.0);
        number.mul_add(RECIPROCAL, number * REST)
    }
}

impl<L: Lanes> Hasher<L> for TableHasher<L> {
    /// The low bytes of the keys, since a permutation of 256 numbers reads no more; along the first axis perm[key & 255].
    type Keys = L::Bytes;
    type Corner<const D: usize> = L::Bytes;
    /// The hashes along all axes but the last, and the keys along the last.
    type Box<const D: usize> = ([L::Bytes; PLACES_MAX], [L::Bytes; BOX_SIDE_MAX]);
    /// The entries of the table after that of the cell, one for each axis, and that of the cell.
    type Features<const D: usize> = ([L::Bytes; D], L::Bytes);
    /// An entry selects one of 256 intervals, and the point lies in its middle.
    const PLACE_SCALE: f32 = 1.0 / 256.0;
    const PLACE_OFFSET: f32 = 0.5 / 256.0;

    #[inline(always)]
    fn keys(&self, axis: usize, keys: &Group<Words<L>>) -> L::Bytes {
        self.keys_of_bytes(axis, pack(self.lanes, keys))
    }

    #[inline(always)]
    fn keys_and_next(&self, axis: usize, keys: &Group<Words<L>>) -> [L::Bytes; 2] {
        let bytes = pack(self.lanes, keys);
        let next = self.lanes.add_byte(bytes, 1);
        [
            self.keys_of_bytes(axis, bytes),
            self.keys_of_bytes(axis, next),
        ]
    }

    #[inline(always)]
    fn select(&self, mask: GroupMask<L>, yes: L::Bytes, no: L::Bytes) -> L::Bytes {
        self.lanes.select_bytes(mask.bytes, yes, no)
    }

    #[inline(always)]
    fn corner<const D: usize>(&self, keys: [L::Bytes; D]) -> L::Bytes {
        self.prefix(keys, D)
    }

    #[inline(always)]
    fn gradient_corner<const D: usize>(&self, keys: [L::Bytes; D]) -> L::Bytes {
        match gradient_bits(D) {
            5 => self.corner(keys),
            _ => self.nibbles(&self.nibbles, self.prefix(keys, D - 1), keys[D - 1]),
        }
    }

    #[inline(always)]
    fn corners<const D: usize, const C: usize>(&self, keys: &[[L::Bytes; 2]; D]) -> [L::Bytes; C] {
        self.prefixes(keys, D)
    }

    #[inline(always)]
    fn gradient_corners<const D: usize, const C: usize>(
        &self,
        keys: &[[L::Bytes; 2]; D],
    ) -> [L::Bytes; C] {
        match gradient_bits(D) {
            5 => self.corners(keys),
            _ => self.corners_by_nibbles(&self.nibbles, keys),
        }
    }

    #[inline(always)]
    fn plane_corners(&self, keys: &[[L::Bytes; 2]; 2]) -> [L::Bytes; 4] {
        // perm[perm[hash + key] + 0].
        self.corners_by_nibbles(&self.twice, keys)
    }

    #[inline(always)]
    fn corners_of_box<const D: usize>(
        &self,
        keys: &[[L::Bytes; BOX_SIDE_MAX]; D],
        side: usize,
    ) -> ([L::Bytes; PLACES_MAX], [L::Bytes; BOX_SIDE_MAX]) {
        // Made in place: a move of the array would copy it.
        let mut of = ([keys[0][0]; PLACES_MAX], keys[D - 1]);
        let hashes = &mut of.0;
        hashes[..side].copy_from_slice(&keys[0][..side]);
        let mut count = side;
        for keys in &keys[1..D - 1] {
            // From the last place on, so that the hashes of the first, which are in the same places, are replaced last.
            for place in (0..side).rev() {
                for c in 0..count {
                    hashes[place * count + c] = self.next(hashes[c], keys[place]);
                }
            }
            count *= side;
        }
        of
    }

    #[inline(always)]
    fn of_box<const D: usize>(
        &self,
        (hashes, last): &([L::Bytes; PLACES_MAX], [L::Bytes; BOX_SIDE_MAX]),
        n: usize,
        places: [usize; D],
    ) -> L::Bytes {
        self.next(hashes[n], last[places[D - 1]])
    }

    #[inline(always)]
    fn gradients<const D: usize, const C: usize, const BITS: u32>(
        &self,
        corners: &[L::Bytes; C],
    ) -> [L::Bytes; C] {
        *corners
    }

    #[inline(always)]
    fn value<const D: usize>(&self, corner: &L::Bytes, q: usize) -> Floats<L> {
        self.number(*corner, q)
    }

    #[inline(always)]
    fn features<const D: usize>(&self, cell: L::Bytes) -> ([L::Bytes; D], L::Bytes) {
        let mut entries = [cell; D];
        for (axis, entry) in (1..).zip(&mut entries) {
            let next = self.lanes.add_byte(cell, axis);
            *entry = self.lanes.look_up_bytes(&self.table, next);
        }
        (entries, cell)
    }

    #[inline(always)]
    fn places<const D: usize>(
        &self,
        (entries, _): &([L::Bytes; D], L::Bytes),
        q: usize,
    ) -> [Floats<L>; D] {
        let mut places = [self.byte(entries[0], q); D];
        for axis in 1..D {
            places[axis] = self.byte(entries[axis], q);
        }
        places
    }

    #[inline(always)]
    fn numbers<const D: usize>(
        &self,
        (_, cell): &([L::Bytes; D], L::Bytes),
        q: usize,
    ) -> Floats<L> {
        self.number(*cell, q)
    }
}
