//! The queue by hand: long random sequences of all its operations.

mod cases;
mod controls;
mod invariants;
mod model;

use std::time::Duration;

use super::{Batch, Id};
use crate::service::cache::ENTRY_BYTES;
use crate::service::options::{Options, Priority, Terms, WhenFull};
use invariants::{check, check_end};
use model::{BYTES, Model};

const ONE: Batch = Batch { tasks: 1, work: 0 };

/// Room for three tasks of 20 bytes each, or fewer.
fn tiny() -> Options {
    let options = Options::default().requests(3).bytes(3 * BYTES);
    options.cache_bytes(3 * (BYTES + ENTRY_BYTES))
}

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
