//! Classic noise (Perlin, *An Image Synthesizer*, SIGGRAPH 1985) at points, 2-D and 3-D: corner gradients of 256 directions.

use super::blend::{CORNERS_MAX, offset};
use super::cells::{Cells, cell_of, corner_keys};
use super::hasher::Hasher;
use super::layer::{PointNoise, PointwiseLayer};
use super::of_gradients::OfGradients;
use crate::cpu::corner::directions;
use crate::cpu::simd::{Floats, Group, Lanes, Simd};

/// Classic noise, or its derivative, with its gradients.
struct Classic<O>(O, &'static [[f32; 4]; 256]);

/// Computes a layer of classic noise.
pub(super) fn compute_layer<O: OfGradients>(layer: PointwiseLayer, of: O, simd: Simd) {
    match layer.axes.len() {
        2 => layer.compute_noise::<2, _>(Classic(of, directions(2)), simd),
        3 => layer.compute_noise::<3, _>(Classic(of, directions(3)), simd),
        _ => unreachable!("classic noise has two or three axes"),
    }
}

impl<O: OfGradients> PointNoise<2> for Classic<O> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 2]) -> Group<Floats<L>> {
        let corners: [H::Corner<2>; 4] = hasher.corners(&corner_keys(hasher, cells));
        classic(self, hasher, cells, &corners)
    }
}

impl<O: OfGradients> PointNoise<3> for Classic<O> {
    #[inline(always)]
    fn at<L: Lanes, H: Hasher<L>>(&self, hasher: &H, cells: &[Cells<L>; 3]) -> Group<Floats<L>> {
        let corners: [H::Corner<3>; 8] = hasher.corners(&corner_keys(hasher, cells));
        classic(self, hasher, cells, &corners)
    }
}

/// Computes what is wanted from the `C` = 2ᴰ corners of the cells.
#[inline(always)]
fn classic<L: Lanes, H: Hasher<L>, const D: usize, const C: usize>(
    Classic(of, table): &Classic<impl OfGradients>,
    hasher: &H,
    cells: &[Cells<L>; D],
    corners: &[H::Corner<D>; C],
) -> Group<Floats<L>> {
    let bytes = hasher.gradients::<D, C, 8>(corners);
    let mut noise = cells[0].fraction;
    for q in 0..4 {
        let cell = cell_of(cells, q);
        let mut parts = [of.part(&[noise[q]; D], &[noise[q]; D]); CORNERS_MAX];
        for c in 0..C {
            let direction = direction(table, cells[0].lanes(), bytes[c], q);
            parts[c] = of.part(&direction, &offset(&cell, c));
        }
        noise[q] = of.blend(&cell, parts);
    }
    noise
}

/// Returns the components of the gradients that bytes select, for vector `q` of the group.
#[inline(always)]
pub(super) fn direction<L: Lanes, const D: usize>(
    directions: &[[f32; 4]; 256],
    lanes: L,
    bytes: L::Bytes,
    q: usize,
) -> [Floats<L>; D] {
    let mut rows = [0; 16];
    lanes.store_words(lanes.unpack(bytes, q), &mut rows[..L::WIDTH]);
    let mut selected = [directions[0]; 16];
    for i in 0..L::WIDTH {
        selected[i] = directions[rows[i] as usize & 255];
    }
    let components = lanes.load_transposed::<1>(&selected);
    let mut direction = [Floats::new(lanes, components[0]); D];
    for axis in 1..D {
        direction[axis] = Floats::new(lanes, components[axis]);
    }
    direction
}
