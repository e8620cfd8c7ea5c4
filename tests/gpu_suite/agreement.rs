//! Every case on the adapter at hand, and that a wrong GPU is noticed.

use wgpu_noise::gpu::{Context, Gpu};
use wgpu_noise::internals::gpu::Strategy;
use wgpu_noise::noise::{Axis, OctaveTables};
use wgpu_noise::verify::{self, Case};
use wgpu_noise::{Grid, Noise};

use crate::adapter::{by_strategy, context, is_swept, on};
use crate::skip::say;
use crate::support::wrong::{Fault, Wrong};
use crate::support::{all_are_asked_for, case, cases, failures, images_of, outcome, samples};
use crate::turns::by_turns;

#[test]
fn the_gpu_agrees_in_runs() {
    agrees_in_its_turns(Strategy::Runs);
}

#[test]
fn the_gpu_agrees_marching() {
    agrees_in_its_turns(Strategy::March);
}

/// Not by turns, since few cases are swept: every third one, or all if all are asked for. Others would be marched.
#[test]
fn the_gpu_agrees_sweeping() {
    let Some(context) = context() else { return };
    let all = verify::cases().into_iter();
    let swept = all.filter(|case| is_swept(context, case));
    let step = if all_are_asked_for() { 1 } else { 3 };
    let own: Vec<Case> = swept.step_by(step).collect();
    agrees(Strategy::Sweep, &own);
}

/// What has no tiles goes by runs.
#[test]
fn the_gpu_agrees_in_tiles() {
    agrees_in_its_turns(Strategy::Tiles);
}

#[test]
fn the_gpu_agrees_point_by_point() {
    agrees_in_its_turns(Strategy::Points);
}

/// Rows of the suite with more octaves or sources than a march has registers for.
const LARGE: [&str; 8] = [
    "4 channels of 6 octaves",
    "fbm of 3 octaves of fbm of 9",
    "fbm, 32 octaves",
    "fbm, 32 octaves, gain 1",
    "fbm, amplitudes below the normal numbers of f32",
    "hybrid, 24 octaves",
    "ridged, 24 octaves",
    "sum of 23 perlins",
];

/// A march of many octaves takes a processor long to compile: one set of axes a row, unless all cases are asked for.
#[test]
fn marches_agree_beyond_their_registers() {
    let Some(context) = context() else { return };
    let solid = verify::cases().into_iter();
    let solid: Vec<Case> = solid.filter(|case| case.grid.size.len() > 1).collect();
    let rows = LARGE.iter().enumerate().map(|(i, name)| {
        let row: Vec<&Case> = solid.iter().filter(|case| case.name == *name).collect();
        assert!(!row.is_empty(), "{name}");
        match all_are_asked_for() {
            true => row,
            false => vec![row[i % row.len()]],
        }
    });
    for case in rows.flatten() {
        let outcome = outcome(case, &by_strategy(context, Strategy::March));
        assert!(outcome.passed, "{outcome}");
    }
}

/// The cases of a strategy.
fn agrees_in_its_turns(strategy: Strategy) {
    let own = by_turns(cases())
        .into_iter()
        .filter(|(_, by)| *by == strategy);
    let own: Vec<Case> = own.map(|(case, _)| case).collect();
    agrees(strategy, &own);
}

/// Many cases are computed in two threads.
fn agrees(strategy: Strategy, cases: &[Case]) {
    if context().is_none() {
        return;
    }
    let failed = |cases| {
        let context = context().expect("there is an adapter");
        let make = by_strategy(context, strategy);
        failures(cases, &[(format!("{strategy:?}"), &make)])
    };
    let parts = cases.chunks(cases.len().div_ceil(2).max(100));
    let failed: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = parts
            .map(|part| scope.spawn(move || failed(part)))
            .collect();
        let all = running.into_iter().map(|part| part.join());
        all.flat_map(|part| part.expect("a part that ends"))
            .collect()
    });
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    say(&format!("{strategy:?}: {} cases passed", cases.len()));
}

#[test]
fn a_picture_of_equal_pixels_is_a_constant() {
    let Some(context) = context() else { return };
    let number = 0.7;
    for image in images_of(number) {
        let all = samples(&image, &Grid::new([33, 17, 5]), &on(context));
        let other = all.iter().find(|&&sample| sample != number);
        assert_eq!(other, None, "{image:?}");
    }
}

#[test]
fn a_wrong_gpu_is_noticed() {
    let Some(context) = context() else { return };
    let grid = Grid::new([9, 9, 5]).frames(3);
    let case = case(&[Noise::perlin().frequency(3.7)], &grid);
    assert!(outcome(&case, &on(context)).passed);
    for fault in Fault::ALL {
        let outcome = outcome(&case, &|_, job| {
            let right = Box::new(Gpu::new(context, job)?);
            Ok(Box::new(Wrong { right, fault }))
        });
        assert!(!outcome.passed, "{fault:?} passed: {outcome}");
    }
}

/// What a kernel reads comes from its job: another seed, period or frequency there is another noise.
#[test]
fn a_wrong_number_is_noticed() {
    let Some(context) = context() else { return };
    let base = || Noise::perlin().frequency([3.7, 2.9, 4.1]).period(3);
    let own = case(&[base().fbm()], &Grid::new([17, 9, 5]).origin([-1.3; 4]));
    for other in [
        base().seed(1).fbm(),
        base().period(4).fbm(),
        base().frequency(3.7).fbm(),
        base().fbm().gain(0.51),
        base().fbm().octaves(4),
        base().fbm().octave_tables(OctaveTables::Shared),
    ] {
        let wrong = case(std::slice::from_ref(&other), &own.grid);
        let outcome = outcome(&own, &|_, _| Ok(Box::new(Gpu::new(context, wrong.job()?)?)));
        assert!(!outcome.passed, "{other:?} passed: {outcome}");
    }
}

/// The strategy follows from the job and the kind of adapter, so that all pieces of a grid are computed by the same one. On a
/// GPU what is walked here is a march.
#[test]
fn lattices_are_walked_or_tiled_where_a_run_has_not_too_many_layers() {
    let Some(context) = context() else { return };
    fn strategy<K>(context: &Context, noise: Noise<K>, grid: Grid) -> Strategy {
        let case = case(&[noise], &grid);
        let job = case.job().expect("a case that can be computed");
        Gpu::new(context, job).expect("a small job").strategy()
    }
    let fbm = || Noise::perlin().frequency(4.0).fbm();
    let on_cpu = context.device().adapter_info().device_type == wgpu::DeviceType::Cpu;
    let walked = |strategy| if on_cpu { strategy } else { Strategy::March };
    let solid = Grid::new([64, 64, 64]);
    assert_eq!(
        strategy(context, fbm(), solid.clone().frames(2)),
        walked(Strategy::Tiles)
    );
    let mixed = fbm() + Noise::perlin().axes([Axis::X, Axis::Y, Axis::Z]);
    assert_eq!(
        strategy(context, mixed, solid.frames(2)),
        walked(Strategy::Runs)
    );
    assert_eq!(
        strategy(context, fbm(), Grid::new([64, 64, 64])),
        walked(Strategy::Runs)
    );
    assert_eq!(
        strategy(context, fbm(), Grid::new([64, 64])),
        walked(Strategy::Runs)
    );
    assert_eq!(strategy(context, fbm(), Grid::new([64])), Strategy::Points);
    assert_eq!(
        strategy(context, Noise::x(), Grid::new([64, 64])),
        Strategy::Points
    );
    assert_eq!(
        strategy(context, Noise::x(), Grid::new([64, 64, 64]).frames(2)),
        Strategy::Points
    );
    let nested = fbm().octaves(8).fbm().octaves(8);
    assert_eq!(
        strategy(context, nested, Grid::new([64, 64])),
        Strategy::Points
    );
}
