//! How fine a picture is computed while it moves, so that it moves fluently.

/// A frame that takes longer than this, in milliseconds, is too slow; one that takes a sixth of it could be finer.
const SLOW: f32 = 33.0;
/// The most pixels along each axis that one sample stands for.
const STEP_MAX: u32 = 16;

/// The pixels along each axis that one sample stands for: a power of two.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    step: u32,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { step: 1 }
    }
}

impl Pace {
    /// Returns the step of a picture that moves.
    pub fn step(self) -> u32 {
        self.step
    }

    /// Learns from the time that a picture took.
    pub fn learn(&mut self, milliseconds: f32) {
        if milliseconds > SLOW && self.step < STEP_MAX {
            self.step *= 2;
        } else if milliseconds < SLOW / 6.0 && self.step > 1 {
            self.step /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_finest_picture_that_is_fluent() {
        let mut pace = Pace::default();
        // 400 ms at full size, a quarter at each step further.
        for _ in 0..20 {
            pace.learn(400.0 / (pace.step() * pace.step()) as f32);
        }
        assert_eq!(pace.step(), 4);
    }
}
