//! One job of the channels of several, which computes once what they share.

use std::sync::Arc;

use super::Job;
use super::lower::lower;
use crate::{Noise, noise};

/// A job with all channels of several jobs.
pub(crate) struct Merged {
    /// The job. It may have more than four channels.
    pub job: Job,
    /// For each of the jobs, which of these channels are its own.
    pub channels: Vec<Vec<usize>>,
}

impl Job {
    /// Merges jobs on the same grid. Channels of several jobs that are the same noise become one.
    ///
    /// Returns `None` if a node has other numbers in one job than in another, also the number of octaves that follows from the
    /// resolution of an output, and if the operations of all are too many for one program.
    pub(crate) fn merged(jobs: &[&Job]) -> Option<Merged> {
        let (first, others) = jobs.split_first()?;
        if !jobs.iter().all(|job| job.is_as_described()) {
            return None;
        }
        if !others.iter().all(|job| job.has_numbers_of(first)) {
            return None;
        }
        let noises = jobs.iter().flat_map(|job| job.program.noises());
        let noises = noise::shared(&noises.cloned().collect::<Vec<_>>());
        let mut distinct: Vec<Noise> = Vec::new();
        let mut channel_of = Vec::new();
        for noise in noises {
            let is_it = |known: &Noise| known.identity() == noise.identity();
            let known = distinct.iter().position(is_it);
            channel_of.push(known.unwrap_or(distinct.len()));
            if known.is_none() {
                distinct.push(noise);
            }
        }
        let mut channel_of = channel_of.into_iter();
        let own = |job: &&Job| channel_of.by_ref().take(job.program.channels()).collect();
        let channels = jobs.iter().map(own).collect();
        let program = lower(&distinct, first.program.axes).ok()?;
        let params = (program.params.clone())
            .with_seed(first.params.seed)
            .with_resolution(first.params.resolution);
        let job = Job::new(&Arc::new(program), &params, &first.grid).ok()?;
        Some(Merged { job, channels })
    }

    /// Whether the numbers are those that the noises were described with.
    fn is_as_described(&self) -> bool {
        self.params.values() == self.program.params.values()
    }

    /// Whether the same noise has the same values in another job.
    fn has_numbers_of(&self, other: &Job) -> bool {
        let same_octaves = self.params.resolution == other.params.resolution
            || !(self.has_auto_octaves() || other.has_auto_octaves());
        self.grid == other.grid && self.params.seed == other.params.seed && same_octaves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::Octaves;
    use crate::program::Resolution;
    use crate::{Grid, Noise};

    fn job(channels: &[Noise]) -> Job {
        Job::of(channels, &Grid::new([16, 16])).unwrap()
    }

    #[test]
    fn channels_that_are_the_same_noise_are_one() {
        let (a, b, c) = (Noise::perlin(), Noise::value(), Noise::worley());
        let jobs = [
            job(&[a.clone().into(), b.clone().into()]),
            job(&[b.into(), c.into(), a.into()]),
        ];
        let merged = Job::merged(&jobs.each_ref()).unwrap();
        assert_eq!(merged.job.program.channels(), 3);
        assert_eq!(merged.channels, [vec![0, 1], vec![1, 2, 0]]);
    }

    #[test]
    fn what_differs_is_not_merged() {
        let fbm = Noise::perlin().fbm().octaves(Octaves::Auto);
        let at = |step| job(&[fbm.clone().into()]).with_resolution(Resolution::Absolute(step));
        let coarse = at(1.0 / 255.0).unwrap();
        let fine = at(1.0 / 65535.0).unwrap();
        assert!(Job::merged(&[&coarse, &coarse]).is_some());
        assert!(Job::merged(&[&coarse, &fine]).is_none());

        let one = job(&[Noise::perlin().into()]);
        let mut set = one.clone();
        set.set("perlin.frequency", 3.0).unwrap();
        assert!(Job::merged(&[&one, &set]).is_none());
        let elsewhere = Job::of([Noise::perlin()], &Grid::new([8, 16])).unwrap();
        assert!(Job::merged(&[&one, &elsewhere]).is_none());
    }
}
