//! `wgpu-noise verify`: compares a backend with the reference.

use std::collections::BTreeMap;

use serde::Serialize;
use wgpu_noise::noise::Kind;
use wgpu_noise::verify::{self, Case, Outcome};
use wgpu_noise::{Result, internals};

use super::backend::BackendFlags;
use super::exit::Exit;
use super::terminal::{Bar, note, print, print_json};
use super::values::whole_number;

/// The cases that are computed on all threads before their outcomes are printed. The reference computes a case on one thread.
const CASES_AT_A_TIME: usize = 64;

/// Check a backend: compare its samples with the reference.
///
/// Prints a line for each node in each dimension: whether all cases passed, and the error and the bound of the case that came
/// nearest to its bound. Both are absolute, and are large for a coordinate far from the origin, as rounding in f32 is there.
/// The exit code is 1 if a case failed.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    backend: BackendFlags,

    /// Run only every Nth case. With 11, all sets of axes still occur
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(1..=u16::MAX))]
    every: u16,

    /// Print a line for each case as well
    #[arg(long)]
    cases: bool,

    /// Print the result as JSON, with the cases that failed, or all cases with --cases
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    /// Null if the backend has no adapter.
    adapter: Option<String>,
    /// The number of cases, and of those that passed.
    cases: usize,
    passed: usize,
    rows: Vec<NodeReport>,
    outcomes: Vec<Outcome>,
}

/// The cases of a node in a dimension.
#[derive(Serialize)]
struct NodeReport {
    node: &'static str,
    dimension: usize,
    #[serde(flatten)]
    tally: Tally,
}

/// The tallies by outermost node and dimension.
type Tallies = BTreeMap<(Kind, usize), Tally>;

/// The outcomes of the cases of a node in a dimension, with the one that came nearest to its bound.
#[derive(Serialize)]
struct Tally {
    cases: usize,
    passed: usize,
    #[serde(flatten)]
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
    let (mut tallies, mut outcomes) = (Tallies::new(), Vec::new());
    for (first, cases) in (0..)
        .step_by(CASES_AT_A_TIME)
        .zip(cases.chunks(CASES_AT_A_TIME))
    {
        bar.show(first);
        let checked = internals::map(cases, |case| {
            Ok(verify::run(case, |job| engine.backend(job)))
        })?;
        for (case, outcome) in cases.iter().zip(checked) {
            let outcome = outcome?;
            if args.cases || !outcome.passed {
                if args.json {
                    outcomes.push(outcome.clone());
                } else {
                    print(format!("{outcome}\n"))?;
                }
            }
            add(&mut tallies, case, outcome);
        }
    }
    drop(bar);
    let cases: usize = tallies.values().map(|tally| tally.cases).sum();
    let passed: usize = tallies.values().map(|tally| tally.passed).sum();
    let each = tallies.into_iter();
    if args.json {
        print_json(&Report {
            adapter: engine.made_by.adapter.clone(),
            cases,
            passed,
            rows: each.map(|(key, tally)| tally.report(key)).collect(),
            outcomes,
        })?;
    } else {
        print(each.map(|(key, tally)| tally.line(key)).collect::<String>())?;
    }
    let on = engine.made_by.adapter.as_deref().unwrap_or("this machine");
    note(&format!("{passed} of {cases} cases passed on {on}{of_all}"));
    Ok(if passed == cases {
        Exit::Done
    } else {
        Exit::Failed
    })
}

/// Adds an outcome to the tally of its node.
fn add(tallies: &mut Tallies, case: &Case, outcome: Outcome) {
    // Every case has at least one channel.
    let Some(channel) = case.channels.first() else {
        return;
    };
    let key = (channel.node().kind, case.dimension());
    let tally = tallies.entry(key).or_insert_with(|| Tally {
        cases: 0,
        passed: 0,
        worst: outcome.clone(),
    });
    tally.cases += 1;
    tally.passed += usize::from(outcome.passed);
    if outcome.share() > tally.worst.share() {
        tally.worst = outcome;
    }
}

impl Tally {
    fn report(self, (kind, dimension): (Kind, usize)) -> NodeReport {
        NodeReport {
            node: kind.name(),
            dimension,
            tally: self,
        }
    }

    fn line(&self, (kind, dimension): (Kind, usize)) -> String {
        let verdict = if self.passed == self.cases {
            "pass"
        } else {
            "FAIL"
        };
        let Outcome { error, bound, .. } = self.worst;
        let Tally { cases, passed, .. } = self;
        format!(
            "{verdict}  {:<10} {dimension}-D: {error:.1e} of {bound:.1e}, {passed}/{cases} cases\n",
            kind.name()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_case_is_one_with_a_nan_whatever_its_bound_and_those_of_others() {
        let cases = verify::cases();
        let outcome = |error, bound| Outcome {
            case: String::new(),
            axes: String::new(),
            error,
            bound,
            samples: 1,
            strays: 0,
            strays_allowed: 0.0,
            passed: error <= bound,
        };
        for bound in [0.0, 1e-6] {
            let mut tallies = Tallies::new();
            // That of a sample that is NaN is infinite.
            for (error, bound) in [(0.0, 0.0), (2.0, 1.0), (f64::INFINITY, bound), (0.0, 0.0)] {
                add(&mut tallies, &cases[0], outcome(error, bound));
            }
            let worst = tallies.into_values().map(|tally| tally.worst.error);
            assert_eq!(worst.collect::<Vec<_>>(), [f64::INFINITY]);
        }
    }
}
