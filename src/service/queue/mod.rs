//! The requests of a service: who waits for what, what is computed next, and what is kept.
//!
//! ```text
//! submit ──> waiting ──admit──> queued ──take──> running ──put_back──> queued ...
//!                                                   └──finish──> done ──poll──> the caller
//! ```
//!
//! A *ticket* is what a caller holds; a *task* is a work that one or several tickets wait for. This is a plain state machine:
//! nothing here locks, waits or computes. `P` is what a worker keeps of a task that it computes in several turns.
//!
//! * `callers`: what becomes of tickets; `admission`: when they become tasks; `workers`: what becomes of tasks;
//! * `leftovers`: what is woken and dropped after all that.

mod admission;
mod callers;
mod leftovers;
#[cfg(test)]
mod tests;
mod workers;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::task::Waker;

use web_time::Instant;

use super::cache::Cache;
use super::digest::Digest;
use super::fairness::Fairness;
use super::metrics::Metrics;
use super::options::{Options, Place, Priority, Terms};
use super::request::{Answer, Work};
use crate::Result;
use leftovers::Leftovers;

/// The number of a ticket, a task or a worker.
pub type Id = u64;

/// What tells equal tasks: the request, and whether the CPU may compute it in place of a device.
type Key = (Digest, bool);

pub struct Queue<P> {
    requests_max: usize,
    bytes_max: u64,
    /// Whether the CPU computes beside the devices, so that it may do any task.
    has_cpu: bool,
    /// The bytes of all tasks.
    bytes: u64,
    tickets: HashMap<Id, Ticket>,
    tasks: HashMap<Id, Task<P>>,
    by_key: HashMap<Key, Id>,
    /// Tickets for which there was no room: those of the highest priority first, and of these the first that came.
    waiting: BTreeSet<(Reverse<Priority>, Id)>,
    /// When which tickets end that are not done.
    deadlines: BTreeSet<(Instant, Id)>,
    fairness: Fairness,
    cache: Cache<Key>,
    workers: usize,
    /// Workers whose device is lost for good.
    dead: HashSet<Id>,
    /// Workers that have nothing to do.
    idle: Vec<(Id, Waker)>,
    leftovers: Leftovers<P>,
    next: Id,
    is_stopped: bool,
    is_closed: bool,
    metrics: Metrics,
}

struct Ticket {
    stage: Stage,
    terms: Terms,
    since: Instant,
    deadline: Option<Instant>,
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
    tickets: BTreeSet<Id>,
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
    /// This worker computes it.
    Running(Id),
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

impl<P> Queue<P> {
    pub fn new(options: &Options) -> Queue<P> {
        Queue {
            requests_max: options.requests,
            bytes_max: options.bytes,
            has_cpu: (options.places.iter()).any(|place| matches!(place, Place::Cpu)),
            bytes: 0,
            tickets: HashMap::new(),
            tasks: HashMap::new(),
            by_key: HashMap::new(),
            waiting: BTreeSet::new(),
            deadlines: BTreeSet::new(),
            fairness: Fairness::default(),
            cache: Cache::new(options.cache_bytes),
            workers: 0,
            dead: HashSet::new(),
            idle: Vec::new(),
            leftovers: Leftovers::default(),
            next: 0,
            is_stopped: false,
            is_closed: false,
            metrics: Metrics::default(),
        }
    }

    /// Returns what was done, and what there is.
    pub fn metrics(&self) -> Metrics {
        let is_running = |task: &&Task<P>| matches!(task.state, State::Running(_));
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

    /// Returns what is to be woken and dropped when the queue is unlocked.
    pub fn leftovers(&mut self) -> Leftovers<P> {
        std::mem::take(&mut self.leftovers)
    }

    fn new_id(&mut self) -> Id {
        self.next += 1;
        self.next
    }
}
