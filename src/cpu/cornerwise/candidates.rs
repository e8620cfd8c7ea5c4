//! The candidates of four vectors of levels: whether they reach samples of their rows, and what they add to them.

use super::tile::{FIXED, FIXED_BITS, TileCorners};
use crate::cpu::pointwise::{Gradients, Hasher};
use crate::cpu::simd::{Floats, Group, Lanes, Words};
use crate::cpu::sizes::GROUP_MAX;

/// The most candidates of a level: one below and one above the row along each of three axes.
const SIDES_MAX: usize = 8;

/// Where a row lies along the axes of a source: the key of its cell and the fraction within it. Those of x are not used.
#[derive(Clone, Copy, Default)]
pub(super) struct RowPlace {
    pub key: [u32; 4],
    pub fraction: [f32; 4],
}

/// Some levels near a row: as many as a vector has lanes, from `first` on.
#[derive(Clone, Copy, Default)]
pub(super) struct LevelsOfRow {
    pub row: usize,
    pub first: usize,
}

/// The candidates of a group of levels, by the sides of the row that they lie on.
#[derive(Clone, Copy, Debug, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct Candidates {
    /// Which of each vector of levels reach samples of the tile: bit 8·i + s of two words is for the sides s of level i.
    pub reaching: [[u64; 2]; 4],
    at_sides: [AtSides; SIDES_MAX],
}

/// The candidates that lie on the same sides of their rows, by level.
#[derive(Clone, Copy, Debug, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct AtSides {
    /// The position along x, in fixed point.
    pub x: [u32; GROUP_MAX],
    /// c, h and gₓ of the formula.
    pub c: [f32; GROUP_MAX],
    pub h: [f32; GROUP_MAX],
    pub slope: [f32; GROUP_MAX],
    /// The first vector of samples in reach.
    pub first: [u32; GROUP_MAX],
}

impl Candidates {
    /// Returns a candidate: those at the same sides, and the index among them. `bit` is that of the candidate in both words of
    /// `reaching` together, and `first` the index of the first level of its vector.
    #[inline(always)]
    pub fn of_bit(&self, first: usize, bit: usize) -> (&AtSides, usize) {
        let level = first + bit / SIDES_MAX;
        (&self.at_sides[bit % SIDES_MAX], level % GROUP_MAX)
    }

    /// Finds the candidates of four vectors of levels near `rows`.
    #[inline(always)]
    pub fn find<L: Lanes, H: Hasher<L>, const D: usize>(
        &mut self,
        lanes: L,
        hasher: &H,
        tile: &TileCorners,
        rows: &[RowPlace],
        of: Group<LevelsOfRow>,
    ) {
        let near = NearRows::<L, H, D>::new(lanes, hasher, tile, rows, of);
        let mut by_sides = [[0; 2]; 4];
        for (sides, out) in self.at_sides[..1 << (D - 1)].iter_mut().enumerate() {
            let reaching = near.find(hasher, tile, sides, out);
            for q in 0..4 {
                by_sides[q][0] |= u64::from(reaching[q] & 0xff) << (8 * sides);
                by_sides[q][1] |= u64::from(reaching[q] >> 8) << (8 * sides);
            }
        }
        for q in 0..4 {
            self.reaching[q] = [transposed(by_sides[q][0]), transposed(by_sides[q][1])];
        }
    }
}

/// What the candidates of a group of levels share.
struct NearRows<L: Lanes, H: Hasher<L>, const D: usize> {
    lanes: L,
    /// Along each axis but x: the offsets of the row from the corners below and above it, and the keys of those.
    offsets: [[Group<Floats<L>>; 2]; D],
    keys: [[H::Keys; 2]; D],
    /// The keys along x, by the number of other axes along which a candidate lies above the row: each such step up is a step
    /// down along x.
    x_keys: [H::Keys; D],
    /// Where the candidate below the row along all other axes lies along x: in fixed point, and in cells from the tile's start.
    x: Group<Words<L>>,
    middle: Group<Floats<L>>,
    gradients: Gradients<L, D>,
}

impl<L: Lanes, H: Hasher<L>, const D: usize> NearRows<L, H, D> {
    #[inline(always)]
    fn new(
        lanes: L,
        hasher: &H,
        tile: &TileCorners,
        rows: &[RowPlace],
        of: Group<LevelsOfRow>,
    ) -> NearRows<L, H, D> {
        let levels = tile.levels;
        let mut fraction = [Floats::splat(lanes, 0.0); 4];
        let mut whole = [Words::splat(lanes, 0); 4];
        let mut x = whole;
        for q in 0..4 {
            whole[q] = Words::load(lanes, &levels.whole[of[q].first..]);
            fraction[q] = Floats::load(lanes, &levels.fraction[of[q].first..]);
            // A level is what all coordinates sum to.
            x[q] = Words::counting(lanes) + levels.first.wrapping_add(of[q].first as u32);
        }
        let mut offsets = [[fraction; 2]; D];
        let mut keys = [hasher.keys_and_next(0, &whole); D];
        for axis in 1..D {
            let mut below = whole;
            for q in 0..4 {
                let row = &rows[of[q].row];
                let sum = fraction[q] + row.fraction[axis];
                let over = sum.floor();
                offsets[axis][0][q] = sum - over;
                offsets[axis][1][q] = sum - over - 1.0;
                below[q] = whole[q] + over.to_words() + row.key[axis];
                x[q] = x[q] - below[q];
            }
            keys[axis] = hasher.keys_and_next(axis, &below);
        }
        let mut x_keys = [hasher.keys(0, &x); D];
        for above in 1..D {
            let mut below = x;
            for q in 0..4 {
                below[q] = x[q] - above as u32;
            }
            x_keys[above] = hasher.keys(0, &below);
        }
        let mut middle = fraction;
        for q in 0..4 {
            let cells = x[q] - whole[q];
            x[q] = cells.shift_up::<FIXED_BITS>() - (fraction[q] * FIXED).to_words();
            middle[q] = (cells - tile.start.0).to_floats() - (fraction[q] + tile.start.1);
        }
        NearRows {
            lanes,
            offsets,
            keys,
            x_keys,
            x,
            middle,
            gradients: Gradients::new(lanes),
        }
    }

    /// Finds the candidates that lie above the row along the axes of `sides`, bit 0 being the axis after x. Returns which of each
    /// vector of levels reach samples of the tile, by bits.
    #[inline(always)]
    fn find(&self, hasher: &H, tile: &TileCorners, sides: usize, out: &mut AtSides) -> [u32; 4] {
        let above = sides.count_ones();
        let mut reaching = [0; 4];
        let mut keys = [self.x_keys[above as usize]; D];
        for axis in 1..D {
            keys[axis] = self.keys[axis][sides >> (axis - 1) & 1];
        }
        let corner = hasher.gradient_corner(keys);
        let zero = Floats::splat(self.lanes, 0.0);
        let gradients = self.gradients.look_up(hasher, &corner);
        for q in 0..4 {
            let gradient = self.gradients.at(&gradients, q);
            let (mut c, mut h) = (Floats::splat(self.lanes, 0.5), zero);
            for axis in 1..D {
                let offset = self.offsets[axis][sides >> (axis - 1) & 1][q];
                c = offset.neg_mul_add(offset, c);
                h = gradient[axis].mul_add(offset, h);
            }
            // The samples in reach, counted from the tile's start. A sixteenth of a sample is more than what is lost by rounding.
            let middle = self.middle[q] - above as f32;
            let half = c.max(0.0).sqrt().mul_add(tile.per_cell, 0.0625);
            let first = middle * tile.per_cell - half;
            let last = middle.mul_add(tile.per_cell, half);
            reaching[q] = zero.less(c).bits()
                & zero.less(last).bits()
                & first.less(tile.samples.len() as f32).bits();
            let to = q * L::WIDTH..(q + 1) * L::WIDTH;
            (self.x[q] - (above << FIXED_BITS)).store(&mut out.x[to.clone()]);
            c.store(&mut out.c[to.clone()]);
            h.store(&mut out.h[to.clone()]);
            gradient[0].store(&mut out.slope[to.clone()]);
            let vector = first.max(0.0) * (1.0 / L::WIDTH as f32);
            vector.to_words().store(&mut out.first[to]);
        }
        reaching
    }
}

/// Transposes a matrix of 8 by 8 bits, whose rows are bytes (Warren, *Hacker's Delight*, section 7–3): in blocks of two by two
/// bits the upper right and the lower left change places, then in blocks of two by two such blocks, and once more.
#[inline(always)]
fn transposed(of: u64) -> u64 {
    let bits = swapped(of, 7, 0x00aa_00aa_00aa_00aa);
    let pairs = swapped(bits, 14, 0x0000_cccc_0000_cccc);
    swapped(pairs, 28, 0x0000_0000_f0f0_f0f0)
}

/// Swaps some bits with those that are `by` places higher.
#[inline(always)]
fn swapped(of: u64, by: u32, some: u64) -> u64 {
    let different = (of ^ of >> by) & some;
    of ^ different ^ different << by
}
