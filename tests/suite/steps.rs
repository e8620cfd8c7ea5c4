//! The rules of value steps: what they refuse, that all else is finite, what closes over the box, what jumps.

use wgpu_noise::noise::{Kind, Step};
use wgpu_noise::verify::{self, Case};
use wgpu_noise::{Error, Grid, Noise};

use crate::support::wrong::{Fault, with_fault};
use crate::support::{case, case_samples, cpu, job, outcome, reference, samples};

/// Every choice of one value for each of some places.
fn choices(values: &[f64], places: usize) -> Vec<Vec<f64>> {
    (0..places).fold(vec![Vec::new()], |chosen, _| {
        let with = |one: &Vec<f64>, value: f64| [one.as_slice(), &[value]].concat();
        (chosen.iter())
            .flat_map(|one| values.iter().map(move |&value| with(one, value)))
            .collect()
    })
}

/// A step whatever its arguments: what the check lets pass is within its bound of the reference, and so finite.
#[test]
fn what_is_accepted_is_finite_and_right() {
    let grid = Grid::new([1]);
    let extremes = [-1e18, -90.0, -1.0, -1e-18, 0.0, 1e-18, 0.5, 1.0, 3.0, 1e18];
    let (mut accepted, mut refused) = (0, 0);
    for &step in Step::ALL {
        let params = step.info().params;
        let values = match params.len() {
            5 => &extremes[2..7],
            4 => &extremes[1..8],
            _ => &extremes[..],
        };
        for args in choices(values, params.len()) {
            let node = Noise::of_kind(Kind::Step(step));
            let noise = (params.iter().zip(&args))
                .fold(node, |node, (param, &arg)| node.set(param.name, arg));
            let Ok(job) = job(&noise, &grid) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            if job.jump_share(0) > 0.0 {
                let value = samples(&noise, &grid, &cpu)[0];
                assert!(value.is_finite(), "{step:?} {args:?}: {value}");
            } else {
                let outcome = outcome(&case(&[noise], &grid), &cpu);
                assert!(outcome.passed, "{step:?} {args:?}: {outcome}");
            }
        }
    }
    assert!(
        accepted > 2000 && refused > 1000,
        "{accepted} accepted, {refused} refused"
    );
}

#[test]
fn arguments_without_a_result_are_refused_by_name() {
    let (x, perlin) = (Noise::x, Noise::perlin);
    let grid = Grid::new([16, 16]).origin([-0.5, 0.0, 0.0, 0.0]);
    for (noise, field) in [
        (x() / 0.0, "div"),
        (x() / perlin(), "div"),
        (x() / (perlin() + 1.0), "div"),
        (x() / (Noise::y() * 1e-40), "div"),
        (perlin().log(), "log"),
        (Noise::constant(0.0).log(), "log"),
        (perlin().pow(-1.0), "pow"),
        (perlin().pow(0.0), "pow"),
        ((perlin() + 2.0).pow(1e3), "pow"),
        ((perlin() * 100.0).exp(), "exp"),
        (perlin().smoothstep(0.5, 0.5), "smoothstep"),
        (perlin().curve([[0.0, 1.0], [0.0, 2.0]]), "curve"),
        (perlin().curve([[1.0, 1.0], [0.0, 2.0]]), "curve"),
        (perlin().smoothstep(perlin().seed(1), 0.5), "smoothstep"),
        (perlin().bias(perlin()), "bias"),
        (perlin().gain_curve(perlin() + 0.5), "gain_curve"),
        (perlin().smooth_min(0.0, perlin()), "smooth_min"),
        (perlin().smooth_max(0.0, perlin().abs()), "smooth_max"),
        (perlin().terrace(perlin(), 0.0), "terrace"),
        (perlin().terrace(4.0, perlin()), "terrace"),
    ] {
        let refused = job(&noise.clone().name(field), &grid).map(|_| ());
        match refused {
            Err(Error::Invalid { field: named, .. }) => assert_eq!(named, field, "{noise:?}"),
            other => panic!("{other:?} for {noise:?}"),
        }
    }
    for noise in [
        x() / (perlin() + 1.5),
        perlin().max(0.01).log(),
        perlin().pow(0.01),
        (perlin() + 1.5).pow(-2.0),
        (perlin() * 80.0).exp(),
        perlin().smoothstep(perlin().seed(1), 1.5),
        perlin().bias(perlin().clamp(0.01, 0.99)),
        perlin().terrace(perlin() + 1.5, perlin().clamp(0.0, 1.0)),
        perlin().smooth_min(0.0, perlin().max(1e-6)),
    ] {
        assert!(job(&noise, &grid).is_ok(), "{noise:?}");
    }
}

/// Turns are taken of a coordinate as it is, of a sum with one, and of values so large that an f64 has no turns left.
#[test]
fn turns_are_taken_of_any_value() {
    let perlin = || Noise::perlin().frequency(3.7);
    let large = Noise::constant(0.0).hybrid().offset(-1e18);
    for noise in [
        Noise::x().triangle(),
        (Noise::x() + perlin()).sin(),
        (Noise::x() - Noise::y()).fract(),
        Noise::x().stretch([1.0], 1e-6).fract(),
        large.triangle(),
        // Where its argument lies between 0 and 1 fract leaves it as it is, to the last bit.
        perlin().fract().step(perlin()),
    ] {
        for x in [0.0, 1.3, -172_215_297_969.4, 8e14] {
            let grid = Grid::new([33, 2]).origin([x, 0.5, 0.0, 0.0]);
            let outcome = outcome(&case(std::slice::from_ref(&noise), &grid), &cpu);
            assert!(outcome.passed, "{x}, {noise:?}: {outcome}");
        }
    }
}

#[test]
fn what_gains_whole_turns_closes() {
    let grid = Grid::new([32, 16]).frames(4).duration(2.0).seamless();
    let x = Noise::x;
    for noise in [
        (x() * 3.0).sin(),
        (x() * -2.0 + Noise::y() * 4.0).cos(),
        (x() * 3.0 - Noise::w()).sin(),
        (x() + 0.123).fract(),
        (x() / 0.25).cos(),
        (Noise::constant(3.0) / Noise::constant(1.5) * x()).sin(),
        (x() - x()).exp(),
        (x() * 2.0).cos().fbm().octaves(3).any(),
        (x() * 2.0).sin().fbm().octaves(2).lacunarity(0.5).any(),
    ] {
        let tolerance = job(&noise, &grid).expect("what closes").tolerance(0);
        let here = samples(&noise, &grid, &cpu);
        for axis in grid.axes().indices() {
            let mut next = grid.clone();
            next.origin[axis] += grid.span(axis).extent;
            for (a, b) in samples(&noise, &next, &cpu).iter().zip(&here) {
                let apart = f64::from((a - b).abs());
                let jumped = (1.0 - apart).abs() <= 2.0 * tolerance;
                assert!(apart <= 2.0 * tolerance || jumped, "{a} and {b}: {noise:?}");
            }
        }
    }
    for noise in [
        (x() * 2.5).sin(),
        (Noise::y() * 3.0).cos(),
        (x() * 0.5).fract(),
        (x() / 0.4).cos(),
        (Noise::constant(1.0) / (x() + 2.0)).sin(),
        x().floor(),
        x() - Noise::y() * 2.0,
        (x() * 2.0).exp(),
        (x() * x()).sin(),
        x().sin().fbm().lacunarity(1.5).octaves(2).any(),
        x().sin().fbm().lacunarity(0.5).octaves(2).any(),
    ] {
        let refused = job(&noise, &grid).map(|_| ());
        assert!(
            matches!(refused, Err(Error::Invalid { .. })),
            "{refused:?} for {noise:?}"
        );
    }
}

/// Stripes that jump, over some thousand samples.
fn stripes() -> Case {
    case(
        &[(Noise::perlin().frequency(3.7) + 0.2).step(0.1)],
        &Grid::new([67, 67]),
    )
}

#[test]
fn a_few_samples_may_lie_beyond_a_jump() {
    assert!(outcome(&stripes(), &reference).passed);
    let last = *case_samples(&stripes(), &reference)
        .last()
        .expect("a sample");
    let flipped = Fault::AddsToLast(1.0 - 2.0 * last);
    let outcome = outcome(&stripes(), &with_fault(flipped, reference));
    assert!(outcome.passed && outcome.strays == 1, "{outcome}");
}

#[test]
fn what_is_no_exception_is_noticed() {
    for fault in Fault::ALL {
        // That one sample may be anything that a step can be, and there is one frame.
        if !matches!(fault, Fault::AddsToLast(_) | Fault::LateByAFrame) {
            let outcome = outcome(&stripes(), &with_fault(fault, cpu));
            assert!(!outcome.passed, "{fault:?} passed: {outcome}");
        }
    }
    for value in [f32::NAN, f32::INFINITY, -10.0, 10.0] {
        let outcome = outcome(&stripes(), &with_fault(Fault::AddsToLast(value), cpu));
        assert!(!outcome.passed, "{value}: {outcome}");
    }
    let few = Case {
        grid: Grid::new([9, 9]),
        ..stripes()
    };
    assert!(!outcome(&few, &with_fault(Fault::AddsToLast(0.5), cpu)).passed);
    assert!(!outcome(&few, &with_fault(Fault::AddsToLast(-0.5), cpu)).passed);
}

/// Where its inputs are exact a jump is no excuse, and 2e-7 of the range is all that a step may be off by.
#[test]
fn a_step_of_exact_inputs_has_no_excuse() {
    let exact: Vec<Case> = (verify::cases().into_iter())
        .filter(|case| case.exact_inputs)
        .collect();
    assert!(exact.len() > 100, "only {}", exact.len());
    for case in exact {
        let job = case.job().expect("a case that can be computed");
        let [low, high] = job.range(0);
        let off = (4e-7 * low.abs().max(high.abs())) as f32;
        let outcome = outcome(&case, &with_fault(Fault::Adds(off), reference));
        assert!(!outcome.passed, "{off:e}: {outcome}");
    }
}
