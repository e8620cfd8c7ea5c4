//! Runs that are measured in turn, so that a machine that slows down slows all of them alike.

use std::time::Instant;

use wgpu_noise::Result;

/// The work of a run: it writes samples to the slice, or computes them on a GPU, and returns how many seconds that took.
type Work<'a> = Box<dyn FnMut(&mut [f32]) -> Result<f64> + 'a>;

/// The runs of one workload.
#[derive(Default)]
pub struct Rounds<'a> {
    works: Vec<Work<'a>>,
}

/// The number of a run.
#[derive(Clone, Copy, Debug)]
pub struct Run(usize);

/// The median time of each run, in seconds.
#[derive(Debug)]
pub struct Medians(Vec<f64>);

impl<'a> Rounds<'a> {
    /// Adds a run.
    pub fn add(&mut self, work: impl FnMut(&mut [f32]) -> Result<f64> + 'a) -> Run {
        self.works.push(Box::new(work));
        Run(self.works.len() - 1)
    }

    /// Runs all works in turn, `rounds` times. Each measured run follows a run of the same work that is not measured, which
    /// wakes the threads, loads the caches and, the first time, compiles the kernels.
    pub fn measure(mut self, rounds: u32, out: &mut [f32]) -> Result<Medians> {
        let mut seconds = vec![Vec::new(); self.works.len()];
        for _ in 0..rounds {
            for (work, seconds) in self.works.iter_mut().zip(&mut seconds) {
                work(out)?;
                seconds.push(work(out)?);
            }
        }
        Ok(Medians(seconds.into_iter().map(median).collect()))
    }
}

impl Medians {
    /// Returns the median time of a run, in seconds.
    pub fn seconds(&self, run: Run) -> f64 {
        self.0[run.0]
    }
}

/// Runs a work and returns how many seconds it took.
pub fn timed(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() % 2 {
        0 => (values[middle - 1] + values[middle]) / 2.0,
        _ => values[middle],
    }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 9.0]), 3.0);
        assert_eq!(median(vec![4.0, 1.0, 9.0, 2.0]), 3.0);
    }
}
