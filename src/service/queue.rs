//! The requests of a service: who waits for what, what is computed next, and what is kept.
//!
//! ```text
//! submit ──> waiting ──admit──> queued ──take──> running ──put_back──> queued ...
//!                                                   └──finish──> done ──poll──> the caller
//! ```
//!
//! A *ticket* is what a caller holds; a *task* is a work that one or several tickets wait for. This is a plain state machine:
//! nothing here locks, waits or computes. `P` is what a worker keeps of a task that it computes in several turns.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::task::{Poll, Waker};

use web_time::Instant;

use super::cache::Cache;
use super::fairness::Fairness;
use super::metrics::Metrics;
use super::options::{Options, Priority, Terms, WhenFull};
use super::request::{Answer, Digest, Work};
use crate::{Error, Result};

/// How often a task is begun on a device before it counts as one that no device can do.
const ATTEMPTS: u32 = 3;

/// The number of a ticket, a task or a worker.
pub type Id = u64;

/// What tells equal tasks: the request, and whether the CPU may compute it in place of a device.
type Key = (Digest, bool);

pub struct Queue<P> {
    requests_max: usize,
    bytes_max: u64,
    /// The bytes of all tasks.
    bytes: u64,
    tickets: HashMap<Id, Ticket>,
    tasks: HashMap<Id, Task<P>>,
    by_key: HashMap<Key, Id>,
    /// Tickets for which there was no room, in the order in which they came.
    waiting: VecDeque<Id>,
    deadlines: BTreeSet<(Instant, Id)>,
    fairness: Fairness,
    cache: Cache<Key>,
    /// Workers whose device is lost for good.
    dead: HashSet<Id>,
    workers: usize,
    /// Workers that have nothing to do.
    idle: Vec<(Id, Waker)>,
    /// What is to be woken and dropped when the queue is unlocked.
    pub wakers: Vec<Waker>,
    pub garbage: Vec<P>,
    next: Id,
    is_stopped: bool,
    is_closed: bool,
    metrics: Metrics,
}

struct Ticket {
    stage: Stage,
    terms: Terms,
    since: Instant,
    waker: Option<Waker>,
}

enum Stage {
    Waiting(Arc<Work>),
    Queued(Id),
    Done(Result<Answer>),
}

struct Task<P> {
    work: Arc<Work>,
    key: Key,
    tickets: Vec<Id>,
    /// The caller of the first ticket, to whom its work is charged.
    caller: u64,
    priority: Priority,
    since: Instant,
    state: State<P>,
    attempts: u32,
    /// Whether no device could do it, and the CPU shall.
    on_cpu: bool,
}

enum State<P> {
    New,
    Running,
    /// Some of it is done, by this worker, which alone can go on.
    Begun(Id, P),
}

/// A part of a task that a worker shall do.
pub struct Turn<P> {
    pub task: Id,
    pub work: Arc<Work>,
    /// What the worker kept of the turns before; `None` in the first.
    pub progress: Option<P>,
    pub on_cpu: bool,
}

/// How many small tasks a worker takes at once.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    pub tasks: usize,
    /// The most work of a batch: samples times their weight.
    pub work: u64,
}

// ---- callers ---------------------------------------------------------------------------------------------------------

impl<P> Queue<P> {
    pub fn new(options: &Options) -> Queue<P> {
        Queue {
            requests_max: options.requests,
            bytes_max: options.bytes,
            bytes: 0,
            tickets: HashMap::new(),
            tasks: HashMap::new(),
            by_key: HashMap::new(),
            waiting: VecDeque::new(),
            deadlines: BTreeSet::new(),
            fairness: Fairness::default(),
            cache: Cache::new(options.cache_bytes),
            dead: HashSet::new(),
            workers: 0,
            idle: Vec::new(),
            wakers: Vec::new(),
            garbage: Vec::new(),
            next: 0,
            is_stopped: false,
            is_closed: false,
            metrics: Metrics::default(),
        }
    }

    /// Takes a request and returns its ticket. It is done at once if the answer is cached or the request is refused.
    pub fn submit(&mut self, work: &Arc<Work>, terms: Terms, now: Instant) -> Id {
        let ticket = self.new_id();
        let stage = self.stage(ticket, work, terms, now);
        if let (Some(after), Stage::Waiting(_) | Stage::Queued(_)) = (terms.deadline, &stage)
            && let Some(deadline) = now.checked_add(after)
        {
            self.deadlines.insert((deadline, ticket));
        }
        let entry = Ticket {
            stage,
            terms,
            since: now,
            waker: None,
        };
        self.tickets.insert(ticket, entry);
        ticket
    }

    fn stage(&mut self, ticket: Id, work: &Arc<Work>, terms: Terms, now: Instant) -> Stage {
        if self.is_stopped {
            return self.refuse(Error::Stopped);
        }
        if let Some(stage) = self.without_room(ticket, work, terms) {
            return stage;
        }
        if work.bytes > self.bytes_max {
            return self.refuse(Error::TooLarge {
                what: "a request to the service".into(),
                needed: format!("{} bytes", work.bytes),
                limit: format!("{} bytes in flight", self.bytes_max),
            });
        }
        // Whoever waits already comes first.
        if self.waiting.is_empty() && self.has_room(work) {
            return Stage::Queued(self.new_task(ticket, work, terms, now));
        }
        match terms.when_full {
            WhenFull::Wait => {
                self.waiting.push_back(ticket);
                Stage::Waiting(Arc::clone(work))
            }
            WhenFull::Refuse => self.refuse(self.busy(work)),
        }
    }

    /// Answers from the cache, or joins an equal task: neither needs room.
    fn without_room(&mut self, ticket: Id, work: &Work, terms: Terms) -> Option<Stage> {
        let key = (work.digest, terms.cpu_fallback);
        if let Some(answer) = self.cache.get(&key) {
            self.metrics.hits += 1;
            return Some(Stage::Done(Ok(answer)));
        }
        let id = *self.by_key.get(&key)?;
        let task = self.tasks.get_mut(&id)?;
        task.tickets.push(ticket);
        task.priority = task.priority.max(terms.priority);
        self.metrics.joined += 1;
        Some(Stage::Queued(id))
    }

    fn refuse(&mut self, error: Error) -> Stage {
        self.metrics.refused += 1;
        Stage::Done(Err(error))
    }

    fn has_room(&self, work: &Work) -> bool {
        self.tasks.len() < self.requests_max
            && self
                .bytes
                .checked_add(work.bytes)
                .is_some_and(|all| all <= self.bytes_max)
    }

    fn busy(&self, work: &Work) -> Error {
        if self.tasks.len() >= self.requests_max {
            return Error::Busy {
                needed: "1 request".into(),
                free: "0".into(),
                limit: self.requests_max.to_string(),
            };
        }
        Error::Busy {
            needed: format!("{} bytes", work.bytes),
            free: self.bytes_max.saturating_sub(self.bytes).to_string(),
            limit: self.bytes_max.to_string(),
        }
    }

    fn new_task(&mut self, ticket: Id, work: &Arc<Work>, terms: Terms, now: Instant) -> Id {
        let id = self.new_id();
        let key = (work.digest, terms.cpu_fallback);
        self.bytes += work.bytes;
        self.by_key.insert(key, id);
        self.fairness.enter(terms.caller);
        let task = Task {
            work: Arc::clone(work),
            key,
            tickets: vec![ticket],
            caller: terms.caller,
            priority: terms.priority,
            since: now,
            state: State::New,
            attempts: 0,
            on_cpu: false,
        };
        self.tasks.insert(id, task);
        self.wake_a_worker();
        id
    }

    /// Returns the result of a ticket that is done, which ends it.
    pub fn poll(&mut self, ticket: Id, now: Instant, waker: &Waker) -> Poll<Result<Answer>> {
        let Some(entry) = self.tickets.get_mut(&ticket) else {
            unreachable!("a future is not polled after its end")
        };
        if !matches!(entry.stage, Stage::Done(_)) {
            entry.waker = Some(waker.clone());
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
        let Some(entry) = self.tickets.remove(&ticket) else {
            return;
        };
        if !matches!(entry.stage, Stage::Done(_)) {
            self.metrics.cancelled += 1;
        }
        self.detach(ticket, &entry, now);
    }

    /// Takes a ticket off what it waits for.
    fn detach(&mut self, ticket: Id, entry: &Ticket, now: Instant) {
        if let Some(deadline) = entry
            .terms
            .deadline
            .and_then(|by| entry.since.checked_add(by))
        {
            self.deadlines.remove(&(deadline, ticket));
        }
        match entry.stage {
            Stage::Waiting(_) => {
                self.waiting.retain(|&other| other != ticket);
                // Those behind it may be smaller.
                self.admit(now);
            }
            Stage::Queued(id) => {
                if let Some(task) = self.tasks.get_mut(&id) {
                    task.tickets.retain(|&other| other != ticket);
                    // The worker of a running task will put it back.
                    if task.tickets.is_empty() && !matches!(task.state, State::Running) {
                        self.remove(id, now);
                    }
                }
            }
            Stage::Done(_) => {}
        }
    }

    /// Removes a task, and admits what there is room for now.
    fn remove(&mut self, id: Id, now: Instant) -> Option<Task<P>> {
        let mut task = self.tasks.remove(&id)?;
        self.bytes -= task.work.bytes;
        self.by_key.remove(&task.key);
        self.fairness.leave(task.caller);
        if let State::Begun(_, progress) = std::mem::replace(&mut task.state, State::New) {
            self.garbage.push(progress);
        }
        self.admit(now);
        Some(task)
    }

    /// Makes tasks of the tickets that wait: those of the highest priority first, and of these the first that came.
    fn admit(&mut self, now: Instant) {
        loop {
            let first = (0..self.waiting.len()).max_by_key(|&i| {
                let priority =
                    (self.tickets.get(&self.waiting[i])).map(|entry| entry.terms.priority);
                (priority, Reverse(i))
            });
            let Some((first, id)) = first.map(|first| (first, self.waiting[first])) else {
                return;
            };
            let Some(entry) = self.tickets.get(&id) else {
                return;
            };
            let (Stage::Waiting(work), terms) = (&entry.stage, entry.terms) else {
                return;
            };
            let work = Arc::clone(work);
            let stage = match self.without_room(id, &work, terms) {
                Some(stage) => stage,
                None if self.has_room(&work) => Stage::Queued(self.new_task(id, &work, terms, now)),
                None => return,
            };
            self.waiting.remove(first);
            self.set(id, stage);
        }
    }

    /// Moves a ticket on; wakes its caller if it is done.
    fn set(&mut self, ticket: Id, stage: Stage) {
        if let Some(entry) = self.tickets.get_mut(&ticket) {
            if matches!(stage, Stage::Done(_)) {
                self.wakers.extend(entry.waker.take());
            }
            entry.stage = stage;
        }
    }

    /// Ends the tickets whose deadlines have passed.
    fn expire(&mut self, now: Instant) {
        while let Some(&(deadline, ticket)) = self.deadlines.first()
            && deadline <= now
        {
            self.deadlines.pop_first();
            let Some(mut entry) = self.tickets.remove(&ticket) else {
                continue;
            };
            self.metrics.expired += 1;
            self.detach(ticket, &entry, now);
            self.wakers.extend(entry.waker.take());
            entry.stage = Stage::Done(Err(Error::DeadlineExceeded));
            self.tickets.insert(ticket, entry);
        }
    }

    /// Refuses all requests from now on, and those that wait for admission.
    pub fn stop(&mut self) {
        self.is_stopped = true;
        while let Some(ticket) = self.waiting.pop_front() {
            self.metrics.refused += 1;
            self.set(ticket, Stage::Done(Err(Error::Stopped)));
        }
    }

    /// Ends the workers: there are no callers any more.
    pub fn close(&mut self) {
        self.stop();
        self.is_closed = true;
        let idle = self.idle.drain(..).map(|(_, waker)| waker);
        self.wakers.extend(idle);
    }

    /// Returns what was done, and what there is.
    pub fn metrics(&self) -> Metrics {
        let is_running = |task: &&Task<P>| matches!(task.state, State::Running);
        let running = self.tasks.values().filter(is_running).count();
        let (cached, cached_bytes) = self.cache.size();
        Metrics {
            waiting: self.waiting.len(),
            queued: self.tasks.len() - running,
            running,
            bytes: self.bytes,
            cached,
            cached_bytes,
            ..self.metrics.clone()
        }
    }

    /// Adds what workers measure.
    pub fn measure(&mut self, add: impl FnOnce(&mut Metrics)) {
        add(&mut self.metrics);
    }

    fn new_id(&mut self) -> Id {
        self.next += 1;
        self.next
    }

    /// Wakes a worker for a task, or all of them where some cannot take it.
    fn wake_a_worker(&mut self) {
        let first = match self.dead.is_empty() {
            true => self.idle.len().saturating_sub(1),
            false => 0,
        };
        let woken = self.idle.drain(first..).map(|(_, waker)| waker);
        self.wakers.extend(woken);
    }
}

// ---- workers ---------------------------------------------------------------------------------------------------------

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
        let Some(first) = self.best(worker, u64::MAX) else {
            if self.is_closed {
                return Poll::Ready(None);
            }
            self.idle.retain(|(other, _)| *other != worker);
            self.idle.push((worker, waker.clone()));
            return Poll::Pending;
        };
        let mut left = batch.work.checked_sub(self.cost(first));
        let mut turns = vec![self.begin(first, now)];
        while let Some(work) = left
            && turns.len() < batch.tasks
            && let Some(id) = self.best(worker, work)
        {
            left = work.checked_sub(self.cost(id));
            turns.push(self.begin(id, now));
        }
        Poll::Ready(Some(turns))
    }

    /// Returns the next task for a worker: any task if `small` is `u64::MAX`, else a new one of at most so much work.
    fn best(&self, worker: Id, small: u64) -> Option<Id> {
        let for_it = |task: &Task<P>| match &task.state {
            State::New if self.dead.contains(&worker) => task.on_cpu || self.are_all_dead(),
            State::New => true,
            State::Running => false,
            State::Begun(owner, _) => *owner == worker && small == u64::MAX,
        };
        let tasks = self.tasks.iter().filter(|(_, task)| {
            for_it(task) && task.work.samples.saturating_mul(task.work.weight()) <= small
        });
        let rank = |(id, task): &(&Id, &Task<P>)| {
            let served = self.fairness.served(task.caller);
            (task.priority, Reverse(served), Reverse(**id))
        };
        tasks.max_by_key(rank).map(|(&id, _)| id)
    }

    /// The work of a task that is in turn: samples times their weight.
    fn cost(&self, id: Id) -> u64 {
        self.tasks.get(&id).map_or(0, |task| {
            task.work.samples.saturating_mul(task.work.weight())
        })
    }

    fn begin(&mut self, id: Id, now: Instant) -> Turn<P> {
        let Some(task) = self.tasks.get_mut(&id) else {
            unreachable!("it was found among the tasks")
        };
        let progress = match std::mem::replace(&mut task.state, State::Running) {
            State::Begun(_, progress) => Some(progress),
            State::New | State::Running => {
                let wait = now.saturating_duration_since(task.since);
                self.metrics.wait.add(wait);
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

    /// A task is done.
    pub fn finish(&mut self, id: Id, result: Result<Answer>, now: Instant) {
        let key = self.tasks.get(&id).map(|task| task.key);
        match (&result, key) {
            // Kept before the task is removed, so that whoever is admitted then finds it.
            (Ok(answer), Some(key)) => {
                self.metrics.completed += 1;
                self.cache.insert(key, answer.clone());
            }
            _ => self.metrics.failed += 1,
        }
        let task = self.remove(id, now);
        for ticket in task.into_iter().flat_map(|task| task.tickets) {
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
            return self.finish(id, Err(error), now);
        }
        task.on_cpu = gives_up;
        task.state = State::New;
        if task.tickets.is_empty() {
            self.remove(id, now);
        } else {
            self.wake_a_worker();
        }
    }

    /// The device of a worker is lost for good. It goes on with what the CPU may do.
    pub fn bury(&mut self, worker: Id) {
        self.dead.insert(worker);
    }

    /// Whether no worker has a device, or is the CPU's.
    pub fn are_all_dead(&self) -> bool {
        self.dead.len() == self.workers
    }
}
