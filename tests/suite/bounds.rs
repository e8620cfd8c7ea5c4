//! What the analyses promise of every noise: a range holds all values, a tolerance is a number within the range, and no more
//! samples lie on the other side of a jump than is said.

use wgpu_noise::bake::Plan;
use wgpu_noise::format::FileType;
use wgpu_noise::noise::{Axis, Fade, Octaves, WorleyOutput, of};
use wgpu_noise::program::Positions;
use wgpu_noise::recipe::{Bounds, Range};
use wgpu_noise::reference::Reference;
use wgpu_noise::texel::Format;
use wgpu_noise::{Error, Grid, Job, Noise};

use crate::support::wrong::{Fault, with_fault};
use crate::support::{case, cpu, job, outcome, samples};

fn perlin() -> Noise<of::Perlin> {
    Noise::perlin().frequency(3.7)
}

/// Between −1 and 1.
fn wave() -> Noise {
    Noise::x().sin()
}

/// Steps that are steep, jump, or take their value to an end of what f32 holds.
const SHAPES: &[fn(Noise) -> Noise] = &[
    |n| n.max(1e-7).log(),
    |n| Noise::constant(1.0) / n.max(1e-4),
    |n| Noise::constant(1e-20) / n.abs().max(1e-30),
    |n| (n * 80.0).exp(),
    |n| n.exp().exp(),
    |n| n.gain_curve(0.99),
    |n| n.bias(0.01),
    |n| n.max(0.0).pow(0.01),
    |n| n.max(1e-6).pow(-3.0),
    |n| n.pow(7.5),
    |n| n.sqrt(),
    |n| n.smoothstep(0.0, 1e-4),
    |n| n.remap([0.1, 0.1001], [0.0, 1e6]),
    |n| n.terrace(1000.0, 1e-9),
    |n| n.terrace(3.0, 0.0),
    |n| n.terrace(wave() + 3.0, wave() * 0.4 + 0.5),
    |n| n.bias(wave() * 0.4 + 0.5),
    |n| n.smooth_max(0.2, wave() + 1.5),
    |n| (n * 1e5).sin(),
    |n| (n * 1e7).fract(),
    |n| n.sign(),
    |n| n.clamp(0.25, 0.25),
    |n| n.clamp(0.5, -0.5),
    |n| n * 1e-30,
    |n| n * 1e15,
    |n| n.clone() * n,
    |n| n.fbm().octaves(3).any(),
    |n| n.billow().any(),
    |n| n.ridged().ridge_gain(100.0).any(),
    |n| n.hybrid().any(),
    |n| n.eroded().any(),
    |n| n.piecewise(),
    |n| n.warp([perlin() * 3.0], 1.0).any(),
];

/// Each shape of each shape.
fn compositions() -> impl Iterator<Item = Noise> {
    (SHAPES.iter()).flat_map(|outer| SHAPES.iter().map(|inner| outer(inner(perlin().any()))))
}

/// Every exact value on a grid, and every one that the CPU makes.
fn values<K>(noise: &Noise<K>, grid: &Grid) -> Vec<f64> {
    let job = Job::of(std::slice::from_ref(noise), grid).expect("a right noise");
    let reference = Reference::new(&job).expect("numbers as they were built");
    let [width, height, _] = grid.size3();
    let indices = (0..height).flat_map(|y| (0..width).map(move |x| [x, y, 0, 0]));
    let exact = indices.map(|index| reference.values(index)[0]);
    let found = samples(noise, grid, &cpu).into_iter().map(f64::from);
    exact.chain(found).collect()
}

#[test]
fn tolerances_are_numbers_within_ranges() {
    let grid = Grid::new([23, 7]);
    let (mut accepted, mut telling) = (0, 0);
    for noise in compositions() {
        let Ok(job) = job(&noise, &grid) else {
            continue;
        };
        accepted += 1;
        let ([low, high], width) = (job.range(0), job.range(0)[1] - job.range(0)[0]);
        let tolerance = job.tolerance(0);
        assert!(low <= high && width.is_finite(), "{low}..{high}: {noise:?}");
        assert!(
            tolerance <= width && (tolerance > 0.0 || low == high),
            "{tolerance:e} in {low}..{high}: {noise:?}"
        );
        for at_points in [Positions::Points, Positions::Floats].map(|at| job.tolerance_at(at, 0)) {
            assert!(
                at_points.is_finite() && at_points >= 0.0,
                "{at_points:e}: {noise:?}"
            );
        }
        telling += usize::from(tolerance < 1e-3 * width);
        // All that either makes lies within, and the two within the tolerance.
        for value in values(&noise, &grid) {
            assert!(
                low <= value && value <= high,
                "{value:e} in {low}..{high}: {noise:?}"
            );
        }
        let outcome = outcome(&case(std::slice::from_ref(&noise), &grid), &cpu);
        assert!(outcome.passed, "{outcome}: {noise:?}");
    }
    assert!(
        accepted > 400 && telling > 200,
        "{accepted} accepted, {telling} telling"
    );
}

#[test]
fn a_logarithm_of_what_is_held_has_a_range_to_pack() {
    let job = job(&perlin().max(1e-7).log(), &Grid::new([16, 16])).expect("a right noise");
    assert!(job.tolerance(0) < 4.0, "{}", job.tolerance(0));
    let packed = |format, range| Plan::new(job.clone(), Some(FileType::Ktx2), Some(format), range);
    let [low, high] = packed(Format::R8Unorm, Some(Range::Bounds(Bounds::Auto)))
        .expect("a range")
        .packing()
        .range();
    assert!(-16.2 < low && high < 0.01, "{low}..{high}");
    assert!(packed(Format::R16Float, None).is_ok());
}

/// Only the ratios of normalized amplitudes count.
#[test]
fn amplitudes_may_be_as_small_as_numbers_are() {
    let grid = Grid::new([31, 9]);
    let kinds: [fn(&[f64]) -> Noise; 4] = [
        |list| perlin().fbm().octaves(3).amplitudes(list).any(),
        |list| perlin().billow().octaves(3).amplitudes(list).any(),
        |list| perlin().ridged().octaves(3).amplitudes(list).any(),
        |list| perlin().ping_pong().octaves(3).amplitudes(list).any(),
    ];
    for kind in kinds {
        let of = |scale: f64| kind(&[1.0, 0.75, 0.5].map(|amplitude| amplitude * scale));
        let exact = |scale: f64| {
            let job = Job::of([of(scale)], &grid).expect("a right noise");
            let reference = Reference::new(&job).expect("numbers as they were built");
            reference.values([7, 3, 0, 0])[0]
        };
        for scale in [2f64.powi(-1020), 2f64.powi(-1020) * 2f64.powi(-52)] {
            assert_eq!(exact(1.0), exact(scale), "{scale:e}");
            let outcome = outcome(&case(&[of(scale)], &grid), &cpu);
            assert!(outcome.passed, "{scale:e}: {outcome}");
        }
    }
}

/// Noise that jumps, at positions that are not exact.
fn jumping() -> [Noise; 3] {
    // Whole turns cost nothing, but a rotation rounds what it makes of them.
    fn far<K>(noise: Noise<K>) -> Noise {
        noise.sphere(1.0).rotate([0.0, 0.0, 0.1])
    }
    let cells = Noise::worley().output(WorleyOutput::Cell);
    [
        far(Noise::white().frequency(64.0)),
        far(Noise::value().fade(Fade::Linear).frequency(20.0)).partial(Axis::X),
        far(cells.frequency(48.0)),
    ]
}

/// As far as they are accepted, jumps take no more of the samples over an edge than the job says, and some.
#[test]
fn jumps_take_their_share() {
    let mut strays = 0;
    for noise in jumping() {
        let mut accepted = 0;
        for turns in [0.0, 3.0, 7.0, 15.0, 31.0, 1e3, 1e4] {
            let grid = Grid::new([96, 96]).origin([turns, 0.0, 0.0, 0.0]);
            let Ok(job) = job(&noise, &grid) else {
                continue;
            };
            let share = job.jump_share(0);
            assert!((1e-3..=1e-2).contains(&share), "{share}");
            let outcome = outcome(&case(std::slice::from_ref(&noise), &grid), &cpu);
            assert!(outcome.passed, "{turns} turns, {share:.4}: {outcome}");
            accepted += 1;
            strays += outcome.strays;
        }
        assert!(
            (1..7).contains(&accepted),
            "{accepted} distances: {noise:?}"
        );
    }
    assert!(strays > 0, "shares that nothing takes");
}

/// Around an edge at the origin, over far less than a cell, a rounding takes a good part of the samples over it.
#[test]
fn a_jump_far_off_is_counted_where_positions_hardly_move() {
    let grid = |x: f64| Grid::new([64, 64]).origin([x, 0.0, 0.0, 0.0]);
    let dots = |radius: f64| {
        let on_cylinder = Noise::white().frequency(1.0).cylinder(radius);
        on_cylinder.rotate([0.0, 0.0, 0.1])
    };
    let share = |radius: f64, x: f64| job(&dots(radius), &grid(x)).map(|job| job.jump_share(0));
    assert_eq!(share(0.3, 0.0).expect("a small error"), 1e-3);
    assert!(share(0.3, 1e3).expect("some error") > 1e-3);
    assert!(share(4e-4, 4e3).is_err());
    assert!(share(1e-6, 0.0).is_err());
}

#[test]
fn jumps_that_roundings_decide_are_refused_by_name() {
    let far = |x: f64| Grid::new([64, 64]).origin([x, 0.0, 0.0, 0.0]);
    let dots = Noise::white().frequency(64.0).name("dots");
    fn sphere<K>(of: &Noise<K>) -> Noise {
        of.clone().sphere(1.0).rotate([0.0, 0.0, 0.1])
    }
    let on_sphere = sphere(&dots);
    assert!(job(&on_sphere, &far(0.0)).is_ok());
    for noise in [
        on_sphere.clone(),
        on_sphere + perlin(),
        sphere(&dots).max(0.0),
    ] {
        let error = job(&noise, &far(1e4)).expect_err("positions off by cells");
        let message = error.to_string();
        assert!(matches!(error, Error::Invalid { .. }), "{message}");
        for part in ["dots", "jump", "at most 1 %"] {
            assert!(message.contains(part), "{part}: {message}");
        }
    }
    // Where positions are exact, distance takes nothing, and what does not jump has no share to exceed.
    assert!(job(&dots, &far(1e9)).is_ok());
    assert!(job(&dots.sphere(10.0), &far(1e9)).is_ok());
    assert!(job(&sphere(&Noise::value().frequency(64.0)), &far(1e4)).is_ok());
}

/// What several jumps take is added, once for each.
#[test]
fn shares_add_up() {
    let grid = Grid::new([64, 64]).origin([40.0, 0.0, 0.0, 0.0]);
    let share = |noise: Noise| job(&noise, &grid).expect("a right noise").jump_share(0);
    let white = |seed| Noise::white().frequency(40.0).seed(seed);
    let one = |seed| white(seed).sphere(0.2).rotate([0.0, 0.0, 0.1]);
    let single = share(one(1));
    assert!(single > 1e-3, "{single}");
    let noise = one(1);
    assert_eq!(share(noise.clone() + noise.max(0.3)), single);
    assert!((share(one(1) + one(2)) - 2.0 * single).abs() < 1e-12);
    assert_eq!(share(perlin().any()), 0.0);
}

/// More samples beyond a jump than the share are noticed.
#[test]
fn a_larger_share_is_noticed() {
    let noise = perlin().step(0.1);
    let case = case(&[noise], &Grid::new([64, 16]));
    assert!(outcome(&case, &cpu).passed);
    let outcome = outcome(&case, &with_fault(Fault::ShiftsBySample, cpu));
    assert!(!outcome.passed && outcome.strays > 1, "{outcome}");
}

/// A value that no number holds is refused as what it is.
#[test]
fn an_infinite_range_is_refused_with_a_number() {
    let far = Grid::new([1]).origin([2039.0, 0.0, 0.0, 0.0]);
    let growing = (Noise::constant(1.0).ping_pong().gain(100.0))
        .octaves(Octaves::Auto)
        .normalize(false);
    for (noise, name) in [(Noise::x().exp(), "exp"), (growing.any(), "ping_pong")] {
        let message = job(&noise, &far).expect_err("beyond f32").to_string();
        assert!(
            message.contains(name) && !message.contains("NaN"),
            "{message}"
        );
    }
}
