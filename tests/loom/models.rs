//! Models of the service: a few callers and workers, each a thread, with every order of their steps under the lock.
//!
//! A caller that nobody wakes, and a worker that does not end, are deadlocks, which loom reports.
#![cfg(loom)]

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use loom::future::block_on;
use loom::thread::{self, JoinHandle};
use wgpu_noise::service::{Options, Pending, Service, Worker};
use wgpu_noise::{Error, Grid, Job, Noise};

type Values = Arc<Vec<f32>>;

/// Checks a model with every order of steps that takes a thread off its course at most so often.
fn check(preemptions: usize, model: fn()) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.max_branches = 10_000;
    builder.check(move || spawn(model).join().expect("no panic"));
}

/// A thread with a stack that is large enough to compute on; those of loom are not.
fn spawn<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    let builder = thread::Builder::new().stack_size(1 << 17);
    builder.spawn(run).expect("a thread")
}

fn open(options: Options, workers: usize) -> (Service, Vec<Worker>) {
    let (service, mut all) = block_on(Service::open(options)).expect("the CPU");
    assert!(
        workers <= all.len(),
        "the models are for a CPU of two threads"
    );
    all.truncate(workers);
    (service, all)
}

/// A service of so many workers, each on a thread of its own.
fn start(options: Options, workers: usize) -> Service {
    let (service, workers) = open(options, workers);
    for worker in workers {
        spawn(|| block_on(worker.run()));
    }
    service
}

/// Asks for a work of two turns, unlike that of any other number.
fn ask(service: &Service, number: u8) -> Pending<Values> {
    static JOB: LazyLock<Job> =
        LazyLock::new(|| Job::of(&[Noise::value()], &Grid::new([1, 1])).expect("a right job"));
    service.points(&JOB, vec![[f32::from(number); 4]; 2])
}

fn poll_once<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

#[test]
fn all_callers_get_their_results() {
    check(1, || {
        let service = start(Options::default(), 1);
        let other = service.caller();
        let caller = spawn(move || block_on(ask(&other, 1)));
        assert!(block_on(ask(&service, 2)).is_ok());
        drop(service);
        assert!(caller.join().expect("no panic").is_ok());
    });
}

#[test]
fn no_worker_sleeps_while_there_is_work() {
    check(1, || {
        let service = start(Options::default(), 2);
        let (one, two) = (ask(&service, 1), ask(&service, 2));
        drop(service);
        assert!(block_on(one).is_ok());
        assert!(block_on(two).is_ok());
    });
}

#[test]
fn whoever_waits_for_room_gets_it() {
    check(1, || {
        let service = start(Options::default().requests(1).cache_bytes(0), 1);
        let other = service.caller();
        let caller = spawn(move || {
            // Dropped wherever it is.
            _ = poll_once(pin!(ask(&other, 1)));
            block_on(ask(&other, 2))
        });
        assert!(block_on(ask(&service, 3)).is_ok());
        drop(service);
        assert!(caller.join().expect("no panic").is_ok());
    });
}

#[test]
fn equal_requests_outlive_each_other() {
    check(2, || {
        let service = start(Options::default(), 1);
        let other = service.caller();
        let caller = spawn(move || _ = poll_once(pin!(ask(&other, 1))));
        assert!(block_on(ask(&service, 1)).is_ok());
        drop(service);
        caller.join().expect("no panic");
    });
}

#[test]
fn the_last_waker_is_woken() {
    check(2, || {
        let service = start(Options::default(), 1);
        let mut pending = ask(&service, 1);
        drop(service);
        let polled = poll_once(Pin::new(&mut pending));
        let moved = spawn(move || match polled {
            Poll::Ready(result) => result,
            Poll::Pending => block_on(pending),
        });
        assert!(moved.join().expect("no panic").is_ok());
    });
}

#[test]
fn a_stopped_service_leaves_nobody_waiting() {
    check(1, || {
        let service = start(Options::default().requests(1), 1);
        let (other, stopped) = (service.caller(), service.clone());
        let caller = spawn(move || block_on(ask(&other, 1)));
        let stop = spawn(move || stopped.stop());
        for result in [block_on(ask(&service, 2)), caller.join().expect("no panic")] {
            assert!(matches!(result, Ok(_) | Err(Error::Stopped)), "{result:?}");
        }
        stop.join().expect("no panic");
    });
}

#[test]
fn deadlines_end_requests() {
    check(2, || {
        let service = start(Options::default().requests(1), 1);
        let hurried = service.deadline(Duration::ZERO);
        let caller = spawn(move || block_on(ask(&hurried, 1)));
        assert!(block_on(ask(&service, 2)).is_ok());
        drop(service);
        let ended = caller.join().expect("no panic");
        assert!(matches!(ended, Err(Error::DeadlineExceeded)), "{ended:?}");
    });
}

#[test]
fn what_a_dropped_worker_leaves_another_does() {
    check(1, || {
        let (service, workers) = open(Options::default(), 2);
        for (worker, polls) in workers.into_iter().zip([2, usize::MAX]) {
            spawn(move || match polls {
                usize::MAX => block_on(worker.run()),
                _ => {
                    let mut run = pin!(worker.run());
                    _ = (0..polls).any(|_| poll_once(run.as_mut()).is_ready());
                }
            });
        }
        let pending = ask(&service, 1);
        drop(service);
        assert!(block_on(pending).is_ok());
    });
}

#[test]
fn without_workers_nobody_waits() {
    check(2, || {
        let (service, workers) = open(Options::default(), 1);
        spawn(move || drop(workers));
        let ended = block_on(ask(&service, 1));
        assert!(matches!(ended, Err(Error::Stopped)), "{ended:?}");
    });
}
