//! Where the time of a device went.

use std::time::Duration;

use super::Gpu;
use crate::Result;
#[cfg(not(target_arch = "wasm32"))]
use crate::backend::DeviceTimes;

impl Gpu {
    /// Returns how long results were copied out of mapped buffers since the last call.
    #[cfg(any(feature = "service", not(target_arch = "wasm32")))]
    pub(crate) fn take_copying(&mut self) -> Duration {
        std::mem::take(&mut self.copying)
    }

    /// Does what [`Backend::take_device_times`](crate::Backend::take_device_times) does, without blocking. Times that cannot be
    /// read are none: what was computed is right without them.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) async fn take_times(&mut self) -> DeviceTimes {
        let is_read = self.read_timestamps().await.is_ok() && self.timestamps.is_some();
        let computing = std::mem::take(&mut self.timed);
        DeviceTimes {
            computing: is_read.then_some(computing),
            copying: self.take_copying(),
        }
    }

    /// Makes room for the times of another pass.
    pub(super) async fn make_room_for_times(&mut self) -> Result<()> {
        match &self.timestamps {
            Some(timestamps) if timestamps.is_full() => self.read_timestamps().await,
            _ => Ok(()),
        }
    }

    /// Adds up the times of all passes so far, for which it waits.
    async fn read_timestamps(&mut self) -> Result<()> {
        let Some(timestamps) = self.timestamps.as_mut().filter(|times| times.bytes() > 0) else {
            return Ok(());
        };
        let ticket = self
            .readback
            .begin(timestamps.times(), 0..timestamps.bytes(), |encoder| {
                timestamps.resolve(encoder);
                Ok(())
            });
        let mut time = Duration::ZERO;
        let read = self
            .readback
            .finish(ticket.await?, |bytes| time = timestamps.take(bytes));
        read.await?;
        self.timed += time;
        Ok(())
    }
}
