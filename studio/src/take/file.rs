//! A bake into files, on a thread of its own, as `wgpu-noise bake` does it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

use wgpu_noise::bake::{Plan, Progress};
use wgpu_noise::cpu::{Cpu, ErosionSteps};
use wgpu_noise::erosion::Task;
use wgpu_noise::format::{self, FileType, Inputs};
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::Packing;
use wgpu_noise::{Backend, Error, Grid, Job, Recipe, Result};

/// A bake that goes on in the background. Dropping it cancels it.
pub struct Baking {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<Result<Vec<PathBuf>>>>,
}

/// What both threads see.
#[derive(Default)]
struct Shared {
    done: AtomicU64,
    of: AtomicU64,
    stopped: AtomicBool,
}

impl Baking {
    /// Begins to bake a recipe into the files of a path, but for those that it is made of.
    pub fn start(recipe: Recipe, inputs: Inputs, file_type: FileType, path: &str) -> Baking {
        let shared = Arc::<Shared>::default();
        let (seen, path) = (shared.clone(), PathBuf::from(path));
        let thread = thread::spawn(move || bake(&recipe, &inputs, file_type, &path, &seen));
        Baking {
            shared,
            thread: Some(thread),
        }
    }

    /// Returns the share that is done, from 0 to 1.
    pub fn progress(&self) -> f32 {
        let [done, of] = [&self.shared.done, &self.shared.of].map(|n| n.load(Ordering::Relaxed));
        done as f32 / of.max(1) as f32
    }

    /// Stops it. No file is left.
    pub fn cancel(&self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
    }

    /// Returns what became of it, in words, once it has ended.
    pub fn ended(&mut self) -> Option<Result<String, String>> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        Some(match thread.join() {
            Ok(Ok(paths)) => Ok(describe(&paths)),
            Ok(Err(Error::Stopped)) => Err("cancelled; no file is left".to_string()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("the bake failed of a mistake in this program".to_string()),
        })
    }
}

impl Drop for Baking {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn describe(paths: &[PathBuf]) -> String {
    match paths {
        [path] => format!("wrote {}", path.display()),
        [first, .., last] => format!(
            "wrote {} files, {} to {}",
            paths.len(),
            first.display(),
            last.display()
        ),
        [] => "wrote nothing".to_string(),
    }
}

fn bake(
    recipe: &Recipe,
    inputs: &Inputs,
    file_type: FileType,
    path: &Path,
    shared: &Arc<Shared>,
) -> Result<Vec<PathBuf>> {
    let open = |job: &Job| -> Result<Box<dyn Backend>> {
        Ok(Box::new(Stoppable {
            inner: Cpu::new(job.clone()),
            shared: shared.clone(),
        }))
    };
    let mut show = |progress: Progress| {
        shared.done.store(progress.done, Ordering::Relaxed);
        shared.of.store(progress.of, Ordering::Relaxed);
    };
    let mut plan = Plan::of_recipe(recipe, Some(file_type))?;
    if plan.must_measure() {
        plan = plan.measure(&mut { open }, &mut show)?;
    }
    let contents = plan.contents(recipe);
    inputs.spare(&format::files(path, &contents)?)?;
    let mut writer = format::create(path, &contents)?;
    plan.bake(open(plan.job())?.as_mut(), &mut writer, &mut show)?;
    Ok(writer.finish()?.paths)
}

/// The CPU backend until it is stopped.
struct Stoppable {
    inner: Cpu,
    shared: Arc<Shared>,
}

/// The most samples between two looks at whether it is stopped: a fraction of a second.
const TURN: u64 = 1 << 20;

impl Stoppable {
    fn goes_on(&self) -> Result<()> {
        match self.shared.stopped.load(Ordering::Relaxed) {
            true => Err(Error::Stopped),
            false => Ok(()),
        }
    }
}

impl Backend for Stoppable {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn grid(&self) -> &Grid {
        self.inner.grid()
    }

    fn channels(&self) -> usize {
        self.inner.channels()
    }

    fn fill(&mut self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        let texel = u64::from(packing.bytes());
        let (mut saturated, mut rest) = (0, out);
        for piece in brick.pieces(TURN) {
            self.goes_on()?;
            let bytes = (piece.samples() * texel) as usize;
            let (now, later) = rest.split_at_mut(bytes.min(rest.len()));
            saturated += self.inner.fill(&piece, packing, now)?;
            rest = later;
        }
        Ok(saturated)
    }

    fn erode(&mut self, task: &Task, soil: &mut [u32]) -> Result<bool> {
        let mut steps = ErosionSteps::new(task, soil)?;
        while steps.take_next()? {
            self.goes_on()?;
        }
        steps.settle(soil);
        Ok(true)
    }
}
