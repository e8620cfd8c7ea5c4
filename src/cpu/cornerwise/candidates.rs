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
    at_sides: [AtSides; SIDES_MAX],
}

/// The candidates that lie on the same sides of their rows, by level.
#[derive(Clone, Copy, Debug, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct AtSides {
    /// Which of each vector of levels reach samples of the tile, by bits.
    pub reaching: [u32; 4],
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
    /// Returns the candidates of `D` dimensions.
    #[inline(always)]
    pub fn of_dimension<const D: usize>(&self) -> &[AtSides] {
        &self.at_sides[..1 << (D - 1)]
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
        for (sides, out) in self.at_sides[..1 << (D - 1)].iter_mut().enumerate() {
            near.find(hasher, tile, sides, out);
        }
    }
}

/// What the candidates of a group of levels share.
struct NearRows<L: Lanes, H: Hasher<L>, const D: usize> {
    lanes: L,
    /// Along each axis but x: the offsets of the row from the corners below and above it, and the keys of those.
    offsets: [[Group<Floats<L>>; 2]; D],
    keys: [[H::Keys; 2]; D],
    /// The key along x of the candidate below the row along all other axes, and how many whole cells it lies from the tile's
    /// start.
    x: Group<Words<L>>,
    cells: Group<Words<L>>,
    /// The fraction of G·s.
    fraction: Group<Floats<L>>,
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
        let mut cells = x;
        for q in 0..4 {
            cells[q] = x[q] - whole[q] - tile.start.0;
        }
        NearRows {
            lanes,
            offsets,
            keys,
            x,
            cells,
            fraction,
            gradients: Gradients::new(lanes),
        }
    }

    /// Finds the candidates that lie above the row along the axes of `sides`, bit 0 being the axis after x.
    #[inline(always)]
    fn find(&self, hasher: &H, tile: &TileCorners, sides: usize, out: &mut AtSides) {
        // Each step up along another axis is a step down along x.
        let above = sides.count_ones();
        let mut x = self.x;
        for q in 0..4 {
            x[q] = self.x[q] - above;
        }
        let mut keys = [hasher.keys(0, &x); D];
        for axis in 1..D {
            keys[axis] = self.keys[axis][sides >> (axis - 1) & 1];
        }
        let corner = hasher.corner(keys);
        let zero = Floats::splat(self.lanes, 0.0);
        for q in 0..4 {
            let gradient = self.gradients.at(hasher, &corner, q);
            let (mut c, mut h) = (Floats::splat(self.lanes, 0.5), zero);
            for axis in 1..D {
                let offset = self.offsets[axis][sides >> (axis - 1) & 1][q];
                c = offset.neg_mul_add(offset, c);
                h = gradient.component(axis).mul_add(offset, h);
            }
            // The samples in reach, counted from the tile's start. A sixteenth of a sample is more than what is lost by rounding.
            let cells = self.cells[q] - above;
            let middle = cells.to_floats() - (self.fraction[q] + tile.start.1);
            let half = c.max(0.0).sqrt().mul_add(tile.per_cell, 0.0625);
            let first = middle * tile.per_cell - half;
            let last = middle.mul_add(tile.per_cell, half);
            out.reaching[q] = zero.less(c).bits()
                & zero.less(last).bits()
                & first.less(tile.samples.len() as f32).bits();
            let whole = (cells + tile.start.0).shift_up::<FIXED_BITS>();
            let to = q * L::WIDTH..(q + 1) * L::WIDTH;
            (whole - (self.fraction[q] * FIXED).to_words()).store(&mut out.x[to.clone()]);
            c.store(&mut out.c[to.clone()]);
            h.store(&mut out.h[to.clone()]);
            (gradient.component(0)).store(&mut out.slope[to.clone()]);
            let vector = first.max(0.0) * (1.0 / L::WIDTH as f32);
            vector.to_words().store(&mut out.first[to]);
        }
    }
}
