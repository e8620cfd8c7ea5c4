//! Periodic simplex noise with gradients that turn: Stefan Gustavson and Ian McEwan, *Tiling simplex noise and flow noise in two
//! and three dimensions*, JCGT 2022, with kernels to the fourth power in space, too.

use std::f64::consts::TAU;

use super::classic::{on_circle, on_sphere};
use super::dual::Dual;
use super::lattice::Site;
use super::place::Place;
use crate::grid::TIME;
use crate::noise::Node;
use crate::noise::source::ANGLE;

/// The factors that make the supremum of the sum over points and gradients 1, in two and three dimensions.
const SCALE: [f64; 2] = [10.928215, 107.653485];

pub(super) fn psrd(node: &Node, place: &Place) -> Dual {
    let mut site = Site::of(node, place);
    let mut turns = Dual::from(node.get(ANGLE));
    if site.axes.last() == Some(&TIME)
        && let Some(time) = site.lattice.pop()
    {
        turns = turns + time.fraction;
    }
    match site.dimension() {
        2 => in_plane(&site, turns),
        _ => in_space(&site, turns),
    }
}

/// Sums the kernels of the three corners around. Corners lie in rows, in odd rows half a cell to the left.
fn in_plane(site: &Site, turns: Dual) -> Dual {
    let [x, y] = [0, 1].map(|axis| site.lattice[axis].fraction);
    let odd = f64::from(site.keys(&[0, 0])[1] & 1);
    // Along u, which leans to the right, corners are whole in every row.
    let across = x + 0.5 * odd;
    let u = across + 0.5 * y;
    let first = u.floor().value;
    let aside = match u - first >= y {
        true => [first + 1.0, 0.0],
        false => [first, 1.0],
    };
    let corners = [[first, 0.0], aside, [first + 1.0, 1.0]];
    let sum: Dual = (corners.into_iter())
        .map(|[place, row]| {
            let way = [across - (place - 0.5 * row), y - row];
            let keys = site.keys(&[(place - row * odd) as i64, row as i64]);
            let [a, b, ..] = on_circle(site.hash.bits(&keys[..2], 8));
            kernel(&way, &[a, b], &[-b, a], turns, 0.8)
        })
        .sum();
    SCALE[0] * sum
}

/// Sums the kernels of the four corners around, which are those of the unit cells, and their centres.
fn in_space(site: &Site, turns: Dual) -> Dual {
    let [x, y, z] = [0, 1, 2].map(|axis| site.lattice[axis].fraction);
    let skewed = [y + z, x + z, x + y];
    let mut corner = skewed.map(|at| at.floor().value);
    let mut order = [0, 1, 2];
    let part = |axis: usize| (skewed[axis] - skewed[axis].floor()).value;
    order.sort_by(|&a, &b| part(b).total_cmp(&part(a)));
    let mut sum = Dual::default();
    for step in 0..=3 {
        let [u, v, w] = corner;
        let place = [v + w - u, u + w - v, u + v - w].map(|twice| 0.5 * twice);
        let way = [x - place[0], y - place[1], z - place[2]];
        let mut keys = site.keys(&place.map(|at| at.floor() as i64));
        keys[3] = u32::from(place[0].fract() != 0.0);
        let direction = site.hash.bits(&keys, 8);
        let [a, b, c, _] = on_sphere(direction);
        sum = sum + kernel(&way, &[a, b, c], &beside(direction), turns, 0.5);
        if let Some(&axis) = order.get(step) {
            corner[axis] += 1.0;
        }
    }
    SCALE[1] * sum
}

/// Returns where a direction of the sphere is after a quarter turn, on a heading of its own: a multiple of 2³² divided by the
/// plastic number, in units of 2⁻³² turns.
fn beside(direction: u32) -> [f64; 3] {
    let [x, y, z, _] = on_sphere(direction);
    let radius = x.hypot(y);
    let (east, north) = (
        [-y / radius, x / radius, 0.0],
        [-z * x / radius, -z * y / radius, radius],
    );
    let heading = TAU * f64::from(direction.wrapping_mul(3_242_174_889)) / 4_294_967_296.0;
    [0, 1, 2].map(|axis| heading.cos() * east[axis] + heading.sin() * north[axis])
}

/// Returns (`height` − |way|²)⁴·(g·way), or 0 beyond the height, with g between `start` and `aside`, by the turns.
fn kernel(way: &[Dual], start: &[f64], aside: &[f64], turns: Dual, height: f64) -> Dual {
    let square: Dual = way.iter().map(|&d| d * d).sum();
    let near = (height - square).max(0.0);
    let product: Dual = (way.iter().zip(start).zip(aside))
        .map(|((&d, &start), &aside)| d * (turns.cos() * start + turns.sin() * aside))
        .sum();
    near * near * near * near * product
}
