//! The forms in which results are asked for.

use crate::Result;
#[cfg(not(target_arch = "wasm32"))]
use crate::bake::Supersample;
#[cfg(not(target_arch = "wasm32"))]
use crate::format::{Contents, FileType};
#[cfg(not(target_arch = "wasm32"))]
use crate::grid::Brick;
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
    /// Texels or a file, of which the sub-samples are computed.
    #[cfg(not(target_arch = "wasm32"))]
    Means {
        of: Box<Form>,
        supersample: Supersample,
        /// The samples, in this order.
        bricks: Vec<Brick>,
    },
}

impl Form {
    /// Returns how computed samples become texels.
    pub fn packing(&self, channels: usize) -> Result<Packing> {
        match self {
            Form::Texels(packing) => Ok(*packing),
            #[cfg(not(target_arch = "wasm32"))]
            Form::File { contents, .. } => Ok(contents.taken()),
            _ => Packing::samples(channels as u32),
        }
    }
}
