//! Cellular noise at a point, 2-D to 4-D.

use super::{Axis, Place};
use crate::cpu::corner::Corners;
use crate::cpu::polynomials;
use crate::hash;
use crate::program::{LatticeNoise, Metric, WorleyOutput};

/// What is asked of the noise.
#[derive(Clone, Copy, Debug)]
struct Asked {
    output: WorleyOutput,
    metric: Metric,
    jitter: f32,
}

/// Sets `out` to cellular noise at its samples.
pub(super) fn fill(
    noise: LatticeNoise,
    numbers: &[f32],
    axes: &[Axis],
    corners: &Corners,
    out: &mut [f32],
) {
    let LatticeNoise::Worley {
        output,
        metric,
        jitter,
        swings,
    } = noise
    else {
        unreachable!("cellular noise")
    };
    let asked = Asked {
        output,
        metric,
        jitter: numbers[jitter.index()],
    };
    match (axes, swings) {
        ([x, y], false) => worley_2d(asked, corners, [x, y], None, out),
        ([x, y, z], false) => worley_3d(asked, corners, [x, y, z], None, out),
        ([x, y, z, w], _) if !swings => worley_4d(asked, corners, [x, y, z, w], out),
        ([x, y, w], _) => worley_2d(asked, corners, [x, y], Some(w), out),
        ([x, y, z, w], _) => worley_3d(asked, corners, [x, y, z], Some(w), out),
        _ => unreachable!("cellular noise has two to four axes"),
    }
}

fn worley_2d(
    asked: Asked,
    corners: &Corners,
    axes: [&Axis; 2],
    time: Option<&Axis>,
    out: &mut [f32],
) {
    match asked.output {
        WorleyOutput::F2 | WorleyOutput::F2MinusF1 => {
            around::<2, 25>(asked, corners, axes, time, 2, out);
        }
        WorleyOutput::F1 | WorleyOutput::Cell => around::<2, 9>(asked, corners, axes, time, 1, out),
    }
}

fn worley_3d(
    asked: Asked,
    corners: &Corners,
    axes: [&Axis; 3],
    time: Option<&Axis>,
    out: &mut [f32],
) {
    around::<3, 27>(asked, corners, axes, time, 1, out);
}

fn worley_4d(asked: Asked, corners: &Corners, axes: [&Axis; 4], out: &mut [f32]) {
    around::<4, 81>(asked, corners, axes, None, 1, out);
}

/// The points of the `N` cells up to `reach` around each sample; those of one cell serve all of its samples.
fn around<const D: usize, const N: usize>(
    asked: Asked,
    corners: &Corners,
    axes: [&Axis; D],
    time: Option<&Axis>,
    reach: i32,
    out: &mut [f32],
) {
    let mut known = None;
    let mut points = Points::<D, N> {
        places: [[0.0; N]; D],
        numbers: [0.0; N],
    };
    for (i, out) in out.iter_mut().enumerate() {
        let place = axes.map(|axis| axis.place(i));
        let turns = time.map(|time| time.place(i).fraction);
        let cell = (place.map(|at| at.keys[0]), turns);
        if known != Some(cell) {
            known = Some(cell);
            points.find(asked.jitter, corners, &place, turns, reach);
        }
        *out = points.nearest(asked, place.map(|at| at.fraction));
    }
}

/// The points of the cells around a cell.
struct Points<const D: usize, const N: usize> {
    /// From the cell's low corner, axis by axis.
    places: [[f32; N]; D],
    /// The numbers of their cells.
    numbers: [f32; N],
}

impl<const D: usize, const N: usize> Points<D, N> {
    fn find(
        &mut self,
        jitter: f32,
        corners: &Corners,
        place: &[Place; D],
        turns: Option<f32>,
        reach: i32,
    ) {
        let side = 2 * reach + 1;
        for n in 0..N {
            let mut slower = n as i32;
            let offset: [i32; D] = std::array::from_fn(|_| {
                let offset = slower % side - reach;
                slower /= side;
                offset
            });
            let keys: [u32; D] = std::array::from_fn(|axis| place[axis].key(offset[axis]));
            let (strays, number) = point(corners, &keys);
            for axis in 0..D {
                let stray = match turns {
                    Some(turns) => 0.5 * polynomials::sin(strays[axis] + turns),
                    None => strays[axis] - 0.5,
                };
                self.places[axis][n] = offset[axis] as f32 + 0.5 + jitter * stray;
            }
            self.numbers[n] = number;
        }
    }

    fn nearest(&self, asked: Asked, fraction: [f32; D]) -> f32 {
        let mut distances = [0.0f32; N];
        for (places, own) in self.places.iter().zip(fraction) {
            for (distance, place) in distances.iter_mut().zip(places) {
                let d = place - own;
                *distance = match asked.metric {
                    Metric::Euclidean | Metric::Squared => *distance + d * d,
                    Metric::Manhattan => *distance + d.abs(),
                    Metric::Chebyshev => distance.max(d.abs()),
                };
            }
        }
        let (mut first, mut second, mut number) = (f32::MAX, f32::MAX, 0.0);
        for (distance, own) in distances.into_iter().zip(self.numbers) {
            second = second.min(distance.max(first));
            if distance < first {
                (first, number) = (distance, own);
            }
        }
        let root = |distance: f32| match asked.metric {
            Metric::Euclidean => distance.sqrt(),
            _ => distance,
        };
        match asked.output {
            WorleyOutput::F1 => root(first),
            WorleyOutput::F2 => root(second),
            WorleyOutput::F2MinusF1 => root(second) - root(first),
            WorleyOutput::Cell => number,
        }
    }
}

/// Where a cell's point lies in it, 0 to 1 along each axis, and the cell's number, −1 to 1.
fn point(corners: &Corners, cell: &[u32]) -> ([f32; 4], f32) {
    match corners {
        Corners::Table(perm) => {
            let own = hash::table(perm, cell);
            let place =
                |axis: u32| (f32::from(perm[(own + axis + 1) as usize & 255]) + 0.5) / 256.0;
            ([0, 1, 2, 3].map(place), (2.0 * own as f32 - 255.0) / 255.0)
        }
        Corners::Integer(key) => {
            let words = hash::integers(key, cell);
            let number = words.into_iter().fold(0, |all, word| all ^ word);
            (
                words.map(|word| (word >> 8) as f32 / (1 << 24) as f32),
                (number >> 8) as f32 / (1 << 23) as f32 - 1.0,
            )
        }
        Corners::Elias(_) => unreachable!("only values are hashed so"),
    }
}
