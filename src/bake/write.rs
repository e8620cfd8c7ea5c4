//! Carrying out a plan.

use std::mem::take;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::Plan;
use super::grid_steps::Whole;
use crate::format::Writer;
use crate::grid::Brick;
use crate::memory::zeros;
use crate::stopwatch::Stopwatch;
use crate::texel::packing::hull;
use crate::{Backend, DeviceTimes, Error, Result};

/// How far a bake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of samples that are written.
    pub done: u64,
    /// The number of samples in all.
    pub of: u64,
}

/// What a bake counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Statistics {
    /// The number of samples that were computed, over all frames.
    pub samples: u64,
    /// How many values were outside the range of a unorm format, and were stored as its nearest end.
    pub saturated: u64,
    /// The least and the greatest component that was stored for a channel of a unorm format, from 0 to 1; `None` for float
    /// formats.
    pub used: Option<[f32; 2]>,
    /// How long bricks were computed; 0 in a browser, as is `writing`.
    pub computing: Duration,
    /// How long bricks were encoded and written. One is written while the next is computed.
    pub writing: Duration,
    /// Where the time of the device went; `None` without one.
    pub device: Option<DeviceTimes>,
}

/// The texels of a brick.
struct Filled {
    texels: Vec<u8>,
    samples: u64,
    saturated: u64,
    computing: Duration,
}

/// What storing a brick said of it.
struct Stored {
    brick: Filled,
    used: Used,
    writing: Duration,
}

/// The least and the greatest component that was stored.
type Used = Option<[f32; 2]>;

impl Plan {
    /// Computes the bricks of all files of a writer on a backend for [`Plan::job`], and hands their texels to the writer, which
    /// the caller then finishes. A brick is written while the next one is computed, and a file is published while the next one is
    /// written.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the writer has other files than the plan; [`Error::OutOfHostMemory`], and those of
    /// [`Backend::fill`] and [`Writer::write`].
    pub fn bake(
        &self,
        backend: &mut dyn Backend,
        writer: &mut Writer,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Statistics> {
        if *writer.parts() != self.parts {
            let allowed = "one of the plan's type of file and contents";
            return Err(Error::invalid("writer", "one of other files", allowed));
        }
        let baked = self.bake_ahead(backend, writer, progress);
        let settled = writer.settle();
        baked.and_then(|statistics| settled.map(|()| statistics))
    }

    /// Bakes, and leaves the last part to be published.
    fn bake_ahead(
        &self,
        backend: &mut dyn Backend,
        writer: &mut Writer,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Statistics> {
        let (parts, of) = (writer.parts_to_come(), writer.samples());
        let mut statistics = Statistics::default();
        let mut add = |stored: &Stored| {
            statistics.add(stored);
            progress(Progress {
                done: statistics.samples,
                of,
            });
        };
        let watch = Stopwatch::start();
        let whole = self.whole(backend)?;
        let of_whole = watch.elapsed().unwrap_or_default();
        let asked_for_as_they_are = self.supersample.is_none() && whole.is_none();
        let mut ready: Option<Filled> = None;
        let mut spare = Vec::new();
        let bricks = parts.into_iter().flat_map(|part| self.bricks_of(part));
        let mut bricks = bricks.peekable();
        while let Some(brick) = bricks.next() {
            let texels = take(&mut spare);
            if let Some(next) = bricks.peek().filter(|_| asked_for_as_they_are) {
                backend.announce(next);
            }
            let compute = || self.compute(whole.as_ref(), backend, &brick, texels);
            ready = Some(match ready.take() {
                None => compute()?,
                Some(ready) => {
                    let (filled, stored) = meanwhile(compute, || self.store(writer, ready));
                    let stored = stored?;
                    add(&stored);
                    spare = stored.brick.texels;
                    filled?
                }
            });
        }
        if let Some(last) = ready {
            add(&self.store(writer, last)?);
        }
        statistics.computing += of_whole;
        statistics.device = backend.take_device_times();
        Ok(statistics)
    }

    /// Computes a brick in the memory of an earlier one, or in new memory if that is empty.
    fn compute(
        &self,
        whole: Option<&Whole>,
        backend: &mut dyn Backend,
        brick: &Brick,
        mut texels: Vec<u8>,
    ) -> Result<Filled> {
        if texels.is_empty() {
            texels = zeros(self.brick_bytes())?;
        }
        let watch = Stopwatch::start();
        let bytes = brick.samples() * u64::from(self.taken.bytes());
        // No brick is larger than the first, so this allocates nothing.
        texels.resize(bytes as usize, 0);
        Ok(Filled {
            samples: brick.samples(),
            saturated: self.fill_from(whole, backend, brick, &self.taken, &mut texels)?,
            texels,
            computing: watch.elapsed().unwrap_or_default(),
        })
    }

    /// Writes a brick.
    fn store(&self, writer: &mut Writer, mut brick: Filled) -> Result<Stored> {
        let watch = Stopwatch::start();
        writer.write_ahead(&brick.texels)?;
        let used = match self.mips {
            true => {
                let (saturated, used) = self.packing.survey(&brick.texels);
                brick.saturated = saturated;
                used
            }
            false => self.packing.extremes(&brick.texels),
        };
        Ok(Stored {
            brick,
            used,
            writing: watch.elapsed().unwrap_or_default(),
        })
    }
}

impl Statistics {
    fn add(&mut self, stored: &Stored) {
        self.samples += stored.brick.samples;
        self.saturated += stored.brick.saturated;
        self.used = hull(self.used, stored.used);
        self.computing += stored.brick.computing;
        self.writing += stored.writing;
    }
}

/// Runs `there` on a thread of its own while `here` runs; after it, if the system gives no thread.
fn meanwhile<A, B: Send>(here: impl FnOnce() -> A, there: impl FnOnce() -> B + Send) -> (A, B) {
    let there = Mutex::new(Some(there));
    let run = || {
        let mut there = there.lock().unwrap_or_else(PoisonError::into_inner);
        there.take().map(|there| there())
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, run);
        let a = here();
        let b = match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => run(),
        };
        (a, b.unwrap_or_else(|| unreachable!("it runs once")))
    })
}
