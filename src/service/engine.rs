//! What a worker computes on: the CPU, or a device that is made anew when it is lost.

use super::device::Device;
use super::form::Form;
use super::progress::{Evaluator, Progress};
use super::queue::Batch;
use super::request::Work;
use crate::cpu::{self, Cpu};
use crate::{Error, Result};

pub enum Engine {
    Cpu,
    Device(Box<Device>),
}

/// What an error means for the task and for the worker.
pub enum Fault {
    /// The request or this machine's memory: the task fails.
    Task,
    /// The device could not do the task, and another could not either.
    Device,
    /// The device is lost, and another one was made.
    Lost,
    /// The device is lost for good.
    Dead,
}

impl Engine {
    /// Returns the name of its backend, which spans have. An engine with a device computes points on the CPU, and what devices
    /// cannot and the CPU may.
    pub fn name(&self) -> &'static str {
        match self {
            Engine::Cpu => "cpu",
            Engine::Device(_) => "gpu",
        }
    }

    /// Returns how many small tasks it takes at once: those that a device computes in one submission.
    pub fn batch(&self) -> Batch {
        match self {
            Engine::Cpu => Batch { tasks: 1, work: 0 },
            Engine::Device(_) => Batch {
                tasks: 16,
                work: 1 << 20,
            },
        }
    }

    /// Begins a task.
    pub fn begin(&mut self, work: &Work, on_cpu: bool) -> Result<Progress> {
        let evaluator = match (&work.form, self) {
            (Form::Points(_), _) => {
                Evaluator::Points(Box::new(cpu::Points::new(work.job.clone())?))
            }
            (_, Engine::Device(device)) if !on_cpu => {
                Evaluator::Device(Box::new(device.evaluator(&work.job)?))
            }
            _ => Evaluator::Cpu(Box::new(Cpu::new(work.job.clone()))),
        };
        Progress::new(work, evaluator)
    }

    /// Whether a task that was begun can go on: not if its device was lost since.
    pub fn can_go_on(&self, progress: &Progress) -> bool {
        match (&progress.evaluator, self) {
            (Evaluator::Device(evaluator), Engine::Device(device)) => device.has(evaluator),
            _ => true,
        }
    }

    /// A task is done: what computed it may compute another.
    pub fn recycle(&mut self, evaluator: Evaluator) {
        if let (Evaluator::Device(evaluator), Engine::Device(device)) = (evaluator, self) {
            device.recycle(*evaluator);
        }
    }

    /// Says what an error means; makes a lost device anew.
    pub async fn judge(&mut self, error: &Error) -> Fault {
        match (error, self) {
            (Error::DeviceLost(_) | Error::Timeout { .. }, Engine::Device(device)) => {
                match device.remake().await {
                    true => Fault::Lost,
                    false => Fault::Dead,
                }
            }
            // On a device only its program is too large for a task that was admitted, and only its limits are not enough.
            (
                Error::OutOfDeviceMemory(_)
                | Error::Gpu(_)
                | Error::DeviceInit { .. }
                | Error::TooLarge { .. },
                Engine::Device(_),
            ) => Fault::Device,
            _ => Fault::Task,
        }
    }
}
