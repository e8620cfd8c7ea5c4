//! When tickets become tasks.

use std::collections::BTreeSet;
use std::sync::Arc;

use web_time::Instant;

use super::{Id, Queue, Stage, State, Task, Ticket};
use crate::service::options::Terms;
use crate::service::request::Work;
use crate::{Error, Result};

impl<P> Queue<P> {
    /// Answers from the cache, or joins an equal task: neither needs room.
    pub(super) fn without_room(&mut self, ticket: Id, work: &Work, terms: Terms) -> Option<Stage> {
        let key = (work.digest, terms.cpu_fallback);
        if let Some(answer) = self.cache.get(&key) {
            self.metrics.hits += 1;
            return Some(Stage::Done(Ok(answer)));
        }
        let id = *self.by_key.get(&key)?;
        let task = self.tasks.get_mut(&id)?;
        task.tickets.insert(ticket);
        task.priority = task.priority.max(terms.priority);
        self.metrics.joined += 1;
        Some(Stage::Queued(id))
    }

    /// Refuses what never has room.
    pub(super) fn check_size(&self, work: &Work) -> Result<()> {
        if work.bytes <= self.bytes_max {
            return Ok(());
        }
        Err(Error::too_large(
            "a request to the service",
            format!("{} bytes", work.bytes),
            format!("{} bytes in flight", self.bytes_max),
        ))
    }

    fn has_room(&self, work: &Work) -> bool {
        self.tasks.len() < self.requests_max
            && self
                .bytes
                .checked_add(work.bytes)
                .is_some_and(|all| all <= self.bytes_max)
    }

    /// Says why a work is not admitted.
    pub(super) fn busy(&self, work: &Work) -> Error {
        if self.tasks.len() >= self.requests_max {
            return Error::Busy {
                needed: "1 request".into(),
                free: "0".into(),
                limit: self.requests_max.to_string(),
            };
        }
        // What is free is for those who wait.
        let free = match self.waiting.is_empty() {
            true => self.bytes_max.saturating_sub(self.bytes),
            false => 0,
        };
        Error::Busy {
            needed: format!("{} bytes", work.bytes),
            free: free.to_string(),
            limit: self.bytes_max.to_string(),
        }
    }

    /// Makes tasks of the tickets that wait, in their order, as long as there is room for the first.
    pub(super) fn admit(&mut self, now: Instant) {
        while let Some(&(_, ticket)) = self.waiting.first() {
            let Some(Ticket {
                stage: Stage::Waiting(work),
                terms,
                ..
            }) = self.tickets.get(&ticket)
            else {
                unreachable!("it waits")
            };
            let (work, terms) = (Arc::clone(work), *terms);
            let stage = match self.without_room(ticket, &work, terms) {
                Some(stage) => stage,
                None if self.has_room(&work) => {
                    Stage::Queued(self.new_task(ticket, work, terms, now))
                }
                None => return,
            };
            self.waiting.pop_first();
            self.set(ticket, stage);
        }
    }

    fn new_task(&mut self, ticket: Id, work: Arc<Work>, terms: Terms, now: Instant) -> Id {
        let id = self.new_id();
        let key = (work.digest, terms.cpu_fallback);
        self.bytes += work.bytes;
        self.by_key.insert(key, id);
        self.fairness.enter(terms.caller);
        let task = Task {
            work,
            key,
            tickets: BTreeSet::from([ticket]),
            caller: terms.caller,
            priority: terms.priority,
            since: now,
            state: State::New,
            attempts: 0,
            on_cpu: false,
        };
        self.tasks.insert(id, task);
        self.wake_for_a_task();
        id
    }

    /// Removes a task, admits what there is room for now, and returns the tickets of the task.
    pub(super) fn remove(&mut self, id: Id, now: Instant) -> BTreeSet<Id> {
        let Some(mut task) = self.tasks.remove(&id) else {
            unreachable!("it was found among the tasks")
        };
        self.bytes -= task.work.bytes;
        self.by_key.remove(&task.key);
        self.fairness.leave(task.caller);
        let tickets = std::mem::take(&mut task.tickets);
        self.leftovers.tasks.push(task);
        self.admit(now);
        tickets
    }
}
