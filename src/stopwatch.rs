//! How long something takes, where there is a clock.

use std::time::Duration;

/// Measures a time. In a browser there is no clock here.
#[derive(Debug)]
pub(crate) struct Stopwatch {
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

    /// The time since the start; `None` in a browser.
    pub fn elapsed(&self) -> Option<Duration> {
        #[cfg(not(target_arch = "wasm32"))]
        return Some(self.start.elapsed());
        #[cfg(target_arch = "wasm32")]
        return None;
    }
}
