//! The queue behind its lock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::progress::Parked;
use super::queue::Queue;
use super::sync::Mutex;

/// What callers and workers share.
pub struct Shared<P>(Mutex<Queue<P>>);

impl<P> Shared<P> {
    pub fn new(queue: Queue<P>) -> Shared<P> {
        Shared(Mutex::new(queue))
    }

    /// Runs `act` under the lock. Wakes and drops what it left only after it: a waker may poll at once, and a progress may hold
    /// buffers of a device.
    pub fn with<R>(&self, act: impl FnOnce(&mut Queue<P>) -> R) -> R {
        let (result, wakers, garbage) = {
            // No code under the lock panics half way through a change, so a poisoned lock does no harm.
            let mut queue = self.0.lock().unwrap_or_else(|poison| poison.into_inner());
            let result = act(&mut queue);
            let wakers = std::mem::take(&mut queue.wakers);
            (result, wakers, std::mem::take(&mut queue.garbage))
        };
        drop(garbage);
        wakers.into_iter().for_each(std::task::Waker::wake);
        result
    }
}

/// Destroys the device of a worker, for tests.
#[cfg(not(target_arch = "wasm32"))]
pub type Destroy = Box<dyn Fn() + Send + Sync>;
#[cfg(target_arch = "wasm32")]
pub type Destroy = Box<dyn Fn()>;

/// What all handles and futures of a service hold. With the last of them the workers end.
pub struct Handle {
    pub shared: Arc<Shared<Parked>>,
    callers: AtomicU64,
    devices: Vec<Destroy>,
}

impl Handle {
    pub fn new(shared: Arc<Shared<Parked>>, devices: Vec<Destroy>) -> Handle {
        Handle {
            shared,
            callers: AtomicU64::new(1),
            devices,
        }
    }

    pub fn destroy_devices(&self) {
        self.devices.iter().for_each(|destroy| destroy());
    }

    /// Returns the number of another caller. The first is 0.
    pub fn new_caller(&self) -> u64 {
        self.callers.fetch_add(1, Ordering::Relaxed)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.shared.with(Queue::close);
    }
}
