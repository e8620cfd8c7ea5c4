//! Workers: each takes turns from the queue, as long as there are callers.

use std::future::poll_fn;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt;
use web_time::Instant;

use super::engine::{Engine, Fault};
use super::progress::{Parked, Progress};
use super::queue::{Batch, Id, Turn};
use super::request::{Answer, Work};
use super::shared::Shared;
use crate::{Error, Result};

/// Computes the requests of a [`Service`](super::Service), on one device or one thread of the CPU.
///
/// [`Service::start`](super::Service::start) runs workers on threads of its own. Where there are none, as in a browser,
/// [`Service::open`](super::Service::open) returns them, and the caller runs each on its executor. If one is dropped before its
/// end, others begin its work anew; without others, all requests fail with [`Error::Stopped`].
pub struct Worker {
    pub(super) id: Id,
    pub(super) engine: Engine,
    pub(super) shared: Arc<Shared<Parked>>,
}

impl Worker {
    /// Computes until the last [`Service`](super::Service) handle is dropped. Between two turns it yields to the executor.
    pub async fn run(mut self) {
        while let Some(turns) = self.next().await {
            for turn in turns {
                self.serve(turn).await;
            }
            yield_now().await;
        }
    }

    async fn next(&mut self) -> Option<Vec<Turn<Parked>>> {
        let batch = Batch { tasks: 1, work: 0 };
        poll_fn(|context| {
            let waker = context.waker();
            (self.shared).with(|queue| queue.take(self.id, batch, Instant::now(), waker))
        })
        .await
    }

    /// Does one turn of a task.
    async fn serve(&mut self, turn: Turn<Parked>) {
        let Turn { task, work, .. } = &turn;
        let (task, work) = (*task, Arc::clone(work));
        let start = Instant::now();
        let guarded = AssertUnwindSafe(self.advance(turn)).catch_unwind();
        let outcome = guarded
            .await
            .unwrap_or_else(|payload| Err(Error::Worker(message(&*payload))));
        let now = Instant::now();
        let id = self.id;
        self.shared.with(|queue| {
            queue.measure(|metrics| metrics.compute.add(now.saturating_duration_since(start)));
        });
        match outcome {
            Ok(Advance::More(progress, samples)) => self.shared.with(|queue| {
                queue.charge(task, samples);
                queue.put_back(task, id, progress.park(), now);
            }),
            Ok(Advance::Done(answer, samples)) => {
                tracing::debug!(digest = %work.digest, "done");
                let result = Ok(answer);
                self.shared.with(|queue| {
                    queue.charge(task, samples);
                    queue.finish(task, &result, now);
                });
            }
            Err(error) => self.fail(task, &work, error).await,
        }
    }

    async fn advance(&mut self, turn: Turn<Parked>) -> Result<Advance> {
        let begun = turn.progress.map(Parked::resume);
        let mut progress = match begun.filter(|begun| self.engine.can_go_on(begun)) {
            Some(progress) => progress,
            None => self.engine.begin(&turn.work, turn.on_cpu)?,
        };
        let samples = progress.advance(&turn.work).await?;
        if !progress.is_done() {
            return Ok(Advance::More(Box::new(progress), samples));
        }
        let (answer, evaluator) = progress.answer(&turn.work)?;
        self.engine.recycle(evaluator);
        Ok(Advance::Done(answer, samples))
    }

    async fn fail(&mut self, task: Id, work: &Work, error: Error) {
        let fault = self.engine.judge(&error).await;
        let is_lost = matches!(fault, Fault::Lost | Fault::Dead);
        tracing::warn!(digest = %work.digest, %error, "failed");
        self.shared.with(|queue| {
            if is_lost {
                queue.measure(|metrics| metrics.devices_lost += 1);
            }
            if matches!(fault, Fault::Dead) {
                queue.bury(self.id);
            }
            let now = Instant::now();
            queue.charge(task, 0);
            match fault {
                Fault::Task => queue.finish(task, &Err(error), now),
                Fault::Device => queue.fail(task, error, true, now),
                Fault::Lost => queue.fail(task, error, false, now),
                // Another worker may have a device.
                Fault::Dead => queue.fail(task, error, queue.are_all_dead(), now),
            }
        });
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let now = Instant::now();
        self.shared.with(|queue| queue.retire(self.id, now));
    }
}

/// What a turn came to.
enum Advance {
    /// There is more to do, after so many samples.
    More(Box<Progress>, u64),
    Done(Answer, u64),
}

/// Lets other futures of the executor run.
async fn yield_now() {
    let mut has_yielded = false;
    poll_fn(|context| {
        if std::mem::replace(&mut has_yielded, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = (payload.downcast_ref::<String>().map(String::as_str))
        .or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message").to_string()
}
