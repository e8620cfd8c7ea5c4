//! Files: what a bake writes, one file type to a module.
//!
//! [`create`] refuses what the file type cannot hold, and a path that cannot be written, before anything is computed. The
//! [`Writer`] then takes texels in pieces of any size, so that memory does not grow with the volume. A file appears under its
//! name when it is complete, the frames of a sequence one after the other. After a failure nothing remains of an incomplete
//! file.
//!
//! [`encode`] returns the bytes of a whole file instead, for a server. [`RecipeSource`] reads the file of a recipe, and [`Inputs`]
//! are the files that it is made of.

mod apng;
mod atomic;
mod band;
mod columns;
mod compare;
mod contents;
mod create;
mod dds;
mod encoder;
mod encoding;
mod ending;
mod exr;
mod file_type;
mod files;
mod gif;
mod inputs;
mod journal;
mod ktx2;
mod levels;
mod memory;
mod npy;
mod output;
mod parts;
#[cfg(all(feature = "image", not(target_arch = "wasm32")))]
mod picture;
mod png;
mod recipe;
mod regular;
mod sheet;
mod sidecar;
mod source;
mod texture;
mod tiff;
mod vdb;
mod webp;
mod writer;
mod zarr;

pub use atomic::{PublishLock, remove_partial_files, write};
pub use contents::Contents;
pub use create::{check, compare, create, stream};
pub use file_type::{FileType, RecipePlace};
pub use files::files;
pub use inputs::Inputs;
pub use journal::{Begun, Journal, MadeBy};
pub(crate) use levels::{levels, stored_bytes};
#[cfg(all(feature = "service", not(target_arch = "wasm32")))]
pub(crate) use memory::check_one_file;
pub use memory::encode;
pub(crate) use parts::{BRICK_MAX, FILES_MAX, Parts};
#[cfg(all(feature = "image", not(target_arch = "wasm32")))]
pub use picture::{Pictures, read_picture};
pub use recipe::{read_recipe, read_sheet};
pub use sheet::Sheet;
pub use source::{RecipeSource, load_pictures};
pub use writer::{Writer, WrittenFiles};
