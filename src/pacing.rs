//! How much work should be done at a time: in one submission to a GPU, and in one turn of a service's worker.

use std::time::Duration;

/// The longest that one submission should take. Drivers stop work that takes seconds (on Windows, 2), and another program's
/// frame waits for what has been submitted before it.
const TARGET: Duration = Duration::from_millis(50);

/// Finds the size of submissions that take at most [`TARGET`], on a GPU of unknown speed.
///
/// The unit of size is the caller's, for example samples: time should grow about in proportion to it. The size starts at the
/// least, or where its user says, and doubles while twice as much would still be in time. When a submission took too long it is
/// halved, as often as needed.
#[derive(Clone, Debug)]
pub(crate) struct Pacing {
    size: u64,
    least: u64,
    most: u64,
}

impl Pacing {
    /// Sizes from `least` (small enough for the slowest GPU) to `most` (what memory and limits allow). `least` is raised to 1,
    /// and `most` to `least`.
    pub fn new(least: u64, most: u64) -> Pacing {
        let least = least.max(1);
        Pacing {
            size: least,
            least,
            most: most.max(least),
        }
    }

    /// Begins with another size than the least.
    #[cfg_attr(
        not(feature = "service"),
        expect(dead_code, reason = "a GPU begins with the least")
    )]
    pub fn begin_with(self, size: u64) -> Pacing {
        Pacing {
            size: size.clamp(self.least, self.most),
            ..self
        }
    }

    /// Returns the size that the next submission should have.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Takes into account that a submission of this size took this long on an idle GPU, from its submission to its end.
    pub fn measured(&mut self, size: u64, time: Duration) {
        if size == 0 {
            return;
        }
        let each = time.as_secs_f64() / size as f64;
        let expected = |size: u64| each * size as f64;
        let target = TARGET.as_secs_f64();
        let twice = self.size.saturating_mul(2).min(self.most);
        if expected(twice) <= target {
            self.size = twice;
        }
        while expected(self.size) > target && self.size > self.least {
            self.size = (self.size / 2).max(self.least);
        }
    }

    /// Halves the size, for good, because the device had no memory for it. Returns `false` if it is the least already.
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "only a device runs out of memory on the way")
    )]
    pub fn shrink(&mut self) -> bool {
        let shrinks = self.size > self.least;
        self.most = (self.size / 2).max(self.least);
        self.size = self.most;
        shrinks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs `count` submissions on a GPU that takes this many nanoseconds per unit, and returns the longest time.
    fn run(pacing: &mut Pacing, nanoseconds: u64, count: usize) -> Duration {
        (0..count)
            .map(|_| {
                let time = Duration::from_nanos(pacing.size() * nanoseconds);
                pacing.measured(pacing.size(), time);
                time
            })
            .max()
            .unwrap_or_default()
    }

    #[test]
    fn a_fast_gpu_gets_the_most_and_no_submission_is_long() {
        let mut pacing = Pacing::new(1 << 10, 100_000);
        assert!(run(&mut pacing, 1, 20) <= TARGET);
        assert_eq!(pacing.size(), 100_000);
    }

    #[test]
    fn a_slow_gpu_gets_what_fits_and_no_submission_is_long() {
        let mut pacing = Pacing::new(1 << 10, 1 << 30);
        assert!(run(&mut pacing, 10_000, 40) <= TARGET);
        // 4096 units take 41 ms, 8192 would take 82.
        assert_eq!(pacing.size(), 4096);
    }

    #[test]
    fn a_gpu_that_slows_down_is_followed_at_once_and_back() {
        let mut pacing = Pacing::new(16, 1 << 30);
        run(&mut pacing, 100, 40);
        let before = pacing.size();
        run(&mut pacing, 1600, 1);
        assert!(pacing.size() <= before / 8);
        assert!(run(&mut pacing, 1600, 20) <= TARGET);
        run(&mut pacing, 100, 40);
        assert_eq!(pacing.size(), before);
    }

    #[test]
    fn sizes_stay_between_least_and_most() {
        let mut pacing = Pacing::new(7, 7);
        run(&mut pacing, 1 << 40, 3);
        assert_eq!(pacing.size(), 7);
        run(&mut pacing, 0, 3);
        assert_eq!(pacing.size(), 7);
        pacing.measured(0, TARGET);
        let mut wrong = Pacing::new(0, 0);
        assert_eq!(wrong.size(), 1);
        assert!(!wrong.shrink());
        let mut huge = Pacing::new(1, u64::MAX);
        run(&mut huge, 0, 80);
        assert_eq!(huge.size(), u64::MAX);
    }

    #[test]
    fn a_size_that_began_too_large_is_halved() {
        let mut pacing = Pacing::new(1, u64::MAX).begin_with(1 << 20);
        assert_eq!(pacing.size(), 1 << 20);
        run(&mut pacing, 1 << 20, 1);
        assert!(run(&mut pacing, 1 << 20, 20) <= TARGET);
    }

    #[test]
    fn a_size_without_memory_is_not_tried_again() {
        let mut pacing = Pacing::new(10, 1000);
        run(&mut pacing, 1, 10);
        assert_eq!(pacing.size(), 1000);
        assert!(pacing.shrink());
        run(&mut pacing, 1, 10);
        assert_eq!(pacing.size(), 500);
    }
}
