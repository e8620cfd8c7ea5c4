//! A queue, its callers and its workers, all driven by hand, and what must hold between any two steps.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::task::{Poll, Wake, Waker};
use std::time::Duration;

use web_time::Instant;

use super::super::{Batch, Id, Queue};
use crate::service::form::Form;
use crate::service::options::{Options, Terms, WhenFull};
use crate::service::request::{Answer, Request, Work};
use crate::{Error, Grid, Job, Noise, Result};

/// The bytes of a work of size 1.
pub const BYTES: u64 = 20;

/// Returns a work of that many bytes, unlike that of any other number.
pub fn work(number: u8, size: usize) -> Arc<Work> {
    static JOB: LazyLock<Job> =
        LazyLock::new(|| Job::of(&[Noise::value()], &Grid::new([1, 1])).expect("a right job"));
    let request = Request::points(&JOB, vec![[f32::from(number); 4]; size]);
    assert_eq!(request.work.bytes, BYTES * size as u64);
    request.work
}

/// The answer to the work of that number.
pub fn answer(number: u8) -> Answer {
    Answer::Bytes(Arc::new(vec![number; 10]))
}

#[derive(Default)]
pub struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A caller's future.
pub struct Ticket {
    pub number: u8,
    size: usize,
    pub terms: Terms,
    pub since: Instant,
    /// Set when it was woken; there since it was polled.
    pub flag: Option<Arc<Flag>>,
}

/// A worker that is no more has left the model.
#[derive(Default)]
pub struct Worker {
    /// The tasks of its present turns, and what it kept of them.
    pub turns: BTreeMap<Id, Option<Arc<()>>>,
    /// Set when it was woken; there since it found nothing to do.
    pub flag: Option<Arc<Flag>>,
    pub is_dead: bool,
}

impl Flag {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Worker {
    pub fn is_asleep(&self) -> bool {
        self.flag.as_ref().is_some_and(|flag| !flag.is_set())
    }
}

pub struct Model {
    pub queue: Queue<Arc<()>>,
    pub tickets: BTreeMap<Id, Ticket>,
    pub workers: BTreeMap<Id, Worker>,
    pub now: Instant,
    pub is_stopped: bool,
    retired: usize,
    /// Every progress is a clone of it.
    pub progress: Arc<()>,
    pub ended: usize,
}

impl Model {
    pub fn new(options: &Options, workers: usize) -> Model {
        let mut queue = Queue::new(options);
        let workers = (0..workers).map(|_| (queue.new_worker(), Worker::default()));
        Model {
            workers: workers.collect(),
            queue,
            tickets: BTreeMap::new(),
            now: Instant::now(),
            is_stopped: false,
            retired: 0,
            progress: Arc::new(()),
            ended: 0,
        }
    }

    // ---- steps of callers ---------------------------------------------------------------------------------------------

    pub fn submit(&mut self, number: u8, size: usize, terms: Terms) -> Id {
        let id = self.queue.submit(&work(number, size), terms, self.now);
        let ticket = Ticket {
            number,
            size,
            terms,
            since: self.now,
            flag: None,
        };
        assert!(self.tickets.insert(id, ticket).is_none());
        self.settle();
        id
    }

    /// Polls a ticket. If it ends, checks that it may end like that.
    pub fn poll(&mut self, id: Id) -> Option<Result<Answer>> {
        let flag = Arc::new(Flag::default());
        let polled = (self.queue).poll(id, self.now, &Waker::from(Arc::clone(&flag)));
        self.settle();
        let Poll::Ready(result) = polled else {
            let ticket = self.tickets.get_mut(&id).expect("it was submitted");
            ticket.flag = Some(flag);
            return None;
        };
        self.ended += 1;
        let ticket = self.tickets.remove(&id).expect("it ends once");
        let is_right = match &result {
            Ok(Answer::Bytes(bytes)) => bytes[..] == [ticket.number; 10],
            Ok(_) => false,
            Err(Error::Worker(text)) => *text == ticket.number.to_string() || self.retired > 0,
            Err(Error::DeadlineExceeded) => {
                (ticket.terms.deadline).is_some_and(|after| ticket.since + after <= self.now)
            }
            Err(Error::Stopped) => self.is_stopped || self.workers.is_empty(),
            Err(Error::Busy { .. }) => ticket.terms.when_full == WhenFull::Refuse,
            Err(Error::TooLarge { .. }) => ticket.size as u64 * BYTES > self.queue.bytes_max,
            Err(_) => false,
        };
        assert!(
            is_right,
            "the work {} has the result {result:?}",
            ticket.number
        );
        Some(result)
    }

    pub fn abandon(&mut self, id: Id) {
        self.tickets.remove(&id);
        self.queue.abandon(id, self.now);
        self.settle();
    }

    pub fn pass(&mut self, ticks: u64) {
        self.now += Duration::from_millis(ticks);
    }

    pub fn stop(&mut self) {
        self.is_stopped = true;
        self.queue.stop();
        self.settle();
    }

    pub fn close(&mut self) {
        self.is_stopped = true;
        self.queue.close();
        self.settle();
    }

    // ---- steps of workers ---------------------------------------------------------------------------------------------

    /// Lets a worker take turns. Returns whether it has ended.
    pub fn take(&mut self, id: Id, batch: Batch) -> bool {
        let flag = Arc::new(Flag::default());
        let taken = (self.queue).take(id, batch, self.now, &Waker::from(Arc::clone(&flag)));
        self.settle();
        let worker = self.workers.get_mut(&id).expect("it was added");
        assert!(worker.turns.is_empty());
        worker.flag = taken.is_pending().then_some(flag);
        match taken {
            Poll::Pending => false,
            Poll::Ready(None) => true,
            Poll::Ready(Some(turns)) => {
                assert!((1..=batch.tasks.max(1)).contains(&turns.len()));
                let turns = turns.into_iter().map(|turn| (turn.task, turn.progress));
                worker.turns = turns.collect();
                false
            }
        }
    }

    /// A worker ends a turn of a task; `end` says how to the queue.
    pub fn end_turn(
        &mut self,
        worker: Id,
        task: Id,
        end: impl FnOnce(&mut Queue<Arc<()>>, Instant),
    ) {
        let worker = self.workers.get_mut(&worker).expect("it was added");
        drop(worker.turns.remove(&task).expect("it has this turn"));
        end(&mut self.queue, self.now);
        self.settle();
    }

    pub fn put_back(&mut self, worker: Id, task: Id) {
        let progress = Arc::clone(&self.progress);
        self.end_turn(worker, task, |queue, now| {
            queue.charge(task, 1);
            queue.put_back(task, worker, progress, now);
        });
    }

    /// Ends a task of which the worker has a turn, with its answer or an error that names it.
    pub fn finish(&mut self, worker: Id, task: Id, is_right: bool) {
        let number = self.number(task);
        let result = match is_right {
            true => Ok(answer(number)),
            false => Err(Error::Worker(number.to_string())),
        };
        self.end_turn(worker, task, |queue, now| queue.finish(task, &result, now));
    }

    pub fn fail(&mut self, worker: Id, task: Id, is_final: bool, is_dead: bool) {
        let error = Error::Worker(self.number(task).to_string());
        self.workers.get_mut(&worker).expect("it was added").is_dead |= is_dead;
        self.end_turn(worker, task, |queue, now| {
            if is_dead {
                queue.bury(worker);
            }
            queue.fail(task, error, is_final, now);
        });
    }

    pub fn retire(&mut self, worker: Id) {
        self.workers.remove(&worker);
        self.retired += 1;
        self.queue.retire(worker, self.now);
        self.settle();
    }

    /// Returns the number of a task's work.
    fn number(&self, task: Id) -> u8 {
        match &self.queue.tasks[&task].work.form {
            Form::Points(points) => points[0][0] as u8,
            other => unreachable!("no work here is {other:?}"),
        }
    }

    fn settle(&mut self) {
        self.queue.leftovers().settle();
    }
}
