//! The reference beside the second writing of the noise, at thousands of points.

use crate::near::{at_point, near, perlin};
use crate::random::Random;
use crate::second::{self, Coordinate, Hash};

fn agrees_with_the_second_writing(dimension: usize) {
    let mut draws = Random::new(0, dimension as u64);
    let axes = &"xyzw"[..dimension];
    for _ in 0..3000 {
        let seed = draws.pick(&[0, 0, 1, 7, u32::MAX]);
        let reach = draws.pick(&[1.0, 40.0, 3000.0]);
        let point: Vec<f64> = (0..dimension)
            .map(|_| draws.between(-reach, reach))
            .collect();
        let period: Vec<u32> = (0..dimension)
            .map(|_| draws.pick(&[0, 0, 1, 2, 3, 5, 7, 256, 257]))
            .collect();
        let found = at_point(&perlin("table", &period), axes, &point, seed);
        let at: Vec<Coordinate> = (point.iter().zip(&period))
            .map(|(&position, &period)| Coordinate::at(position, period))
            .collect();
        let expected = second::perlin(&Hash::table(seed, 0), &at);
        if let Err(error) = near(found, expected, 1e-13) {
            panic!("{error} at {point:?}, period {period:?}, seed {seed}");
        }
    }
}

#[test]
fn perlin_1d_is_the_second_writing() {
    agrees_with_the_second_writing(1);
}

#[test]
fn perlin_2d_is_the_second_writing() {
    agrees_with_the_second_writing(2);
}

#[test]
fn perlin_3d_is_the_second_writing() {
    agrees_with_the_second_writing(3);
}

#[test]
fn perlin_4d_is_the_second_writing() {
    agrees_with_the_second_writing(4);
}
