//! Negative controls of the invariants.

use std::sync::Arc;
use std::time::Duration;

use super::invariants::check;
use super::model::{BYTES, Model};
use super::{ONE, tiny};
use crate::service::options::Terms;
use crate::service::queue::{Id, Queue, Stage, State};

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
