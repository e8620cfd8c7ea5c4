//! What was done last, or went wrong: a sentence that gives the line back after a while.

/// The seconds for which a sentence is shown.
const SHOWN: f64 = 8.0;

/// A sentence, and when it goes.
#[derive(Clone, Debug)]
pub struct Notice {
    text: String,
    /// The time at which it goes, in seconds; `None` before it was shown.
    until: Option<f64>,
}

impl Notice {
    /// A sentence that is yet to be shown.
    pub fn new(text: String) -> Notice {
        Notice { text, until: None }
    }

    /// Returns the sentence.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the seconds for which it is still shown, none at the end; `now` is the time of this frame, in seconds.
    pub fn rest(&mut self, now: f64) -> Option<f64> {
        let until = *self.until.get_or_insert(now + SHOWN);
        (now < until).then_some(until - now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_after_a_while_that_begins_when_it_is_shown() {
        let mut notice = Notice::new("wrote it".to_string());
        assert_eq!(notice.rest(100.0), Some(SHOWN));
        assert_eq!(notice.rest(101.0), Some(SHOWN - 1.0));
        assert_eq!(notice.rest(100.0 + SHOWN), None);
    }
}
