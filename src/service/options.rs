//! What a service is made of, and on which terms it takes a request.

use std::time::Duration;

#[cfg(feature = "gpu")]
use crate::gpu::{Choice, Context};

/// What a service computes on, and how much it holds.
///
/// ```
/// use wgpu_noise::service::{Options, Service};
///
/// let service = Service::start(Options::default().requests(100).cache_bytes(64 << 20))?;
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(super) places: Vec<Place>,
    pub(super) requests: usize,
    pub(super) bytes: u64,
    pub(super) cache_bytes: u64,
}

/// What a worker computes on.
#[derive(Clone, Debug)]
pub enum Place {
    Cpu,
    /// An adapter, on which the service makes a device, and another one when that is lost.
    #[cfg(feature = "gpu")]
    Adapter(Choice),
    /// A device of the caller's, which nobody makes anew.
    #[cfg(feature = "gpu")]
    Device(Context),
}

impl Default for Options {
    /// Returns the CPU, 1024 requests, 1 GiB in flight, and a cache of 256 MiB.
    fn default() -> Options {
        Options {
            places: Vec::new(),
            requests: 1024,
            bytes: 1 << 30,
            cache_bytes: 256 << 20,
        }
    }
}

impl Options {
    /// Adds the CPU: as many workers as it has threads. A service to which nothing is added computes on it alone.
    ///
    /// Beside a device, any request may be computed on either, and what the device cannot do the CPU does. Their values
    /// differ by at most [`Job::tolerance`](crate::Job::tolerance).
    pub fn cpu(mut self) -> Options {
        self.places.push(Place::Cpu);
        self
    }

    /// Adds a device on this adapter, with a worker of its own. If the device is lost, another one is made.
    #[cfg(feature = "gpu")]
    pub fn gpu(mut self, choice: Choice) -> Options {
        self.places.push(Place::Adapter(choice));
        self
    }

    /// Adds the caller's own device, with a worker of its own. If it is lost, it is not used again.
    #[cfg(feature = "gpu")]
    pub fn device(mut self, context: &Context) -> Options {
        self.places.push(Place::Device(context.clone()));
        self
    }

    /// Sets how many requests may be in flight, 1024 by default; at least 1. Requests that wait for admission do not count.
    pub fn requests(mut self, most: usize) -> Options {
        self.requests = most.max(1);
        self
    }

    /// Sets how many bytes the results of all requests in flight may have, 1 GiB by default. A request for more is refused.
    /// A result that is done is its caller's, and does not count, even before the caller takes it.
    pub fn bytes(mut self, most: u64) -> Options {
        self.bytes = most;
        self
    }

    /// Sets how many bytes of results are kept for later requests, 256 MiB by default; 0 keeps none. Each result counts 640 bytes
    /// more, for what keeps it.
    pub fn cache_bytes(mut self, most: u64) -> Options {
        self.cache_bytes = most;
        self
    }
}

/// Which of two waiting requests is computed first. A lower one gets its turn when no higher one waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Priority {
    /// Work ahead of time.
    Low,
    /// The default.
    #[default]
    Normal,
    /// Someone looks at the screen.
    High,
}

/// What becomes of a request for which there is no room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhenFull {
    /// It waits until there is. The caller holds its future, so that nothing of the service grows.
    #[default]
    Wait,
    /// It fails with [`Error::Busy`](crate::Error::Busy).
    Refuse,
}

/// The terms of a request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms {
    pub caller: u64,
    pub priority: Priority,
    pub deadline: Option<Duration>,
    pub when_full: WhenFull,
    pub cpu_fallback: bool,
}
