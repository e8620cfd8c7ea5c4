//! A layer of a source at some rows of a tile.

use super::candidates::{AtSides, Candidates, LevelsOfRow, RowPlace};
use super::levels::Level;
use super::tile::{FIXED, SUMS_MAX, TileCorners};
use crate::cpu::corner::CornerHash;
use crate::cpu::pointwise::{HashAtLanes, Hasher, IntegerHash, SIMPLEX_SCALE, TableHash};
use crate::cpu::simd::{Floats, Lanes, Simd, SimdKernel, Words};
use crate::cpu::tile_rows::{RowsMut, TileRows};
use crate::grid::AxisTable;
use crate::program::Lattice;

/// How many rows are computed at a time.
const ROWS: usize = 4;

/// Memory for rows that are computed.
#[derive(Clone, Debug, bytemuck::Zeroable)]
#[repr(C)]
pub(in crate::cpu) struct CornerMemory {
    sums: [[f32; SUMS_MAX]; ROWS],
    candidates: Candidates,
}

/// Computes a layer of a source at rows of a tile.
pub(in crate::cpu) struct AddCorners<'a> {
    pub source: &'a Lattice,
    /// The tables of the source's axes.
    pub tables: &'a [AxisTable],
    pub tile: &'a TileCorners<'a>,
    pub hash: CornerHash<'a>,
    pub memory: &'a mut CornerMemory,
    pub rows: &'a TileRows,
    pub out: RowsMut<'a>,
}

impl AddCorners<'_> {
    pub fn dispatch(self, simd: Simd) {
        match self.source.axes.len() {
            2 => simd.dispatch(InDimension::<2>(self)),
            3 => simd.dispatch(InDimension::<3>(self)),
            4 => simd.dispatch(InDimension::<4>(self)),
            _ => unreachable!("simplex noise has two to four axes"),
        }
    }

    /// Returns where a row lies, and its level but for what x adds.
    fn place(&self, row: usize) -> (RowPlace, Level) {
        let mut place = RowPlace::default();
        let mut level = Level::default();
        let axes = self.source.axes.iter().zip(self.tables);
        for (i, (&axis, table)) in axes.enumerate().skip(1) {
            let entry = self.rows.first(axis, row);
            place.key[i] = table.keys(entry)[0];
            place.fraction[i] = table.fraction[entry];
            level = level.plus(Level::of_entry(table, entry, self.source.axes.len()));
        }
        (place, level)
    }
}

/// The same in `D` dimensions.
struct InDimension<'a, const D: usize>(AddCorners<'a>);

impl<const D: usize> SimdKernel for InDimension<'_, D> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, lanes: L) {
        match self.0.hash {
            CornerHash::Table(table) => self.compute(lanes, &TableHash(table).at_lanes(lanes)),
            CornerHash::Integer(key) => self.compute(lanes, &IntegerHash(key).at_lanes(lanes)),
            CornerHash::Elias(_) => unreachable!("Elias's hash is of values alone"),
        }
    }
}

impl<const D: usize> InDimension<'_, D> {
    /// Computes [`ROWS`] rows at a time.
    #[inline(always)]
    fn compute<L: Lanes>(mut self, lanes: L, hasher: &impl Hasher<L>) {
        let rows = self.0.rows.y.len();
        for first in (0..rows).step_by(ROWS) {
            let count = ROWS.min(rows - first);
            self.sum(lanes, hasher, first, count);
            for row in 0..count {
                let out = self.0.out.row(first + row);
                for (out, sum) in out.iter_mut().zip(&self.0.memory.sums[row]) {
                    *out = sum * SIMPLEX_SCALE[D - 2];
                }
            }
        }
    }

    /// Sums the corners near some rows.
    #[inline(always)]
    fn sum<L: Lanes>(&mut self, lanes: L, hasher: &impl Hasher<L>, first: usize, count: usize) {
        let mut places = [RowPlace::default(); ROWS];
        let mut levels = [const { 0..0 }; ROWS];
        for row in 0..count {
            let (place, level) = self.0.place(first + row);
            places[row] = place;
            levels[row] = self.0.tile.levels_near(level, self.0.source);
        }
        let AddCorners { tile, memory, .. } = &mut self.0;
        let CornerMemory { sums, candidates } = &mut **memory;
        for sums in &mut sums[..count] {
            sums[..tile.fixed.len()].fill(0.0);
        }
        // Four vectors of levels at a time, whichever rows they belong to.
        let mut of = [LevelsOfRow::default(); 4];
        let mut filled = 0;
        for row in 0..count {
            let mut at = levels[row].start;
            while at < levels[row].end {
                of[filled] = LevelsOfRow { row, first: at };
                filled += 1;
                at += L::WIDTH;
                let is_last = row + 1 == count && at >= levels[row].end;
                if filled == 4 || is_last {
                    candidates.find::<L, _, D>(lanes, hasher, tile, &places, of);
                    for (q, of) in of[..filled].iter().enumerate() {
                        add(lanes, candidates, q, tile, &mut sums[of.row]);
                    }
                    filled = 0;
                }
            }
        }
    }
}

/// Adds the candidates of vector `q` of levels to the sums of their row: level by level, and side by side in each. This order
/// does not depend on where the vector begins, so it is the same in every brick.
#[inline(always)]
fn add<L: Lanes>(
    lanes: L,
    candidates: &Candidates,
    q: usize,
    tile: &TileCorners,
    sums: &mut [f32],
) {
    let length = tile.vectors(L::WIDTH) * L::WIDTH;
    for (half, &reaching) in candidates.reaching[q].iter().enumerate() {
        let mut left = reaching;
        while left != 0 {
            let bit = 64 * half + left.trailing_zeros() as usize;
            left &= left - 1;
            let (at_sides, i) = candidates.of_bit(q * L::WIDTH, bit);
            let samples = at_sides.first[i] as usize * L::WIDTH;
            let samples = samples..samples + length;
            let fixed = &tile.fixed[samples.clone()];
            add_corner(lanes, at_sides, i, fixed, &mut sums[samples]);
        }
    }
}

/// Adds candidate `i` to samples. All candidates are added to the same number of them, so that the loop always has the same
/// length; to samples past their reach they add 0.
#[inline(always)]
fn add_corner<L: Lanes>(lanes: L, of: &AtSides, i: usize, fixed: &[u32], sums: &mut [f32]) {
    let x = Words::splat(lanes, of.x[i]);
    let c = Floats::splat(lanes, of.c[i]);
    let h = Floats::splat(lanes, of.h[i]);
    let slope = Floats::splat(lanes, of.slope[i]);
    let fixed = fixed.chunks_exact(L::WIDTH);
    for (at, sum) in fixed.zip(sums.chunks_exact_mut(L::WIDTH)) {
        let u = (Words::load(lanes, at) - x).to_floats() * (1.0 / FIXED);
        let near = u.neg_mul_add(u, c).max(0.0);
        let square = near * near;
        let value = u.mul_add(slope, h);
        let sum_so_far = Floats::load(lanes, sum);
        (square * square).mul_add(value, sum_so_far).store(sum);
    }
}
