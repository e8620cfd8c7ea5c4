//! The files that hold textures: what lies before the levels, and in which order the levels lie.

use crate::Result;
use crate::format::contents::Contents;
use crate::format::encoders::{dds, ktx2};
use crate::format::file_type::FileType;
use crate::format::levels::{Level, Place};

/// A type of file that holds a texture.
#[derive(Clone)]
pub enum Container {
    Ktx2(ktx2::Head),
    /// The whole header, which does not depend on the places of the levels.
    Dds(Vec<u8>),
}

impl Container {
    /// # Errors
    /// Those of [`dds::header`].
    pub fn new(file_type: FileType, contents: &Contents, levels: usize) -> Result<Container> {
        Ok(match file_type {
            FileType::Dds => Container::Dds(dds::header(contents, levels)?),
            _ => Container::Ktx2(ktx2::Head::new(contents, levels)),
        })
    }

    /// Returns the places of levels of these lengths, the base level first.
    pub fn places(&self, lengths: &[u64]) -> Vec<Place> {
        match self {
            Container::Ktx2(head) => head.places(lengths),
            Container::Dds(header) => {
                let mut end = header.len() as u64;
                let place = |&bytes: &u64| {
                    end += bytes;
                    Place {
                        at: end - bytes,
                        bytes,
                    }
                };
                lengths.iter().map(place).collect()
            }
        }
    }

    /// Returns everything before the levels.
    pub fn header(&self, levels: &[Level], places: &[Place]) -> Vec<u8> {
        match self {
            Container::Ktx2(head) => head.bytes(levels, places),
            Container::Dds(header) => header.clone(),
        }
    }
}
