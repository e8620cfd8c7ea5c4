//! Cases of several channels that share nodes.

use super::Case;
use super::case::rows;
use super::grids::*;
use super::sources::perlin;
use crate::Noise;

#[rustfmt::skip]
pub(super) fn cases() -> Vec<Case> {
    let base = perlin();
    let clouds = base.clone().fbm().octaves(3);
    let warped = clouds.clone().warp([base.clone(), base.clone()], 0.2);
    let ridge = base.clone().abs() * 0.5;
    // More than a march has registers for.
    let many = [0, 1, 2, 3].map(|seed| perlin().seed(seed).fbm().octaves(6));
    [
        rows("2 channels", everywhere(), [base.clone().into(), Noise::from(&clouds)]),
        rows("2 channels, one noise", [plane()], [base.clone(), base.clone()]),
        rows("3 channels", everywhere(), [ridge.clone(), base.into(), Noise::constant(0.25)]),
        rows("4 channels of 6 octaves", [plane(), solid(), plane_in_time()], many),
        rows("4 channels", everywhere(), [clouds.into(), Noise::x(), warped.into(), ridge]),
    ]
    .concat()
}
