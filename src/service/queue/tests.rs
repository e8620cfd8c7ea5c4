//! The queue by hand: long random sequences of all its operations, and what once went wrong.

mod invariants;
mod model;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Batch, Id, Queue, Stage, State};
use crate::Error;
use crate::service::options::{Options, Priority, Terms, WhenFull};
use invariants::{check, check_end};
use model::{BYTES, Model, answer, work};

const ONE: Batch = Batch { tasks: 1, work: 0 };

/// Room for three tasks of 20 bytes each, or fewer.
fn tiny() -> Options {
    let options = Options::default().requests(3).bytes(3 * BYTES);
    options.cache_bytes(3 * BYTES)
}

// ---- random sequences ------------------------------------------------------------------------------------------------

/// Random numbers: xorshift64* (Vigna 2016).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let mixed = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D);
        (mixed >> 33) as usize % end
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn terms(&mut self) -> Terms {
        let after = |ticks| Some(Duration::from_millis(ticks));
        Terms {
            caller: self.below(3) as u64,
            priority: self.pick(&[Priority::Low, Priority::Normal, Priority::High]),
            deadline: self.pick(&[None, None, None, after(0), after(2), after(20)]),
            when_full: self.pick(&[WhenFull::Wait, WhenFull::Wait, WhenFull::Refuse]),
            cpu_fallback: self.one_in(3),
        }
    }
}

fn step(model: &mut Model, random: &mut Random) {
    match random.below(100) {
        0..30 => submit(model, random),
        30..42 => _ = any_ticket(model, random).map(|id| model.poll(id)),
        42..50 => _ = any_ticket(model, random).map(|id| model.abandon(id)),
        50..54 => model.pass(random.below(3) as u64),
        54 if random.one_in(20) => model.stop(),
        _ => _ = any_worker(model, random).map(|id| work_on(model, random, id)),
    }
}

fn submit(model: &mut Model, random: &mut Random) {
    let number = random.below(6) as u8;
    let terms = random.terms();
    // The last is too large.
    model.submit(number, [1, 1, 1, 2, 3, 4][usize::from(number)], terms);
}

fn any_ticket(model: &Model, random: &mut Random) -> Option<Id> {
    let ids: Vec<Id> = model.tickets.keys().copied().collect();
    (!ids.is_empty()).then(|| random.pick(&ids))
}

fn any_worker(model: &Model, random: &mut Random) -> Option<Id> {
    let ids: Vec<Id> = model.workers.keys().copied().collect();
    (!ids.is_empty()).then(|| random.pick(&ids))
}

/// Lets a worker, asleep or not, take turns or end one.
fn work_on(model: &mut Model, random: &mut Random, id: Id) {
    if random.one_in(100) {
        return model.retire(id);
    }
    let Some(&task) = model.workers[&id].turns.keys().next() else {
        let work = random.pick(&[0, 4, 100]);
        assert!(
            !model.take(id, Batch { tasks: 3, work }),
            "it is not closed"
        );
        return;
    };
    match random.below(20) {
        0..8 => model.put_back(id, task),
        8..16 => model.finish(id, task, true),
        16 => model.finish(id, task, false),
        17 => model.fail(id, task, random.one_in(2), true),
        _ => model.fail(id, task, random.one_in(4), false),
    }
}

/// Drops or serves whatever is left, and closes.
fn end(model: &mut Model, random: &mut Random) {
    for id in Vec::from_iter(model.tickets.keys().copied()) {
        if random.one_in(2) {
            model.abandon(id);
        }
    }
    // All that is awaited now ends: a worker that finds nothing is not asked again before it is woken.
    for _ in 0..100 {
        if model.tickets.is_empty() {
            break;
        }
        for id in Vec::from_iter(model.workers.keys().copied()) {
            match model.workers[&id].turns.keys().next() {
                Some(&task) => model.finish(id, task, true),
                None if model.workers[&id].is_asleep() => {}
                None => _ = model.take(id, ONE),
            }
        }
        for id in Vec::from_iter(model.tickets.keys().copied()) {
            model.poll(id);
        }
        assert_eq!(check(model), Ok(()));
    }
    assert!(model.tickets.is_empty(), "a ticket never ends");
    model.close();
    for id in Vec::from_iter(model.workers.keys().copied()) {
        while let Some(&task) = model.workers[&id].turns.keys().next() {
            model.put_back(id, task);
        }
        assert!(model.take(id, ONE), "a worker never ends");
        model.retire(id);
    }
    assert_eq!(check_end(&model.queue), Ok(()));
}

#[test]
fn any_sequence_of_operations_keeps_the_queue_whole() {
    let (mut ended, mut hits, mut joined, mut waited) = (0, 0, 0, 0);
    for seed in 1..=3000 {
        let mut random = Random(seed * 0x9E37_79B9);
        let mut model = Model::new(&tiny(), 1 + random.below(3));
        for number in 0..100 {
            step(&mut model, &mut random);
            let checked = check(&model);
            assert_eq!(checked, Ok(()), "sequence {seed}, step {number}");
            waited += model.queue.metrics().waiting;
        }
        end(&mut model, &mut random);
        let metrics = model.queue.metrics();
        ended += model.ended;
        hits += metrics.hits;
        joined += metrics.joined;
    }
    // All of these happen often.
    let often = [ended as u64, hits, joined, waited as u64];
    assert!(often.iter().all(|&count| count > 5000), "{often:?}");
}

// ---- negative controls -----------------------------------------------------------------------------------------------

/// A queue with a task that runs, one that is begun, one that is new, a ticket that waits and one that is done.
fn busy() -> Model {
    let mut model = Model::new(&tiny(), 3);
    let [first, second, third] =
        [0, 1, 2].map(|i| model.workers.keys().copied().nth(i).expect("three"));
    let hurried = Terms {
        deadline: Some(Duration::from_secs(1)),
        ..Terms::default()
    };
    model.take(third, ONE);
    model.take(second, ONE);
    let done = model.submit(0, 1, hurried);
    model.poll(done);
    model.take(first, ONE);
    let task = *model.workers[&first].turns.keys().next().expect("a turn");
    model.finish(first, task, true);
    for number in 1..5 {
        let ticket = model.submit(number, 1, hurried);
        model.poll(ticket);
    }
    model.take(first, ONE);
    let task = *model.workers[&first].turns.keys().next().expect("a turn");
    model.put_back(first, task);
    model.take(second, ONE);
    model
}

#[test]
fn a_broken_queue_is_noticed() {
    type Break = fn(&mut Queue<Arc<()>>);
    let breaks: [(&str, Break); 13] = [
        ("bytes", |queue| queue.bytes -= 1),
        ("room", |queue| {
            queue.requests_max += 1;
            queue.bytes_max += BYTES;
        }),
        ("bound", |queue| queue.bytes_max -= 1),
        ("key", |queue| queue.by_key.clear()),
        ("deadline that is left", |queue| {
            let (deadline, _) = *queue.deadlines.first().expect("a deadline");
            queue.deadlines.insert((deadline, 0));
        }),
        ("deadline that is lost", |queue| queue.deadlines.clear()),
        ("ticket that is lost", |queue| {
            let id = *queue.tickets.keys().next().expect("a ticket");
            queue.tickets.remove(&id);
        }),
        ("ticket that no task lists", |queue| {
            let mut tasks = queue.tasks.values_mut();
            tasks.next().expect("a task").tickets.clear();
        }),
        ("ticket that does not wait", |queue| queue.waiting.clear()),
        ("task that is lost", |queue| {
            let id = *queue.tasks.keys().next().expect("a task");
            queue.tasks.remove(&id);
        }),
        ("progress that is left", |queue| {
            for task in queue.tasks.values_mut() {
                let state = std::mem::replace(&mut task.state, State::New);
                match state {
                    State::Begun(_, progress) => queue.leftovers.progress.push(progress),
                    other => task.state = other,
                }
            }
        }),
        ("caller who is not woken", |queue| {
            let is_queued = |stage: &Stage| matches!(stage, Stage::Queued(_));
            let mut tickets = queue.tickets.values_mut();
            let queued = tickets.find(|ticket| is_queued(&ticket.stage));
            queued.expect("a ticket").waker = None;
        }),
        ("caller's share", |queue| queue.fairness.enter(7)),
    ];
    assert_eq!(check(&busy()), Ok(()));
    for (name, apply) in breaks {
        let mut model = busy();
        apply(&mut model.queue);
        assert!(check(&model).is_err(), "{name}");
    }
}

/// A task that comes without waking a worker is noticed, too.
#[test]
fn a_worker_that_sleeps_on_is_noticed() {
    let mut model = Model::new(&tiny(), 2);
    let ids: Vec<Id> = model.workers.keys().copied().collect();
    ids.iter().for_each(|&id| _ = model.take(id, ONE));
    let idle = std::mem::take(&mut model.queue.idle);
    model.submit(1, 1, Terms::default());
    assert_eq!(model.queue.tasks.len(), 1);
    model.queue.idle = idle;
    let checked = check(&model);
    assert!(checked.is_err_and(|text| text.contains("coming")));
}

// ---- what once went wrong --------------------------------------------------------------------------------------------

/// The only worker of a model, and the task of its only turn.
fn turn(model: &mut Model, worker: usize) -> (Id, Id) {
    let id = model.workers.keys().copied().nth(worker).expect("a worker");
    model.take(id, ONE);
    let task = model.workers[&id].turns.keys().next();
    (id, *task.expect("a turn"))
}

#[test]
fn a_result_that_came_in_time_stays() {
    let mut model = Model::new(&tiny(), 1);
    let hurried = Terms {
        deadline: Some(Duration::from_millis(5)),
        ..Terms::default()
    };
    let ticket = model.submit(1, 1, hurried);
    let (worker, task) = turn(&mut model, 0);
    model.finish(worker, task, true);
    model.pass(10);
    model.take(worker, ONE);
    assert!(matches!(model.poll(ticket), Some(Ok(_))));
    assert_eq!(model.queue.metrics().expired, 0);
    assert!(model.queue.deadlines.is_empty());
}

#[test]
fn a_deadline_ends_a_request_whose_caller_asks_even_if_no_worker_does() {
    let mut model = Model::new(&tiny(), 1);
    let hurried = Terms {
        deadline: Some(Duration::from_millis(5)),
        ..Terms::default()
    };
    let ticket = model.submit(1, 1, hurried);
    assert!(model.poll(ticket).is_none());
    model.pass(5);
    assert!(matches!(
        model.poll(ticket),
        Some(Err(Error::DeadlineExceeded))
    ));
}

#[test]
fn a_higher_priority_passes_those_that_wait() {
    let mut model = Model::new(&tiny(), 1);
    let terms = |priority, when_full| Terms {
        priority,
        when_full,
        ..Terms::default()
    };
    model.submit(1, 2, Terms::default());
    model.submit(2, 2, terms(Priority::Low, WhenFull::Wait));
    assert_eq!(model.queue.metrics().waiting, 1);
    let behind = model.submit(3, 1, terms(Priority::Low, WhenFull::Refuse));
    let refused = model.poll(behind);
    assert!(
        matches!(&refused, Some(Err(Error::Busy { free, .. })) if free == "0"),
        "{refused:?}"
    );
    model.submit(4, 1, terms(Priority::High, WhenFull::Refuse));
    assert_eq!(model.queue.metrics().queued, 2);
}

#[test]
fn a_worker_that_looks_without_being_woken_is_not_woken_for_what_another_could_do() {
    let mut model = Model::new(&tiny(), 2);
    let ids: Vec<Id> = model.workers.keys().copied().collect();
    // The second is asked first, so that a task would wake the first; but the second takes it.
    model.take(ids[1], ONE);
    model.take(ids[0], ONE);
    model.submit(1, 1, Terms::default());
    model.take(ids[1], ONE);
    model.take(ids[0], ONE);
    model.submit(2, 1, Terms::default());
    assert!(!model.workers[&ids[0]].is_asleep());
}

#[test]
fn when_the_last_device_dies_all_workers_go_on() {
    let mut model = Model::new(&tiny(), 2);
    model.submit(1, 1, Terms::default());
    let (first, task) = turn(&mut model, 0);
    model.fail(first, task, false, true);
    model.take(first, ONE);
    let (second, task) = turn(&mut model, 1);
    model.submit(2, 1, Terms::default());
    model.take(first, ONE);
    assert!(model.workers[&first].is_asleep(), "its device is dead");
    model.fail(second, task, true, true);
    assert!(!model.workers[&first].is_asleep());
}

#[test]
fn what_a_worker_leaves_others_begin_anew() {
    let mut model = Model::new(&tiny(), 2);
    let tickets = [1, 2].map(|number| model.submit(number, 1, Terms::default()));
    let (first, task) = turn(&mut model, 0);
    model.put_back(first, task);
    let (first, _) = turn(&mut model, 0);
    model.retire(first);
    assert_eq!(check(&model), Ok(()));
    for _ in tickets {
        let (second, task) = turn(&mut model, 0);
        model.finish(second, task, true);
    }
    assert!(
        tickets
            .iter()
            .all(|&ticket| matches!(model.poll(ticket), Some(Ok(_))))
    );
}

#[test]
fn without_workers_all_requests_fail() {
    let mut model = Model::new(&tiny(), 1);
    let tickets = [1, 2, 3, 4].map(|number| model.submit(number, 1, Terms::default()));
    let (worker, _) = turn(&mut model, 0);
    model.retire(worker);
    let late = model.submit(5, 1, Terms::default());
    for ticket in tickets.into_iter().chain([late]) {
        assert!(matches!(model.poll(ticket), Some(Err(Error::Stopped))));
    }
}

/// With a step for each that waits at each admission, this would take minutes.
#[test]
fn many_that_wait_cost_little_each() {
    let mut queue = Queue::<()>::new(&tiny());
    let worker = queue.new_worker();
    let now = Instant::now();
    let works = [1, 2].map(|number| work(number, 1));
    let submit = |queue: &mut Queue<()>, i: u64| {
        let terms = Terms {
            caller: i,
            priority: [Priority::Low, Priority::High][(i % 2) as usize],
            ..Terms::default()
        };
        queue.submit(&works[(i / 50_000) as usize], terms, now)
    };
    let full = queue.submit(&work(3, 3), Terms::default(), now);
    let tickets: Vec<Id> = (0..100_000).map(|i| submit(&mut queue, i)).collect();
    assert_eq!(queue.metrics().waiting, 100_000);
    // Half of them go, from the last to the first; the others join one task, and go, too.
    let start = Instant::now();
    let (stay, go) = tickets.split_at(50_000);
    go.iter()
        .rev()
        .for_each(|&ticket| queue.abandon(ticket, now));
    let waker = std::task::Waker::noop();
    assert!(queue.take(worker, ONE, now, waker).is_ready());
    queue.abandon(full, now);
    let task = *queue.tasks.keys().next().expect("the first");
    queue.finish(task, &Ok(answer(3)), now);
    assert_eq!(queue.metrics().joined, 49_999);
    stay.iter().for_each(|&ticket| queue.abandon(ticket, now));
    assert!(queue.tickets.is_empty() && queue.tasks.is_empty());
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
}
