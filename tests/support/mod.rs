//! What the suites of every backend have in common: walking the cases, cutting grids, comparing bits.

#![allow(
    dead_code,
    reason = "each suite that includes this uses its own part of it"
)]

pub mod wrong;

use wgpu_noise::cpu::Cpu;
use wgpu_noise::grid::{Brick, Point};
use wgpu_noise::noise::{Filter, Picture};
use wgpu_noise::program::{Job, Positions, Program};
use wgpu_noise::reference::Reference;
use wgpu_noise::verify::{self, Case, Expected, Outcome};
use wgpu_noise::{Backend, Grid, Noise, Result};

/// Makes a backend for a case.
pub type Make<'a> = &'a dyn Fn(&Case, Job) -> Result<Box<dyn Backend>>;

/// The definition itself, rounded to f32.
pub fn reference(_case: &Case, job: Job) -> Result<Box<dyn Backend>> {
    Ok(Box::new(Reference::new(&job)?))
}

/// The CPU backend.
pub fn cpu(_case: &Case, job: Job) -> Result<Box<dyn Backend>> {
    Ok(Box::new(Cpu::new(job)))
}

/// A case of a test's own.
pub fn case<K>(channels: &[Noise<K>], grid: &Grid) -> Case {
    Case {
        name: "a test's own".into(),
        channels: channels.iter().map(Noise::from).collect(),
        grid: grid.clone(),
        seed: 0,
        exact_inputs: false,
    }
}

/// One case on one backend.
pub fn outcome(case: &Case, make: Make) -> Outcome {
    verify::run(case, |job| make(case, job))
        .unwrap_or_else(|error| panic!("{} ({}): {error}", case.name, case.axes()))
}

/// Each case on each of some backends: those that failed. The exact values are computed once for all backends.
pub fn failures(cases: &[Case], makes: &[(String, Make)]) -> Vec<String> {
    assert!(cases.len() > 20, "only {} cases", cases.len());
    let of_case = |case: &Case| -> Result<Vec<Outcome>> {
        let job = case.job()?;
        let expected = Expected::new(case, &job)?;
        let on = |(label, make): &(String, Make)| {
            let samples = verify::fill(make(case, job.clone())?.as_mut(), &Brick::all(&case.grid))?;
            let mut outcome = expected.compare(&samples);
            outcome.case = format!("{label}: {}", outcome.case);
            Ok(outcome)
        };
        makes.iter().map(on).collect()
    };
    let outcomes = cases.iter().flat_map(|case| {
        of_case(case).unwrap_or_else(|error| panic!("{} ({}): {error}", case.name, case.axes()))
    });
    report(outcomes.collect())
}

/// The cases of this run. `NOISE_CASES` says which:
///
/// * unset, as with `scripts/test --everywhere`: [`one_of_each_row`], about a quarter of the suite;
/// * `all`: the whole suite, as `scripts/test --all` runs it; `all:ridged`: all cases whose name has this word;
/// * `tenth`: every eleventh case, for `scripts/test` alone, emulated processors and a second driver. Eleven shares no factor with
///   the six sets of axes of a row, so that every set occurs.
pub fn cases() -> Vec<Case> {
    match std::env::var("NOISE_CASES").as_deref() {
        Err(_) | Ok("") => one_of_each_row(),
        Ok("all") => verify::cases(),
        Ok(word) if word.starts_with("all:") => {
            let named = |case: &Case| case.name.contains(&word["all:".len()..]);
            let found: Vec<Case> = verify::cases().into_iter().filter(named).collect();
            assert!(
                !found.is_empty(),
                "NOISE_CASES={word}: no case has this word"
            );
            found
        }
        Ok("tenth") => verify::cases().into_iter().step_by(11).collect(),
        Ok(other) => panic!("NOISE_CASES={other}; allowed: all, all:WORD, tenth, or unset"),
    }
}

/// Whether the run takes every case, where taking all is too slow for a plain one.
pub fn all_are_asked_for() -> bool {
    std::env::var("NOISE_CASES").is_ok_and(|cases| cases.starts_with("all"))
}

/// Every fifth of some cases, or all where `NOISE_CASES` asks for all: for what another test holds to every case in another
/// way. Five shares no factor with the six sets of axes, either.
pub fn few<C>(cases: Vec<C>) -> Vec<C> {
    match all_are_asked_for() {
        true => cases,
        false => cases.into_iter().step_by(5).collect(),
    }
}

/// One case of each row of the suite. From row to row it takes the next set of axes, so that every set occurs about as often.
pub fn one_of_each_row() -> Vec<Case> {
    let all = verify::cases();
    let rows = all.chunk_by(|a, b| a.name == b.name).enumerate();
    rows.map(|(i, row)| row[i % row.len()].clone()).collect()
}

/// Cases at points, held to a bound: those that failed or were refused.
pub fn failures_at_points(
    cases: &[Case],
    positions: Positions,
    sample: impl Fn(Job, &[Point]) -> Result<Vec<f32>>,
) -> Vec<String> {
    let (mut outcomes, mut refused) = (Vec::new(), Vec::new());
    for case in cases {
        match verify::run_at_points(case, positions, &sample) {
            Ok(outcome) => outcomes.push(outcome),
            Err(error) => refused.push(format!("{} ({}): {error}", case.name, case.axes())),
        }
    }
    refused.extend(report(outcomes));
    refused
}

/// Cases whose samples lie on edges of cells, where noise without a fade jumps: which side of one an f32 is on says nothing.
const ON_EDGES: [&str; 2] = ["white, a cell a sample", "fbm of white"];

/// [`one_of_each_row`] with no sample on an edge: for what compiles a shader for each case, and takes f32 positions.
pub fn one_of_each_row_off_edges() -> Vec<Case> {
    one_of_each_row().into_iter().map(off_edges).collect()
}

/// The case with samples that lie on no edge.
fn off_edges(mut case: Case) -> Case {
    if ON_EDGES.contains(&case.name.as_str()) {
        case.grid = case.grid.origin([0.0137; 4]);
    }
    case
}

/// Prints how near to its bound anything came; returns what failed.
fn report(outcomes: Vec<Outcome>) -> Vec<String> {
    let samples: u64 = outcomes.iter().map(|outcome| outcome.samples).sum();
    let failed = outcomes.iter().filter(|outcome| !outcome.passed);
    println!("{} cases, {samples} samples compared", outcomes.len());
    if let Some(worst) = outcomes
        .iter()
        .max_by(|a, b| a.share().total_cmp(&b.share()))
    {
        println!("nearest to its bound: {worst}");
    }
    failed.map(Outcome::to_string).collect()
}

/// A picture and a volume of equal pixels, by each filter.
pub fn images_of(number: f32) -> Vec<Noise> {
    let image = |size: [u32; 3], filter| {
        let numbers = vec![number; size.iter().product::<u32>() as usize];
        let picture = Picture::volume("equal", size, 1, numbers).expect("equal pixels");
        Noise::image(picture).set("filter", filter)
    };
    let of_size = |size| Filter::ALL.iter().map(move |&filter| image(size, filter));
    of_size([5, 4, 1]).chain(of_size([5, 4, 3])).collect()
}

/// Every sample of a noise on a grid, frame by frame.
pub fn samples<K>(noise: &Noise<K>, grid: &Grid, make: Make) -> Vec<f32> {
    case_samples(&case(std::slice::from_ref(noise), grid), make)
}

/// Every sample of a case, frame by frame.
pub fn case_samples(case: &Case, make: Make) -> Vec<f32> {
    let mut backend = made(case, make);
    (0..case.grid.frame_count())
        .flat_map(|frame| filled(backend.as_mut(), &Brick::whole(&case.grid, frame)))
        .collect()
}

/// A backend for a case.
pub fn made(case: &Case, make: Make) -> Box<dyn Backend> {
    let label = || format!("{} ({})", case.name, case.axes());
    let job = case
        .job()
        .unwrap_or_else(|error| panic!("{}: {error}", label()));
    make(case, job).unwrap_or_else(|error| panic!("{}: {error}", label()))
}

/// The samples of a brick.
pub fn filled(backend: &mut dyn Backend, brick: &Brick) -> Vec<f32> {
    verify::fill(backend, brick).unwrap_or_else(|error| panic!("{brick:?}: {error}"))
}

/// A frame put together from bricks of at most `size` samples along each axis.
pub fn in_pieces(backend: &mut dyn Backend, frame: u32, size: [u32; 3]) -> Vec<f32> {
    let whole = Brick::whole(backend.grid(), frame);
    let channels = backend.channels();
    let mut samples = vec![f32::NAN; whole.samples() as usize * channels];
    for brick in pieces(&whole, size) {
        let part = filled(backend, &brick);
        let row = brick.size[0] as usize * channels;
        for (i, part) in part.chunks_exact(row).enumerate() {
            let [y, z] = [
                brick.start[1] + i as u32 % brick.size[1],
                brick.start[2] + i as u32 / brick.size[1],
            ];
            let first = (z * whole.size[1] + y) * whole.size[0] + brick.start[0];
            let at = first as usize * channels;
            samples[at..at + row].copy_from_slice(part);
        }
    }
    samples
}

fn pieces(whole: &Brick, size: [u32; 3]) -> Vec<Brick> {
    let starts = |axis: usize| (0..whole.size[axis]).step_by(size[axis] as usize);
    let at = |[x, y, z]: [u32; 3]| Brick {
        start: [x, y, z, whole.start[3]],
        size: [
            size[0].min(whole.size[0] - x),
            size[1].min(whole.size[1] - y),
            size[2].min(whole.size[2] - z),
            1,
        ],
    };
    starts(2)
        .flat_map(|z| starts(1).map(move |y| (y, z)))
        .flat_map(|(y, z)| starts(0).map(move |x| at([x, y, z])))
        .collect()
}

/// Whether two runs of samples are equal bit for bit, and no NaN.
pub fn same_bits(found: &[f32], expected: &[f32]) -> Result<(), String> {
    if found.len() != expected.len() {
        return Err(format!("{} samples, not {}", found.len(), expected.len()));
    }
    let differing = (found.iter().zip(expected).enumerate())
        .find(|(_, (a, b))| a.to_bits() != b.to_bits() || a.is_nan());
    match differing {
        None => Ok(()),
        Some((i, (a, b))) => Err(format!("sample {i} is {a:e}, not {b:e}")),
    }
}

/// The job of a noise on a grid.
pub fn job<K>(noise: &Noise<K>, grid: &Grid) -> Result<Job> {
    let program = Program::check(std::slice::from_ref(noise), grid.axes())?;
    program.bind(program.params(), grid)
}
