//! Panics of wgpu as values.
//!
//! wgpu panics if a driver fails in places that cannot return an error: `request_device` and `Device::poll` on a lost or
//! exhausted driver, and the drop of such a device. The caller of this crate must get an `Err`, and nothing on stderr.
//!
//! The text on stderr comes from the process's panic hook, so only a hook can suppress it. The first guarded call installs
//! one in front of the present hook: it is silent on a thread that is inside [`guarded`], and passes on every other panic.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use crate::error::panic_text;

thread_local! {
    /// The number of guarded calls that this thread is in.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Runs `call` and returns its result; a panic in it becomes `Err` with the panic's message on one line.
///
/// If panics abort (wasm32, `panic = "abort"`), there is nothing to catch, and no hook is installed.
pub(super) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    if cfg!(panic = "abort") {
        return Ok(call());
    }
    silence_guarded_threads();
    DEPTH.set(DEPTH.get() + 1);
    // Only wgpu's state may be half changed by a panic, and wgpu guards it: `call` changes none of this crate's.
    let outcome = panic::catch_unwind(AssertUnwindSafe(call));
    DEPTH.set(DEPTH.get() - 1);
    outcome.map_err(|payload| one_line(panic_text(&*payload)))
}

/// A value whose drop may panic: the panic is caught.
#[derive(Debug)]
pub(super) struct Guarded<T>(Option<T>);

impl<T> Guarded<T> {
    pub(super) fn new(value: T) -> Self {
        Guarded(Some(value))
    }
}

impl<T> std::ops::Deref for Guarded<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.0 {
            Some(value) => value,
            None => unreachable!("only the drop takes the value"),
        }
    }
}

impl<T> Drop for Guarded<T> {
    fn drop(&mut self) {
        let value = self.0.take();
        // A failure to free a device has no caller to whom it could be reported.
        let _ = guarded(|| drop(value));
    }
}

fn silence_guarded_threads() {
    static INSTALLED: Once = Once::new();
    // A thread that is unwinding cannot change the hook. A later call will.
    if std::thread::panicking() {
        return;
    }
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // A thread whose thread-local storage is gone is not in a guarded call.
            if DEPTH.try_with(Cell::get).unwrap_or(0) == 0 {
                previous(info);
            }
        }));
    });
}

/// Returns a message of wgpu, which is an indented tree, on one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(guarded(|| 3), Ok(3));
        let caught = guarded(|| panic!("Parent device\n  is {}", "lost"));
        assert_eq!(caught, Err::<(), _>("Parent device is lost".to_string()));
    }

    #[test]
    fn a_guarded_value_is_there_until_its_drop_and_may_panic_then() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("freed while out of memory");
            }
        }
        let value = Guarded::new((Bomb, 5));
        assert_eq!(value.1, 5);
        drop(value);
    }

    #[test]
    fn a_drop_on_an_unwinding_thread_does_not_abort() {
        let caught = guarded(|| {
            let _value = Guarded::new(1);
            panic!("outer");
        });
        assert_eq!(caught, Err::<(), _>("outer".to_string()));
    }
}
