//! A service whose workers run only when a test says so.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::executor::block_on;
use futures::future::BoxFuture;
use wgpu_noise::service::{Options, Service};
use wgpu_noise::{Grid, Job, Noise};

/// A service and one of its workers, the others being left out.
pub struct ByHand {
    pub service: Service,
    worker: BoxFuture<'static, ()>,
}

impl ByHand {
    pub fn new(options: Options) -> ByHand {
        let (service, workers) = block_on(Service::open(options)).expect("the CPU");
        let first = workers.into_iter().next().expect("a worker");
        ByHand {
            service,
            worker: first.run().boxed(),
        }
    }

    /// Runs the worker for one turn. Returns whether the worker has ended.
    pub fn turn(&mut self) -> bool {
        let mut context = Context::from_waker(Waker::noop());
        self.worker.as_mut().poll(&mut context).is_ready()
    }

    pub fn turns(&mut self, count: usize) {
        for _ in 0..count {
            self.turn();
        }
    }

    /// Runs the worker for many turns, and returns the result of a future that they complete.
    pub fn finish<F: Future + Unpin>(&mut self, future: F) -> F::Output {
        let mut future = future;
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(120) {
            if let Some(output) = now(&mut future) {
                return output;
            }
            self.turn();
            // A turn on a device ends on another thread.
            std::thread::yield_now();
        }
        panic!("it never ends");
    }
}

/// Asserts that the service has nothing to do, and keeps no memory for requests. What a worker computes for nobody any more ends
/// with its turn.
pub fn assert_idle(service: &Service) {
    let start = Instant::now();
    while service.metrics().running > 0 && start.elapsed() < Duration::from_secs(60) {
        std::thread::yield_now();
    }
    let metrics = service.metrics();
    let requests = [metrics.waiting, metrics.queued, metrics.running];
    assert_eq!(requests, [0, 0, 0]);
    assert_eq!(metrics.bytes, 0);
}

/// The result of a future, if it has one now.
pub fn now<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
    match Pin::new(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

/// A job of one turn, unlike that of any other seed.
pub fn small(seed: u32) -> Job {
    of_size(seed, &[32, 16])
}

/// A job of many turns.
pub fn large(seed: u32) -> Job {
    of_size(seed, &[256, 256, 256])
}

pub fn of_size(seed: u32, size: &[u32]) -> Job {
    let noise = Noise::perlin().seed(seed).fbm().octaves(3);
    Job::of(&[noise], &Grid::new(size)).expect("a right job")
}
