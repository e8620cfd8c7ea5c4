//! Fair shares: of the callers that wait, the one for which the least was done is next.
//!
//! This is self-clocked fair queuing (Golestani 1994) with equal weights: each caller has a virtual time, which grows by the work
//! done for it. A caller that comes starts at the greatest virtual time of all so far. So a caller gets
//! no credit for time in which it asked for nothing, and gains nothing by leaving and coming back.

use std::collections::HashMap;

/// The least work that a turn counts as: whoever asks for nothing, or for what fails, takes a worker's time, too.
const TURN: u64 = 1 << 12;

#[derive(Debug, Default)]
pub struct Fairness {
    callers: HashMap<u64, Caller>,
    /// The greatest virtual time of all callers so far.
    clock: u64,
}

#[derive(Debug)]
struct Caller {
    served: u64,
    tasks: usize,
}

impl Fairness {
    /// A task of this caller has come.
    pub fn enter(&mut self, caller: u64) {
        let start = Caller {
            served: self.clock,
            tasks: 0,
        };
        self.callers.entry(caller).or_insert(start).tasks += 1;
    }

    /// A task of this caller has gone.
    pub fn leave(&mut self, caller: u64) {
        if let Some(entry) = self.callers.get_mut(&caller) {
            entry.tasks -= 1;
            if entry.tasks == 0 {
                self.callers.remove(&caller);
            }
        }
    }

    /// Returns the caller's virtual time: the one with the least is next.
    pub fn served(&self, caller: u64) -> u64 {
        self.callers
            .get(&caller)
            .map_or(self.clock, |entry| entry.served)
    }

    /// The callers, with the numbers of their tasks.
    #[cfg(test)]
    pub fn tasks(&self) -> std::collections::BTreeMap<u64, usize> {
        let callers = self.callers.iter();
        callers.map(|(&id, caller)| (id, caller.tasks)).collect()
    }

    /// The caller gets a turn of that much work.
    pub fn charge(&mut self, caller: u64, work: u64) {
        if let Some(entry) = self.callers.get_mut(&caller) {
            entry.served = entry.served.saturating_add(work.max(TURN));
            self.clock = self.clock.max(entry.served);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Serves `turns` turns to the callers, each with endless tasks of that work, and returns the work done for each.
    fn serve(fairness: &mut Fairness, tasks: &[(u64, u64)], turns: usize) -> Vec<u64> {
        let mut done = vec![0; tasks.len()];
        for _ in 0..turns {
            let next = (0..tasks.len()).min_by_key(|&i| fairness.served(tasks[i].0));
            let next = next.unwrap_or_default();
            fairness.charge(tasks[next].0, tasks[next].1);
            done[next] += tasks[next].1;
        }
        done
    }

    #[test]
    fn callers_get_equal_shares_whatever_the_size_of_their_tasks() {
        let mut fairness = Fairness::default();
        let tasks = [(1, 10 * TURN), (2, 1000 * TURN)];
        tasks.iter().for_each(|&(caller, _)| fairness.enter(caller));
        let done = serve(&mut fairness, &tasks, 10_000);
        assert!(done[0].abs_diff(done[1]) <= 1000 * TURN, "{done:?}");
    }

    #[test]
    fn a_newcomer_neither_waits_for_the_past_nor_is_owed_it() {
        let mut fairness = Fairness::default();
        fairness.enter(1);
        serve(&mut fairness, &[(1, TURN)], 1000);
        fairness.enter(2);
        let done = serve(&mut fairness, &[(1, TURN), (2, TURN)], 100);
        assert!(done[0].abs_diff(done[1]) <= 2 * TURN, "{done:?}");
    }

    /// One caller has endless tasks. Of the others, one is there at a time: it comes when the one before has been served.
    #[test]
    fn whoever_comes_again_and_again_does_not_keep_others_waiting() {
        for is_new_caller in [false, true] {
            let mut fairness = Fairness::default();
            fairness.enter(0);
            let mut done = [0; 2];
            for i in 0..1000 {
                let caller = if is_new_caller { 1 + i } else { 1 };
                fairness.enter(caller);
                while fairness.served(0) <= fairness.served(caller) {
                    fairness.charge(0, 1 << 13);
                    done[0] += 1 << 13;
                }
                fairness.charge(caller, 1 << 16);
                done[1] += 1 << 16;
                fairness.leave(caller);
            }
            assert!(u64::abs_diff(done[0], done[1]) <= 1 << 17, "{done:?}");
        }
    }

    #[test]
    fn turns_without_work_count() {
        let mut fairness = Fairness::default();
        fairness.enter(1);
        fairness.enter(2);
        let done = serve(&mut fairness, &[(1, 0), (2, TURN)], 100);
        assert_eq!(done[1], 50 * TURN);
    }

    #[test]
    fn callers_without_tasks_are_forgotten() {
        let mut fairness = Fairness::default();
        for caller in 0..100 {
            fairness.enter(caller);
            fairness.enter(caller);
            fairness.leave(caller);
            assert_eq!(fairness.callers.len(), 1);
            fairness.leave(caller);
        }
        assert!(fairness.callers.is_empty());
    }
}
