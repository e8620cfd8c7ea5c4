//! What [`snippet`](super::snippet) returns.

use crate::noise::Picture;

/// Noises as shader source.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Snippet {
    /// The source.
    pub code: Code,
    /// The contents of the storage buffer of permutation tables, one entry per word: table after table, 256 words each. Empty
    /// if the source holds the tables itself, or if no function reads one.
    pub tables: Vec<u32>,
    /// The contents of the textures, at bindings 4, 5 and so on: one number for each texel, in rows from the top, of a
    /// format such as R32Float that need not be filtered. One that is more than 1 deep is a 3-D texture, slice after slice.
    /// A picture is here once for each channel and decoding that the source reads.
    pub pictures: Vec<Picture>,
}

/// Source as text or as a binary module.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Code {
    /// A text, in ASCII.
    Text(String),
    /// The words of a SPIR-V module.
    Words(Vec<u32>),
}

impl Snippet {
    /// Returns the text, or `None` for SPIR-V.
    pub fn text(&self) -> Option<&str> {
        match &self.code {
            Code::Text(text) => Some(text),
            Code::Words(_) => None,
        }
    }

    /// Returns the contents of a source file: the text, or the words of SPIR-V in little-endian order.
    pub fn bytes(&self) -> Vec<u8> {
        match &self.code {
            Code::Text(text) => text.clone().into_bytes(),
            Code::Words(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        }
    }
}
