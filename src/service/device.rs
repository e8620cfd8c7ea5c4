//! The device of a worker, and another one when it is lost.

#[cfg(not(target_arch = "wasm32"))]
use std::time::Duration;

use super::options::Place;
use crate::gpu::{Choice, Context, Gpu};
use crate::grid::Brick;
use crate::texel::Packing;
use crate::{Error, Job, Result};

/// How often a device is requested anew after a loss.
const TRIES: u32 = 4;
/// Backends that are kept for later tasks, with their buffers.
const KEPT: usize = 8;

pub struct Device {
    context: Context,
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
}

impl Device {
    /// Opens the device of a place that has one.
    pub async fn open(place: &Place) -> Result<Option<Device>> {
        let (context, choice) = match place {
            Place::Cpu => return Ok(None),
            Place::Adapter(choice) => (Context::request(choice).await?, Some(choice.clone())),
            Place::Device(context) => (context.clone(), None),
        };
        Ok(Some(Device {
            context,
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
            None => Gpu::new(&self.context, job.clone())?,
        };
        Ok(OnDevice {
            gpu,
            generation: self.generation,
        })
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
                    self.context = context;
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
