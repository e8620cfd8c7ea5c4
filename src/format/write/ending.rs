//! The end of a part on a thread of its own, so that nothing waits for the disk.

use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use super::output::{Output, Written};
use crate::Result;

/// A part that is being completed and published. Dropped, it waits for that.
pub struct Ending {
    output: Arc<Mutex<Option<Output>>>,
    has_journal: bool,
    /// `None` if the system gave no thread, and when it was waited for.
    thread: Option<JoinHandle<Result<Written>>>,
}

impl Ending {
    pub fn begin(output: Output, has_journal: bool) -> Ending {
        let output = Arc::new(Mutex::new(Some(output)));
        let its = Arc::clone(&output);
        let thread = Builder::new().spawn(move || finish(&its, has_journal));
        Ending {
            output,
            has_journal,
            thread: thread.ok(),
        }
    }

    /// Waits for the end.
    ///
    /// # Errors
    /// Those of [`Output::finish`].
    pub fn wait(mut self) -> Result<Written> {
        match self.thread.take() {
            Some(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            None => finish(&self.output, self.has_journal),
        }
    }
}

fn finish(output: &Mutex<Option<Output>>, has_journal: bool) -> Result<Written> {
    let output = output.lock().unwrap_or_else(PoisonError::into_inner).take();
    output.map_or(Ok(Written::Sent), |output| output.finish(has_journal))
}

impl Drop for Ending {
    fn drop(&mut self) {
        // A writer that is dropped early reports nothing.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
