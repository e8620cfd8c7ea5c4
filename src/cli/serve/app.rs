//! What all connections share.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;
use wgpu_noise::service::{Options, Service, WhenFull};
use wgpu_noise::{Error, Result};

use super::super::backend::{BackendChoice, BackendFlags};
use super::super::terminal::note;
use super::blocking::{self, blocking};
use super::files::Files;
use super::flags::{Args, LogForm};
use super::limits::Limits;
use super::metrics::Counters;
use super::problem::Problem;
use super::token::Token;

/// How long a request waits for a thread that plans: it is told soon that the server is full, and not after its time limit.
const PATIENCE: Duration = Duration::from_secs(1);

/// The server, apart from its connections.
pub struct App {
    /// Its callers are refused when it is full.
    pub service: Service,
    pub limits: Limits,
    pub token: Option<Token>,
    /// The recipes that those of requests may import.
    pub files: Option<Files>,
    pub log: LogForm,
    pub counters: Counters,
    stage: watch::Sender<Stage>,
    /// A permit for each KiB of memory that answers may take.
    room: Arc<Semaphore>,
    /// A permit for each thread that plans.
    planners: Arc<Semaphore>,
}

/// How far the server is on its way to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Serving,
    /// `/readyz` says that the server is not ready.
    Draining,
    /// Requests in flight are finished; there are no others any more.
    Finishing,
    /// Requests in flight are cut off.
    Ending,
}

/// The caller of the service that a connection is: each gets its turn, whatever the others ask for.
#[derive(Clone)]
pub struct Caller(pub Service);

/// The other end of a connection: a client, or what forwards for it.
#[derive(Clone, Copy)]
pub struct Peer(pub SocketAddr);

impl App {
    pub fn new(args: &Args, token: Option<Token>) -> Result<App> {
        let service = start(&args.backend, &args.limits)?;
        Ok(App {
            service: service.when_full(WhenFull::Refuse).cpu_fallback(true),
            limits: args.limits.clone(),
            token,
            files: args.files.as_deref().map(Files::open).transpose()?,
            log: args.log,
            counters: Counters::default(),
            stage: watch::Sender::new(Stage::Serving),
            room: Arc::new(Semaphore::new((args.limits.max_memory as usize) << 10)),
            planners: Arc::new(Semaphore::new(blocking::THREADS)),
        })
    }

    /// Returns the caller that a new connection is.
    pub fn caller(&self) -> Caller {
        Caller(self.service.caller())
    }

    /// Reads what a request asks for and plans its answer, on a thread that may take long. A preset as it is, which is `light`,
    /// takes some tens of microseconds, or a millisecond if it is a material, and is planned on this one.
    ///
    /// # Errors
    /// 429 if others keep all these threads, so that this request would not get one soon.
    pub async fn plan<T: Send + 'static>(
        &self,
        light: bool,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        if light {
            return work();
        }
        let planner = Arc::clone(&self.planners).acquire_owned();
        let Ok(Ok(planner)) = timeout(PATIENCE, planner).await else {
            let busy = format!(
                "the server is busy: all {} threads that read recipes are in use",
                blocking::THREADS
            );
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, busy));
        };
        blocking(move || {
            let _planner = planner;
            work()
        })
        .await
    }

    /// Takes room for an answer, from the beginning of its computing until it is sent.
    ///
    /// # Errors
    /// [`Error::Busy`] if others take it.
    pub fn room(&self, bytes: u64) -> Result<OwnedSemaphorePermit> {
        let kib = u32::try_from(bytes.div_ceil(1 << 10)).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.room).try_acquire_many_owned(kib);
        room.map_err(|_| Error::Busy {
            needed: format!("{kib} KiB"),
            free: format!("{} KiB", self.room.available_permits()),
            limit: format!("{} MiB", self.limits.max_memory),
        })
    }

    /// Returns how many bytes of answers are being computed and sent.
    pub fn answer_bytes(&self) -> u64 {
        let free = self.room.available_permits() as u64;
        (u64::from(self.limits.max_memory) << 20).saturating_sub(free << 10)
    }

    /// Whether the server has been told to stop.
    pub fn is_stopping(&self) -> bool {
        *self.stage.borrow() > Stage::Serving
    }

    /// Goes on to a stage.
    pub fn enter(&self, stage: Stage) {
        self.stage.send_replace(stage);
    }

    /// Waits until the server is at a stage, or past it.
    pub async fn is_at(&self, stage: Stage) {
        // The sender lives as long as this server.
        let _ = (self.stage.subscribe()).wait_for(|&now| now >= stage).await;
    }
}

/// Starts the service on the backend that the flags ask for.
fn start(backend: &BackendFlags, limits: &Limits) -> Result<Service> {
    let options = Options::default()
        .requests(limits.max_queue as usize)
        .bytes(u64::from(limits.max_memory) << 20)
        .cache_bytes(u64::from(limits.cache) << 20);
    match (backend.backend, &backend.adapter) {
        (BackendChoice::Cpu, _) => Service::start(options),
        (BackendChoice::Reference, _) => {
            Err(Error::invalid("--backend", "reference", "auto, gpu, cpu"))
        }
        (BackendChoice::Auto, None) => on_gpu(options.clone(), None).or_else(|error| {
            note(&format!("computing on the CPU: {error}"));
            Service::start(options)
        }),
        (_, adapter) => on_gpu(options, adapter.as_deref()),
    }
}

#[cfg(feature = "gpu")]
fn on_gpu(options: Options, adapter: Option<&str>) -> Result<Service> {
    use wgpu_noise::gpu::Choice;

    Service::start(options.gpu(adapter.map_or(Choice::Hardware, Choice::from)))
}

#[cfg(not(feature = "gpu"))]
fn on_gpu(_: Options, _: Option<&str>) -> Result<Service> {
    Err(super::super::backend::no_gpu_backend())
}
