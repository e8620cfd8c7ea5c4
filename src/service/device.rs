//! The device of a worker, and another one when it is lost.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::options::Place;
use super::shared::Destroy;
use crate::gpu::together::{self, Share};
use crate::gpu::{Choice, Context, Gpu};
use crate::grid::Brick;
use crate::texel::Packing;
use crate::{Error, Job, Result};

/// How often a device is requested anew after a loss.
const TRIES: u32 = 4;
/// Backends that are kept for later tasks, with their buffers.
const KEPT: usize = 8;

pub struct Device {
    context: Arc<Mutex<Context>>,
    /// The adapter to request another device of; `None` for the caller's own device.
    choice: Option<Choice>,
    /// Grows with each device.
    generation: u32,
    /// Whether the last device is lost, and there is no other.
    is_dead: bool,
    idle: Vec<Gpu>,
}

/// A job on one of the devices.
pub struct OnDevice {
    gpu: Gpu,
    generation: u32,
}

impl OnDevice {
    /// Does what [`Gpu::fill_async`] does.
    pub async fn fill(&mut self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        self.gpu.fill_async(brick, packing, out).await
    }

    /// Returns how long results were copied out of mapped buffers since the last call.
    pub fn take_copying(&mut self) -> Duration {
        self.gpu.take_copying()
    }

    /// Whether a brick is small enough for one dispatch.
    pub fn is_small(&self, brick: &Brick) -> bool {
        together::is_small(&self.gpu, brick)
    }

    /// Fills several bricks, each of one job and [small](OnDevice::is_small), in one submission.
    pub async fn fill_together(shares: Vec<Part<'_>>) -> Result<()> {
        let share = |part| {
            let (evaluator, brick, packing, out): Part = part;
            Share {
                gpu: &mut evaluator.gpu,
                brick,
                packing,
                out,
            }
        };
        together::fill_together(shares.into_iter().map(share).collect()).await
    }
}

/// A brick of a job on a device, its packing, and the memory for its texels.
pub type Part<'a> = (&'a mut OnDevice, Brick, Packing, &'a mut [u8]);

impl Device {
    /// Opens the device of a place that has one.
    pub async fn open(place: &Place) -> Result<Option<Device>> {
        let (context, choice) = match place {
            Place::Cpu => return Ok(None),
            Place::Adapter(choice) => (Context::request(choice).await?, Some(choice.clone())),
            Place::Device(context) => (context.clone(), None),
        };
        Ok(Some(Device {
            context: Arc::new(Mutex::new(context)),
            choice,
            generation: 0,
            is_dead: false,
            idle: Vec::new(),
        }))
    }

    /// Returns a backend for a job, with the buffers of an earlier one if there are any.
    pub fn evaluator(&mut self, job: &Job) -> Result<OnDevice> {
        if self.is_dead {
            let reason = "it was lost, and no other could be made".to_string();
            return Err(Error::DeviceLost(reason));
        }
        let gpu = match self.idle.pop() {
            Some(mut gpu) => {
                gpu.set_job(job.clone())?;
                gpu
            }
            None => Gpu::new(&self.context(), job.clone())?,
        };
        Ok(OnDevice {
            gpu,
            generation: self.generation,
        })
    }

    fn context(&self) -> Context {
        lock(&self.context).clone()
    }

    /// Returns what destroys the present device.
    pub fn destroyer(&self) -> Destroy {
        let context = Arc::clone(&self.context);
        Box::new(move || lock(&context).device().destroy())
    }

    /// Whether it is on the present device, and not on one that was lost.
    pub fn has(&self, evaluator: &OnDevice) -> bool {
        self.generation == evaluator.generation
    }

    /// Keeps a backend for another job.
    pub fn recycle(&mut self, evaluator: OnDevice) {
        if self.has(&evaluator) && self.idle.len() < KEPT {
            self.idle.push(evaluator.gpu);
        }
    }

    /// Requests another device in place of the lost one; returns whether there is one now.
    pub async fn remake(&mut self) -> bool {
        self.idle.clear();
        let Some(choice) = self.choice.clone().filter(|_| !self.is_dead) else {
            self.is_dead = true;
            return false;
        };
        for attempt in 0..TRIES {
            pause(attempt);
            match Context::request(&choice).await {
                Ok(context) => {
                    *lock(&self.context) = context;
                    self.generation += 1;
                    return true;
                }
                Err(error) => tracing::warn!(%error, attempt, "no new device"),
            }
        }
        self.is_dead = true;
        false
    }
}

fn lock(context: &Mutex<Context>) -> std::sync::MutexGuard<'_, Context> {
    context.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits before an attempt: not at all, then 0.1, 0.4 and 1.6 s.
#[cfg(not(target_arch = "wasm32"))]
fn pause(attempt: u32) {
    if let Some(exponent) = attempt.checked_sub(1) {
        std::thread::sleep(Duration::from_millis(100 << (2 * exponent)));
    }
}

/// A page cannot wait here.
#[cfg(target_arch = "wasm32")]
fn pause(_: u32) {}
