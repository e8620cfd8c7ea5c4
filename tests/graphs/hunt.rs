//! Graph after graph: which promises hold, and the smallest recipe of each that does not.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use wgpu_noise::verify::Case;

use crate::draw::draw;
use crate::minimise::{minimised, recipe};
use crate::promises::Promise;
use crate::skip::say;

/// How long a hunt goes on.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    Graphs(u64),
    Seconds(u64),
}

/// Which graphs, and how many.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub seed: u32,
    /// The number of the first graph.
    pub first: u64,
    pub until: Until,
    /// Whether what is found is said as it is found.
    pub aloud: bool,
}

impl Plan {
    /// What `NOISE_GRAPHS` (`100000`, or `3600s`), `NOISE_GRAPHS_SEED` and `NOISE_GRAPHS_FIRST` ask for; so many graphs of
    /// seed 0, from the first, where they are not set.
    pub fn from_environment(graphs: u64) -> Plan {
        let number = |text: &str| {
            text.parse()
                .unwrap_or_else(|_| panic!("no whole number: `{text}`"))
        };
        let until = match std::env::var("NOISE_GRAPHS") {
            Ok(text) => match text.strip_suffix('s') {
                Some(seconds) => Until::Seconds(number(seconds)),
                None => Until::Graphs(number(&text)),
            },
            Err(_) => Until::Graphs(graphs),
        };
        let variable = |name| std::env::var(name).map_or(0, |text| number(&text));
        Plan {
            seed: variable("NOISE_GRAPHS_SEED") as u32,
            first: variable("NOISE_GRAPHS_FIRST"),
            until,
            aloud: true,
        }
    }

    fn goes_on(&self, graphs: u64, since: Instant) -> bool {
        match self.until {
            Until::Graphs(most) => graphs < most,
            Until::Seconds(most) => since.elapsed() < Duration::from_secs(most),
        }
    }
}

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    graphs: u64,
    refused: u64,
    /// How often each promise was checked.
    checked: BTreeMap<&'static str, u64>,
    /// How often each was broken.
    broken: BTreeMap<&'static str, u64>,
    /// The smallest cases, with what is wrong.
    pub failures: Vec<Failure>,
}

/// A promise that a graph breaks.
#[derive(Debug)]
pub struct Failure {
    pub promise: &'static str,
    /// The graph as it was drawn, and the smallest that was found.
    pub drawn: Case,
    pub smallest: Case,
    /// What is wrong with the smallest.
    pub says: String,
}

/// The most failures of one promise that are made smaller; further ones are counted.
const SHOWN: u64 = 8;

/// Holds graph after graph to all promises.
pub fn hunt(plan: Plan, promises: &[Promise]) -> Found {
    let mut found = Found::default();
    let start = Instant::now();
    while plan.goes_on(found.graphs, start) {
        let graph = plan.first + found.graphs;
        let drawn = draw(plan.seed, graph);
        found.refused += drawn.refused.len() as u64;
        for promise in promises {
            if promise.of_refused {
                drawn
                    .refused
                    .iter()
                    .for_each(|case| found.hold(case, promise, plan.aloud));
            } else if graph.is_multiple_of(promise.every) {
                found.hold(&drawn.case, promise, plan.aloud);
            }
        }
        found.graphs += 1;
        if plan.aloud && found.graphs.is_multiple_of(5000) {
            say(&format!("{:.0} s: {found}", start.elapsed().as_secs_f64()));
        }
    }
    if plan.aloud {
        let seconds = start.elapsed().as_secs_f64();
        say(&format!("seed {}, {seconds:.0} s: {found}", plan.seed));
    }
    found
}

impl Found {
    /// Whether every promise was kept, of graphs that there were.
    pub fn is_clean(&self) -> bool {
        self.graphs > 0 && self.failures.is_empty()
    }

    fn hold(&mut self, case: &Case, promise: &Promise, aloud: bool) {
        *self.checked.entry(promise.name).or_default() += 1;
        let Some(says) = promise.broken(case) else {
            return;
        };
        let times = self.broken.entry(promise.name).or_default();
        *times += 1;
        if *times > SHOWN {
            return;
        }
        let failure = Failure::smallest(case, promise, says);
        if aloud {
            say(&failure.to_string());
        }
        self.failures.push(failure);
    }
}

impl Failure {
    /// A panic stays a panic, and a difference a difference.
    fn smallest(case: &Case, promise: &Promise, says: String) -> Failure {
        let kind = |says: &str| says.split(':').next() == Some("a panic");
        let alike = |case: &Case| {
            let accepted = promise.of_refused || case.job().is_ok();
            accepted
                && promise
                    .broken(case)
                    .is_some_and(|found| kind(&found) == kind(&says))
        };
        let smallest = minimised(case, alike);
        let says = promise.broken(&smallest).unwrap_or(says);
        let (promise, drawn) = (promise.name, case.clone());
        Failure {
            promise,
            drawn,
            smallest,
            says,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure {
            promise,
            drawn,
            smallest,
            says,
        } = self;
        let text = recipe(smallest).to_toml();
        write!(f, "broken by {}: {promise}: {says}\n{text}", drawn.name)
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} graphs, {} others refused", self.graphs, self.refused)?;
        for (promise, checked) in &self.checked {
            let broken = self.broken.get(promise).copied().unwrap_or_default();
            write!(f, "\n  {checked:>8} {promise}, broken by {broken}")?;
        }
        Ok(())
    }
}
