//! Lattice planes: some bits of the hash of each corner with a given z and w. Each corner is hashed once per plane.

use super::axis_corners::AxisCorners;
use crate::cpu::corner::{CornerHash, gradient_bits};
use crate::cpu::simd::Lanes;
use crate::hash;
use crate::program::LatticeNoise;
use crate::{Result, memory};

/// The data from which the corners of a layer are hashed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hashing<'a> {
    pub noise: LatticeNoise,
    /// The axes of the source: 0 to 3 for x to w.
    pub axes: &'a [usize],
    /// The corners of the tile along x.
    pub x: &'a AxisCorners,
    pub hash: CornerHash<'a>,
}

impl Hashing<'_> {
    /// Returns how many bits of a hash are kept: those that select a gradient of perlin noise, or the whole of a byte.
    fn bits(&self) -> u32 {
        match self.noise {
            LatticeNoise::Perlin => gradient_bits(self.axes.len()),
            _ => 8,
        }
    }
}

/// One plane of a lattice. A row of it is hashed when it is first used.
#[derive(Clone, Debug, Default)]
struct Plane {
    /// The keys along z and w.
    keys: [u32; 2],
    /// Whether each row has been hashed.
    hashed: Vec<bool>,
    /// The hash of each corner, row by row: as many bits as [`Hashing::bits`].
    hashes: Vec<u8>,
}

/// The planes between which a slice lies: one for each corner along z and w.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    planes: [Plane; 4],
    /// The number of rows that a plane keeps: all, or 1 if no other slice uses them.
    kept: usize,
}

impl Planes {
    /// Makes `count` planes for a lattice of `rows` rows. If `shared`, several slices lie between the same planes.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(count: usize, rows: usize, shared: bool, x: &AxisCorners) -> Result<Planes> {
        let mut planes: [Plane; 4] = Default::default();
        let kept = if shared { rows } else { 1 };
        for plane in &mut planes[..count] {
            plane.hashed = memory::room(kept)?;
            plane.hashes = memory::room(kept * x.bytes.len())?;
        }
        Ok(Planes { planes, kept })
    }

    /// Sets plane `i` to the one with these keys along z and w: a plane that the slice before used, or an empty one.
    ///
    /// The planes are entered in order. When a slice moves on by one cell of z, its low planes are the high planes of the slice
    /// before, and are swapped into place.
    #[inline(always)]
    pub fn enter(&mut self, i: usize, keys: [u32; 2], x: &AxisCorners) {
        if self.kept == 1 {
            // The single row is hashed anew for every use, so it never holds the hashes of other keys.
            self.planes[i].keys = keys;
            self.planes[i].hashes.resize(x.bytes.len(), 0);
            return;
        }
        let own = |plane: &Plane| plane.keys == keys && !plane.hashed.is_empty();
        // Only planes from i on are searched: those before have been entered for this slice.
        match self.planes[i..].iter().position(own) {
            Some(0) => {}
            Some(further) => self.planes.swap(i, i + further),
            None => {
                let plane = &mut self.planes[i];
                plane.keys = keys;
                plane.hashed.clear();
                plane.hashed.resize(self.kept, false);
                plane.hashes.resize(self.kept * x.bytes.len(), 0);
            }
        }
    }

    /// Hashes lattice row `row`, whose key along y is `y`, of plane `i`, unless that has been done.
    #[inline(always)]
    pub fn hash_row<L: Lanes>(
        &mut self,
        lanes: L,
        hashing: &Hashing,
        i: usize,
        row: usize,
        y: u32,
    ) {
        let plane = &mut self.planes[i];
        let keys = [0, y, plane.keys[0], plane.keys[1]];
        if self.kept == 1 {
            return hash_corners(lanes, hashing, keys, &mut plane.hashes);
        }
        if !plane.hashed[row] {
            plane.hashed[row] = true;
            let stride = hashing.x.bytes.len();
            hash_corners(
                lanes,
                hashing,
                keys,
                &mut plane.hashes[row * stride..][..stride],
            );
        }
    }

    /// Returns the hashes along lattice row `row` of plane `i`, which must have been hashed.
    #[inline(always)]
    pub fn hashes(&self, hashing: &Hashing, i: usize, row: usize) -> &[u8] {
        let stride = hashing.x.bytes.len();
        let row = if self.kept == 1 { 0 } else { row };
        &self.planes[i].hashes[row * stride..][..stride]
    }
}

/// Hashes the corners of one lattice row. `keys` are those along x to w; that of x is ignored.
#[inline(always)]
fn hash_corners<L: Lanes>(lanes: L, hashing: &Hashing, keys: [u32; 4], out: &mut [u8]) {
    match hashing.hash {
        // perm[(perm[(perm[x & 255] + y) & 255] + z) & 255], after Perlin's code of 2002: a byte a corner.
        CornerHash::Table(perm) => {
            let table = lanes.byte_table(perm);
            let mask = u8::MAX >> (8 - hashing.bits());
            // Lane i is corner `at + i` along x. The keys of the other axes are the same for all of them.
            let mut at = 0;
            while at < hashing.x.bytes.len() {
                let x = &hashing.x.bytes[at..];
                // Axes come in ascending order, so x, if the source depends on it, is the first and needs no addition.
                let mut hashes = lanes.and_byte(lanes.load_bytes(x), 0);
                for &axis in hashing.axes {
                    hashes = match axis {
                        0 => lanes.load_bytes(x),
                        _ => lanes.add_byte(hashes, keys[axis] as u8),
                    };
                    hashes = lanes.look_up_bytes(&table, hashes);
                }
                if hashing.noise == LatticeNoise::Perlin && hashing.axes.len() == 2 {
                    // Two dimensions are the plane z = 0 of three.
                    hashes = lanes.look_up_bytes(&table, hashes);
                }
                lanes.store_bytes(lanes.and_byte(hashes, mask), &mut out[at..]);
                at += L::BYTES;
            }
        }
        CornerHash::Integer(secret) => match *hashing.axes {
            [a, b] => hash_integers(hashing.x, secret, [a, b], keys, out),
            [a, b, c] => hash_integers(hashing.x, secret, [a, b, c], keys, out),
            [a, b, c, d] => hash_integers(hashing.x, secret, [a, b, c, d], keys, out),
            _ => unreachable!(
                "in one dimension a corner has a slope of any value, and no gradient index"
            ),
        },
        CornerHash::Elias(_) => unreachable!("Elias's hash is of values alone"),
    }
}

/// Hashes the corners of a lattice row in `D` dimensions with the integer hash, and keeps its highest bits.
#[inline(always)]
fn hash_integers<const D: usize>(
    x: &AxisCorners,
    secret: &[u32; 4],
    axes: [usize; D],
    mut keys: [u32; 4],
    out: &mut [u8],
) {
    for (out, &x) in out.iter_mut().zip(&x.keys) {
        keys[0] = x;
        let mut corner = [0; D];
        for (key, axis) in corner.iter_mut().zip(axes) {
            *key = keys[axis];
        }
        *out = (hash::integer(secret, &corner) >> (32 - gradient_bits(D))) as u8;
    }
}
