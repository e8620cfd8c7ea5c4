//! The expected samples of a case.

use super::held::Held;
use super::{Case, Outcome, indices};
use crate::Result;
use crate::grid::Brick;
use crate::program::Job;
use crate::reference::Reference;

/// The reference's values of a case and the limits for a backend's, which can be compared with several backends.
#[derive(Clone, Debug)]
pub struct Expected {
    case: Case,
    /// The limits of each channel.
    held: Vec<Held>,
    /// All frames in memory order, with the channels of a sample next to each other.
    values: Vec<f64>,
}

impl Expected {
    /// Computes every sample of a case with the reference; `job` is the case's.
    ///
    /// # Errors
    /// Those of [`Reference::new`].
    pub fn new(case: &Case, job: &Job) -> Result<Expected> {
        let reference = Reference::new(job)?;
        Ok(Expected {
            case: case.clone(),
            held: (0..case.channels.len())
                .map(|channel| case.held(job, channel))
                .collect(),
            values: (indices(&Brick::all(&case.grid)))
                .flat_map(|index| reference.values(index))
                .collect(),
        })
    }

    /// Compares a backend's samples of all frames.
    pub fn compare(&self, samples: &[f32]) -> Outcome {
        let mut outcome = Outcome::new(&self.case, &self.held);
        let held = self.held.iter().cycle();
        for ((&found, &exact), held) in samples.iter().zip(&self.values).zip(held) {
            outcome.add(found, exact, held);
        }
        outcome.close(self.values.len().max(samples.len()))
    }
}
