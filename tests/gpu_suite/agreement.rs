//! Every case on the adapter at hand, and that a wrong GPU is noticed.

use wgpu_noise::gpu::Gpu;
use wgpu_noise::verify;
use wgpu_noise::{Grid, Noise};

use crate::adapter::{context, on, say};
use crate::support::wrong::{Fault, Wrong};
use crate::support::{case, failures, outcome};

#[test]
fn the_gpu_agrees_with_the_reference() {
    let Some(context) = context() else { return };
    let failed = failures(&on(context));
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    say(&format!("{} cases passed", verify::cases().len()));
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
    let base = || Noise::perlin().frequency([3.7, 2.9, 4.1]).period(3.0);
    let own = case(&[base().fbm()], &Grid::new([17, 9, 5]).origin([-1.3; 4]));
    for other in [
        base().seed(1).fbm(),
        base().period(4.0).fbm(),
        base().frequency(3.7).fbm(),
        base().fbm().gain(0.51),
        base().fbm().octaves(4),
        base().fbm().set("octave_tables", "shared"),
    ] {
        let wrong = case(std::slice::from_ref(&other), &own.grid);
        let outcome = outcome(&own, &|_, _| Ok(Box::new(Gpu::new(context, wrong.job()?)?)));
        assert!(!outcome.passed, "{other:?} passed: {outcome}");
    }
}
