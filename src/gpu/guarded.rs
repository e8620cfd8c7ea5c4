//! Panics of wgpu as values.
//!
//! wgpu panics where a driver fails in places that have no error to return: `request_device` and
//! `Device::poll` on a lost or exhausted driver, and the drop of such a device. The caller of this
//! crate must see an `Err`, and nothing on stderr.
//!
//! The text on stderr comes from the process's panic hook, and only a hook can hold it back. So the
//! first guarded call puts one in front of the hook that is there: it is silent on a thread that is
//! inside [`guarded`], and passes every other panic on.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// How many guarded calls this thread is in.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Runs `call`; a panic in it becomes `Err` with its message on one line.
///
/// Where panics abort (wasm32, `panic = "abort"`) there is nothing to catch, and the hook that
/// prints is left alone.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    if cfg!(panic = "abort") {
        return Ok(call());
    }
    silence_guarded_threads();
    DEPTH.set(DEPTH.get() + 1);
    // What a panic leaves half done is wgpu's, which guards its own state; ours is not touched.
    let outcome = panic::catch_unwind(AssertUnwindSafe(call));
    DEPTH.set(DEPTH.get() - 1);
    outcome.map_err(|payload| message(&*payload))
}

/// A value whose drop may panic; it is dropped guarded.
#[derive(Debug)]
pub(crate) struct Guarded<T>(Option<T>);

impl<T> Guarded<T> {
    pub(crate) fn new(value: T) -> Self {
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
        // A device that fails while it is freed leaves nobody to tell.
        let _ = guarded(|| drop(value));
    }
}

fn silence_guarded_threads() {
    static INSTALLED: Once = Once::new();
    // A hook cannot be changed by a thread that is unwinding; a later call will do it.
    if std::thread::panicking() {
        return;
    }
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // A thread whose storage is gone is in no guarded call.
            if DEPTH.try_with(Cell::get).unwrap_or(0) == 0 {
                previous(info);
            }
        }));
    });
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without a message");
    one_line(text)
}

/// A text of wgpu, which comes as an indented tree, on one line.
pub(crate) fn one_line(text: &str) -> String {
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
