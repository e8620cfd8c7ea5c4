//! Which steps jump: an f32 evaluator may take either side where an argument lies within its error of the jump.

use crate::noise::Step;
use crate::program::interval::Interval;

/// Whether a step jumps, for arguments in these intervals.
pub fn jumps(step: Step, args: &[Interval]) -> bool {
    match step {
        Step::Select | Step::Sign | Step::Floor | Step::Fract | Step::Step | Step::Threshold => {
            true
        }
        // A terrace without a ramp.
        Step::Terrace => args.get(2).is_some_and(|ramp| ramp[0] <= 0.0),
        _ => false,
    }
}
