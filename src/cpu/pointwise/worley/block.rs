//! The cells around each sample, and the feature points in them.

use super::{Measure, Settings};
use crate::cpu::pointwise::cells::Cells;
use crate::cpu::pointwise::hasher::{BOX_SIDE_MAX, Hasher};
use crate::cpu::polynomials;
use crate::cpu::simd::{Floats, Group, Lanes};

/// Where feature points lie in their cells. Counted from the middle, −½ to ½, it is `stray·scale + shift`.
pub(super) trait Motion<L: Lanes> {
    /// The shift, and the scale.
    fn shift_and_scale<H: Hasher<L>>(&self) -> [f32; 2];

    /// Returns how far points stray, from their places along an axis, for vector `q` of the group.
    fn stray<H: Hasher<L>>(&self, place: Floats<L>, q: usize) -> Floats<L>;
}

/// Points that do not move.
pub(super) struct Resting;
/// Points that swing, with the time in turns: each follows a sine with its own phase.
pub(super) struct Swinging<L: Lanes>(pub Group<Floats<L>>);

impl<L: Lanes> Motion<L> for Resting {
    #[inline(always)]
    fn shift_and_scale<H: Hasher<L>>(&self) -> [f32; 2] {
        [H::PLACE_OFFSET - 0.5, H::PLACE_SCALE]
    }

    #[inline(always)]
    fn stray<H: Hasher<L>>(&self, place: Floats<L>, _: usize) -> Floats<L> {
        place
    }
}

impl<L: Lanes> Motion<L> for Swinging<L> {
    #[inline(always)]
    fn shift_and_scale<H: Hasher<L>>(&self) -> [f32; 2] {
        [0.0, 0.5]
    }

    #[inline(always)]
    fn stray<H: Hasher<L>>(&self, place: Floats<L>, q: usize) -> Floats<L> {
        let phase = place.mul_add(H::PLACE_SCALE, H::PLACE_OFFSET);
        (phase + self.0[q]).map(polynomials::sin)
    }
}

/// The cells around a group of samples. It borrows its arrays, which the compiler would copy if they moved.
pub(super) struct Block<'a, L: Lanes, H: Hasher<L>, M, const D: usize> {
    pub lanes: L,
    hasher: &'a H,
    motion: &'a M,
    corners: &'a H::Box<D>,
    /// Of each place that a cell may have along an axis: the offset of an unmoved point from the samples.
    middles: &'a [[Group<Floats<L>>; BOX_SIDE_MAX]; D],
    scale: f32,
    side: usize,
}

/// The feature point of one cell around each sample of a vector.
pub(super) struct Feature<'a, L: Lanes, H: Hasher<L>, const D: usize> {
    /// The offset of the point from the samples.
    pub offset: [Floats<L>; D],
    hasher: &'a H,
    features: &'a H::Features<D>,
    q: usize,
}

impl<L: Lanes, H: Hasher<L>, const D: usize> Feature<'_, L, H, D> {
    /// Returns the numbers of the points' cells, −1 to 1.
    #[inline(always)]
    pub fn numbers(&self) -> Floats<L> {
        self.hasher.numbers(self.features, self.q)
    }

    /// Computes the squares of the distances.
    #[inline(always)]
    pub fn square(&self) -> Floats<L> {
        let mut square = self.offset[0] * self.offset[0];
        for axis in 1..D {
            square = self.offset[axis].mul_add(self.offset[axis], square);
        }
        square
    }
}

/// What is known of the feature points of a vector of samples so far.
pub(super) trait Gather<L: Lanes, const D: usize> {
    /// Takes one more point of each sample.
    fn take<H: Hasher<L>>(&mut self, feature: &Feature<L, H, D>);
}

/// Measures the points of the cells around each sample.
#[inline(always)]
pub(super) fn measure<L: Lanes, H: Hasher<L>, const D: usize>(
    settings: Settings,
    measure: impl Measure,
    hasher: &H,
    cells: &[Cells<L>; D],
    motion: &impl Motion<L>,
) -> Group<Floats<L>> {
    let lanes = cells[0].lanes();
    let [shift, scale] = motion.shift_and_scale::<H>().map(|of| of * settings.jitter);
    let side = 2 * settings.reach + 1;
    let mut keys = [[hasher.keys(0, &cells[0].low); BOX_SIDE_MAX]; D];
    let mut middles = [[cells[0].fraction; BOX_SIDE_MAX]; D];
    for axis in 0..D {
        for place in 0..side {
            let offset = place as i32 - settings.reach as i32;
            keys[axis][place] = hasher.keys(axis, &cells[axis].keys_at(offset));
            let middle = Floats::splat(lanes, (offset as f32 + 0.5) + shift);
            for q in 0..4 {
                middles[axis][place][q] = middle - cells[axis].fraction[q];
            }
        }
    }
    measure.of(&Block {
        lanes,
        hasher,
        motion,
        corners: &hasher.corners_of_box(&keys, side),
        middles: &middles,
        scale,
        side,
    })
}

impl<L: Lanes, H: Hasher<L>, M: Motion<L>, const D: usize> Block<'_, L, H, M, D> {
    /// Gathers the points of all cells, for each vector of the group.
    #[inline(always)]
    pub fn gather(&self, into: &mut Group<impl Gather<L, D>>) {
        // The place of the cell along each axis, the first axis fastest, and the index of all places but the last.
        let (mut places, mut n) = ([0; D], 0);
        let before_last = self.side.pow(D as u32 - 1);
        let mut features = self.features(n, places);
        for _ in 1..before_last * self.side {
            let here = places;
            for place in &mut places {
                *place += 1;
                if *place < self.side {
                    break;
                }
                *place = 0;
            }
            n = if n + 1 < before_last { n + 1 } else { 0 };
            // Hashed before the points of the cell in hand are gathered, which need not wait for it.
            let next = self.features(n, places);
            self.gather_cell(into, &features, here);
            features = next;
        }
        self.gather_cell(into, &features, places);
    }

    /// Finds the feature points of one cell around each sample, as [`Hasher::of_box`].
    #[inline(always)]
    fn features(&self, n: usize, places: [usize; D]) -> H::Features<D> {
        (self.hasher).features(self.hasher.of_box(self.corners, n, places))
    }

    /// Gathers the points of one cell around each sample.
    #[inline(always)]
    fn gather_cell(
        &self,
        into: &mut Group<impl Gather<L, D>>,
        features: &H::Features<D>,
        places: [usize; D],
    ) {
        for q in 0..4 {
            let mut offset = self.hasher.places(features, q);
            for axis in 0..D {
                let middle = self.middles[axis][places[axis]][q];
                let stray = self.motion.stray::<H>(offset[axis], q);
                offset[axis] = stray.mul_add(self.scale, middle);
            }
            into[q].take(&Feature {
                offset,
                hasher: self.hasher,
                features,
                q,
            });
        }
    }
}
