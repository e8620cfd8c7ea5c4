//! The time of an animation, which runs, stands, or is set.

use serde::{Deserialize, Serialize};

/// A time within a recipe's duration.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// The share of the duration, from 0 to 1.
    pub share: f64,
    /// Whether it runs.
    pub runs: bool,
    /// Whether it begins again at the end.
    pub loops: bool,
    /// The seconds that the whole duration takes.
    pub seconds: f64,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            share: 0.0,
            runs: false,
            loops: true,
            seconds: 6.0,
        }
    }
}

impl Clock {
    /// Starts or stops it; at the end it starts from the beginning.
    pub fn toggle(&mut self) {
        self.runs = !self.runs;
        if self.runs && self.share >= 1.0 {
            self.share = 0.0;
        }
    }

    /// Goes on by so many seconds.
    pub fn advance(&mut self, seconds: f64) {
        self.share += seconds / self.seconds;
        if self.loops {
            self.share = self.share.rem_euclid(1.0);
        } else if self.share >= 1.0 {
            (self.share, self.runs) = (1.0, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_loops_or_stops_at_the_end() {
        let mut clock = Clock {
            share: 0.75,
            runs: true,
            seconds: 2.0,
            ..Clock::default()
        };
        clock.advance(1.0);
        assert_eq!((clock.share, clock.runs), (0.25, true));
        clock.loops = false;
        clock.advance(10.0);
        assert_eq!((clock.share, clock.runs), (1.0, false));
    }
}
