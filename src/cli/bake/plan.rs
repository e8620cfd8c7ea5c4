//! `wgpu-noise bake --plan`: prints what a bake would do, and how long it would take.

use std::time::Duration;

use serde::Serialize;
use wgpu_noise::Result;
use wgpu_noise::bake::Plan;

use super::super::backend::Engine;
use super::super::terminal;
use super::limits::{self, LimitFlags};

/// Prints what a bake would do.
pub fn show(engine: &Engine, limits: &LimitFlags, json: bool, plan: &Plan) -> Result<()> {
    let mut backend = engine.backend(plan.job().clone())?;
    let time = (plan.estimate(backend.as_mut(), Duration::ZERO)?).unwrap_or_default();
    for refusal in [limits.check_samples(plan), limits.check_time(time)] {
        if let Err(error) = refusal {
            terminal::note(&format!("note: this bake is refused: {error}"));
        }
    }
    if json {
        return terminal::print_json(&PlanReport {
            plan,
            seconds: time.as_secs_f64(),
        });
    }
    let about = limits::about(time, backend.name());
    terminal::print(format!("{about}\n{plan}\n"))
}

/// What `--plan --json` prints.
#[derive(Serialize)]
struct PlanReport<'a> {
    #[serde(flatten)]
    plan: &'a Plan,
    /// An estimate of the time that computing takes.
    seconds: f64,
}
