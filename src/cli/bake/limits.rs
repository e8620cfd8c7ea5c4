//! `--max-samples` and `--max-hours`: how much work a bake may be.

use std::time::Duration;

use wgpu_noise::bake::Plan;
use wgpu_noise::{Backend, Error, Grid, Result};

use super::super::terminal::note;
use super::super::values::{hours, whole_number};

/// The limits of a bake.
#[derive(clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitFlags {
    /// The most samples of a bake, over all frames. One that has more is refused, as it is more likely an error than a wish
    #[arg(long, value_name = "N", default_value_t = 1 << 40, value_parser = whole_number(0..=u64::MAX))]
    max_samples: u64,

    /// The most hours that computing an output may take, as it is estimated before. A bake of several processes counts the
    /// share of each
    #[arg(long, value_name = "HOURS", default_value_t = 24.0, value_parser = hours)]
    max_hours: f64,
}

/// A bake that takes longer prints an estimate before it begins.
const LONG: Duration = Duration::from_secs(60);

/// Fewer samples never take long, so they are not timed.
const FEW: u64 = 1 << 20;

/// How often a time over the limit is measured again, before it is believed.
const AGAIN: usize = 3;

impl LimitFlags {
    /// Refuses too many samples.
    pub fn check_samples(&self, plan: &Plan) -> Result<()> {
        if plan.samples() <= self.max_samples {
            return Ok(());
        }
        let grid = plan.grid();
        let size = Grid::new(plan.size()).describe_size();
        let times = grid.frames.map(|frames| format!(" in {frames} frames"));
        let refused = Error::too_large(
            format!("{size}{}", times.unwrap_or_default()),
            format!("{} samples", plan.samples()),
            format!("{} samples; --max-samples sets another", self.max_samples),
        );
        Err(refused.with_field("size"))
    }

    /// Refuses too much time.
    pub fn check_time(&self, time: Duration) -> Result<()> {
        if time.as_secs_f64() <= 3600.0 * self.max_hours {
            return Ok(());
        }
        Err(Error::too_large(
            "computing",
            format!("about {}", in_words(time)),
            format!("{} h; --max-hours sets another", self.max_hours),
        ))
    }

    /// Prints an estimate of the time that computing some of a plan's samples takes, if it is long, and refuses too long a time.
    pub fn check(&self, plan: &Plan, samples: u64, backend: &mut dyn Backend) -> Result<()> {
        if samples < FEW && !plan.has_grid_steps() {
            return Ok(());
        }
        let share = samples as f64 / plan.samples() as f64;
        let least = LONG.min(Duration::from_secs_f64(3600.0 * self.max_hours));
        let mut estimate = || -> Result<_> {
            let all = plan.estimate(backend, least.div_f64(share))?;
            Ok(all.map(|all| all.mul_f64(share)))
        };
        let Some(mut time) = estimate()? else {
            return Ok(());
        };
        // Other work on the machine makes a measurement longer, never shorter.
        for _ in 0..AGAIN {
            if self.check_time(time).is_ok() {
                break;
            }
            time = time.min(estimate()?.unwrap_or(least));
        }
        self.check_time(time)?;
        note(&about(time, backend.name()));
        Ok(())
    }
}

/// Says how long computing takes.
pub fn about(time: Duration, backend: &str) -> String {
    format!(
        "computing takes about {} on backend {backend}",
        in_words(time)
    )
}

fn in_words(time: Duration) -> String {
    let (seconds, minutes) = (time.as_secs_f64(), time.as_secs().div_ceil(60));
    match (minutes / 60, minutes / 60 / 24) {
        _ if seconds < 1.0 => format!("{seconds:.3} s"),
        _ if time < LONG => format!("{seconds:.0} s"),
        (0, _) => format!("{minutes} min"),
        (1..48, _) => format!("{} h {} min", minutes / 60, minutes % 60),
        (_, days) => format!("{days} days"),
    }
}
