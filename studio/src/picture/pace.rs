//! How fine a picture is computed while it moves, so that it moves fluently.

/// A picture that takes longer than this, in milliseconds, is too slow.
const SLOW: f32 = 33.0;
/// One that takes less than this may be finer. It is more than a frame at 60 Hz, because some devices say that a picture is done
/// only when the next frame begins.
const FAST: f32 = 20.0;
/// The most pixels along each axis that one sample stands for.
const STEP_MAX: u32 = 16;

/// The pixels along each axis that one sample stands for: a power of two.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    step: u32,
    /// The least step that may not be too slow, for all that is known since the picture rested.
    least: u32,
    /// Whether the last picture was too slow.
    was_slow: bool,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            step: 1,
            least: 1,
            was_slow: false,
        }
    }
}

impl Pace {
    /// Returns the step of a picture that moves.
    pub fn step(self) -> u32 {
        self.step
    }

    /// Learns from the time that a picture took. One slow picture alone says nothing, because a driver compiles a kernel when it
    /// first runs, which it does anew for each step. A step that was too slow is not tried again until the picture has rested,
    /// so that it does not change between two steps all the time.
    pub fn learn(&mut self, milliseconds: f32) {
        let is_slow = milliseconds > SLOW;
        if is_slow && self.was_slow && self.step < STEP_MAX {
            self.step *= 2;
            self.least = self.step;
            self.was_slow = false;
            return;
        }
        self.was_slow = is_slow;
        // Finer pictures take four times as long; so one far below the limit was called slow for another reason.
        let may_be_finer = self.step > self.least || milliseconds < SLOW / 8.0;
        if milliseconds < FAST && may_be_finer && self.step > 1 {
            self.step /= 2;
            self.least = self.least.min(self.step);
        }
    }

    /// Forgets what was too slow: what moves next may be another picture.
    pub fn rest(&mut self) {
        (self.least, self.was_slow) = (1, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Learns from pictures that take 400 ms at full size, a quarter at each step further; returns the steps.
    fn steps(pace: &mut Pace) -> Vec<u32> {
        let learn = |_| {
            pace.learn(400.0 / (pace.step() * pace.step()) as f32);
            pace.step()
        };
        (0..8).map(learn).collect()
    }

    #[test]
    fn it_finds_the_finest_picture_that_is_fluent_and_keeps_it() {
        let mut pace = Pace::default();
        assert_eq!(steps(&mut pace), [1, 2, 2, 4, 4, 4, 4, 4]);
        pace.learn(50.0);
        assert_eq!(pace.step(), 4, "one slow picture says nothing");
        pace.learn(50.0);
        assert_eq!(steps(&mut pace), [8; 8], "no step is tried again");
        pace.rest();
        assert_eq!(steps(&mut pace), [4; 8]);
        pace.learn(4.0);
        assert_eq!(pace.step(), 2, "it cannot have been too slow");
    }
}
