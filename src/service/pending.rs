//! The future of a request.

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use web_time::Instant;

use super::progress::Parked;
use super::queue::{Id, Queue};
use super::request::FromAnswer;
use super::shared::Handle;
use crate::{Error, Result};

/// The result of a request, to be awaited.
///
/// The request is submitted when this is made. Dropping it cancels the request, unless others wait for the same: what no
/// worker has begun is never computed, and a worker stops at the end of its turn. Then its place is free.
#[must_use = "dropping it cancels the request"]
pub struct Pending<T> {
    state: State,
    result: PhantomData<fn() -> T>,
}

enum State {
    Submitted(Arc<Handle>, Id),
    /// It was wrong, and never submitted.
    Refused(Error),
    Done,
}

impl<T> Pending<T> {
    pub(super) fn new(submitted: Result<(Arc<Handle>, Id)>) -> Pending<T> {
        Pending {
            state: match submitted {
                Ok((handle, ticket)) => State::Submitted(handle, ticket),
                Err(error) => State::Refused(error),
            },
            result: PhantomData,
        }
    }
}

#[allow(private_bounds, reason = "the types of results are those of `Request`")]
impl<T: FromAnswer> Future for Pending<T> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<T>> {
        let result = match &self.state {
            State::Submitted(handle, ticket) => {
                let poll = |queue: &mut Queue<Parked>| {
                    queue.poll(*ticket, Instant::now(), context.waker())
                };
                match handle.shared.with(poll) {
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(result) => result.map(T::from_answer),
                }
            }
            State::Refused(error) => Err(error.clone()),
            State::Done => unreachable!("a future is not polled after its end"),
        };
        self.state = State::Done;
        Poll::Ready(result)
    }
}

impl<T> Drop for Pending<T> {
    fn drop(&mut self) {
        if let State::Submitted(handle, ticket) = &self.state {
            (handle.shared).with(|queue| queue.abandon(*ticket, Instant::now()));
        }
    }
}

impl<T> fmt::Debug for Pending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.state {
            State::Submitted(..) => "Pending(submitted)",
            State::Refused(_) => "Pending(refused)",
            State::Done => "Pending(done)",
        })
    }
}
