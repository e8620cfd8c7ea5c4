pub mod error;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod texel;
pub use error::{Error, Result};
