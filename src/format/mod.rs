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
//! * What is written: `contents`, `file_type` (a table of the types), `parts` (which samples each file holds), `sheet` (pictures
//!   as tiles of one image), `levels` (of a texture) and `texts` (in files, such as the recipe).
//! * `write`, the way of the texels: `create` makes a `writer`, which begins an `output` for each part; `ending` publishes the
//!   part, as one of the `files`, and the `journal` notes it. `memory` and `compare` are two other ends of this way.
//! * `encoders`: `encoding` chooses one of them for a type of file.
//! * `disk`: how files appear whole or not at all, and which paths are safe to read.
//! * `read`: the `source` of a recipe with its `inputs` and `picture`s, and the `recipe` of a file that was written.

mod contents;
mod disk;
mod encoders;
mod file_type;
mod levels;
mod parts;
mod read;
mod sheet;
mod texts;
mod write;

pub use contents::Contents;
pub use disk::{PublishLock, remove_partial_files, write};
pub use encoders::encoding::check;
pub use file_type::{FileType, RecipePlace};
pub(crate) use levels::{levels, stored_bytes};
pub(crate) use parts::{BRICK_MAX, FILES_MAX, Parts};
pub use read::{Inputs, RecipeSource, load_pictures, read_recipe, read_sheet};
#[cfg(all(feature = "image", not(target_arch = "wasm32")))]
pub use read::{Pictures, read_picture};
pub use sheet::Sheet;
#[cfg(all(feature = "service", not(target_arch = "wasm32")))]
pub(crate) use write::check_one_file;
pub use write::{
    Begun, Journal, MadeBy, Writer, WrittenFiles, compare, create, encode, files, missing_beside,
    stream,
};
