//! What the handlers of a device record.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::guarded::one_line;
use crate::{Error, Result};

/// What the handlers of a device have recorded.
#[derive(Debug, Default)]
pub(super) struct Faults {
    /// Why the device was lost, in the words of whoever noticed first.
    lost: OnceLock<String>,
    /// Whether the last wait ran out of time.
    silent: AtomicBool,
    /// The first error outside every error scope that has not been reported yet.
    uncaptured: Mutex<Option<Error>>,
}

impl Faults {
    /// Records that the device is lost. The error has the first recorded reason.
    pub fn lose(&self, reason: &str) -> Error {
        // The first reason is kept: later ones are consequences of it.
        let lost = self.lost.get_or_init(|| one_line(reason));
        Error::DeviceLost(lost.clone())
    }

    /// Records an error outside every error scope, if none waits to be reported.
    pub fn record(&self, error: Error) {
        self.uncaptured().get_or_insert(error);
    }

    /// Takes the error that has not been reported yet.
    pub fn take_uncaptured(&self) -> Option<Error> {
        self.uncaptured().take()
    }

    /// Checks that no loss is recorded.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub fn check_present(&self) -> Result<()> {
        match self.lost.get() {
            Some(reason) => Err(Error::DeviceLost(reason.clone())),
            None => Ok(()),
        }
    }

    /// Records whether the device answered a wait in time.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn note_answer(&self, in_time: bool) {
        self.silent.store(!in_time, Ordering::Relaxed);
    }

    /// Returns whether the last wait ran out of time.
    pub fn is_silent(&self) -> bool {
        self.silent.load(Ordering::Relaxed)
    }

    fn uncaptured(&self) -> MutexGuard<'_, Option<Error>> {
        // An `Option` is valid at every moment, so a poisoned lock does no harm.
        self.uncaptured
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
