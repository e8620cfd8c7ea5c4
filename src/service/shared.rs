//! The queue behind its lock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

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
    /// The workers' threads, whose end the last handle waits for.
    pub threads: Vec<JoinHandle<()>>,
}

impl Handle {
    pub fn new(shared: Arc<Shared<Parked>>, devices: Vec<Destroy>) -> Handle {
        Handle {
            shared,
            callers: AtomicU64::new(1),
            devices,
            threads: Vec::new(),
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
    /// Waits for the workers' threads: a driver whose device is destroyed while the process runs its exit handlers may corrupt
    /// memory, as lavapipe does. A worker that itself drops the last handle, in a waker, cannot wait for itself.
    fn drop(&mut self) {
        self.shared.with(Queue::close);
        let own = thread::current().id();
        for thread in self
            .threads
            .drain(..)
            .filter(|thread| thread.thread().id() != own)
        {
            // A worker makes errors of panics, so there is none to hand on.
            let _ = thread.join();
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize};
    use std::sync::mpsc;
    use std::task::{Poll, Wake, Waker};
    use std::time::Duration;

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

    fn handle() -> Handle {
        let shared = Shared::new(Queue::new(&Options::default()));
        Handle::new(Arc::new(shared), Vec::new())
    }

    #[test]
    fn the_last_handle_waits_for_the_workers() {
        let has_ended = Arc::new(AtomicBool::new(false));
        let (mut handle, end) = (handle(), Arc::clone(&has_ended));
        handle.threads.push(thread::spawn(move || {
            thread::sleep(Duration::from_millis(20));
            end.store(true, Ordering::Relaxed);
        }));
        drop(handle);
        assert!(has_ended.load(Ordering::Relaxed));
    }

    /// If it waited for itself, this would never end.
    #[test]
    fn a_worker_that_drops_the_last_handle_does_not_wait_for_itself() {
        let (send, receive) = mpsc::channel::<Handle>();
        let (say, hear) = mpsc::channel();
        let mut handle = handle();
        handle.threads.push(thread::spawn(move || {
            drop(receive.recv());
            let _ = say.send(());
        }));
        send.send(handle).expect("the worker listens");
        hear.recv().expect("the worker goes on");
    }
}
