//! When a connection is idle: no request is being answered, and no byte of an answer waits to be sent.
//!
//! A client that has sent half a header is idle, too: nothing is lost if its connection ends. One that reads a large answer
//! slowly is not.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::sleep;

use super::app::{App, Stage};

/// What one connection does.
#[derive(Clone, Default)]
pub struct Activity(Arc<watch::Sender<Busy>>);

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Busy {
    /// From a whole header to the answer.
    answering: bool,
    /// From the first byte of an answer to the last.
    sending: bool,
}

impl Busy {
    fn is_idle(&self) -> bool {
        *self == Busy::default()
    }
}

impl Activity {
    /// A request is being answered, until the result is dropped.
    pub fn answer(&self) -> Answering {
        self.change(|busy| busy.answering = true);
        Answering(self.clone())
    }

    /// Waits until the connection is idle while the server finishes, or has been idle for as long as the limit.
    pub async fn ends(&self, app: &App, limit: Duration) {
        let mut busy = self.0.subscribe();
        // The sender lives as long as this future.
        loop {
            let _ = busy.wait_for(Busy::is_idle).await;
            tokio::select! {
                () = sleep(limit) => return,
                () = app.is_at(Stage::Finishing) => return,
                _ = busy.wait_for(|busy| !busy.is_idle()) => {}
            }
        }
    }

    fn change(&self, change: impl FnOnce(&mut Busy)) {
        self.0.send_if_modified(|busy| {
            let before = *busy;
            change(busy);
            *busy != before
        });
    }
}

/// A request that is being answered.
pub struct Answering(Activity);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.change(|busy| busy.answering = false);
    }
}

/// A stream that notes when it has something to send. Who writes to it flushes it only when there is nothing left.
pub struct Noted<S> {
    pub stream: S,
    pub activity: Activity,
}

impl<S: AsyncRead + Unpin> AsyncRead for Noted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Noted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.activity.change(|busy| busy.sending = true);
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.activity.change(|busy| busy.sending = true);
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = ready!(Pin::new(&mut self.stream).poll_flush(context));
        self.activity.change(|busy| busy.sending = false);
        Poll::Ready(flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
