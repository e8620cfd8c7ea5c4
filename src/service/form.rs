//! The forms in which results are asked for.

#[cfg(not(target_arch = "wasm32"))]
use crate::format::{Contents, FileType};
use crate::texel::Packing;

/// The form of a result.
#[derive(Debug)]
pub enum Form {
    Volume,
    Texels(Packing),
    Points(Vec<[f32; 4]>),
    #[cfg(not(target_arch = "wasm32"))]
    File {
        file_type: FileType,
        contents: Contents,
    },
}
