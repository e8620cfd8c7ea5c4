//! What a change of the queue leaves to be done without its lock.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Waker;

use super::{Stage, Task};
use crate::service::request::Answer;

/// What is woken and dropped when the queue is unlocked. A waker may poll at once, even as it is dropped, and much memory takes
/// long to free.
pub struct Leftovers<P> {
    pub(super) wake: Vec<Waker>,
    pub(super) wakers: Vec<Waker>,
    pub(super) stages: Vec<Stage>,
    pub(super) tasks: Vec<Task<P>>,
    pub(super) progress: Vec<P>,
    pub(super) answers: Vec<Answer>,
}

impl<P> Default for Leftovers<P> {
    fn default() -> Leftovers<P> {
        Leftovers {
            wake: Vec::new(),
            wakers: Vec::new(),
            stages: Vec::new(),
            tasks: Vec::new(),
            progress: Vec::new(),
            answers: Vec::new(),
        }
    }
}

impl<P> Leftovers<P> {
    /// Wakes who is to be woken, then drops everything.
    pub fn settle(self) {
        for waker in self.wake {
            // One caller's panic must neither end a worker nor keep the others asleep.
            if catch_unwind(AssertUnwindSafe(|| waker.wake())).is_err() {
                tracing::error!("a waker panicked");
            }
        }
    }
}
