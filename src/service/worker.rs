//! Workers: each takes turns from the queue, as long as there are callers.

use std::fmt;
use std::future::{Future, poll_fn};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use futures::FutureExt;
use tracing::{Instrument, Span};
use web_time::Instant;

use super::device::{OnDevice, Part};
use super::engine::{Engine, Fault};
use super::metrics::Metrics;
use super::progress::{Parked, Progress};
use super::queue::{Id, Turn};
use super::request::Work;
use super::shared::Shared;
use crate::error::panic_text;
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

/// A task that this worker computes at present.
struct Begun {
    task: Id,
    work: Arc<Work>,
    progress: Progress,
}

/// The digests of the tasks that one turn is for, with commas between them.
struct Digests<'a>(&'a [Turn<Parked>]);

impl fmt::Display for Digests<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, turn) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{}", turn.work.digest)?;
        }
        Ok(())
    }
}

impl Worker {
    /// Computes until the last [`Service`](super::Service) handle is dropped. Between two turns it yields to the executor.
    pub async fn run(mut self) {
        while let Some(turns) = self.next().await {
            let span = self.span(&turns);
            self.take(turns).instrument(span).await;
            yield_now().await;
        }
    }

    /// Returns the span of a turn, which all of its events are in.
    fn span(&self, turns: &[Turn<Parked>]) -> Span {
        tracing::debug_span!(
            "turn",
            digest = %Digests(turns),
            engine = self.engine.name(),
            worker = self.id
        )
    }

    /// Does one turn of each of these tasks.
    async fn take(&mut self, turns: Vec<Turn<Parked>>) {
        let begun = self.begin(turns).await;
        if begun.is_empty() {
            return;
        }
        match <[Begun; 1]>::try_from(begun) {
            Ok([begun]) => self.serve(begun).await,
            Err(several) => self.serve_several(several).await,
        }
    }

    async fn next(&mut self) -> Option<Vec<Turn<Parked>>> {
        let batch = self.engine.batch();
        poll_fn(|context| {
            let waker = context.waker();
            (self.shared).with(|queue| queue.take(self.id, batch, Instant::now(), waker))
        })
        .await
    }

    /// Begins tasks, or goes on with one that was begun.
    async fn begin(&mut self, turns: Vec<Turn<Parked>>) -> Vec<Begun> {
        let mut all = Vec::with_capacity(turns.len());
        for turn in turns {
            let Turn { task, work, .. } = turn;
            let earlier = turn.progress.map(Parked::resume);
            let progress = match earlier.filter(|earlier| self.engine.can_go_on(earlier)) {
                Some(progress) => Ok(progress),
                None => guard(async { self.engine.begin(&work, turn.on_cpu) }).await,
            };
            match progress {
                Ok(progress) => all.push(Begun {
                    task,
                    work,
                    progress,
                }),
                Err(error) => self.fail(&[(task, work)], error).await,
            }
        }
        all
    }

    /// Does one turn of a task.
    async fn serve(&mut self, mut begun: Begun) {
        let is_alone = self.is_alone();
        let start = Instant::now();
        let outcome = guard(begun.progress.advance(&begun.work, is_alone)).await;
        self.measure(start, begun.progress.take_copying());
        match outcome {
            Ok(samples) => self.end(begun, samples).await,
            Err(error) => self.fail(&[(begun.task, begun.work)], error).await,
        }
    }

    /// Whether a turn is computed on this thread alone: there is a worker for each thread of the CPU, and all are busy, so that
    /// others could only take turns away from each other.
    fn is_alone(&self) -> bool {
        matches!(self.engine, Engine::Cpu) && self.shared.with(|queue| queue.are_all_busy())
    }

    /// Does one turn of each of these tasks: of the small ones in one submission, of points and of larger ones alone.
    async fn serve_several(&mut self, all: Vec<Begun>) {
        let (small, others): (Vec<Begun>, Vec<Begun>) =
            (all.into_iter()).partition(|begun| begun.progress.small_brick(&begun.work).is_some());
        match small.len() {
            0 | 1 => self.serve_each(small).await,
            _ => self.serve_together(small).await,
        }
        self.serve_each(others).await;
    }

    /// Computes small tasks in one submission. If that fails by an error that one of them may have caused, each is computed
    /// alone, so that the others do not fail with it.
    async fn serve_together(&mut self, mut all: Vec<Begun>) {
        let parts: Vec<Part> = (all.iter_mut())
            .filter_map(|begun| begun.progress.part(&begun.work))
            .collect();
        let start = Instant::now();
        let outcome = guard(OnDevice::fill_together(parts)).await;
        self.measure(start, None);
        match outcome {
            Ok(()) => {
                (self.shared)
                    .with(|queue| queue.measure(|metrics| metrics.shared_submissions += 1));
                for mut begun in all {
                    let samples = begun.work.samples;
                    begun.progress.fill_up(&begun.work, samples);
                    self.end(begun, samples).await;
                }
            }
            Err(error @ (Error::DeviceLost(_) | Error::Timeout { .. })) => {
                let tasks: Vec<_> = all.into_iter().map(|one| (one.task, one.work)).collect();
                self.fail(&tasks, error).await;
            }
            Err(_) => self.serve_each(all).await,
        }
    }

    /// Does one turn of each of these tasks, alone. If one of them loses the device, the others are begun anew on the next.
    async fn serve_each(&mut self, all: Vec<Begun>) {
        for begun in all {
            if self.engine.can_go_on(&begun.progress) {
                self.serve(begun).await;
                continue;
            }
            let error = Error::DeviceLost("in the turn of another request".to_string());
            self.shared.with(|queue| {
                let is_final = queue.are_all_dead();
                queue.fail(begun.task, error, is_final, Instant::now());
            });
        }
    }

    /// Adds the time of a turn to the metrics, and that of its copying out of a device's buffers.
    fn measure(&self, start: Instant, copying: Option<Duration>) {
        let time = start.elapsed();
        let add = |metrics: &mut Metrics| {
            metrics.compute.add(time);
            copying
                .into_iter()
                .for_each(|time| metrics.read_back.add(time));
        };
        self.shared.with(|queue| queue.measure(add));
    }

    /// A turn was done, of that many samples: finishes the task, or puts it back for another turn.
    async fn end(&mut self, begun: Begun, samples: u64) {
        let Begun {
            task,
            work,
            mut progress,
        } = begun;
        self.shared.with(|queue| queue.charge(task, samples));
        if !progress.is_done() {
            let (id, now) = (self.id, Instant::now());
            (self.shared).with(|queue| queue.put_back(task, id, progress.park(), now));
            return;
        }
        // Encoding a file takes long, too.
        if (self.shared).with(|queue| queue.remove_unwanted(task, Instant::now())) {
            return;
        }
        let answer = guard(async { progress.answer(&work) }).await;
        let answer = answer.map(|(answer, evaluator)| {
            self.engine.recycle(evaluator);
            answer
        });
        match &answer {
            Ok(_) => tracing::debug!(digest = %work.digest, "done"),
            Err(error) => tracing::warn!(digest = %work.digest, %error, "failed"),
        }
        (self.shared).with(|queue| queue.finish(task, &answer, Instant::now()));
    }

    /// These tasks failed with the same error.
    async fn fail(&mut self, tasks: &[(Id, Arc<Work>)], error: Error) {
        let fault = self.engine.judge(&error).await;
        for (_, work) in tasks {
            tracing::warn!(digest = %work.digest, %error, "failed");
        }
        self.shared.with(|queue| {
            let has_lost = match fault {
                Fault::Lost => true,
                Fault::Dead => queue.bury(self.id),
                Fault::Task | Fault::Device => false,
            };
            queue.measure(|metrics| metrics.devices_lost += u64::from(has_lost));
            // As long as there is another worker, it may have a device.
            let is_final = matches!(fault, Fault::Device) || queue.are_all_dead();
            for &(task, _) in tasks {
                queue.charge(task, 0);
                match fault {
                    Fault::Task => queue.finish(task, &Err(error.clone()), Instant::now()),
                    _ => queue.fail(task, error.clone(), is_final, Instant::now()),
                }
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

/// Makes an error of a panic: a worker lives on.
async fn guard<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    let outcome = AssertUnwindSafe(work).catch_unwind().await;
    outcome.unwrap_or_else(|payload| Err(Error::Worker(panic_text(&*payload).to_string())))
}

/// Lets other futures of the executor run.
async fn yield_now() {
    let mut has_yielded = false;
    poll_fn(|context| {
        if std::mem::replace(&mut has_yielded, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
