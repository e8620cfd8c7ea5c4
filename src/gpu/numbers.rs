//! What a brick uploads: made for a job, and for another time of it only where time is.

use super::layout::{self, Lattices};
use super::runs::Walk;
use super::upload::loaded;
use crate::Result;
use crate::grid::Brick;
use crate::program::Job;

/// The contents of a brick's buffers.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub uniform: Vec<u32>,
    pub lattices: Lattices,
    /// The permutation tables.
    pub tables: Vec<u32>,
}

impl Numbers {
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(job: &Job, brick: &Brick, walk: Option<&Walk>) -> Result<Numbers> {
        Ok(Numbers {
            uniform: layout::uniform(job, [brick.size[0], brick.size[1], brick.size[2]]),
            lattices: layout::lattices(job, &job.tables(brick)?, walk)?,
            tables: layout::permutations(job),
        })
    }

    /// Moves them to the job's present time. They must be those of the job, at another one, and of a brick of one frame.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory); they are to be made anew then.
    pub fn set_time(&mut self, job: &Job) -> Result<()> {
        self.lattices.set_time(job)
    }

    /// The bytes that they take on their way in an encoder.
    pub fn loaded(&self) -> u64 {
        let Lattices {
            layers,
            axes,
            walked,
        } = &self.lattices;
        [
            size_of_val(&*self.uniform),
            size_of_val(&**layers),
            size_of_val(&**axes),
            size_of_val(&*self.tables),
            size_of_val(&**walked),
        ]
        .map(loaded)
        .iter()
        .sum()
    }
}
