//! Files: what a bake writes, and what a recipe reads.
//!
//! [`create`] refuses what the file type cannot hold, and a path that cannot be written, before anything is computed. The
//! [`Writer`] then takes texels in pieces of any size, so that memory does not grow with the volume. A file appears under its
//! name when it is complete, the frames of a sequence one after the other. After a failure nothing remains of an incomplete
//! file.
//!
//! [`encode`] returns the bytes of a whole file instead, for a server. [`RecipeSource`] reads the file of a recipe, and [`Inputs`]
//! are the files that it is made of.
//!
//! The modules, in the order of the data:
//!
//! * What is written: `contents`, `file_type` (a table of the types), `parts` (which samples each file holds).
//! * The way of the texels: `create` makes a `writer`, which begins an `output` for each part; its `encoding` chooses an `encoder`;
//!   `ending` publishes the part, as one of the `files` with an `atomic` rename, and the `journal` notes it. `memory` and
//!   `compare` are two other ends of this way.
//! * Encoders, one for each type: `apng`, `dds`, `exr`, `gif`, `ktx2`, `npy`, `png`, `tiff`, `vdb`, `webp`, `zarr`; bare texels
//!   need none. Images of several pictures share `sheet`, `columns` and `band`; textures share `texture` and `levels`.
//! * Reading: the `source` of a recipe with its `inputs` and `picture`s, and the `recipe` or `sidecar` of a file that was
//!   written; `regular` says which paths are safe to read.

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
