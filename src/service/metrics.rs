//! What a service has done and is doing, as data.

use std::time::Duration;

/// What a service has done since its start, and what it holds now.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Metrics {
    /// Requests that wait for admission.
    pub waiting: usize,
    /// Works that are admitted and not being computed at this moment.
    pub queued: usize,
    /// Works that are being computed at this moment.
    pub running: usize,
    /// The bytes of the results of all admitted works.
    pub bytes: u64,
    /// Results in the cache.
    pub cached: usize,
    /// The bytes of the results in the cache, with 640 for what keeps each of them.
    pub cached_bytes: u64,
    /// Requests that the cache answered.
    pub hits: u64,
    /// Requests that joined an equal one in flight.
    pub joined: u64,
    /// Requests that were not admitted: the service was full or stopped, or they were too large.
    pub refused: u64,
    /// Works that were computed.
    pub completed: u64,
    /// Works that failed.
    pub failed: u64,
    /// Requests whose callers went away.
    pub cancelled: u64,
    /// Requests whose deadlines passed.
    pub expired: u64,
    /// Submissions to a device that held more than one work.
    pub shared_submissions: u64,
    /// Devices that were lost.
    pub devices_lost: u64,
    /// From admission to the first turn of a work.
    pub wait: Timing,
    /// The turns of a work: all of its computing, read-back included.
    pub compute: Timing,
    /// The part of a turn on a device in which results are copied out of mapped buffers; turns of a shared submission are left
    /// out.
    pub read_back: Timing,
    /// From the submission of a request until its caller takes the result, or the error.
    pub total: Timing,
}

/// How often something took how long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Timing {
    /// How often.
    pub count: u64,
    /// The sum of all times.
    pub sum: Duration,
    /// How many of them were at most as long as the [`bound`](Timing::BOUNDS) of that index, and longer than the one before.
    /// The last counts all that are longer.
    pub buckets: [u64; Timing::BOUNDS.len() + 1],
}

impl Timing {
    /// The bounds of [`buckets`](Timing::buckets): powers of 4 from 16 µs to 67 s.
    pub const BOUNDS: [Duration; 12] = {
        let mut bounds = [Duration::ZERO; 12];
        let mut i = 0;
        while i < bounds.len() {
            bounds[i] = Duration::from_micros(16 << (2 * i));
            i += 1;
        }
        bounds
    };

    pub(super) fn add(&mut self, time: Duration) {
        self.count += 1;
        self.sum += time;
        let bucket = Timing::BOUNDS.partition_point(|&bound| bound < time);
        self.buckets[bucket] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_in_the_bucket_of_the_least_bound_that_holds_them() {
        let mut timing = Timing::default();
        let micros = [0, 16, 17, 64, 65, 70_000_000];
        (micros.iter()).for_each(|&micros| timing.add(Duration::from_micros(micros)));
        assert_eq!(timing.buckets[..3], [2, 2, 1]);
        assert_eq!(timing.buckets[12], 1);
        assert_eq!(timing.count, 6);
        assert_eq!(timing.sum, Duration::from_micros(70_000_162));
        assert_eq!(Timing::BOUNDS[11].as_secs(), 67);
    }
}
