pub mod error;
pub mod texel;
pub use error::{Error, Result};
