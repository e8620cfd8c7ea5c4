//! Values at points: every case, and what must hold of them far away, across periods and in pieces.

use wgpu_noise::cpu::{Points, SimdLevel};
use wgpu_noise::grid::Point;
use wgpu_noise::grid::Position;
use wgpu_noise::noise::{Axis, Fade, Hash, Picture, of};
use wgpu_noise::program::Positions;
use wgpu_noise::reference::Reference;
use wgpu_noise::verify;
use wgpu_noise::{Error, Grid, Job, Noise, Result};

use crate::support::{case, cases, failures_at_points, few, same_bits};

fn sampled<P: Position>(points: &Points, at: &[P]) -> Result<Vec<f32>> {
    let mut values = vec![f32::NAN; at.len() * points.job().program().channels()];
    points.sample(at, &mut values).map(|()| values)
}

/// The SIMD level that is used by default has each case.
#[test]
fn every_level_agrees_at_points() {
    for level in SimdLevel::available() {
        let cases = match level == SimdLevel::detect() {
            true => cases(),
            false => few(cases()),
        };
        let failed = failures_at_points(&cases, Positions::Points, |job, points| {
            sampled(&Points::with_simd_level(job, level)?, points)
        });
        assert!(failed.is_empty(), "{level}: {}", failed.join("\n"));
    }
}

#[test]
fn another_seed_is_noticed_at_points() {
    let cases = few(cases());
    let failed = failures_at_points(&cases, Positions::Points, |job, points| {
        let params = job.params().clone().with_seed(77);
        sampled(
            &Points::new(job.program().bind(&params, job.grid())?)?,
            points,
        )
    });
    let all = cases.len();
    assert!(
        3 * failed.len() > all,
        "only {} of {all} cases",
        failed.len()
    );
}

/// A box that begins so many units from the origin.
fn box_at(origin: f64) -> Grid {
    Grid::new([1, 1, 1])
        .frames(1)
        .origin([origin, -origin, origin, -origin])
}

fn noises() -> [Noise; 6] {
    fn base<K: of::Source>(noise: Noise<K>) -> Noise<K> {
        noise.frequency(3.7).time_frequency(2.3)
    }
    [
        base(Noise::perlin()).any(),
        base(Noise::perlin()).fbm().octaves(4).any(),
        base(Noise::value()).fade(Fade::Elias).any(),
        base(Noise::simplex()).any(),
        base(Noise::worley()).any(),
        (base(Noise::perlin()).warp([base(Noise::perlin()).seed(1)], 0.2)).any(),
    ]
}

/// Points of a box, on no lattice.
fn scattered(origin: i32) -> Vec<Point> {
    (0..500)
        .map(|i| {
            let part = |k: i32| (i * k % 499) as f32 / 499.0;
            Point {
                whole: [origin, -origin, origin, -origin],
                fraction: [part(7), part(31), part(101), part(211)],
            }
        })
        .collect()
}

fn made<K>(noise: &Noise<K>, grid: &Grid) -> Points {
    let job = Job::of(std::slice::from_ref(noise), grid).expect("a right job");
    Points::new(job).expect("enough memory")
}

/// The worst error as a part of its bound.
fn worst<K, P: Position>(noise: &Noise<K>, grid: &Grid, points: &[P]) -> f64 {
    let channels = std::slice::from_ref(noise);
    let job = Job::of(channels, grid).expect("a right job");
    let reference = Reference::new(&job).expect("numbers as they were built");
    let bound = job.tolerance_at(Positions::Points, 0);
    let made = Points::new(job).expect("enough memory");
    let found = sampled(&made, points).expect("points near enough");
    (points.iter().zip(found))
        .map(|(&point, found)| (f64::from(found) - reference.values_at(point)[0]).abs() / bound)
        .max_by(f64::total_cmp)
        .expect("points")
}

#[test]
fn cells_keep_a_fraction_that_floats_have_lost() {
    // The second is the only one at which floats are multiplied by a rate, 3.7, that no f32 has, without being far.
    for origin in [0, 1_000_003, 12_345_678, -30_000_001] {
        let (grid, points) = (box_at(f64::from(origin)), scattered(origin));
        // As one f32 a coordinate.
        let near: Vec<[f32; 4]> = (points.iter())
            .map(|point| {
                std::array::from_fn(|axis| point.whole[axis] as f32 + point.fraction[axis])
            })
            .collect();
        for noise in noises() {
            let exact = worst(&noise, &grid, &points);
            assert!(exact <= 1.0, "{noise:?} at {origin}: {exact}");
            // What a float still is, is taken exactly, too.
            let floats = worst(&noise, &grid, &near);
            assert!(floats <= 1.0, "{noise:?} at {origin}: {floats}");
            let both = made(&noise, &grid);
            let [a, b] = [sampled(&both, &points), sampled(&both, &near)].map(Result::unwrap);
            let lost = a.iter().zip(&b).any(|(a, b)| (a - b).abs() > 0.05);
            assert_eq!(lost, origin != 0, "{noise:?} at {origin}");
        }
    }
}

#[test]
fn angles_keep_a_fraction_that_floats_have_lost() {
    let (here, far) = (box_at(0.0), box_at(1_000_003.0));
    let errors = |noise: &Noise| {
        let channels = std::slice::from_ref(noise);
        let near = Job::of(channels, &here).expect("a right job");
        let job = Job::of(channels, &far).expect("a right job");
        let reference = Reference::new(&job).expect("numbers as they were built");
        let points = scattered(1_000_003);
        let found = sampled(&made(noise, &far), &points).expect("points near enough");
        let errors = (points.iter().zip(found))
            .map(|(&point, found)| (f64::from(found) - reference.values_at(point)[0]).abs());
        (
            errors.max_by(f64::total_cmp).expect("points"),
            near.tolerance_at(Positions::Points, 0),
        )
    };
    let (error, tolerance) = errors(&(Noise::x() * 3.7 - Noise::y()).cos());
    assert!(error <= tolerance, "{error}");
    // A product of a coordinate and another is not an angle that could lose turns.
    let (error, tolerance) = errors(&(Noise::x() * Noise::constant(3.7).abs()).cos());
    assert!(error > 100.0 * tolerance, "{error}");
}

/// What jumps below a derivative is counted for the positions that points have.
#[test]
fn a_jump_at_points_has_the_share_of_its_positions() {
    for x in [0.125, 0.37, 2.6] {
        let grid = Grid::new([64]).origin([x, 0.0, 0.0, 0.0]);
        let noise = Noise::perlin().frequency(7.3).ridged().partial(Axis::X);
        let case = case(&[noise], &grid);
        let outcome = verify::run_at_points(&case, Positions::Points, |job, points| {
            sampled(&Points::new(job)?, points)
        });
        let outcome = outcome.expect("values at points");
        assert!(outcome.passed, "{outcome}");
        let job = case.job().expect("a right job");
        let [exact, floats] =
            [Positions::Points, Positions::Floats].map(|at| job.jump_share_at(at, 0));
        assert!(0.0 < exact && exact <= floats, "{exact} {floats}");
    }
}

/// f(p) = f(p + period), to the last bit, on both sides of 0 and far away.
#[test]
fn periods_hold_bit_for_bit_at_points() {
    fn closed<K: of::Periodic>(noise: Noise<K>) -> Noise<K> {
        noise.frequency(4.0).period(12)
    }
    for noise in [
        closed(Noise::perlin()).any(),
        closed(Noise::perlin()).hash(Hash::Integer).any(),
        (closed(Noise::value()).fade(Fade::Elias).smooth(true)).any(),
        closed(Noise::classic()).any(),
        closed(Noise::worley()).any(),
        closed(Noise::perlin()).fbm().any(),
    ] {
        let points = made(&noise, &Grid::new([1, 1, 1]));
        let at = |moved: i32| {
            let moved = |mut point: Point| {
                point.whole = [moved, -moved, moved, 0];
                point
            };
            let places: Vec<Point> = scattered(0).into_iter().map(moved).collect();
            sampled(&points, &places).expect("points near enough")
        };
        let here = at(0);
        for periods in [-2_000_000, -1, 1, 7, 2_000_000] {
            assert_eq!(
                same_bits(&at(3 * periods), &here),
                Ok(()),
                "{periods} periods"
            );
        }
        assert!(same_bits(&at(1), &here).is_err());
    }
}

#[test]
fn a_point_does_not_depend_on_its_neighbours() {
    let noise = &noises()[5];
    let job = Job::of(
        &[noise.clone(), noise.clone().partial(Axis::X)],
        &box_at(0.0),
    );
    let points = Points::new(job.expect("a right job")).expect("enough memory");
    fn check<P: Position>(points: &Points, many: &[P]) {
        let all = sampled(points, many).expect("points near enough");
        for (i, point) in many.iter().enumerate().step_by(3001) {
            let alone = sampled(points, &[*point]).expect("a point near enough");
            let found = same_bits(&alone, &all[2 * i..2 * i + 2]);
            assert_eq!(found, Ok(()), "point {i}");
        }
    }
    let many: Vec<Point> = scattered(0).repeat(70);
    check(&points, &many);
    // Each run of points has near ones and far ones.
    let far = |(i, point): (usize, &Point)| {
        let far = if i % 700 == 0 { 5e6 } else { 0.0 };
        point.fraction.map(|at| at + far)
    };
    let some_far: Vec<[f32; 4]> = many.iter().enumerate().map(far).collect();
    check(&points, &some_far);
    let none: [[f32; 4]; 0] = [];
    assert!(sampled(&points, &none).expect("nothing").is_empty());
}

/// A picture goes on everywhere, also where its pixels have no indices.
#[test]
fn pictures_are_read_at_any_point() {
    let picture = Picture::new("p.png", [2, 1], 1, vec![0.25, 0.75]).expect("a picture");
    for filter in ["nearest", "bilinear", "bicubic", "spline"] {
        let noise = Noise::image(picture.clone()).set("filter", filter);
        let points = made(&noise, &Grid::new([1, 1]));
        let far = [1e30, -1e30, 3e9, -3e9].map(|at| [at, at, 0.0, 0.0]);
        let values = sampled(&points, &far).expect("values");
        assert!(
            values.iter().all(|value| (0.0..=1.0).contains(value)),
            "{filter}: {values:?}"
        );
    }
}

#[test]
fn wrong_points_are_named() {
    let noise = Noise::perlin().frequency([4.0, 1.0, 1.0]);
    let points = made(&noise, &Grid::new([1, 1]));
    let error = |points: &Points, at: &[[f32; 4]], values: usize| {
        let mut values = vec![0.0; values];
        let error = points.sample(at, &mut values).expect_err("wrong points");
        assert!(matches!(error, Error::Invalid { .. }), "{error:?}");
        error.to_string()
    };
    let origin = [0.0; 4];
    assert_eq!(
        error(&points, &[origin, origin], 3),
        "values: got room for 3 values; allowed: for 2"
    );
    for (point, named) in [
        ([f32::NAN, 0.0, 0.0, 0.0], "[NaN, 0.0]"),
        ([0.0, f32::NEG_INFINITY, 0.0, 0.0], "[0.0, -inf]"),
        ([6e8, 0.0, 0.0, 0.0], "[600000000.0, 0.0]"),
    ] {
        let found = error(&points, &[origin, point], 2);
        let expected = format!(
            "points: got point 1 at {named}; \
             allowed: x within 2.68435456e8, y within 1.073741824e9 of the origin"
        );
        assert_eq!(found, expected);
    }
    let wrong = Point {
        fraction: [f32::NAN, 0.0, 0.0, 0.0],
        ..Point::default()
    };
    assert!(sampled(&points, &[wrong]).is_err());
    // What is no axis is not read.
    assert!(sampled(&points, &[[0.5, 0.5, f32::NAN, f32::INFINITY]]).is_ok());
}
