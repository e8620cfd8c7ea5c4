//! The source `image`.

use super::dual::Dual;
use super::place::Place;
use crate::noise::Node;
use crate::noise::picture::{
    CHANNEL, DECODING, EDGES, Edges, FILE, FILTER, FREQUENCY, Filter, Picture,
};

/// Returns the value of a picture, whose pixels are filtered along x and then along y, and in a volume along z.
pub(super) fn image(node: &Node, place: &Place) -> Dual {
    let Some(picture) = node.get(FILE) else {
        unreachable!("checked: the picture is loaded");
    };
    let size = picture.size().map(f64::from);
    let taps_along = |axis: usize| {
        let frequency = match node.get(FREQUENCY) {
            None => size[0] / size[axis],
            Some(crate::noise::PerAxis::All(along_x)) => along_x * (size[0] / size[axis]),
            Some(each) => each.along(axis),
        };
        let at = place.coordinate(axis) * (frequency * size[axis]);
        taps(node.get(FILTER), at)
    };
    let (across, down) = (taps_along(0), taps_along(1));
    // A picture is the same at every z.
    let through = match size[2] {
        1.0 => vec![(0, Dual::from(1.0))],
        _ => taps_along(2),
    };
    sum(&through, |slice| {
        sum(&down, |row| {
            sum(&across, |column| {
                pixel(node, picture, [column, row, slice]).into()
            })
        })
    })
}

/// Returns the sum of numbers by weights that are 1 together. It is exact where all are equal.
fn sum(taps: &[(i64, Dual)], of: impl Fn(i64) -> Dual) -> Dual {
    let first = of(taps[0].0);
    let others = taps[1..].iter();
    others.fold(first, |sum, &(at, weight)| sum + weight * (of(at) - first))
}

/// The farthest pixel: those beside it have indices, too.
const FARTHEST: f64 = (1i64 << 62) as f64;

/// Returns the pixels around a position, along one axis, and their weights.
fn taps(filter: Filter, at: Dual) -> Vec<(i64, Dual)> {
    let from_middle = at - 0.5;
    let before = from_middle.value.floor();
    // Farther away positions are not exact to a pixel.
    let first = before.clamp(-FARTHEST, FARTHEST) as i64;
    let t = from_middle - before;
    match filter {
        Filter::Nearest => vec![(at.value.floor() as i64, 1.0.into())],
        Filter::Bilinear => vec![(first, 1.0 - t), (first + 1, t)],
        // The Hermite cubic whose slope at a pixel is half the difference of those beside it.
        Filter::Bicubic => {
            let (square, cube) = (t * t, t * t * t);
            let end = 3.0 * square - 2.0 * cube;
            let (leaving, arriving) = (cube - 2.0 * square + t, cube - square);
            vec![
                (first - 1, -0.5 * leaving),
                (first, 1.0 - end - 0.5 * arriving),
                (first + 1, end + 0.5 * leaving),
                (first + 2, 0.5 * arriving),
            ]
        }
        Filter::Spline => {
            let pixel = at.value.floor().clamp(-FARTHEST, FARTHEST) as i64;
            (-1..=1)
                .map(|i| (pixel + i, spline(at - ((pixel + i) as f64 + 0.5))))
                .collect()
        }
    }
}

/// Returns the quadratic B-spline at a distance from its middle.
fn spline(from_middle: Dual) -> Dual {
    let x = from_middle.abs();
    if x.value <= 0.5 {
        0.75 - x * x
    } else {
        0.5 * (1.5 - x) * (1.5 - x)
    }
}

/// Returns the number of a pixel, which may lie outside of the picture.
fn pixel(node: &Node, picture: &Picture, at: [i64; 3]) -> f64 {
    let [columns, rows, slices] = picture.size().map(i64::from);
    let within = |at: i64, side: i64| match node.get(EDGES) {
        Edges::Repeat => at.rem_euclid(side),
        Edges::Mirror if at.div_euclid(side) % 2 == 0 => at.rem_euclid(side),
        Edges::Mirror => side - 1 - at.rem_euclid(side),
        Edges::Clamp => at.clamp(0, side - 1),
    };
    let row = within(at[2], slices) * rows + within(at[1], rows);
    let at = row * columns + within(at[0], columns);
    picture
        .number(at as usize, node.get(CHANNEL), node.get(DECODING))
        .into()
}
