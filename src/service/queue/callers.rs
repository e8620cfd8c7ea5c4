//! Tickets: submitted, polled, abandoned, expired.

use std::cmp::Reverse;
use std::sync::Arc;
use std::task::{Poll, Waker};

use web_time::Instant;

use super::{Id, Queue, Stage, State, Ticket};
use crate::service::options::{Terms, WhenFull};
use crate::service::request::{Answer, Work};
use crate::{Error, Result};

impl<P> Queue<P> {
    /// Takes a request and returns its ticket. It is done at once if the answer is cached or the request is refused.
    pub fn submit(&mut self, work: &Arc<Work>, mut terms: Terms, now: Instant) -> Id {
        self.expire(now);
        terms.cpu_fallback |= self.has_cpu;
        let ticket = self.new_id();
        let entry = Ticket {
            stage: Stage::Waiting(Arc::clone(work)),
            terms,
            since: now,
            deadline: terms.deadline.and_then(|after| now.checked_add(after)),
            waker: None,
        };
        self.deadlines
            .extend(entry.deadline.map(|deadline| (deadline, ticket)));
        self.tickets.insert(ticket, entry);
        if self.is_stopped {
            self.refuse(ticket, Error::Stopped);
        } else if let Some(stage) = self.without_room(ticket, work, terms) {
            self.set(ticket, stage);
        } else if let Err(error) = self.check_size(work) {
            self.refuse(ticket, error);
        } else {
            self.wait(ticket, work, terms, now);
        }
        ticket
    }

    /// Lets a ticket wait until there is room, or admits it at once.
    fn wait(&mut self, ticket: Id, work: &Work, terms: Terms, now: Instant) {
        let place = (Reverse(terms.priority), ticket);
        self.waiting.insert(place);
        self.admit(now);
        if terms.when_full == WhenFull::Refuse && self.waiting.remove(&place) {
            self.refuse(ticket, self.busy(work));
        }
    }

    fn refuse(&mut self, ticket: Id, error: Error) {
        self.metrics.refused += 1;
        self.set(ticket, Stage::Done(Err(error)));
    }

    /// Moves a ticket on; wakes its caller if it is done.
    pub(super) fn set(&mut self, ticket: Id, stage: Stage) {
        let Some(entry) = self.tickets.get_mut(&ticket) else {
            return;
        };
        if matches!(stage, Stage::Done(_)) {
            self.leftovers.wake.extend(entry.waker.take());
            if let Some(deadline) = entry.deadline {
                self.deadlines.remove(&(deadline, ticket));
            }
        }
        let before = std::mem::replace(&mut entry.stage, stage);
        self.leftovers.stages.push(before);
    }

    /// Returns the result of a ticket that is done, which ends it.
    pub fn poll(&mut self, ticket: Id, now: Instant, waker: &Waker) -> Poll<Result<Answer>> {
        self.expire(now);
        let Some(entry) = self.tickets.get_mut(&ticket) else {
            unreachable!("a future is not polled after its end")
        };
        if !matches!(entry.stage, Stage::Done(_)) {
            let before = entry.waker.replace(waker.clone());
            self.leftovers.wakers.extend(before);
            return Poll::Pending;
        }
        match self.tickets.remove(&ticket) {
            Some(Ticket {
                stage: Stage::Done(result),
                since,
                ..
            }) => {
                self.metrics.total.add(now.saturating_duration_since(since));
                Poll::Ready(result)
            }
            _ => unreachable!("it is done"),
        }
    }

    /// The caller of a ticket went away. Its task ends with its last ticket.
    pub fn abandon(&mut self, ticket: Id, now: Instant) {
        self.detach(ticket, now);
        let Some(entry) = self.tickets.remove(&ticket) else {
            return;
        };
        if !matches!(entry.stage, Stage::Done(_)) {
            self.metrics.cancelled += 1;
        }
        if let Some(deadline) = entry.deadline {
            self.deadlines.remove(&(deadline, ticket));
        }
        self.leftovers.wakers.extend(entry.waker);
        self.leftovers.stages.push(entry.stage);
    }

    /// Takes a ticket off what it waits for.
    fn detach(&mut self, ticket: Id, now: Instant) {
        let Some(entry) = self.tickets.get(&ticket) else {
            return;
        };
        match entry.stage {
            Stage::Waiting(_) => {
                self.waiting
                    .remove(&(Reverse(entry.terms.priority), ticket));
                // Those behind it may be smaller.
                self.admit(now);
            }
            Stage::Queued(id) => {
                if let Some(task) = self.tasks.get_mut(&id) {
                    task.tickets.remove(&ticket);
                    // The worker of a running task will put it back.
                    if task.tickets.is_empty() && !matches!(task.state, State::Running(_)) {
                        self.remove(id, now);
                    }
                }
            }
            Stage::Done(_) => {}
        }
    }

    /// Ends the tickets whose deadlines have passed.
    pub(super) fn expire(&mut self, now: Instant) {
        while let Some(&(deadline, ticket)) = self.deadlines.first()
            && deadline <= now
        {
            self.deadlines.pop_first();
            self.metrics.expired += 1;
            self.detach(ticket, now);
            self.set(ticket, Stage::Done(Err(Error::DeadlineExceeded)));
        }
    }

    /// Refuses all requests from now on, and those that wait for admission.
    pub fn stop(&mut self) {
        self.is_stopped = true;
        while let Some((_, ticket)) = self.waiting.pop_first() {
            self.refuse(ticket, Error::Stopped);
        }
    }

    /// Ends the workers: there are no callers any more.
    pub fn close(&mut self) {
        self.stop();
        self.is_closed = true;
        self.wake_all();
    }
}
