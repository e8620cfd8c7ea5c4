//! The coefficients of a row of samples: two lattice rows, blended at the row's y to four numbers for each column.

use super::buffers::{PerCorner, ROW_CORNERS_MAX};
use super::cell_ends::CellEnd;
use super::lattice_row::LatticeRow;
use crate::cpu::simd::Lanes;

/// The coefficients of each column of a row: the noise at fraction f is a + b·f + fade(f)·(c + d·f).
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct Coefficients {
    pub a: PerCorner,
    pub b: PerCorner,
    pub c: PerCorner,
    pub d: PerCorner,
}

/// The weights of the lattice rows below and above a row of samples.
///
/// A lattice row contributes weight·(gx·Δx + gy·Δy + h), where Δy is the offset of the row of samples from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// The weight of each lattice row.
    weight: [f32; 2],
    /// weight·Δy of each lattice row; of a derivative along y also the weight of gy itself.
    weighted_offset: [f32; 2],
}

impl Blend {
    /// Blends at these ends of a cell of y. The result is multiplied by `weight`, that of the octave.
    pub fn new(weight: f32, ends: [CellEnd; 2]) -> Blend {
        let scaled = ends.map(|end| end.weight * weight);
        Blend {
            weight: scaled,
            weighted_offset: [0, 1]
                .map(|i| scaled[i] * ends[i].offset + ends[i].gradient_weight * weight),
        }
    }

    /// Takes one lattice row alone, for a source that does not depend on y.
    pub fn only(weight: f32) -> Blend {
        Blend {
            weight: [weight, 0.0],
            weighted_offset: [0.0; 2],
        }
    }
}

impl Coefficients {
    /// Computes the coefficients of the columns that begin at the first `corners` corners, from the lattice rows below and
    /// above. Unless `HEIGHTS`, all heights of these rows are 0 and are not read.
    ///
    /// The derivative along x is b + s·d + s′·(c + d·f) = b + d·(s + s′·f) + c·s′. So with s + s′·f in place of f, and s′ in
    /// place of s, its coefficients are b, d, c and 0.
    #[inline(always)]
    pub fn blend<L: Lanes, const HEIGHTS: bool>(
        &mut self,
        lanes: L,
        [low, high]: [&LatticeRow; 2],
        blend: Blend,
        corners: usize,
        derivative: bool,
    ) {
        let rows = BlendedRows {
            low,
            high,
            weight: [lanes.splat(blend.weight[0]), lanes.splat(blend.weight[1])],
            weighted_offset: [
                lanes.splat(blend.weighted_offset[0]),
                lanes.splat(blend.weighted_offset[1]),
            ],
        };
        // Lane i holds the column that begins at corner `at + i`. Its high corner is corner `at + i + 1`, so the heights and
        // slopes of the high corners are those of the low corners, shifted by one lane. The last lane comes from the next vector,
        // which holds the low corners of the next iteration. So each corner is computed once.
        let (mut a, mut b) = rows.at::<L, HEIGHTS>(lanes, 0);
        let mut at = 0;
        while at < corners && at <= ROW_CORNERS_MAX - 2 * L::WIDTH {
            let (next_a, next_b) = rows.at::<L, HEIGHTS>(lanes, at + L::WIDTH);
            let (high_a, high_b) = (lanes.shift_in(a, next_a), lanes.shift_in(b, next_b));
            // The offset from the high corner is f − 1, so it contributes h₁ + g₁·(f − 1) = (h₁ − g₁) + g₁·f. The fade multiplies
            // the difference between that and h₀ + g₀·f.
            let c = lanes.sub(lanes.sub(high_a, high_b), a);
            let d = lanes.sub(high_b, b);
            let [first, second, fourth] = match derivative {
                true => [b, d, lanes.splat(0.0)],
                false => [a, b, d],
            };
            lanes.store(first, &mut self.a.0[at..][..L::WIDTH]);
            lanes.store(second, &mut self.b.0[at..][..L::WIDTH]);
            lanes.store(c, &mut self.c.0[at..][..L::WIDTH]);
            lanes.store(fourth, &mut self.d.0[at..][..L::WIDTH]);
            at += L::WIDTH;
            (a, b) = (next_a, next_b);
        }
    }
}

/// Two lattice rows, and the weights of each in every lane of a vector.
struct BlendedRows<'a, F> {
    low: &'a LatticeRow,
    high: &'a LatticeRow,
    weight: [F; 2],
    weighted_offset: [F; 2],
}

impl<F: Copy> BlendedRows<'_, F> {
    /// Computes height and slope at the vector of corners from `at` on:
    /// h = Σ weight·Δy·gy + weight·h and g = Σ weight·gx, over the two rows.
    #[inline(always)]
    fn at<L: Lanes<Floats = F>, const HEIGHTS: bool>(&self, lanes: L, at: usize) -> (F, F) {
        let low = lanes.mul(self.weighted_offset[0], lanes.load(&self.low.gy.0[at..]));
        let mut height = lanes.mul_add(
            self.weighted_offset[1],
            lanes.load(&self.high.gy.0[at..]),
            low,
        );
        if HEIGHTS {
            height = lanes.mul_add(self.weight[0], lanes.load(&self.low.h.0[at..]), height);
            height = lanes.mul_add(self.weight[1], lanes.load(&self.high.h.0[at..]), height);
        }
        let low = lanes.mul(self.weight[0], lanes.load(&self.low.gx.0[at..]));
        let slope = lanes.mul_add(self.weight[1], lanes.load(&self.high.gx.0[at..]), low);
        (height, slope)
    }
}
