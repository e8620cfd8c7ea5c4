//! `wgpu-noise verify`: is this driver right?

use std::collections::BTreeMap;

use serde::Serialize;
use wgpu_noise::Result;
use wgpu_noise::noise::Kind;
use wgpu_noise::verify::{self, Case, Outcome};

use super::backend::BackendFlags;
use super::exit::Exit;
use super::terminal::{Bar, note, print, print_json};

/// Compare a backend with the reference, sample by sample.
///
/// Prints a line for each node and dimension: whether all its cases passed, and the error that came nearest to
/// its bound, with that bound. Both are absolute: far from the origin a coordinate is large, and so is what
/// an f32 of it is off by. Exits with 1 where one did not pass.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    backend: BackendFlags,

    /// Take only every Nth case, for a quick look: with 11 all sets of axes still occur
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,

    /// Print a line for each case, too
    #[arg(long)]
    cases: bool,

    /// Print an object for programs, the cases in it that did not pass, and with --cases all
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    /// Null for a backend without one.
    adapter: Option<String>,
    /// How many cases there are, and how many of them passed.
    cases: usize,
    passed: usize,
    rows: Vec<RowReport>,
    outcomes: Vec<OutcomeReport>,
}

/// The cases of a node in a dimension; the error is the one nearest to its bound.
#[derive(Serialize)]
struct RowReport {
    node: &'static str,
    dimension: usize,
    cases: usize,
    passed: usize,
    #[serde(flatten)]
    worst: OutcomeReport,
}

/// A case.
#[derive(Clone, Serialize)]
struct OutcomeReport {
    case: String,
    axes: String,
    is_right: bool,
    /// Null where a sample is no number.
    error: f64,
    bound: f64,
    samples: u64,
    /// Samples on the other side of a jump.
    strays: u64,
}

impl OutcomeReport {
    fn of(outcome: &Outcome) -> OutcomeReport {
        OutcomeReport {
            case: outcome.case.clone(),
            axes: outcome.axes.clone(),
            is_right: outcome.passed,
            error: outcome.error,
            bound: outcome.bound,
            samples: outcome.samples,
            strays: outcome.strays,
        }
    }
}

/// The outermost node and the dimension of some cases, and what became of them.
type Rows = BTreeMap<(Kind, usize), Row>;

struct Row {
    cases: usize,
    passed: usize,
    worst: Outcome,
}

pub fn run(args: &Args) -> Result<Exit> {
    args.backend.check()?;
    let engine = args.backend.open()?;
    let all = verify::cases();
    let of_all = match args.every {
        1 => String::new(),
        _ => format!(", of {} in all", all.len()),
    };
    let cases: Vec<Case> = (all.into_iter()).step_by(args.every.into()).collect();
    let bar = Bar::new(cases.len() as u64);
    let (mut rows, mut outcomes) = (Rows::new(), Vec::new());
    for (done, case) in cases.iter().enumerate() {
        bar.show(done as u64);
        let outcome = verify::run(case, |job| engine.backend(job, &case.channels))?;
        if args.cases || !outcome.passed {
            match args.json {
                true => outcomes.push(OutcomeReport::of(&outcome)),
                false => print(&format!("{outcome}\n"))?,
            }
        }
        add(&mut rows, case, outcome);
    }
    drop(bar);
    let cases: usize = rows.values().map(|row| row.cases).sum();
    let passed: usize = rows.values().map(|row| row.passed).sum();
    let each = rows.iter();
    match args.json {
        true => print_json(&Report {
            adapter: engine.adapter.clone(),
            cases,
            passed,
            rows: each.map(|(key, row)| row.report(*key)).collect(),
            outcomes,
        })?,
        false => print(&each.map(|(key, row)| row.line(*key)).collect::<String>())?,
    }
    let on = engine.adapter.as_deref().unwrap_or("this machine");
    note(&format!("{passed} of {cases} cases passed on {on}{of_all}"));
    Ok(match passed == cases {
        true => Exit::Done,
        false => Exit::Failed,
    })
}

fn add(rows: &mut Rows, case: &Case, outcome: Outcome) {
    // Every case has a channel.
    let Some(channel) = case.channels.first() else {
        return;
    };
    let key = (channel.node().kind, case.dimension());
    let row = rows.entry(key).or_insert_with(|| Row {
        cases: 0,
        passed: 0,
        worst: outcome.clone(),
    });
    row.cases += 1;
    row.passed += usize::from(outcome.passed);
    // Each as a part of its bound; cross-multiplied, since a bound may be 0.
    if outcome.error * row.worst.bound > row.worst.error * outcome.bound {
        row.worst = outcome;
    }
}

impl Row {
    fn report(&self, (kind, dimension): (Kind, usize)) -> RowReport {
        RowReport {
            node: kind.name(),
            dimension,
            cases: self.cases,
            passed: self.passed,
            worst: OutcomeReport::of(&self.worst),
        }
    }

    fn line(&self, (kind, dimension): (Kind, usize)) -> String {
        let verdict = match self.passed == self.cases {
            true => "pass",
            false => "FAIL",
        };
        let Outcome { error, bound, .. } = self.worst;
        let Row { cases, passed, .. } = self;
        format!(
            "{verdict}  {:<10} {dimension}-D: {error:.1e} of {bound:.1e}, {passed}/{cases} cases\n",
            kind.name()
        )
    }
}
