//! Lattice planes: which gradient each corner of a plane (z and w fixed) has, hashed once.

use super::Line;
use crate::cpu::corner::{Corners, gradient_bits};
use crate::cpu::simd::Lanes;
use crate::hash;
use crate::program::LatticeNoise;
use crate::{Result, memory};

/// What the corners of a layer are hashed from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hashing<'a> {
    pub noise: LatticeNoise,
    pub axes: &'a [usize],
    pub line: &'a Line,
    pub corners: Corners<'a>,
}

/// One plane of a lattice; its rows are hashed when they are first met.
#[derive(Clone, Debug, Default)]
pub(super) struct Plane {
    /// The keys along z and w for which it holds.
    keys: [u32; 2],
    /// Which rows have been hashed.
    met: Vec<bool>,
    /// The gradient of each corner, row by row.
    gradients: Vec<u8>,
}

/// The planes that a slice lies between: one for each of its corners.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    planes: [Plane; 4],
    /// Rows that a plane keeps: all of the lattice, or one where no slice will meet them again.
    kept: usize,
}

impl Planes {
    /// So many planes for lattices of `rows` rows along a line, which several slices share if `shared`.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(count: usize, rows: usize, shared: bool, line: &Line) -> Result<Planes> {
        let mut planes: [Plane; 4] = Default::default();
        let kept = if shared { rows } else { 1 };
        for plane in &mut planes[..count] {
            plane.met = memory::room(kept)?;
            plane.gradients = memory::room(kept * line.bytes.len())?;
        }
        Ok(Planes { planes, kept })
    }

    /// Gets plane `i` ready for these keys: one that another corner left behind, or an empty one.
    #[inline(always)]
    pub fn enter(&mut self, i: usize, keys: [u32; 2], line: &Line) {
        let own = |plane: &Plane| plane.keys == keys && !plane.met.is_empty();
        if self.kept == 1 {
            // Nothing is kept, so nothing can be old.
            self.planes[i].keys = keys;
            self.planes[i].gradients.resize(line.bytes.len(), 0);
            return;
        }
        match self.planes[i..].iter().position(own) {
            Some(0) => {}
            Some(further) => self.planes.swap(i, i + further),
            None => {
                let plane = &mut self.planes[i];
                plane.keys = keys;
                plane.met.clear();
                plane.met.resize(self.kept, false);
                plane.gradients.resize(self.kept * line.bytes.len(), 0);
            }
        }
    }

    /// Makes sure that lattice row `row`, of key `y`, of plane `i` is hashed.
    #[inline(always)]
    pub fn hash<L: Lanes>(&mut self, lanes: L, hashing: &Hashing, i: usize, row: usize, y: u32) {
        let plane = &mut self.planes[i];
        let keys = [0, y, plane.keys[0], plane.keys[1]];
        if self.kept == 1 {
            return hash_row(lanes, hashing, keys, &mut plane.gradients);
        }
        if !plane.met[row] {
            plane.met[row] = true;
            let stride = hashing.line.bytes.len();
            hash_row(
                lanes,
                hashing,
                keys,
                &mut plane.gradients[row * stride..][..stride],
            );
        }
    }

    /// The gradients along lattice row `row` of plane `i`, which has been hashed.
    #[inline(always)]
    pub fn gradients(&self, hashing: &Hashing, i: usize, row: usize) -> &[u8] {
        let stride = hashing.line.bytes.len();
        let row = if self.kept == 1 { 0 } else { row };
        &self.planes[i].gradients[row * stride..][..stride]
    }
}

/// Hashes the corners of one lattice row. `keys` are those along x to w, x's of no meaning.
#[inline(always)]
fn hash_row<L: Lanes>(lanes: L, hashing: &Hashing, keys: [u32; 4], out: &mut [u8]) {
    match hashing.corners {
        Corners::Table(perm) => {
            let table = lanes.bytes_table(perm);
            let bits = (1u8 << gradient_bits(hashing.axes.len())) - 1;
            let mut at = 0;
            while at < hashing.line.bytes.len() {
                let x = &hashing.line.bytes[at..];
                let mut hashes = lanes.and_byte(lanes.load_bytes(x), 0);
                for &axis in hashing.axes {
                    hashes = match axis {
                        0 => lanes.load_bytes(x),
                        _ => lanes.add_byte(hashes, keys[axis] as u8),
                    };
                    hashes = lanes.look_up(&table, hashes);
                }
                if hashing.axes.len() == 2 {
                    // Two dimensions are the plane z = 0 of three.
                    hashes = lanes.look_up(&table, hashes);
                }
                lanes.store_bytes(lanes.and_byte(hashes, bits), &mut out[at..]);
                at += L::BYTES;
            }
        }
        Corners::Integer(secret) => match *hashing.axes {
            [a, b] => hash_integers(hashing.line, secret, [a, b], keys, out),
            [a, b, c] => hash_integers(hashing.line, secret, [a, b, c], keys, out),
            [a, b, c, d] => hash_integers(hashing.line, secret, [a, b, c, d], keys, out),
            // One dimension has slopes, no gradients to choose from.
            _ => {}
        },
        Corners::Elias(_) => unreachable!("gradients are not hashed so"),
    }
}

#[inline(always)]
fn hash_integers<const D: usize>(
    line: &Line,
    secret: &[u32; 4],
    axes: [usize; D],
    mut keys: [u32; 4],
    out: &mut [u8],
) {
    for (out, &x) in out.iter_mut().zip(&line.corners) {
        keys[0] = x;
        let mut corner = [0; D];
        for (key, axis) in corner.iter_mut().zip(axes) {
            *key = keys[axis];
        }
        *out = (hash::integer(secret, &corner) >> (32 - gradient_bits(D))) as u8;
    }
}
