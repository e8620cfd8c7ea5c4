//! A backend that stops at Ctrl-C.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use pyo3::prelude::*;
use wgpu_noise::cpu::{Cpu, ErosionSteps};
use wgpu_noise::erosion::Task;
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::Packing;
use wgpu_noise::{Backend, Error, Grid, Job};

use crate::backend::RunsOn;
use crate::engine::Engine;
use crate::failure::{Failure, Result};

/// How long to compute before Python may run the handlers of signals, in seconds.
const BETWEEN_SIGNALS: f64 = 0.1;

/// The samples of the first piece, also of the slow reference. The time that a piece took says how large the next one may be.
const PIECE_MIN: u64 = 1 << 16;
const PIECE_OF_REFERENCE: u64 = 1 << 12;

/// A backend that computes piece by piece, and erodes step by step, on the threads of the process. In between Python runs the
/// handlers of signals on this thread. An exception of theirs ends the work with [`Error::Stopped`], and [`Raised::outcome`]
/// returns it.
pub struct Interruptible {
    backend: Box<dyn Backend + Send>,
    engine: Arc<Engine>,
    /// The most samples of the next piece.
    most: u64,
    has_begun: bool,
    raised: Raised,
}

/// The exception that ended some work on interruptible backends.
#[derive(Clone, Default)]
pub struct Raised(Arc<Mutex<Option<Failure>>>);

impl Raised {
    /// Returns the exception that ended the work, else what the work returned.
    pub fn outcome<T>(&self, worked: Result<T, Error>) -> Result<T> {
        match self.lock().take() {
            Some(exception) => Err(exception),
            None => Ok(worked?),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Failure>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Interruptible {
    pub fn new(
        job: &Job,
        runs_on: &RunsOn,
        engine: &Arc<Engine>,
        raised: &Raised,
    ) -> Result<Interruptible, Error> {
        Ok(Interruptible {
            backend: runs_on.backend(job.clone())?,
            engine: Arc::clone(engine),
            most: match runs_on {
                RunsOn::Reference => PIECE_OF_REFERENCE,
                RunsOn::Cpu | RunsOn::Gpu(..) => PIECE_MIN,
            },
            has_begun: false,
            raised: raised.clone(),
        })
    }

    /// Lets Python run the handlers of signals, whose exception ends the work.
    fn hear_signals(&self) -> Result<(), Error> {
        check_signals().map_err(|exception| {
            *self.raised.lock() = Some(exception);
            Error::Stopped
        })
    }

    fn fill_piece(
        &mut self,
        piece: &Brick,
        packing: &Packing,
        out: &mut [u8],
    ) -> Result<u64, Error> {
        if self.has_begun {
            self.hear_signals()?;
        }
        self.has_begun = true;
        let start = Instant::now();
        let Interruptible {
            backend, engine, ..
        } = self;
        let filled = engine.run(|| backend.fill(piece, packing, out));
        let seconds = start.elapsed().as_secs_f64();
        if seconds > BETWEEN_SIGNALS {
            self.most = (self.most / 2).max(PIECE_OF_REFERENCE);
        } else if seconds < BETWEEN_SIGNALS / 4.0 && piece.samples() > self.most / 2 {
            self.most *= 2;
        }
        filled
    }
}

impl Backend for Interruptible {
    fn name(&self) -> &'static str {
        self.backend.name()
    }

    fn grid(&self) -> &Grid {
        self.backend.grid()
    }

    fn channels(&self) -> usize {
        self.backend.channels()
    }

    fn fill(&mut self, brick: &Brick, packing: &Packing, mut out: &mut [u8]) -> Result<u64, Error> {
        if brick.samples() <= self.most {
            return self.fill_piece(brick, packing, out);
        }
        let (mut saturated, mut filled) = (0, 0);
        while filled < brick.samples() {
            let piece = brick.piece(filled, self.most);
            filled += piece.samples();
            let bytes = piece.samples() as usize * packing.bytes() as usize;
            let Some((own, rest)) = std::mem::take(&mut out).split_at_mut_checked(bytes) else {
                // Too short for the brick: the backend refuses it.
                return self.backend.fill(brick, packing, &mut []);
            };
            saturated += self.fill_piece(&piece, packing, own)?;
            out = rest;
        }
        Ok(saturated)
    }

    fn erode(&mut self, task: &Task, soil: &mut [u32]) -> Result<bool, Error> {
        let backend = &mut self.backend;
        if self.engine.run(|| backend.erode(task, soil))? {
            return Ok(true);
        }
        // The CPU, too, takes the threads of this process: after a fork it has no others.
        let mut steps = ErosionSteps::new(task, soil)?;
        while self.engine.run(|| steps.take_next())? {
            self.hear_signals()?;
        }
        steps.settle(soil);
        Ok(true)
    }
}

/// Returns how many samples the CPU is expected to compute between two looks at signals.
pub fn samples_between_signals(job: &Job) -> u64 {
    let all = Brick::all(job.grid()).samples();
    // An estimate would take longer than few samples do.
    if all <= PIECE_MIN {
        return PIECE_MIN;
    }
    let each = Cpu::new(job.clone()).expected_seconds() / all as f64;
    ((BETWEEN_SIGNALS / each).min(1e18) as u64).max(PIECE_MIN)
}

/// Lets Python run the handlers of signals: Ctrl-C becomes a `KeyboardInterrupt`.
pub fn check_signals() -> Result<()> {
    Python::attach(|py| py.check_signals()).map_err(Failure::from)
}
