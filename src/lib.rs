pub mod error;
#[cfg(not(target_arch = "wasm32"))]
pub mod format;
pub mod texel;
pub use error::{Error, Result};
