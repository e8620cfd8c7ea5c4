//! The lock of the service; in a model of it, that of the checker loom.

#[cfg(loom)]
pub use loom::sync::Mutex;
#[cfg(not(loom))]
pub use std::sync::Mutex;
