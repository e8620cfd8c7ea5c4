//! From texels to published files.

mod compare;
mod create;
mod ending;
mod files;
mod journal;
mod memory;
mod output;
pub mod sidecar;
mod writer;

pub use create::{compare, create, stream};
pub use files::{files, missing_beside};
pub use journal::{Begun, Journal, MadeBy};
#[cfg(all(feature = "service", not(target_arch = "wasm32")))]
pub(crate) use memory::check_one_file;
pub use memory::encode;
pub use writer::{Writer, WrittenFiles};
