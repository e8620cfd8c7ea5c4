//! The threads and devices of this process.
//!
//! Usually the threads are those of rayon's global pool. A process that was forked has neither threads nor devices: threads stay
//! behind, and drivers do not survive. So the child gets an engine of its own before anything else runs in it, with a pool of its
//! own, and the old one is never touched or freed. The engine is looked up only by a thread that is
//! attached to the interpreter. Python forks only on such a thread, so its lock is free in the child.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use wgpu_noise::gpu::{Choice, Context};
use wgpu_noise::{Error, Result};

use crate::failure::{self, Failure};

/// Threads and devices, each opened when it is first used.
#[derive(Default)]
pub struct Engine {
    /// The threads of a process that was forked; none if the system gives no threads.
    pool: OnceLock<Option<ThreadPool>>,
    is_forked: bool,
    devices: Mutex<Vec<(Choice, Result<Context>)>>,
    /// Held while something is computed on a device.
    turn: Mutex<()>,
    /// Whether this process was forked from one that had opened a device.
    has_lost_devices: bool,
}

static CURRENT: Mutex<Option<Arc<Engine>>> = Mutex::new(None);

/// Returns the engine of this process.
pub fn current(_: Python<'_>) -> Arc<Engine> {
    Arc::clone(lock(&CURRENT).get_or_insert_default())
}

/// Gives a process that was just forked an engine of its own.
#[pyfunction]
pub fn after_fork_in_child() {
    let mut current = lock(&CURRENT);
    if let Some(old) = current.take() {
        // Another thread may have held the lock. Then it was opening a device.
        let had_devices = (old.devices.try_lock()).map_or(true, |devices| !devices.is_empty());
        let has_lost_devices = old.has_lost_devices || had_devices;
        mem::forget(old);
        *current = Some(Arc::new(Engine {
            is_forked: true,
            has_lost_devices,
            ..Engine::default()
        }));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engine {
    /// Runs `work` on the threads of this process.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let own = || (self.is_forked).then(|| ThreadPoolBuilder::new().build().ok());
        match self.pool.get_or_init(|| own().flatten()) {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Returns the number of threads that compute.
    pub fn threads(&self) -> usize {
        self.run(rayon::current_num_threads)
    }

    /// Whether devices can be opened.
    pub fn can_have_devices(&self) -> bool {
        !self.has_lost_devices
    }

    /// Returns whether a device was opened for a choice.
    pub fn has_open(&self, choice: &Choice) -> bool {
        let devices = lock(&self.devices);
        devices
            .iter()
            .any(|(of, device)| of == choice && device.is_ok())
    }

    /// Returns the device for a choice. It is opened once, and again after it was lost.
    pub fn device(&self, choice: &Choice) -> failure::Result<Context> {
        if self.has_lost_devices {
            return Err(Failure::Python(PyRuntimeError::new_err(
                "this process was forked from one that had opened a GPU, which no driver survives; start it with \
                 multiprocessing's \"spawn\" or \"forkserver\", or use the CPU",
            )));
        }
        let mut devices = lock(&self.devices);
        devices.retain(|(_, device)| {
            !matches!(device, Ok(context) if matches!(context.check(), Err(Error::DeviceLost(_))))
        });
        if let Some((_, device)) = devices.iter().find(|(of, _)| of == choice) {
            return Ok(device.clone()?);
        }
        let device = Context::request_blocking(choice);
        devices.push((choice.clone(), device.clone()));
        Ok(device?)
    }

    /// Waits until nothing else is computed on a device.
    pub fn turn(&self) -> MutexGuard<'_, ()> {
        lock(&self.turn)
    }
}
