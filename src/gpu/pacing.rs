//! How much work one submission should hold.

use std::time::Duration;

/// The longest that one submission should take. Drivers kill work of some seconds (Windows: 2), and
/// a small request behind a big one waits for what is submitted.
pub const TARGET: Duration = Duration::from_millis(50);

/// Measures a submission. A browser has no clock here: sizes stay there as they begin.
#[derive(Debug)]
pub(super) struct Stopwatch {
    #[cfg(not(target_arch = "wasm32"))]
    start: std::time::Instant,
}

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch {
            #[cfg(not(target_arch = "wasm32"))]
            start: std::time::Instant::now(),
        }
    }

    pub fn elapsed(&self) -> Option<Duration> {
        #[cfg(not(target_arch = "wasm32"))]
        return Some(self.start.elapsed());
        #[cfg(target_arch = "wasm32")]
        return None;
    }
}

/// Finds a size of work that takes at most [`TARGET`], on a GPU that nothing is known about.
///
/// The unit of work is the caller's (samples, or samples times their cost): only the time must grow
/// about as the size does. Starts with the least size and doubles while the next size still fits;
/// halves as often as it must when a submission took too long.
#[derive(Clone, Debug)]
pub struct Pacing {
    size: u64,
    least: u64,
    most: u64,
}

impl Pacing {
    /// Sizes from `least` (at least 1, and small enough for the slowest GPU) to `most` (at least
    /// `least`: what memory and limits allow).
    pub fn new(least: u64, most: u64) -> Pacing {
        let least = least.max(1);
        Pacing {
            size: least,
            least,
            most: most.max(least),
        }
    }

    /// The size that the next submission should have.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Learns that a submission of `size` took `time`, from its submission to its end on an idle GPU.
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

    /// Learns that the device had no memory for the present size. `false`: it is the least already.
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

    /// Runs `count` submissions on a GPU of that many nanoseconds a unit; returns the longest.
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
    fn a_size_without_memory_is_not_tried_again() {
        let mut pacing = Pacing::new(10, 1000);
        run(&mut pacing, 1, 10);
        assert_eq!(pacing.size(), 1000);
        assert!(pacing.shrink());
        run(&mut pacing, 1, 10);
        assert_eq!(pacing.size(), 500);
    }
}
