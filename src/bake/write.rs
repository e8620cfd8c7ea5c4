//! Carrying out a plan.

use std::mem::take;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::Plan;
use crate::format::Writer;
use crate::grid::Brick;
use crate::memory::resize;
use crate::stopwatch::Stopwatch;
use crate::texel::packing::hull;
use crate::{Backend, DeviceTimes, Error, Result};

/// The most bytes that are computed before anything is written.
const FIRST_BYTES: u64 = 1 << 20;

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

/// A file that is being baked.
pub(super) struct Baking<'a> {
    plan: &'a Plan,
    writer: &'a mut Writer,
    /// What is still to be written.
    ready: Option<Texels>,
    statistics: Statistics,
}

/// The texels of a brick in one file.
#[derive(Default)]
pub(super) struct Texels {
    pub bytes: Vec<u8>,
    /// How many of their values were outside the range.
    pub saturated: u64,
}

/// Computes the texels of a brick for each file, in the memory of those of an earlier brick if there is one. The second
/// brick is the next one.
pub(super) trait Compute:
    FnMut(&Brick, Option<&Brick>, Vec<Texels>) -> Result<Vec<Texels>>
{
}

impl<F: FnMut(&Brick, Option<&Brick>, Vec<Texels>) -> Result<Vec<Texels>>> Compute for F {}

impl Plan {
    /// Computes the bricks of all files of a writer on a backend for [`Plan::job`], and hands their texels to the writer, which
    /// the caller then finishes. A brick is written while the next one is computed, and a file is published while the next one is
    /// written. The first brick is computed in pieces that double in size, so that the first mebibyte is written soon.
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
        let mut files = [Baking::new(self, writer)?];
        let watch = Stopwatch::start();
        let whole = self.whole(backend)?;
        let of_whole = watch.elapsed().unwrap_or_default();
        let asked_for_as_they_are = self.supersample.is_none() && whole.is_none();
        let compute = |brick: &Brick, next: Option<&Brick>, mut texels: Vec<Texels>| {
            if let Some(next) = next.filter(|_| asked_for_as_they_are) {
                backend.announce(next);
            }
            let mut bytes = texels.pop().unwrap_or_default().bytes;
            let taken = brick.samples() * u64::from(self.taken.bytes());
            resize(&mut bytes, taken)?;
            let saturated =
                self.fill_from(whole.as_ref(), backend, brick, &self.taken, &mut bytes)?;
            Ok(vec![Texels { bytes, saturated }])
        };
        bake(&mut files, self, compute, progress)?;
        let [Baking { mut statistics, .. }] = files;
        statistics.computing += of_whole;
        statistics.device = backend.take_device_times();
        Ok(statistics)
    }
}

/// Computes the bricks of a plan, in which all files are cut, and writes each to the files while the next one is computed.
pub(super) fn bake(
    files: &mut [Baking],
    plan: &Plan,
    compute: impl Compute,
    progress: &mut dyn FnMut(Progress),
) -> Result<()> {
    let baked = bake_ahead(files, plan, compute, progress);
    let settled = files.iter_mut().map(|file| file.writer.settle());
    // All are settled, also after an error.
    let settled: Vec<Result<()>> = settled.collect();
    baked.and_then(|()| settled.into_iter().collect())
}

/// Bakes, and leaves the last part of each file to be published.
fn bake_ahead(
    files: &mut [Baking],
    plan: &Plan,
    mut compute: impl Compute,
    progress: &mut dyn FnMut(Progress),
) -> Result<()> {
    let Some(Baking { writer, .. }) = files.first() else {
        return Ok(());
    };
    let (parts, of) = (writer.parts_to_come(), writer.samples());
    let mut bricks = parts.into_iter().flat_map(|part| plan.bricks_of(part));
    let first = (bricks.next().into_iter())
        .flat_map(|brick| brick.growing_pieces(FIRST_BYTES / u64::from(plan.taken.bytes())));
    let mut bricks = first.chain(bricks).peekable();
    let mut spare = Vec::new();
    let mut ready = 0;
    let mut done = 0;
    let mut add = |samples| {
        done += samples;
        progress(Progress { done, of });
    };
    while let Some(brick) = bricks.next() {
        let texels = take(&mut spare);
        let compute = || {
            let watch = Stopwatch::start();
            let texels = compute(&brick, bricks.peek(), texels)?;
            Ok((texels, watch.elapsed().unwrap_or_default()))
        };
        let (filled, computing) = match ready {
            0 => compute()?,
            samples => {
                let (filled, stored) = meanwhile(compute, || store(files));
                spare = stored?;
                add(samples);
                filled?
            }
        };
        ready = brick.samples();
        for (file, texels) in files.iter_mut().zip(filled) {
            file.statistics.samples += ready;
            file.statistics.computing += computing;
            file.ready = Some(texels);
        }
    }
    // A resumed bake may have nothing left to write.
    if ready > 0 {
        store(files)?;
        add(ready);
    }
    Ok(())
}

/// Writes what is ready to all files at the same time, and returns its memory.
fn store(files: &mut [Baking]) -> Result<Vec<Texels>> {
    match files {
        [] => Ok(Vec::new()),
        [file] => Ok(Vec::from_iter(file.store()?)),
        [file, others @ ..] => {
            let (stored, others) = meanwhile(|| file.store(), || store(others));
            Ok(stored?.into_iter().chain(others?).collect())
        }
    }
}

impl<'a> Baking<'a> {
    /// # Errors
    /// [`Error::Invalid`] if the writer has other files than the plan.
    pub fn new(plan: &'a Plan, writer: &'a mut Writer) -> Result<Baking<'a>> {
        if *writer.parts() != plan.parts {
            let allowed = "one of the plan's type of file and contents";
            return Err(Error::invalid("writer", "one of other files", allowed));
        }
        Ok(Baking {
            plan,
            writer,
            ready: None,
            statistics: Statistics::default(),
        })
    }

    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Writes what is ready, and returns its memory.
    fn store(&mut self) -> Result<Option<Texels>> {
        let Some(mut texels) = self.ready.take() else {
            return Ok(None);
        };
        let watch = Stopwatch::start();
        self.writer.write_ahead(&texels.bytes)?;
        let packing = &self.plan.packing;
        let used = match self.plan.mips {
            true => {
                let (saturated, used) = packing.survey(&texels.bytes);
                texels.saturated = saturated;
                used
            }
            false => packing.extremes(&texels.bytes),
        };
        let statistics = &mut self.statistics;
        statistics.saturated += texels.saturated;
        statistics.used = hull(statistics.used, used);
        statistics.writing += watch.elapsed().unwrap_or_default();
        Ok(Some(texels))
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

#[cfg(test)]
mod tests {
    use std::io::sink;
    use std::path::Path;

    use super::*;
    use crate::cpu::Cpu;
    use crate::format::{Contents, stream};
    use crate::{Grid, Job, Noise};

    #[test]
    fn the_first_bytes_of_a_bake_come_soon() {
        let grid = Grid::new([1000, 1000, 3]);
        let job = Job::of(&[Noise::constant(0.5)], &grid).unwrap();
        let plan = Plan::new(job.clone(), None, None, None).unwrap();
        let contents = Contents::of(&grid, &Brick::all(&grid), plan.packing);
        let mut writer = stream(sink(), Path::new("-"), &contents).unwrap();
        let mut done = vec![0];
        let mut add = |progress: Progress| done.push(progress.done);
        plan.bake(&mut Cpu::new(job), &mut writer, &mut add)
            .unwrap();
        writer.finish().unwrap();

        let bytes: Vec<u64> = done.iter().map(|samples| samples * 4).collect();
        assert!(bytes[1] <= FIRST_BYTES, "{bytes:?}");
        // Pieces double, so that a brick has few of them.
        assert!(bytes.len() <= 9, "{bytes:?}");
        assert_eq!(done.last(), Some(&3_000_000));
    }
}
