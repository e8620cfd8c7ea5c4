//! Periodic simplex noise at points, 2-D and 3-D, with gradients that turn (Gustavson and McEwan, *Tiling simplex noise and flow
//! noise in two and three dimensions*, JCGT 2022).
//!
//! In the plane corners lie in rows, in odd rows half a cell to the left. In space they are the corners of the unit cells and
//! their centres. A sample is the sum over the corners of its triangle or tetrahedron of near⁴·(g·Δ), Δ being the offset from the
//! corner, g its turned gradient and near = max(0, height² − |Δ|²), with the height of the triangle or tetrahedron.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use super::cells::Cells;
use super::classic::direction;
use super::contribution::{Contribution, Slope, Value, nearness};
use super::hasher::Hasher;
use super::layer::{PointNoise, PointwiseLayer};
use super::ranks::Ranks;
use crate::cpu::corner::directions;
use crate::cpu::polynomials;
use crate::cpu::simd::{Floats, Group, Lanes, Simd};
use crate::program;

/// The factors of the sums that make their suprema 1, in 2-D and 3-D.
const SCALE: [f32; 2] = [10.928215, 107.65349];

/// Noise whose gradients do not turn on.
struct Still<C>(Psrd<C>);
/// Noise whose gradients turn on with the last axis, time, in turns.
struct Turning<C>(Psrd<C>);

/// What is computed.
struct Psrd<C> {
    contribution: C,
    /// By how much gradients are turned, in turns.
    turns: f32,
    scale: f32,
}

/// Computes a layer of the noise, or of its derivative along one of its axes.
pub(super) fn compute_layer(layer: PointwiseLayer, of: program::Psrd, simd: Simd) {
    let dimension = layer.axes.len() - usize::from(of.turns);
    let (turns, scale) = (layer.numbers[of.angle.index()], SCALE[dimension - 2]);
    if let Some(along) = layer.source.partial.filter(|along| *along < dimension) {
        let noise = Psrd {
            contribution: Slope(along),
            turns,
            scale,
        };
        return psrd(layer, of, noise, simd);
    }
    let (turns, scale) = match layer.source.partial {
        // The derivative in time is the noise of gradients a quarter turn on.
        Some(_) => (turns + 0.25, scale * TAU as f32),
        None => (turns, scale),
    };
    let noise = Psrd {
        contribution: Value,
        turns,
        scale,
    };
    psrd(layer, of, noise, simd);
}

fn psrd<C: Contribution>(layer: PointwiseLayer, of: program::Psrd, noise: Psrd<C>, simd: Simd) {
    match (layer.axes.len(), of.turns) {
        (2, false) => layer.compute_noise::<2, _>(Still(noise), simd),
        (3, false) => layer.compute_noise::<3, _>(Still(noise), simd),
        (3, true) => layer.compute_noise::<3, _>(Turning(noise), simd),
        (4, true) => layer.compute_noise::<4, _>(Turning(noise), simd),
        _ => unreachable!("periodic simplex noise has two or three axes of space"),
    }
}

impl<C: Contribution> PointNoise<2> for Still<C> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 2]) -> Group<Floats<L>> {
        psrd_2d(
            &self.0,
            hasher,
            cells,
            &[Floats::splat(cells[0].lanes(), 0.0); 4],
        )
    }
}

impl<C: Contribution> PointNoise<3> for Still<C> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 3]) -> Group<Floats<L>> {
        psrd_3d(
            &self.0,
            hasher,
            cells,
            &[Floats::splat(cells[0].lanes(), 0.0); 4],
        )
    }
}

impl<C: Contribution> PointNoise<3> for Turning<C> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(
        &self,
        hasher: &H,
        &[x, y, w]: &[Cells<L>; 3],
    ) -> Group<Floats<L>> {
        psrd_2d(&self.0, hasher, &[x, y], &w.fraction)
    }
}

impl<C: Contribution> PointNoise<4> for Turning<C> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(
        &self,
        hasher: &H,
        &[x, y, z, w]: &[Cells<L>; 4],
    ) -> Group<Floats<L>> {
        psrd_3d(&self.0, hasher, &[x, y, z], &w.fraction)
    }
}

/// The cosine and the sine of the angle by which gradients are turned.
#[derive(Clone, Copy)]
struct Turned<L: Lanes> {
    cos: Floats<L>,
    sin: Floats<L>,
}

impl<L: Lanes> Turned<L> {
    /// Returns those of the samples of a group, each of which has an angle besides the one that is added to all.
    #[inline(always)]
    fn of(turns: &Group<Floats<L>>, added: f32) -> Group<Turned<L>> {
        let mut turned = [Turned {
            cos: turns[0],
            sin: turns[0],
        }; 4];
        for q in 0..4 {
            let turns = turns[q] + added;
            turned[q] = Turned {
                cos: turns.map(polynomials::cos),
                sin: turns.map(polynomials::sin),
            };
        }
        turned
    }
}

/// Computes the noise in the plane.
#[inline(always)]
fn psrd_2d<L: Lanes, H: Hasher<L>>(
    noise: &Psrd<impl Contribution>,
    hasher: &H,
    cells: &[Cells<L>; 2],
    turns: &Group<Floats<L>>,
) -> Group<Floats<L>> {
    let [x, y] = cells;
    let zero = Floats::splat(x.lanes(), 0.0);
    let one = zero + 1.0;
    let table = directions(2);
    let mut sums = [zero; 4];
    let turned = Turned::of(turns, noise.turns);
    for corner in 0..3 {
        let (mut columns, mut rows) = (x.low, y.low);
        let mut offset = [[zero; 2]; 4];
        for q in 0..4 {
            // Along u, which leans to the right, corners are whole in every row.
            let odd = (y.low[q] & 1).to_floats();
            let across = odd.mul_add(0.5, x.fraction[q]);
            let u = y.fraction[q].mul_add(0.5, across);
            let first = u.floor();
            let left = (u - first).less(y.fraction[q]);
            let [place, row] = match corner {
                0 => [first, zero],
                1 => [left.select(first, first + 1.0), left.select(one, zero)],
                _ => [first + 1.0, one],
            };
            offset[q] = [across - (place - row * 0.5), y.fraction[q] - row];
            // Above an odd row the columns of an even one begin where its own do, above an even one a cell to the right.
            columns[q] = (place - row * odd).to_words();
            rows[q] = row.to_words();
        }
        let keys = [
            hasher.keys(0, &x.keys_by(&columns)),
            hasher.keys(1, &y.keys_by(&rows)),
        ];
        let gradients = hasher.gradient::<2, 8>(&hasher.corner(keys));
        for q in 0..4 {
            let [a, b] = direction(table, x.lanes(), gradients, q);
            let Turned { cos, sin } = turned[q];
            let gradient = [cos * a - sin * b, sin * a + cos * b];
            let near = nearness(0.8, &offset[q]);
            sums[q] = (noise.contribution).add(sums[q], &gradient, &offset[q], near);
        }
    }
    for q in 0..4 {
        sums[q] = sums[q] * noise.scale;
    }
    sums
}

/// Computes the noise in space.
#[inline(always)]
fn psrd_3d<L: Lanes, H: Hasher<L>>(
    noise: &Psrd<impl Contribution>,
    hasher: &H,
    cells: &[Cells<L>; 3],
    turns: &Group<Floats<L>>,
) -> Group<Floats<L>> {
    let [x, y, z] = cells;
    let zero = Floats::splat(x.lanes(), 0.0);
    let one = zero + 1.0;
    let (starts, asides) = (directions(3), &*ASIDES);
    let mut sums = [zero; 4];
    let turned = Turned::of(turns, noise.turns);
    // The low corner of each sample's cube on the skewed lattice, on which corners are whole, and the order in which corners
    // step along its axes.
    let (mut first, mut parts) = ([[zero; 3]; 4], [[zero; 3]; 4]);
    for q in 0..4 {
        let [a, b, c] = [x.fraction[q], y.fraction[q], z.fraction[q]];
        parts[q] = [b + c, a + c, a + b];
        for axis in 0..3 {
            first[q][axis] = parts[q][axis].floor();
            parts[q][axis] = parts[q][axis] - first[q][axis];
        }
    }
    let ranks = Ranks::new(x.lanes(), &parts);
    for steps in 0..4 {
        let mut keys = [x.low, y.low, z.low, x.low];
        let mut offset = [[zero; 3]; 4];
        let stepped = ranks.less(steps);
        for q in 0..4 {
            let mut corner = first[q];
            for axis in 0..3 {
                corner[axis] = corner[axis] + stepped[axis].select(q, one, zero);
            }
            let [u, v, w] = corner;
            let place = [v + w - u, u + w - v, u + v - w];
            for axis in 0..3 {
                let place = place[axis] * 0.5;
                let whole = place.floor();
                keys[axis][q] = whole.to_words();
                offset[q][axis] = cells[axis].fraction[q] - place;
                // A centre lies half a cell from its corner, along each axis.
                keys[3][q] = ((place - whole) * 2.0).to_words();
            }
        }
        let hashed = hasher.corner([
            hasher.keys(0, &x.keys_by(&keys[0])),
            hasher.keys(1, &y.keys_by(&keys[1])),
            hasher.keys(2, &z.keys_by(&keys[2])),
            hasher.keys(3, &keys[3]),
        ]);
        let gradients = hasher.gradient::<4, 8>(&hashed);
        for q in 0..4 {
            let start: [_; 3] = direction(starts, x.lanes(), gradients, q);
            let mut gradient: [_; 3] = direction(asides, x.lanes(), gradients, q);
            let Turned { cos, sin } = turned[q];
            for axis in 0..3 {
                gradient[axis] = cos.mul_add(start[axis], sin * gradient[axis]);
            }
            let near = nearness(0.5, &offset[q]);
            sums[q] = (noise.contribution).add(sums[q], &gradient, &offset[q], near);
        }
    }
    for q in 0..4 {
        sums[q] = sums[q] * noise.scale;
    }
    sums
}

/// Where each of the 256 gradients in space is after a quarter turn: at a right angle to it, on a heading of its own.
static ASIDES: LazyLock<[[f32; 4]; 256]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        // Products wrap at whole turns. 2654435769 is 2³² divided by the golden ratio, as for the gradients themselves, and
        // 3242174889 is 2³² divided by the plastic number, whose multiples are spread evenly, too.
        let turns = |step| f64::from((i as u32).wrapping_mul(step)) / 4_294_967_296.0;
        let z = 1.0 - (2.0 * i as f64 + 1.0) / 256.0;
        let radius = (1.0 - z * z).sqrt();
        let (sin, cos) = (TAU * turns(2_654_435_769)).sin_cos();
        let (north, east) = (TAU * turns(3_242_174_889)).sin_cos();
        let x = -east * sin - north * z * cos;
        let y = east * cos - north * z * sin;
        [x as f32, y as f32, (north * radius) as f32, 0.0]
    })
});
