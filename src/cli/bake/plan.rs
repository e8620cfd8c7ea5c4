//! `wgpu-noise bake --plan`: prints what a bake would do, and how long it would take.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use wgpu_noise::Result;
use wgpu_noise::bake::Plan;

use super::super::backend::{BackendFlags, Engine};
use super::super::terminal;

/// Prints what a bake would do.
pub fn show(backend: &BackendFlags, json: bool, plan: &Plan) -> Result<()> {
    // A named adapter is opened even if there is nothing to estimate: a plan should fail where the bake would.
    let needs_engine = plan.samples() >= FEW || backend.adapter.is_some();
    let time = if needs_engine {
        long(&backend.open_for(plan.job())?, plan)?
    } else {
        None
    };
    if json {
        return terminal::print_json(&PlanReport {
            plan,
            seconds: time.map(|time| time.of_all.as_secs_f64()),
        });
    }
    let mut text = format!("{plan}\n");
    if let Some(time) = time {
        text += &format!("{time}\n");
    }
    terminal::print(text)
}

/// What `--plan --json` prints.
#[derive(Serialize)]
struct PlanReport<'a> {
    #[serde(flatten)]
    plan: &'a Plan,
    /// An estimate of the time that computing takes; none for less than a minute.
    seconds: Option<f64>,
}

/// A bake that takes longer prints an estimate before it begins.
const LONG: Duration = Duration::from_secs(60);

/// Fewer samples never take long, so they are not timed.
const FEW: u64 = 1 << 20;

/// An estimate of the time that computing takes.
pub struct Time {
    of_all: Duration,
    backend: &'static str,
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Time { of_all, backend } = self;
        let words = in_words(*of_all);
        write!(f, "computing takes about {words} on backend {backend}")
    }
}

/// Estimates how long a bake takes. Returns `None` if that is less than a minute.
pub fn long(engine: &Engine, plan: &Plan) -> Result<Option<Time>> {
    if plan.samples() < FEW {
        return Ok(None);
    }
    let mut backend = engine.backend(plan.job().clone())?;
    let once = plan.estimate(backend.as_mut(), LONG / 2)?;
    let all = once.map(|once| if plan.must_measure() { 2 * once } else { once });
    Ok(all.filter(|all| *all >= LONG).map(|of_all| Time {
        of_all,
        backend: backend.name(),
    }))
}

fn in_words(time: Duration) -> String {
    let minutes = time.as_secs().div_ceil(60);
    match (minutes / 60, minutes / 60 / 24) {
        (0, _) => format!("{minutes} min"),
        (1..48, _) => format!("{} h {} min", minutes / 60, minutes % 60),
        (_, days) => format!("{days} days"),
    }
}
