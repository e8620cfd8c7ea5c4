//! Every case of the shared suite as a snippet in WGSL: the reference's numbers, at points.

use wgpu_noise::gpu::Context;
use wgpu_noise::program::Job;
use wgpu_noise::snippet::{Options, Parameters, Table, snippet};
use wgpu_noise::verify::Case;
use wgpu_noise::{Grid, Noise};

use crate::adapter::context;
use crate::app::values;
use crate::compare::{Nearness, compared, indices, point};
use crate::support::one_of_each_row_off_edges;
use crate::{say, support};

/// How near a case comes; `None` where no snippet can hold it.
fn nearness(context: &Context, case: &Case, job: &Job, options: &Options) -> Option<Nearness> {
    let made = snippet(job, options).ok()?;
    let indices = indices(&case.grid);
    let points: Vec<[f32; 4]> = indices
        .iter()
        .map(|&index| point(&case.grid, index))
        .collect();
    let form = (case.dimension(), case.channels.len());
    let found = values(context, &made, &options.name, form, &points);
    Some(compared(case, job, &indices, &found))
}

#[test]
fn snippets_agree_with_the_reference() {
    let Some(context) = context() else { return };
    let (mut failed, mut sharp, mut refused) = (Vec::new(), 0, 0);
    let cases = one_of_each_row_off_edges();
    for (i, case) in cases.iter().enumerate() {
        let job = case.job().expect("a case is right");
        let options = Options {
            // With many tables in the source lavapipe takes seconds to compile.
            table: match i % 9 {
                0 => Table::Const,
                _ => Table::Storage,
            },
            ..Options::new("mine")
        };
        match nearness(context, case, &job, &options) {
            None => refused += 1,
            Some(Nearness { part, bound }) => {
                sharp += usize::from(bound < 1e-3);
                if part > 1.0 {
                    let (name, axes) = (&case.name, case.axes());
                    failed.push(format!("{name} ({axes}): {part:.1} of {bound:.1e}"));
                    say(&failed[failed.len() - 1]);
                }
            }
        }
    }
    say(&format!(
        "{} cases, {sharp} with a bound below 1e-3, {refused} refused",
        cases.len()
    ));
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(sharp * 4 > cases.len() * 3, "{sharp} of {}", cases.len());
}

/// The negative control: another noise is noticed.
#[test]
fn a_wrong_snippet_is_noticed() {
    let Some(context) = context() else { return };
    let base = || Noise::perlin().frequency(4.0).period(3.0);
    let grid = Grid::new([17, 9]).origin([-1.3; 4]);
    let own = support::case(&[base().fbm()], &grid);
    let options = Options::new("mine");
    let worst = |noise: Noise| {
        let wrong = support::case(&[noise], &grid).job().expect("a right case");
        nearness(context, &own, &wrong, &options)
            .expect("a small snippet")
            .part
    };
    assert!(worst(base().fbm()) <= 1.0);
    for other in [
        base().seed(1).fbm(),
        base().period(4.0).fbm(),
        base().frequency(3.99).fbm(),
        base().fbm().gain(0.51),
        base().fbm().octaves(4),
    ] {
        assert!(worst(other.clone()) > 1.0, "{other:?} passed");
    }
}

/// f(p) = f(p + period), to the last bit, on both sides of 0: the sums are exact here.
#[test]
fn periods_hold_bit_for_bit() {
    let Some(context) = context() else { return };
    for noise in [
        Noise::perlin(),
        Noise::perlin().set("hash", "integer"),
        Noise::value(),
        Noise::value().set("fade", "elias").set("smooth", true),
        Noise::classic(),
        Noise::worley(),
        Noise::perlin().fbm(),
    ] {
        let source = match noise.node().kind.name() {
            "fbm" => Noise::perlin().frequency(4.0).period(3.0).fbm(),
            _ => noise.frequency(4.0).period(3.0),
        };
        let job =
            Job::of(std::slice::from_ref(&source), &Grid::new([4, 4])).expect("a right noise");
        let made = snippet(&job, &Options::new("mine")).expect("a snippet");
        let points: Vec<[f32; 4]> = (-40..40)
            .map(|i| {
                [
                    i as f32 * 0.078125,
                    (i * 7 % 41) as f32 * 0.046875,
                    0.0,
                    0.0,
                ]
            })
            .collect();
        let moved = |by: f32| -> Vec<[f32; 4]> {
            let moved = |&[x, y, ..]: &[f32; 4]| [x + by, y - by, 0.0, 0.0];
            points.iter().map(moved).collect()
        };
        let at = |points: &[[f32; 4]]| values(context, &made, "mine", (2, 1), points);
        let here = at(&points);
        assert!(here.iter().any(|value| *value != here[0]));
        for periods in [-3.0, -1.0, 1.0, 2.0] {
            let there = at(&moved(0.75 * periods));
            support::same_bits(&there, &here).unwrap_or_else(|error| panic!("{source:?}: {error}"));
        }
        assert!(at(&moved(0.25)) != here, "{source:?}");
    }
}

/// The struct's defaults are the constants.
#[test]
fn a_struct_has_the_same_values() {
    let Some(context) = context() else { return };
    let noise = Noise::perlin().frequency(4.0).fbm() * 0.5 + 0.25;
    let grid = Grid::new([16, 16]);
    let job = Job::of(&[noise], &grid).expect("a right noise");
    let points: Vec<[f32; 4]> = indices(&grid)
        .into_iter()
        .map(|index| point(&grid, index))
        .collect();
    let constants = snippet(&job, &Options::new("mine")).expect("a snippet");
    let parameters = Parameters::Struct;
    let mut fields = snippet(
        &job,
        &Options {
            parameters,
            ..Options::new("made")
        },
    )
    .expect("a snippet");
    if let wgpu_noise::snippet::Code::Text(text) = &mut fields.code {
        text.push_str("fn mine(p: vec2<f32>) -> f32 { return made(p, made_defaults); }");
    }
    let at = |made| values(context, made, "mine", (2, 1), &points);
    support::same_bits(&at(&fields), &at(&constants)).unwrap_or_else(|error| panic!("{error}"));
}
