//! Cases as snippets of one language beside the reference, and snippets that are wrong.

use wgpu_noise::gpu::Context;
use wgpu_noise::noise::of;
use wgpu_noise::program::Job;
use wgpu_noise::snippet::Table;
use wgpu_noise::verify::Case;
use wgpu_noise::{Grid, Noise};

use crate::compare::Nearness;
use crate::skip::say;
use crate::support;

/// How near to the reference a case comes whose snippet is made from a job: its own, or a wrong one; `None` where no snippet
/// can hold it, or wgpu cannot run it.
pub type Near = fn(&Context, &Case, &Job, Table) -> Option<Nearness>;

/// Holds cases to the reference, with the tables in turn.
pub fn agree(lang: &str, context: &Context, cases: &[Case], near: Near, tables: &[Table]) {
    let (mut failed, mut sharp, mut refused) = (Vec::new(), 0, 0);
    for (case, &table) in cases.iter().zip(tables.iter().cycle()) {
        let job = case.job().expect("a case is right");
        let Some(Nearness { part, bound }) = near(context, case, &job, table) else {
            refused += 1;
            continue;
        };
        sharp += usize::from(bound < 1e-3);
        if part > 1.0 {
            let (name, axes) = (&case.name, case.axes());
            failed.push(format!("{name} ({axes}): {part:.1} of {bound:.1e}"));
            say(&failed[failed.len() - 1]);
        }
    }
    say(&format!(
        "{} cases in {lang}, {sharp} with a bound below 1e-3, {refused} refused",
        cases.len()
    ));
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(sharp * 4 > cases.len() * 3, "{sharp} of {}", cases.len());
}

/// The negative control: another noise is noticed.
pub fn wrong_snippets_are_noticed(context: &Context, near: Near) {
    let base = || Noise::perlin().frequency(4.0).period(3);
    let grid = Grid::new([17, 9]).origin([-1.3; 4]);
    let own = support::case(&[base().fbm()], &grid);
    let part = |noise: Noise<of::Fbm>| {
        let job = support::case(&[noise], &grid).job().expect("a right case");
        let near = near(context, &own, &job, Table::Storage);
        near.expect("a small snippet").part
    };
    assert!(part(base().fbm()) <= 1.0);
    for wrong in [
        base().seed(1).fbm(),
        base().period(4).fbm(),
        base().frequency(3.99).fbm(),
        base().fbm().gain(0.51),
        base().fbm().octaves(4),
    ] {
        assert!(part(wrong.clone()) > 1.0, "{wrong:?} passed");
    }
}
