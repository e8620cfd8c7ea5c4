//! The contents of the buffers that a kernel reads, for a brick of a grid or for points.

use super::affine::{Affines, PointLayout};
use super::lattices::{Lattices, permutations};
use super::uniform::{add_pictures, uniform};
use super::walk::Walk;
use crate::gpu::device::upload::staged_bytes;
use crate::grid::Brick;
use crate::program::Job;
use crate::{Result, memory};

/// The data that is uploaded for a brick.
#[derive(Clone, Debug)]
pub(crate) struct GridNumbers {
    pub uniform: Vec<u32>,
    pub lattices: Lattices,
    /// Permutation tables, one entry per word, the corner words of a march, and pictures.
    pub tables: Vec<u32>,
}

impl GridNumbers {
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(job: &Job, brick: &Brick, walk: Option<&Walk>) -> Result<GridNumbers> {
        let [x, y, z, _] = brick.size;
        let run = walk.map_or(1, |walk| walk.run_in(brick));
        let lattices = Lattices::new(job, &job.tables(brick)?, walk, run)?;
        let mut tables = permutations(job);
        memory::extend(&mut tables, lattices.corner_words.iter().copied())?;
        let uniform = uniform(job, [x, y, z], run, tables.len());
        add_pictures(&mut tables, &job.program)?;
        Ok(GridNumbers {
            uniform,
            lattices,
            tables,
        })
    }

    /// Moves the numbers to the job's present time. They must have been made for the same job at another time, and for a
    /// brick of one frame.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory). The numbers are of no use then.
    pub fn set_time(&mut self, job: &Job) -> Result<()> {
        self.lattices.set_time(job)
    }

    /// The bytes that they take in a staging buffer.
    pub fn staged_bytes(&self) -> u64 {
        let Lattices {
            layers,
            axes,
            walked,
            ..
        } = &self.lattices;
        let bytes = [
            size_of_val(&*self.uniform),
            size_of_val(&**layers),
            size_of_val(&**axes),
            size_of_val(&*self.tables),
            size_of_val(&**walked),
        ];
        bytes.map(staged_bytes).iter().sum()
    }
}

/// The data that is uploaded to compute points.
#[derive(Clone, Debug)]
pub(crate) struct PointNumbers {
    pub uniform: Vec<u32>,
    pub affines: Affines,
    /// Permutation tables, one entry per word, and pictures.
    pub tables: Vec<u32>,
}

impl PointNumbers {
    /// # Errors
    /// Those of [`Affines::new`].
    pub fn new(job: &Job, points: PointLayout) -> Result<PointNumbers> {
        let mut tables = permutations(job);
        let uniform = uniform(job, [0, 1, 1], 1, tables.len());
        add_pictures(&mut tables, &job.program)?;
        Ok(PointNumbers {
            uniform,
            affines: Affines::new(job, points)?,
            tables,
        })
    }

    /// Sets how many points there are: the uniform's size along x.
    pub fn set_count(&mut self, count: u32) {
        self.uniform[0] = count;
    }

    /// The bytes that they take in a staging buffer.
    pub fn staged_bytes(&self) -> u64 {
        let bytes = [
            size_of_val(&*self.uniform),
            size_of_val(&*self.affines.layers),
            self.affines.maps.len(),
            size_of_val(&*self.tables),
        ];
        bytes.map(staged_bytes).iter().sum()
    }
}
