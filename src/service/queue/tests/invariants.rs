//! What must hold between any two steps. Each check looks at the queue from outside, beside what the model knows.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::{Id, Queue, Stage, State, Task};
use super::model::{BYTES, Model};
use crate::service::cache::ENTRY_BYTES;

type Check = Result<(), String>;

/// Fails with the text of a condition that does not hold.
macro_rules! hold {
    ($condition:expr) => {
        if !$condition {
            return Err(stringify!($condition).to_string());
        }
    };
}

pub fn check(model: &Model) -> Check {
    bounds(&model.queue)?;
    tickets(model)?;
    tasks(model)?;
    waiting(&model.queue)?;
    callers_are_woken(model)?;
    workers_are_woken(model)
}

/// When all have gone, nothing is left.
pub fn check_end(queue: &Queue<Arc<()>>) -> Check {
    hold!(queue.tickets.is_empty());
    hold!(queue.tasks.is_empty());
    hold!(queue.by_key.is_empty());
    hold!(queue.waiting.is_empty());
    hold!(queue.deadlines.is_empty());
    hold!(queue.idle.is_empty());
    hold!(queue.fairness.tasks().is_empty());
    hold!(queue.bytes == 0);
    Ok(())
}

fn bounds(queue: &Queue<Arc<()>>) -> Check {
    hold!(
        queue.bytes
            == queue
                .tasks
                .values()
                .map(|task| task.work.bytes)
                .sum::<u64>()
    );
    hold!(queue.bytes <= queue.bytes_max);
    hold!(queue.tasks.len() <= queue.requests_max);
    let (_, cached_bytes) = queue.cache.size();
    hold!(cached_bytes <= 3 * (BYTES + ENTRY_BYTES));
    hold!(!queue.is_stopped || queue.waiting.is_empty());
    Ok(())
}

fn tickets(model: &Model) -> Check {
    let queue = &model.queue;
    hold!(queue.tickets.keys().eq_sorted(model.tickets.keys()));
    let mut waiting = BTreeSet::new();
    let mut deadlines = BTreeSet::new();
    let mut listed = BTreeMap::<Id, BTreeSet<Id>>::new();
    for (&id, ticket) in &queue.tickets {
        match ticket.stage {
            Stage::Waiting(_) => _ = waiting.insert((Reverse(ticket.terms.priority), id)),
            Stage::Queued(task) => _ = listed.entry(task).or_default().insert(id),
            Stage::Done(_) => continue,
        }
        let known = &model.tickets[&id];
        deadlines.extend(known.terms.deadline.map(|after| (known.since + after, id)));
    }
    hold!(queue.waiting == waiting);
    hold!(queue.deadlines == deadlines);
    let by_task = (queue.tasks.iter()).filter(|(_, task)| !task.tickets.is_empty());
    let by_task = by_task.map(|(&id, task)| (id, task.tickets.clone()));
    hold!(by_task.collect::<BTreeMap<_, _>>() == listed);
    Ok(())
}

fn tasks(model: &Model) -> Check {
    let queue = &model.queue;
    hold!(queue.by_key.len() == queue.tasks.len());
    let mut running = BTreeSet::new();
    let mut begun = 0;
    let mut of_callers = BTreeMap::new();
    for (id, task) in &queue.tasks {
        hold!(queue.by_key.get(&task.key) == Some(id));
        hold!(!task.tickets.is_empty() || matches!(task.state, State::Running(_)));
        *of_callers.entry(task.caller).or_insert(0) += 1;
        match &task.state {
            State::New => {}
            State::Running(worker) => _ = running.insert((*worker, *id)),
            State::Begun(worker, _) => {
                begun += 1;
                hold!(model.workers.contains_key(worker));
            }
        }
    }
    hold!(queue.fairness.tasks() == of_callers);
    let turns = (model.workers.iter()).flat_map(|(&id, worker)| {
        let tasks = worker.turns.keys();
        tasks.map(move |&task| (id, task))
    });
    hold!(turns.collect::<BTreeSet<_>>() == running);
    let in_turns = (model.workers.values()).flat_map(|worker| worker.turns.values().flatten());
    hold!(Arc::strong_count(&model.progress) == 1 + begun + in_turns.count());
    Ok(())
}

/// Nothing waits while there is room for the first, or while it needs none.
fn waiting(queue: &Queue<Arc<()>>) -> Check {
    let Some((_, first)) = queue.waiting.first() else {
        return Ok(());
    };
    let entry = &queue.tickets[first];
    let Stage::Waiting(work) = &entry.stage else {
        return Err("it does not wait".to_string());
    };
    hold!(queue.tasks.len() == queue.requests_max || queue.bytes + work.bytes > queue.bytes_max);
    hold!(
        !queue
            .by_key
            .contains_key(&(work.digest, entry.terms.cpu_fallback))
    );
    Ok(())
}

fn callers_are_woken(model: &Model) -> Check {
    for (id, ticket) in &model.tickets {
        let entry = &model.queue.tickets[id];
        let is_done = matches!(entry.stage, Stage::Done(_));
        if let Some(flag) = &ticket.flag {
            hold!(flag.is_set() == is_done);
            hold!(is_done || entry.waker.is_some());
        }
    }
    Ok(())
}

/// No task is left to workers that sleep.
fn workers_are_woken(model: &Model) -> Check {
    let queue = &model.queue;
    let asleep = model
        .workers
        .iter()
        .filter(|(_, worker)| worker.is_asleep());
    let asleep: BTreeSet<Id> = asleep.map(|(&id, _)| id).collect();
    hold!(queue.idle.iter().map(|(id, _)| id).eq_sorted(&asleep));
    hold!(!queue.is_closed || asleep.is_empty());
    hold!(!model.workers.is_empty() || queue.tasks.is_empty());
    let are_all_dead = model.workers.values().all(|worker| worker.is_dead);
    let can_take = |id: &Id, task: &Task<Arc<()>>| match &task.state {
        State::New => !model.workers[id].is_dead || task.on_cpu || are_all_dead,
        State::Running(_) => false,
        State::Begun(owner, _) => owner == id,
    };
    // Who was woken, or has ended its turns, looks for a task next.
    let coming = (model.workers.values())
        .filter(|worker| !worker.is_asleep() && worker.turns.is_empty() && !worker.is_dead);
    let coming = coming.count();
    for id in &asleep {
        let left = queue.tasks.values().filter(|task| can_take(id, task));
        hold!(left.count() <= coming);
    }
    Ok(())
}

trait EqSorted<'a> {
    fn eq_sorted(self, other: impl IntoIterator<Item = &'a Id>) -> bool;
}

impl<'a, I: Iterator<Item = &'a Id>> EqSorted<'a> for I {
    /// Whether both have the same, in any order, and the same number of it.
    fn eq_sorted(self, other: impl IntoIterator<Item = &'a Id>) -> bool {
        let mut both: [Vec<_>; 2] = [self.collect(), other.into_iter().collect()];
        both.iter_mut().for_each(|ids| ids.sort_unstable());
        both[0] == both[1]
    }
}
