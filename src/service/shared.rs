//! The queue behind its lock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::progress::Parked;
use super::queue::Queue;
use super::sync::Mutex;

/// What callers and workers share.
pub struct Shared<P>(Mutex<Queue<P>>);

impl<P> Shared<P> {
    pub fn new(queue: Queue<P>) -> Shared<P> {
        Shared(Mutex::new(queue))
    }

    /// Runs `act` under the lock, and does after it what that left to be done.
    pub fn with<R>(&self, act: impl FnOnce(&mut Queue<P>) -> R) -> R {
        let (result, leftovers) = {
            // No code under the lock panics half way through a change, so a poisoned lock does no harm.
            let mut queue = self.0.lock().unwrap_or_else(|poison| poison.into_inner());
            let result = act(&mut queue);
            (result, queue.leftovers())
        };
        leftovers.settle();
        result
    }
}

/// Destroys the device of a worker, for tests.
#[cfg(not(target_arch = "wasm32"))]
pub type Destroy = Box<dyn Fn() + Send + Sync>;
#[cfg(target_arch = "wasm32")]
pub type Destroy = Box<dyn Fn()>;

/// What all handles and futures of a service hold. With the last of them the workers end.
pub struct Handle {
    pub shared: Arc<Shared<Parked>>,
    callers: AtomicU64,
    devices: Vec<Destroy>,
}

impl Handle {
    pub fn new(shared: Arc<Shared<Parked>>, devices: Vec<Destroy>) -> Handle {
        Handle {
            shared,
            callers: AtomicU64::new(1),
            devices,
        }
    }

    pub fn destroy_devices(&self) {
        self.devices.iter().for_each(|destroy| destroy());
    }

    /// Returns the number of another caller. The first is 0.
    pub fn new_caller(&self) -> u64 {
        self.callers.fetch_add(1, Ordering::Relaxed)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.shared.with(Queue::close);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::task::{Poll, Wake, Waker};

    use web_time::Instant;

    use super::*;
    use crate::service::options::{Options, Terms};
    use crate::service::queue::{Batch, Id};
    use crate::service::request::{Answer, Request};
    use crate::{Grid, Job, Noise};

    fn submit(shared: &Shared<()>) -> Id {
        let job = Job::of(&[Noise::value()], &Grid::new([1, 1])).expect("a right job");
        let work = Request::points(&job, Vec::new()).work;
        shared.with(|queue| queue.submit(&work, Terms::default(), Instant::now()))
    }

    fn poll(shared: &Shared<()>, ticket: Id, waker: &Waker) -> bool {
        let poll = |queue: &mut Queue<()>| queue.poll(ticket, Instant::now(), waker);
        shared.with(poll).is_ready()
    }

    fn finish(shared: &Shared<()>) {
        let (now, batch) = (Instant::now(), Batch { tasks: 1, work: 0 });
        shared.with(|queue| {
            let worker = queue.new_worker();
            let Poll::Ready(Some(turns)) = queue.take(worker, batch, now, Waker::noop()) else {
                panic!("there is a task");
            };
            queue.finish(turns[0].task, &Ok(Answer::Bytes(Arc::default())), now);
        });
    }

    /// Asks for the same as it is dropped, and panics when it is woken.
    struct Bad(Arc<Shared<()>>);

    impl Wake for Bad {
        fn wake(self: Arc<Self>) {
            panic!("on purpose");
        }
    }

    impl Drop for Bad {
        fn drop(&mut self) {
            let ticket = submit(&self.0);
            poll(&self.0, ticket, Waker::noop());
            (self.0).with(|queue| queue.abandon(ticket, Instant::now()));
        }
    }

    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_waker_that_panics_keeps_nobody_asleep() {
        let shared = Arc::new(Shared::new(Queue::new(&Options::default())));
        let count = Arc::new(Count(AtomicUsize::new(0)));
        let bad = Waker::from(Arc::new(Bad(Arc::clone(&shared))));
        for waker in [bad, Waker::from(Arc::clone(&count))] {
            let ticket = submit(&shared);
            assert!(!poll(&shared, ticket, &waker));
        }
        finish(&shared);
        assert_eq!(count.0.load(Ordering::Relaxed), 1);
    }

    /// If it were dropped under the lock, this would never end.
    #[test]
    fn a_waker_that_asks_as_it_is_dropped_finds_no_lock() {
        let shared = Arc::new(Shared::new(Queue::new(&Options::default())));
        let ticket = submit(&shared);
        for _ in 0..2 {
            assert!(!poll(
                &shared,
                ticket,
                &Waker::from(Arc::new(Bad(Arc::clone(&shared))))
            ));
        }
        shared.with(|queue| queue.abandon(ticket, Instant::now()));
        assert_eq!(Arc::strong_count(&shared), 1, "all of them are dropped");
    }
}
