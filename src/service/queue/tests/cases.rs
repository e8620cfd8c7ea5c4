//! Regression tests of the queue.

use std::time::{Duration, Instant};

use super::invariants::check;
use super::model::{Model, answer, work};
use super::{ONE, tiny};
use crate::Error;
use crate::service::options::{Priority, Terms, WhenFull};
use crate::service::queue::{Id, Queue};

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
fn what_no_device_can_do_is_the_cpus_where_there_is_one() {
    for (options, is_error) in [(tiny(), true), (tiny().cpu(), false)] {
        let mut model = Model::new(&options, 1);
        let ticket = model.submit(1, 1, Terms::default());
        let (worker, task) = turn(&mut model, 0);
        model.fail(worker, task, true, false);
        assert_eq!(model.poll(ticket).is_some(), is_error);
        assert_eq!(check(&model), Ok(()));
    }
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
