//! Tasks: taken by a worker, put back, finished or failed.

use std::cmp::Reverse;
use std::sync::Arc;
use std::task::{Poll, Waker};

use web_time::Instant;

use super::{Batch, Id, Queue, Stage, State, Task, Turn};
use crate::service::request::Answer;
use crate::{Error, Result};

/// How often a task is begun on a device before it counts as one that no device can do.
const ATTEMPTS: u32 = 3;

impl<P> Queue<P> {
    /// Adds a worker and returns its number.
    pub fn new_worker(&mut self) -> Id {
        self.workers += 1;
        self.new_id()
    }

    /// Takes the next turns of a worker: one, or the first turns of several small tasks. `None` is the end.
    pub fn take(
        &mut self,
        worker: Id,
        batch: Batch,
        now: Instant,
        waker: &Waker,
    ) -> Poll<Option<Vec<Turn<P>>>> {
        self.expire(now);
        self.remove_idle(worker);
        let Some(first) = self.best(worker, u64::MAX) else {
            if self.is_closed {
                return Poll::Ready(None);
            }
            self.idle.push((worker, waker.clone()));
            return Poll::Pending;
        };
        let mut left = batch.work.checked_sub(self.size(first));
        let mut turns = vec![self.begin(first, worker, now)];
        while let Some(work) = left
            && turns.len() < batch.tasks
            && let Some(id) = self.best(worker, work)
        {
            left = work.checked_sub(self.size(id));
            turns.push(self.begin(id, worker, now));
        }
        Poll::Ready(Some(turns))
    }

    /// Returns the next task for a worker: any task if `small` is `u64::MAX`, else a new one of at most so much work.
    fn best(&self, worker: Id, small: u64) -> Option<Id> {
        let for_it = |task: &Task<P>| match &task.state {
            State::New if self.dead.contains(&worker) => task.on_cpu || self.are_all_dead(),
            State::New => true,
            State::Running(_) => false,
            State::Begun(owner, _) => *owner == worker && small == u64::MAX,
        };
        let tasks =
            (self.tasks.iter()).filter(|(_, task)| for_it(task) && task.work.size() <= small);
        let rank = |(id, task): &(&Id, &Task<P>)| {
            let served = self.fairness.served(task.caller);
            (task.priority, Reverse(served), Reverse(**id))
        };
        tasks.max_by_key(rank).map(|(&id, _)| id)
    }

    fn size(&self, id: Id) -> u64 {
        self.tasks.get(&id).map_or(0, |task| task.work.size())
    }

    fn begin(&mut self, id: Id, worker: Id, now: Instant) -> Turn<P> {
        let Some(task) = self.tasks.get_mut(&id) else {
            unreachable!("it was found among the tasks")
        };
        let progress = match std::mem::replace(&mut task.state, State::Running(worker)) {
            State::Begun(_, progress) => Some(progress),
            State::New | State::Running(_) => {
                if task.attempts == 0 {
                    let wait = now.saturating_duration_since(task.since);
                    self.metrics.wait.add(wait);
                }
                None
            }
        };
        Turn {
            task: id,
            work: Arc::clone(&task.work),
            progress,
            on_cpu: task.on_cpu,
        }
    }

    /// Charges the caller of a task for a turn.
    pub fn charge(&mut self, id: Id, samples: u64) {
        if let Some(task) = self.tasks.get(&id) {
            let work = samples.saturating_mul(task.work.weight());
            self.fairness.charge(task.caller, work);
        }
    }

    /// A turn has ended, and more of the task is to do.
    pub fn put_back(&mut self, id: Id, worker: Id, progress: P, now: Instant) {
        let Some(task) = self.tasks.get_mut(&id) else {
            unreachable!("a running task stays until its turn ends")
        };
        task.state = State::Begun(worker, progress);
        if task.tickets.is_empty() {
            self.remove(id, now);
        }
    }

    /// Removes a task that is computed if nobody waits for it any more, and returns whether it did.
    pub fn remove_unwanted(&mut self, id: Id, now: Instant) -> bool {
        let is_wanted = (self.tasks.get(&id)).is_some_and(|task| !task.tickets.is_empty());
        if !is_wanted {
            self.remove(id, now);
        }
        !is_wanted
    }

    /// A task is done.
    pub fn finish(&mut self, id: Id, result: &Result<Answer>, now: Instant) {
        let Some(task) = self.tasks.get(&id) else {
            unreachable!("a running task stays until its turn ends")
        };
        match result {
            // Kept before the task is removed, so that whoever is admitted then finds it.
            Ok(answer) => {
                self.metrics.completed += 1;
                let evicted = self.cache.insert(task.key, answer.clone());
                self.leftovers.answers.extend(evicted);
            }
            Err(_) => self.metrics.failed += 1,
        }
        for ticket in self.remove(id, now) {
            self.set(ticket, Stage::Done(result.clone()));
        }
    }

    /// A device failed a task. It is done again, on the CPU if no device can do it and its callers allow that; else they get
    /// the error.
    pub fn fail(&mut self, id: Id, error: Error, is_final: bool, now: Instant) {
        let Some(task) = self.tasks.get_mut(&id) else {
            unreachable!("a running task stays until its turn ends")
        };
        task.attempts += 1;
        let gives_up = is_final || task.attempts >= ATTEMPTS;
        let (_, cpu_fallback) = task.key;
        if gives_up && (!cpu_fallback || task.on_cpu) {
            return self.finish(id, &Err(error), now);
        }
        task.on_cpu |= gives_up;
        if let State::Begun(_, progress) = std::mem::replace(&mut task.state, State::New) {
            self.leftovers.progress.push(progress);
        }
        if task.tickets.is_empty() {
            self.remove(id, now);
        } else {
            self.wake_for_a_task();
        }
    }

    /// The device of a worker is lost for good. It goes on with what the CPU may do. Returns whether that is news.
    pub fn bury(&mut self, worker: Id) -> bool {
        // If all are dead now, any of them may take any task.
        self.wake_all();
        self.dead.insert(worker)
    }

    /// A worker is no more: after the end, or because its future was dropped or panicked. Others begin its tasks anew; without
    /// others, these and all requests to come fail.
    pub fn retire(&mut self, worker: Id, now: Instant) {
        self.workers -= 1;
        self.dead.remove(&worker);
        self.remove_idle(worker);
        let is_last = self.workers == 0;
        if is_last {
            self.stop();
        }
        let is_lost = |task: &Task<P>| match task.state {
            State::New => is_last,
            State::Running(owner) | State::Begun(owner, _) => owner == worker,
        };
        let lost = self.tasks.iter().filter(|(_, task)| is_lost(task));
        let lost: Vec<Id> = lost.map(|(&id, _)| id).collect();
        for id in lost {
            match is_last {
                true => self.finish(id, &Err(Error::Stopped), now),
                false => self.fail(
                    id,
                    Error::Worker("it ended within a turn".into()),
                    false,
                    now,
                ),
            }
        }
        // It may have been woken for a task, or have been the last with a device.
        self.wake_all();
    }

    /// Whether every worker has something to do.
    pub fn are_all_busy(&self) -> bool {
        self.idle.is_empty()
    }

    /// Whether no worker has a device, or is the CPU's.
    pub fn are_all_dead(&self) -> bool {
        self.dead.len() == self.workers
    }

    /// Takes a worker off the idle ones.
    fn remove_idle(&mut self, worker: Id) {
        if let Some(i) = self.idle.iter().position(|(other, _)| *other == worker) {
            let (_, waker) = self.idle.remove(i);
            self.leftovers.wakers.push(waker);
        }
    }

    /// Wakes a worker for a task, or all of them where some cannot take it.
    pub(super) fn wake_for_a_task(&mut self) {
        if !self.dead.is_empty() {
            return self.wake_all();
        }
        let woken = self.idle.pop().map(|(_, waker)| waker);
        self.leftovers.wake.extend(woken);
    }

    pub(super) fn wake_all(&mut self) {
        let woken = self.idle.drain(..).map(|(_, waker)| waker);
        self.leftovers.wake.extend(woken);
    }
}
