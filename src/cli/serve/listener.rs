//! Connections, and how the server stops.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use wgpu_noise::Result;

use super::super::terminal::{note, print, say};
use super::app::{App, Peer, Stage};
use super::failed;
use super::flags::Args;
use super::idle::{Activity, Noted};

/// How long the server waits before it accepts again, if the system refuses, as it does without free file descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// How long requests that were cut off have to say so to their clients.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Serves connections until `stop` is true.
///
/// # Errors
/// [`Error::Io`](wgpu_noise::Error::Io) if the address cannot be listened on, or not be printed.
pub async fn serve(
    args: &Args,
    app: &Arc<App>,
    router: Router,
    mut stop: watch::Receiver<bool>,
) -> Result<()> {
    let not_listening = |source| failed("listen on", args, source);
    let listener = TcpListener::bind(args.listen).await;
    let listener = listener.map_err(not_listening)?;
    let address = listener.local_addr().map_err(not_listening)?;
    print(format!("http://{address}\n"))?;
    let connections = Connections {
        app: Arc::clone(app),
        router,
        graceful: GracefulShutdown::new(),
        free: Arc::new(Semaphore::new(app.limits.max_connections as usize)),
    };
    tokio::select! {
        () = connections.accept_all(&listener) => {}
        () = told_to(&mut stop) => {}
    }
    app.enter(Stage::Draining);
    if !args.drain.is_zero() {
        let _ = timeout(args.drain, connections.accept_all(&listener)).await;
    }
    drop(listener);
    app.enter(Stage::Finishing);
    let finished = connections.graceful.shutdown();
    tokio::pin!(finished);
    if timeout(args.grace, &mut finished).await.is_err() {
        let left = app.counters.in_flight.load(Ordering::Relaxed);
        note(&format!("requests that were cut off: {left}"));
        app.enter(Stage::Ending);
        let _ = timeout(LAST_WORDS, finished).await;
    }
    Ok(())
}

/// Waits until the value is true.
async fn told_to(stop: &mut watch::Receiver<bool>) {
    if stop.wait_for(|&stop| stop).await.is_err() {
        // No signal can come any more.
        std::future::pending::<()>().await;
    }
}

struct Connections {
    app: Arc<App>,
    router: Router,
    graceful: GracefulShutdown,
    /// A permit for each further connection.
    free: Arc<Semaphore>,
}

impl Connections {
    async fn accept_all(&self, listener: &TcpListener) {
        loop {
            let Ok(permit) = Arc::clone(&self.free).acquire_owned().await else {
                return;
            };
            match listener.accept().await {
                Ok((stream, peer)) => self.start(stream, peer, permit),
                Err(error) => {
                    say(&format!("cannot accept a connection: {error}"));
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Serves a connection in a task of its own.
    fn start(&self, stream: TcpStream, peer: SocketAddr, permit: OwnedSemaphorePermit) {
        // Answers are written at once, whole.
        let _ = stream.set_nodelay(true);
        let limits = &self.app.limits;
        let mut stream = Box::pin(TimeoutStream::new(stream));
        (stream.as_mut()).set_write_timeout_pinned(Some(limits.write_timeout));
        let activity = Activity::default();
        let stream = Noted {
            stream,
            activity: activity.clone(),
        };
        let caller = self.app.caller();
        let router = TowerToHyperService::new(self.router.clone());
        let answering = activity.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(caller.clone());
            request.extensions_mut().insert(Peer(peer));
            let (answer, answering) = (router.call(request), answering.answer());
            async move {
                let answer = answer.await;
                drop(answering);
                answer
            }
        });
        let connection = http1::Builder::new()
            .max_buf_size(limits.max_header as usize)
            .serve_connection(TokioIo::new(stream), service);
        let connection = self.graceful.watch(connection);
        let app = Arc::clone(&self.app);
        tokio::spawn(async move {
            let _open = OpenConnection::count(&app);
            tokio::select! {
                biased;
                // An error is that of a client: a text that is not HTTP, or a connection that ended.
                _ = connection => {}
                () = activity.ends(&app, app.limits.read_timeout) => {}
            }
            drop(permit);
        });
    }
}

/// Counts a connection as open until it is dropped, also by a panic.
struct OpenConnection(Arc<App>);

impl OpenConnection {
    fn count(app: &Arc<App>) -> OpenConnection {
        app.counters.connections.fetch_add(1, Ordering::Relaxed);
        OpenConnection(Arc::clone(app))
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.counters.connections.fetch_sub(1, Ordering::Relaxed);
    }
}
