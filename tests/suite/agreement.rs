//! Every case on every backend, and that a wrong backend is noticed.

use wgpu_noise::cpu::{Cpu, SimdLevel};
use wgpu_noise::verify::{self, Case};
use wgpu_noise::{Backend, Grid, Job, Noise};

use crate::support::wrong::{Fault, with_fault};
use crate::support::{Make, case, cases, failures, few, outcome, reference};

#[test]
fn the_references_bricks_hold_its_values() {
    let failed = failures(&few(cases()), &[("reference".into(), &reference)]);
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_form_of_the_cpu_backend_agrees() {
    let made = |level: SimdLevel| {
        move |_: &Case, job: Job| {
            let cpu = Cpu::with_simd_level(job, level)?;
            Ok(Box::new(cpu) as Box<dyn Backend>)
        }
    };
    let levels: Vec<_> = (SimdLevel::available().into_iter())
        .map(|level| (level.to_string(), made(level)))
        .collect();
    let makes: Vec<(String, Make)> = (levels.iter())
        .map(|(label, make)| (label.clone(), make as Make))
        .collect();
    let failed = failures(&cases(), &makes);
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// A case in which every fault shows.
fn telling() -> Case {
    let grid = Grid::new([9, 9, 5]).frames(3);
    case(&[Noise::perlin().frequency(3.7)], &grid)
}

#[test]
fn a_wrong_backend_is_noticed() {
    assert!(outcome(&telling(), &reference).passed);
    for fault in Fault::ALL {
        let outcome = outcome(&telling(), &with_fault(fault, reference));
        assert!(!outcome.passed, "{fault:?} passed: {outcome}");
    }
}

#[test]
fn a_wrong_seed_is_noticed() {
    let outcome = outcome(&telling(), &|case, _| {
        let other = Case {
            seed: case.seed + 1,
            ..case.clone()
        };
        reference(&other, other.job()?)
    });
    assert!(!outcome.passed, "{outcome}");
}

#[test]
fn a_sample_that_is_no_number_is_noticed() {
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let outcome = outcome(&telling(), &with_fault(Fault::AddsToLast(value), reference));
        assert!(!outcome.passed, "{value}: {outcome}");
        assert_eq!(outcome.error, f64::INFINITY);
    }
}

/// An error that only just breaks the bound of the case breaks it in every case: no bound is silly.
#[test]
fn no_bound_is_wider_than_the_noise_needs() {
    for case in verify::cases() {
        let job = case.job().expect("a case that can be computed");
        for channel in 0..case.channels.len() {
            let [low, high] = job.range(channel);
            let (bound, size) = (case.bound(&job, channel), low.abs().max(high.abs()));
            let label = format!("{} ({}), of {size:.1e}", case.name, case.axes());
            // A number of the program's own is exact.
            assert!(bound > 0.0 || low == high, "{label}: bound {bound:e}");
            assert!(bound <= 1e-3 * size.max(1e-3), "{label}: bound {bound:e}");
        }
    }
}
