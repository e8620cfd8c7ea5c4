//! What samples are compared with.

use super::outcome::Held;
use super::{Case, Outcome, indices};
use crate::Result;
use crate::grid::Brick;
use crate::program::Job;
use crate::reference::Reference;

/// The reference's values of a case, and how far a backend's may lie from them: made once for several backends.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Of an outcome without samples.
    case: Case,
    held: Vec<Held>,
    /// In the order of a brick of all frames, the channels of a sample side by side.
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
        outcome.close()
    }
}
